"""Reads a table from a file, as spreadsheets write it: encodings, separators, headings. No database.

Rows come out as text by our own names of columns; a refusal says in a plain sentence what cannot be read.
"""

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from web.csv_writing import BOM, unescape_formula
from web.errors import DomainError

MOST_BYTES = 1024 * 1024
MOST_ROWS = 5000
MOST_COLUMNS = 60
MOST_CELL = 500
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
SEPARATORS = (",", ";", "\t", "|")
Names = Mapping[str, Sequence[str]]

ENTRIES: Names = {
    "id": ("id", "player id", "playerid", "player_id"),
    "name": ("name", "player", "full name", "player name", "participant", "spieler", "teilnehmer", "nombre", "nom"),
    "first_name": ("first name", "firstname", "given name", "vorname"),
    "last_name": ("last name", "lastname", "surname", "family name", "nachname"),
    "country": ("country", "nation", "federation", "land", "country code"),
    "club": ("club", "verein", "team club"),
    "family": ("family", "kept apart as a family"),
    "seed": ("seed", "seeding", "setzplatz"),
    "status": ("status",),
    "rating": ("rating", "elo", "wertung"),
    "member_number": ("member number", "member no", "member", "licence", "license"),
    "email": ("email", "e mail", "email address", "mail"),
    "phone": ("phone", "mobile", "telephone", "tel", "telefon"),
}  # fmt: skip
OF_A_PERSON = frozenset({"rating", "member_number", "email", "phone"})
MOST_MEMBERS = 12
TEAMS: Names = {
    **{name: known for name, known in ENTRIES.items() if name not in OF_A_PERSON},
    "team": ("team", "team name", "pair", "mannschaft", "paar"),
    "members": ("members", "players", "mitglieder", "spieler der mannschaft"),
    **{
        f"member_{n}": (f"member {n}", f"player {n}", f"spieler {n}")
        for n in range(1, MOST_MEMBERS + 1)
    },
}
PEOPLE: Names = {
    name: ENTRIES[name]
    for name in ("id", "name", "first_name", "last_name", "country", "club", "family")
} | {
    "tournaments": ("tournaments", "tournament", "divisions", "division", "turniere", "turnier"),
}
SAY_WHO = frozenset({"id", "name", "first_name", "last_name", "team", "members"})
RESULTS: Names = {
    "stage": ("stage",),
    "pairing": ("pairing", "key", "match"),
    "player_1": ("player_1", "player 1", "player a", "home", "spieler 1"),
    "player_2": ("player_2", "player 2", "player b", "away", "spieler 2"),
    "winner": ("winner", "won", "sieger"),
    "score_1": ("score_1", "score 1", "points 1"),
    "score_2": ("score_2", "score 2", "points 2"),
    "score": ("score", "result", "ergebnis"),
    "kind": ("kind", "how", "type"),
}


