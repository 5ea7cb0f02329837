"""Tables as CSV that no spreadsheet takes for a formula, written row by row; and the way back."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence

BOM = "\ufeff"  # so that spreadsheets read UTF-8
_RUNS = re.compile(r"'*[\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|'*[\t\r\n]")
_DEFUSED = re.compile(r"'('*[\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|'*[\t\r\n])")
Cell = str | int | float | None


def defused(cell: Cell) -> Cell:
    """Text that a spreadsheet would compute gets an apostrophe before it.

    >>> defused("=1+1"), defused("Ann"), defused(-5), defused("'=x")
    ("'=1+1", 'Ann', -5, "''=x")
    """
    return f"'{cell}" if isinstance(cell, str) and _RUNS.match(cell) else cell


def fused(text: str) -> str:
    """What was meant, without that apostrophe.

    >>> fused("'=1+1"), fused("'tis"), fused("''=x")
    ('=1+1', "'tis", "'=x")
    """
    return text[1:] if _DEFUSED.match(text) else text


class _Echo:
    def write(self, text: str) -> str:
        return text


def written(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """The file in pieces, a row each; nothing is held."""
    writer = csv.writer(_Echo())
    yield BOM + writer.writerow(head)
    for row in rows:
        yield writer.writerow([defused(cell) for cell in row])
