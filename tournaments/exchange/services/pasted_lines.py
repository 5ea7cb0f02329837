"""A list of players as people write it: one a line, with country, club, rating and member number in any order. No database.

`1. Anna Müller; GER; 1650; Riverside` is a name, a country, a rating and a club. A first line with the names of columns
says what stands where. Every line that is not empty becomes a row, and what nobody understands stays in its row.
"""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.exchange.services import import_cells as cells
from web.csv_reading import ENTRIES, MOST_CELL, CsvTable
from web.errors import DomainError
from web.folding import fold

MOST_LINES = 512
HEADING, UNREAD = "heading", "unread"
"""Columns of our own: the text of a line that only is a heading, and fields that were not understood."""

BULLET = re.compile(r"""^[^\w#+("'“„«]+""")
NUMBERING = re.compile(r"^(?:\(?\d{1,3}[.):\]]+(?!\d)|\d{1,3}(?=[ \t]+[^\W\d]))[\s.):\]]*")
MARKED_FIRST = re.compile(r"^(?P<mark>#\s*[\w./-]{1,32})\s+(?P<rest>[^\W\d].*)$")
DASHES = re.compile(r"\s+[-–—|]\s+")
EMAIL_INSIDE = re.compile(
    r"[<(\[]?(?:mailto:)?[^\s@<>()\[\]]+@[^\s@<>()\[\]]+\.[^\s@<>()\[\].]+[>)\]]?", re.IGNORECASE
)
EMAIL = re.compile(r"^(?:mailto:)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$", re.IGNORECASE)
PHONE = re.compile(r"^\+[\d\s()/.-]{6,30}$|^0[\d\s()/.-]{6,30}$|^\d[\d\s()/-]{7,30}$")
RATING = re.compile(r"^(?:\d{3,4}|\d{1,4}[.,]\d{1,3})$")
MARKED = re.compile(r"^#\s*(?P<number>[\w./-]{1,32})$")
LETTERS_DIGITS = re.compile(r"^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9./_-]{1,31}$")
PREFIXED = re.compile(r"^[A-Z]{2,8} \d{3,10}$")
IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]+)[)\]]")
TAIL_NUMBER = re.compile(r"^(?P<rest>.*[^\W\d].*?)\s+(?P<tail>\d{3,4}|#\s*\w+)$")
TAIL_COUNTRY = re.compile(r"^(?P<rest>\S+(?:\s+\S+)+)\s+(?P<tail>[A-Z]{3})$")
PARTICLES = frozenset(
    {"van", "von", "de", "der", "den", "da", "di", "do", "dos", "du", "la", "le", "el", "al", "bin", "ibn", "st", "ter",
     "ten", "zu", "af", "av", "mac", "del"}
)  # fmt: skip
NO_LETTERS = re.compile(r"^[\d\W_]+$")
RULE = re.compile(r"^[\W_]+$")
TITLES = frozenset(
    {"entries", "entry", "list", "players", "player", "participants", "participant", "name", "names", "teilnehmer",
     "spieler", "anmeldungen", "jugadores", "participantes", "joueurs", "inscrits", "giocatori", "osalejad", "mangijad"}
)  # fmt: skip
LABELS = {
    "rating": ("rating", "elo", "pr", "wertung", "points"),
    "member_number": ("member", "member no", "member number", "no", "nr", "number", "id", "licence", "license"),
    "club": ("club", "verein"),
    "country": ("country", "land", "nation"),
    "email": ("email", "e-mail", "mail"),
    "phone": ("phone", "tel", "mobile", "telefon"),
    "name": ("name", "player"),
}  # fmt: skip
MEANT_BY = {fold(word): column for column, words in LABELS.items() for word in words}
LABELLED = re.compile(r"^(?P<label>[^\W\d][\w .-]{0,20}?)\s*[:=]\s*(?P<value>.+)$")
ALIASES = {fold(alias): column for column, names in ENTRIES.items() for alias in (column, *names)}
HEADINGS = (
    ALIASES | MEANT_BY | {"email": "email", "nr.": "", "nr": "", "no.": "", "no": "", "#": ""}
)


@dataclass(slots=True)
class PastedLine:
    """What one line says, by column, and the fields that were not understood."""

    values: dict[str, str] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)

    def take(self, column: str, value: str) -> bool:
        """Keep the first value of a column; False if it has one already."""
        return self.values.setdefault(column, value) is value


def is_list(text: str) -> bool:
    """Is this more than a name: several lines, or fields that a semicolon, a tab or two commas separate?"""
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) > 1 or any(
        ";" in line or "\t" in line.strip() or line.count(",") > 1 for line in lines
    )


