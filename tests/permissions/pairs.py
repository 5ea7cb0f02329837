"""api_pairs.txt read: what the API has for each action of a page, or why it has nothing."""

from dataclasses import dataclass
from pathlib import Path

from tests.permissions.table import read

PAIRS = Path(__file__).parent / "api_pairs.txt"
PREFIXES = ("/admin/", "/accounts/")
"""Pages of the staff and of the log-in library: one reason for all, at the top of api_pairs.txt."""


@dataclass(frozen=True)
class Pair:
    """An address of a page with what stands beside it: addresses of the API, or a reason."""

    page: str
    api: tuple[tuple[str, str], ...] = ()
    reason: str = ""


def page_actions() -> set[str]:
    """Every page that takes a POST, by the permission matrix."""
    return {
        address
        for (method, address, _thing), answers in read().items()
        if method == "POST"
        and not address.startswith(("/api/", *PREFIXES))
        and "405" not in answers  # of those who are let in
    }


def api_addresses() -> set[tuple[str, str]]:
    """Every method and address of the API, by the permission matrix."""
    return {(method, address) for method, address, _thing in read() if address.startswith("/api/")}


def read_pairs() -> list[Pair]:
    """The lines of the list."""
    lines = [line for line in PAIRS.read_text().splitlines() if line.strip()]
    return [_pair(line) for line in lines if not line.startswith("#")]


def _pair(line: str) -> Pair:
    page, beside = line.split(None, 1)
    kind, _space, rest = beside.partition(" ")
    match kind:
        case "api":
            named = [part.split() for part in rest.split(",")]
            return Pair(page, tuple((method, f"/api/v1/{address}") for method, address in named))
        case "page":
            return Pair(page, reason=rest.strip())
    raise AssertionError(f"api or page is expected: {line}")
