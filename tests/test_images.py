"""Images have exact versions, and what raises them (renovate.json) finds every place where one is written."""

import json
import re
from pathlib import Path

import pytest
import yaml

import bootstrap
from tests.services import compose

FOLDER = compose.ROOT / "docker"
EXACT = re.compile(r"\d+\.\d+\.\d+(-[\w.-]+)?(@sha256:[0-9a-f]{64})?")
TWO_NUMBERS = re.compile(r"\d+\.\d+(-[\w.-]+)?(@sha256:[0-9a-f]{64})?")
"""PostgreSQL has releases such as 17.11."""
OWN = "${BARPOINT_IMAGE:-barpoint}"


def images() -> list[str]:
    documents = [yaml.safe_load(file.read_text()) for file in FOLDER.glob("compose*.yaml")]
    named = [
        service["image"]
        for document in documents
        for service in document["services"].values()
        if service["image"] != OWN
    ]
    text = (FOLDER / "Dockerfile").read_text()
    named += re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    return named + [
        name
        for name in re.findall(r"^COPY --from=(\S+)", text, re.MULTILINE)
        if f" AS {name}\n" not in text
    ]


def is_exact(image: str) -> bool:
    name, _, tag = image.partition(":")
    pattern = TWO_NUMBERS if name == "postgres" else EXACT
    return pattern.fullmatch(tag) is not None


def test_every_image_is_named_by_an_exact_version() -> None:
    assert len(images()) == 6
    assert [image for image in images() if not is_exact(image)] == []


@pytest.mark.parametrize(
    "image",
    ["redis", "redis:latest", "redis:7-alpine", "caddy:2.11-alpine", "postgres:17-alpine", "python:3.11-slim"],
)  # fmt: skip
def test_a_tag_that_moves_is_refused(image: str) -> None:
    assert not is_exact(image)


def test_one_uv_installs_everywhere() -> None:
    assert f"uv=={bootstrap.UV_VERSION}\n" in (FOLDER / "Dockerfile").read_text()


def test_valkey_takes_the_place_of_redis_with_the_same_bounds() -> None:
    """What the file leaves out stays as docker/compose.yaml has it."""
    (service,) = yaml.safe_load((FOLDER / "compose.valkey.yaml").read_text())["services"].items()
    name, valkey = service
    redis = compose.read()["services"][name]
    assert set(valkey) == {"image", "user", "command", "healthcheck"}
    assert valkey["command"][0] == "valkey-server"
    assert valkey["command"][1:] == redis["command"][1:]


def test_renovate_finds_every_place() -> None:
    settings = json.loads((compose.ROOT / "renovate.json").read_text())
    assert "docker:pinDigests" in settings["extends"]
    (uv,) = settings["customManagers"]
    patterns = [pattern.replace("(?<", "(?P<") for pattern in uv["matchStrings"]]
    for name in ("bootstrap.py", "docker/Dockerfile"):
        assert any(re.fullmatch(place.strip("/"), name) for place in uv["managerFilePatterns"])
        text = Path(compose.ROOT / name).read_text()
        found_in = [match for pattern in patterns if (match := re.search(pattern, text))]
        assert [match["currentValue"] for match in found_in] == [bootstrap.UV_VERSION], name