@dataclass(frozen=True, slots=True)
class CsvTable:
    """Rows with the line each stood on. `read` are (heading, column) pairs, `unread` headings nobody asked for."""

    rows: tuple[tuple[int, dict[str, str]], ...]
    read: tuple[tuple[str, str], ...]
    unread: tuple[str, ...]

    @property
    def columns(self) -> frozenset[str]:
        return frozenset(column for _heading, column in self.read)


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 or, where it is neither, Windows-1252. Refused: file_too_large, not_text."""
    if len(data) > MOST_BYTES:
        raise DomainError(
            "file_too_large",
            _("The file is larger than 1 MiB. Split it into several files."),
            status=413,
        )
    text = _text(data).removeprefix(BOM)
    if "\x00" in text:
        raise _bad(
            "not_text",
            _("This is not a text file. Save the spreadsheet as CSV (UTF-8) and upload it again."),
        )
    if not text.strip():
        raise _bad("file_empty", _("The file is empty."))
    return text


def read_table(text: str, names: Names, array: str) -> CsvTable:
    """The rows of a CSV, or of the list `array` in a JSON export. Refused: no_columns, no_name_column,
    too_many_rows, bad_json, bad_csv."""
    if text.lstrip()[:1] in ("{", "["):
        return _from_json(text, names, array)
    rows = _parsed(text)
    return _tabled(rows, names)


def _text(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    half = data[:200]
    if half and half.count(0) * 3 > len(half):
        order = "utf-16-le" if half[1::2].count(0) > half[::2].count(0) else "utf-16-be"
        return data.decode(order, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _parsed(text: str) -> list[tuple[int, list[str]]]:
    """Lines with their numbers, by the separator that cuts the heading into most columns. Empty lines are left out."""
    heading = text.splitlines()[0] if text.splitlines() else ""
    if heading.casefold().startswith("sep=") and len(heading) <= len("sep=x"):
        separator, skipped = heading[4:] or ",", 1
        text = text.split("\n", 1)[1] if "\n" in text else ""
    else:
        separator, skipped = max(SEPARATORS, key=_first_line(text).count), 0
    csv.field_size_limit(MOST_BYTES)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[tuple[int, list[str]]] = []
    begins = 1 + skipped
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((begins, row[:MOST_COLUMNS]))
            begins = reader.line_num + 1 + skipped
            if len(rows) > MOST_ROWS + 1:
                break
    except csv.Error as error:
        text = _("Line %(line)d cannot be read. A quotation mark is missing or misplaced.")
        raise _bad("bad_csv", text % {"line": begins}) from error
    return rows


def _first_line(text: str) -> str:
    return next((line for line in text.splitlines() if line.strip()), "")


def _tabled(rows: list[tuple[int, list[str]]], names: Names) -> CsvTable:
    heading = [cell.strip() for cell in rows[0][1]] if rows else []
    columns = _columns(heading, names)
    if len(rows) - 1 > MOST_ROWS:
        text = _("Too many rows. The limit is %(n)d. Split the table into several files.")
        raise _bad("too_many_rows", text % {"n": MOST_ROWS})
    cells = tuple(
        (line, {columns[i]: _cell(cell) for i, cell in enumerate(row) if i in columns})
        for line, row in rows[1:]
    )
    read = tuple((heading[i], column) for i, column in columns.items())
    unread = tuple(cell for i, cell in enumerate(heading) if i not in columns and cell)
    return CsvTable(cells, read, unread)


def _columns(heading: list[str], names: Names) -> dict[int, str]:
    """Which column is what, by its heading; the first of two that mean the same."""
    meant = {alias: column for column, aliases in names.items() for alias in (column, *aliases)}
    columns: dict[int, str] = {}
    for i, cell in enumerate(heading):
        column = meant.get(re.sub(r"[\s_.:*-]+", " ", cell).strip().casefold())
        column = column or meant.get(cell.strip().casefold())
        if column and column not in columns.values():
            columns[i] = column
    if not columns:
        text = _(
            "The first line must name the columns, for example %(known)s. It now reads: %(heading)s"
        )
        values = {"known": ", ".join(names), "heading": ", ".join(heading)[:200]}
        raise _bad("no_columns", text % values)
    if "name" in names:
        _require_name(heading, columns)
    return columns


def _require_name(heading: list[str], by_index: Mapping[int, str]) -> None:
    """Refused: no_name_column, once for the file and not in each of its rows."""
    columns = set(by_index.values())
    if columns & SAY_WHO or any(column.startswith("member_") for column in columns):
        return
    unread = ", ".join(cell for i, cell in enumerate(heading) if i not in by_index and cell)
    if not unread:
        raise _bad("no_name_column", _("The “name” column is missing."))
    text = _("The “name” column is missing. Unknown columns: %(headings)s.")
    raise _bad("no_name_column", text % {"headings": unread[:200]})


def _cell(cell: str) -> str:
    return _storable(unescape_formula(cell).strip()[:MOST_CELL])


def _from_json(text: str, names: Names, array: str) -> CsvTable:
    try:
        loaded: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _bad(
            "bad_json",
            _("This file starts like JSON but cannot be read. Check it and upload it again."),
        ) from error
    listed = loaded.get(array) if isinstance(loaded, dict) else loaded
    if not isinstance(listed, list) or not all(isinstance(item, dict) for item in listed):
        text = _("This JSON file has no list named “%(name)s”.")
        raise _bad("bad_json", text % {"name": array})
    if len(listed) > MOST_ROWS:
        text = _("Too many rows. The limit is %(n)d. Split the table into several files.")
        raise _bad("too_many_rows", text % {"n": MOST_ROWS})
    keys = list(dict.fromkeys(str(key) for item in listed for key in item))[:MOST_COLUMNS]
    heading = [_storable(key) for key in keys]
    columns = _columns(heading, names) if heading else {}
    rows = tuple(
        (number, {column: _plain(item.get(keys[i])) for i, column in columns.items()})
        for number, item in enumerate(listed, start=1)
    )
    read = tuple((heading[i], column) for i, column in columns.items())
    unread = tuple(cell for i, cell in enumerate(heading) if i not in columns)
    return CsvTable(rows, read, unread)


def _plain(value: Any) -> str:
    if isinstance(value, list):
        value = "; ".join(str(item) for item in value if isinstance(item, (str, int)))
    if value is None or isinstance(value, dict):
        return ""
    return _storable(str(value).strip()[:MOST_CELL])


def _storable(text: str) -> str:
    """Without what no database and no page can contain: NUL, and halves of characters, which JSON can name."""
    return UNSTORABLE.sub("", text)


def _bad(code: str, detail: str) -> DomainError:
    return DomainError(code, detail, status=400)
