"""Tables as CSV that no spreadsheet takes for a formula, written row by row; and the way back."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence

BOM = "\ufeff"  # so that spreadsheets read UTF-8
_SIGNS = r"[=+\-@\uff1d\uff0b\uff0d\uff20]"
_BLANKS = r"[^\S\t]*"
_RUNS = re.compile(rf"(?:\A(?='*[\t\r\n])|(?:\A|(?<=[;|\t]))(?='*{_BLANKS}{_SIGNS}))")
_DEFUSED = re.compile(rf"(?:\A'(?='*[\t\r\n])|(?:\A|(?<=[;|\t]))'(?='*{_BLANKS}{_SIGNS}))")
Cell = str | int | float | None


def escape_formula(cell: Cell) -> Cell:
    """Text that a spreadsheet would compute gets an apostrophe before it.

    Where spreadsheets cut lines at semicolons, tabs or bars, what follows one of them begins a cell too.

    >>> defused("=1+1"), defused("Ann"), defused(-5), defused("'=x"), defused("a;=1+1;b")
    ("'=1+1", 'Ann', -5, "''=x", "a;'=1+1;b")
    """
    return _RUNS.sub("'", cell) if isinstance(cell, str) else cell


def unescape_formula(text: str) -> str:
    """What was meant, without that apostrophe.

    >>> fused("'=1+1"), fused("'tis"), fused("''=x"), fused("a;'=1+1;b")
    ('=1+1', "'tis", "'=x", 'a;=1+1;b')
    """
    return _DEFUSED.sub("", text)


class _Echo:
    def write(self, text: str) -> str:
        return text


def csv_rows(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """The file in pieces, a row each; nothing is buffered."""
    writer = csv.writer(_Echo())
    yield BOM + writer.writerow(head)
    for row in rows:
        yield writer.writerow([escape_formula(cell) for cell in row])
