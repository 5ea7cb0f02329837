"""matrix.txt read and written: one line for methods that are answered alike, a column for each of the nine people."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.permissions.world import ROLES

TABLE = Path(__file__).parent / "matrix.txt"
Key = tuple[str, str, str]
Answers = dict[Key, tuple[str, ...]]


def read() -> Answers:
    """Answers by method, address and thing."""
    result: Answers = {}
    for line in TABLE.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        methods, address, thing, *answers = line.split()
        assert len(answers) == len(ROLES), line
        for method in methods.split(","):
            key = (method, address, thing)
            assert key not in result, f"twice in the table: {key}"
            result[key] = tuple(answers)
    return result


def written(answered: Answers) -> Iterator[str]:
    """The lines of the table for these answers."""
    alike: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for (method, address, thing), answers in answered.items():
        alike.setdefault((address, thing, answers), []).append(method)
    for (address, thing, answers), methods in alike.items():
        yield line([",".join(methods), address, thing], answers)


def line(head: Iterable[str], answers: Iterable[str]) -> str:
    methods, address, thing = head
    cells = "".join(f"{answer:<10}" for answer in answers)
    return f"{methods:<9} {address:<56} {thing:<19} {cells}".rstrip()
