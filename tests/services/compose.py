"""The commands of docker/compose.yaml, to be started as they stand."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.services.running import DEFAULT_CPU_SHARES

ROOT = Path(__file__).resolve().parent.parent.parent
FILE = ROOT / "docker" / "compose.yaml"
SITE = ("web", "live", "streams", "worker", "clocks", "analysis", "beat")
WITH_DOOR = ("worker", "clocks", "analysis", "beat")  # they answer on STATUS_PORT
# The inner of two nested variables comes first: `${A:-${B:-default}}`.
_VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?P<kind>:-|:\?)?(?P<rest>[^${}]*)\}")


def read() -> dict[str, Any]:
    return yaml.safe_load(FILE.read_text())


def command_of(service: str, values: Mapping[str, str]) -> list[str]:
    """The service's command, its variables filled in from `values` or their defaults."""
    return [fill_in(str(word), values) for word in read()["services"][service]["command"]]


def cpu_shares_of(service: str) -> int:
    """Of the service, or of what its name begins with (`live-2` is a live); the default for other programs."""
    service = service.partition("-")[0].rstrip("0123456789")
    return read()["services"].get(service, {}).get("cpu_shares", DEFAULT_CPU_SHARES)


def fill_in(text: str, values: Mapping[str, str]) -> str:
    def value(match: re.Match[str]) -> str:
        name, kind, rest = match["name"], match["kind"], match["rest"]
        if values.get(name):
            return values[name]
        if kind == ":-":
            return rest
        raise KeyError(rest or f"{name} is not set")

    while _VARIABLE.search(text):
        text = _VARIABLE.sub(value, text)
    return text