def read_lines(text: str) -> CsvTable:
    """A row for each line that is not empty, with its number. Refused: no_lines, too_many_lines."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise DomainError(
            "no_lines", _("The list is empty. Write one player per line."), status=400
        )
    if len(lines) > MOST_LINES:
        detail = _(
            "Too many lines: %(n)d. The limit is %(most)d. Add the players in several parts."
        )
        raise DomainError(
            "too_many_lines", detail % {"n": len(lines), "most": MOST_LINES}, status=400
        )
    columns: tuple[str, ...] = ()
    rows: list[tuple[int, dict[str, str]]] = []
    for number, line in lines:
        named = _columns(line)
        if named or _is_heading(line):
            columns = named or columns
            rows.append((number, {HEADING: _short(line)}))
        else:
            rows.append((number, _row(line, columns)))
    used = {column for _n, row in rows for column in row if column not in (HEADING, UNREAD)}
    order = ("name", "country", "club", "rating", "member_number", "email", "phone")
    shown = [column for column in (*order, *sorted(used - set(order))) if column in used]
    return CsvTable(tuple(rows), tuple((column, column) for column in shown), ())


def read_line(line: str, columns: Sequence[str] = ()) -> PastedLine:
    """One line. `columns` are those that a heading names, in its order; empty names count as numbering."""
    read = PastedLine()
    fields = _fields(_bare(line, keeps_numbers=bool(columns)))
    if columns:
        return _by_columns(fields, columns, read)
    words: list[str] = []
    for text in _with_brackets(_with_addresses(_without_number(fields))):
        if not _kind(text, read):
            words.append(text)
    if not re.search("[\t;]", line):
        words = _in_order(words)
    words = _countries(words, read)
    name, *others = words or [""]
    if name:
        read.take("name", _name(name, read))
    for text in others:
        if not read.take("club", text):
            read.unread.append(text)
    return read


def _row(line: str, columns: Sequence[str]) -> dict[str, str]:
    read = read_line(line, columns)
    row = {column: _short(value) for column, value in read.values.items() if value}
    if not row.get("name") and not row.get("id") and not row.get("last_name"):
        return {"name": "", UNREAD: _short(line)}
    if read.unread:
        row[UNREAD] = _short(" · ".join(read.unread))
    return row


def _short(text: str) -> str:
    return " ".join(text.split())[:MOST_CELL]


def _bare(line: str, *, keeps_numbers: bool) -> str:
    """The line without bullets and numbering."""
    if keeps_numbers:
        return line.strip("\r\n")
    text = BULLET.sub("", line.rstrip())
    return NUMBERING.sub("", text, count=1).strip()


def _fields(line: str) -> list[str]:
    """The fields: between tabs if there are any, else between semicolons, else between commas; quotation marks are understood."""
    separator = next((mark for mark in ("\t", ";", ",") if mark in line), "")
    if '"' in line and line.count('"') % 2 == 0:
        try:
            return [text.strip() for text in next(csv.reader([line], delimiter=separator))]
        except (csv.Error, StopIteration):
            pass
    if separator == ",":
        line = re.sub(r"(?<=\d),(?=\d{1,2}(?:\D|$))", ".", line)  # 5,25 is a decimal
    parts = line.split(separator) if separator else DASHES.split(line)
    return [text.strip().strip('"').strip() for text in parts]


def _columns(line: str) -> tuple[str, ...]:
    """The columns that a heading line names; empty if it is none."""
    fields = [fold(re.sub(r"[\s_.*-]+", " ", text).strip()) for text in _fields(line)]
    columns = [HEADINGS.get(text) for text in fields]
    named = [column for column in columns if column]
    if len(fields) < 2 or not {"name", "last_name"}.intersection(named):
        return ()
    return tuple(column or "" for column in columns) if all(c is not None for c in columns) else ()


def _is_heading(line: str) -> bool:
    """A line of dashes, `Players:`, `Entries (24)`, `## Open`."""
    text = line.strip()
    if RULE.match(text) or re.match(r"^#+\s+\D", text):
        return True
    if text.endswith(":") and not re.search(r"[,;\t]", text):
        return True
    bare = fold(re.sub(r"[\W\d_]+", " ", text)).split()
    return bool(bare) and all(word in TITLES for word in bare)


def _by_columns(fields: list[str], columns: Sequence[str], read: PastedLine) -> PastedLine:
    for place, text in enumerate(fields):
        column = columns[place] if place < len(columns) else None
        if column is None and text:
            read.unread.append(text)
        elif column and text:
            value = text.removeprefix("#").strip() if column == "member_number" else text
            if not read.take(column, value):
                read.unread.append(text)
    return read


def _without_number(fields: list[str]) -> list[str]:
    """Without a first field that only counts the lines: below 100, or followed by a rating."""
    if len(fields) > 1 and re.match(r"^\d{1,3}[.)]?$", fields[0]):
        number = int(re.sub(r"\D", "", fields[0]))
        rated = any(RATING.match(text) for text in fields[1:])
        if number < 100 or (rated and number <= MOST_LINES):
            return fields[1:]
    return fields


def _with_addresses(fields: list[str]) -> list[str]:
    """An email address beside other words is a field of its own: it must not become part of a name."""
    parts: list[str] = []
    for text in fields:
        addresses = EMAIL_INSIDE.findall(text)
        outside = " ".join(EMAIL_INSIDE.sub(" ", text).split())
        if addresses and outside and not _labelled(text):
            parts += [outside, *(address.strip("<>()[]") for address in addresses)]
        elif text:
            parts.append(text.strip("<>") if addresses else text)
    return parts


def _with_brackets(fields: list[str]) -> list[str]:
    """What stands in brackets after a name is a field of its own."""
    parts: list[str] = []
    for text in fields:
        inside = IN_BRACKETS.findall(text)
        outside = " ".join(IN_BRACKETS.sub(" ", text).split())
        if inside and outside and not PHONE.match(text):
            parts += [outside, *(part.strip() for part in inside)]
        elif text:
            parts.append(text)
    return parts


def _kind(text: str, read: PastedLine) -> bool:
    """Take a field whose kind shows in its signs. A second one of a kind is not understood."""
    column, value = _labelled(text) or _recognized(text)
    if column and (column == UNREAD or not read.take(column, value)):
        read.unread.append(text)
    return bool(column)


def _labelled(text: str) -> tuple[str, str] | None:
    """The column and value of `rating: 1650`."""
    labelled = LABELLED.match(text)
    if labelled and (column := MEANT_BY.get(fold(labelled["label"].strip(" .")))):
        return column, labelled["value"].strip()
    return None


def _recognized(text: str) -> tuple[str, str]:
    """The column and value of a field by its signs alone; no column for words."""
    if EMAIL.match(text):
        return "email", text.removeprefix("mailto:")
    if marked := MARKED.match(text):
        return "member_number", marked["number"]
    if RATING.match(text):
        return "rating", text.replace(",", ".")
    if PHONE.match(text):
        return "phone", text
    if LETTERS_DIGITS.match(text) or PREFIXED.match(text):
        return "member_number", text
    return (UNREAD if NO_LETTERS.match(text) else ""), text


def _in_order(words: list[str]) -> list[str]:
    """Between commas `Müller, Anna` is one name."""
    if len(words) > 1 and _is_last_name(words[0]) and _is_first_name(words[1]):
        return [f"{words[1]} {words[0]}", *words[2:]]
    return words


def _countries(words: list[str], read: PastedLine) -> list[str]:
    """The words without the country among them. A country alone is a name."""
    places = [place for place, text in enumerate(words) if is_country(text)]
    if places and places[0] == 0 and len(words) > 1 and not _is_code(words[0]):
        places = places[1:] or places  # Georgia Smith is rarely entered by her country first
    is_alone = len(words) == 1 and not (_is_code(words[0]) and read.values)
    if not places or is_alone or "country" in read.values:
        return words
    read.take("country", words[places[0]])
    return [text for place, text in enumerate(words) if place != places[0]]


def _is_last_name(text: str) -> bool:
    """A single word, `van der Berg` or `GARCIA LOPEZ`; no code of a country."""
    parts = text.split()
    if _is_code(text) or not parts or any(sign.isdigit() for sign in text):
        return False
    particles = all(fold(part).strip("'") in PARTICLES for part in parts[:-1])
    return particles or (text.isupper() and len(parts) <= 3)


def _is_first_name(text: str) -> bool:
    is_short = len(text.split()) <= 2 and not any(sign.isdigit() for sign in text)
    return is_short and text[:1].isalpha() and not is_country(text)


def is_country(text: str) -> bool:
    """Is this a country by code or by name? Bo is a name, BO is Bolivia."""
    if len(text) <= 3 and not (text.isupper() or text.islower()):
        return False
    try:
        return bool(cells.country(text))
    except cells.WrongCell:
        return False


def _is_code(text: str) -> bool:
    return len(text) in (2, 3) and text.isupper() and is_country(text)


def _name(name: str, read: PastedLine) -> str:
    """The name in its usual order, without a number before it and a rating, a number or a country after it: `Anna Müller GER 1650`."""
    if first := MARKED_FIRST.match(name):
        _kind(first["mark"], read)
        name = first["rest"]
    if name.count(",") == 1:
        last, first_name = (part.strip() for part in name.split(","))
        name = f"{first_name} {last}".strip()
    while tail := TAIL_NUMBER.match(name):
        if not _kind(tail["tail"], read):
            break
        name = tail["rest"].strip()
    tail = TAIL_COUNTRY.match(name)
    if tail and not tail["rest"].isupper() and is_country(tail["tail"]):
        if not read.take("country", tail["tail"]):
            read.unread.append(tail["tail"])
        name = tail["rest"]
    return name
