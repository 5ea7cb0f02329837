"""Importing ratings of other lists: each row is matched with a player, shown as a dry run, and written as it was shown.

A row names its player by the site's number, by the member number of an earlier import of that list, or by the exact name
(folded: without accents and capitals). Rows that match nobody, or more than one, are left out; so are wrong rows.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Player
from accounts.services.audit import Actor, record
from ratings.models import ExternalRating
from ratings.selectors.external_rows import (
    LONGEST_LIST,
    LONGEST_NUMBER,
    RATINGS,
    date_in,
    name_in,
    rating_in,
)
from ratings.services.sweep import locked_clock
from web.csv_reading import read_table
from web.errors import DomainError
from web.folding import fold
from web.requests import number_in

BAD, AMBIGUOUS, UNMATCHED, NEW, CHANGED, OLDER, SAME = (
    "bad", "ambiguous", "unmatched", "new", "changed", "older", "same",
)  # fmt: skip
WRITES = (NEW, CHANGED)
AT_ONCE = 400
MOST_NAMED = 5


def state_names() -> dict[str, str]:
    """The states of a row in the reader's language, in the order in which they are shown."""
    return {
        BAD: pgettext("import row", "Error"),
        AMBIGUOUS: pgettext("import row", "Ambiguous"),
        UNMATCHED: pgettext("import row", "Not found"),
        NEW: pgettext("import row", "New"),
        CHANGED: pgettext("import row", "Changed"),
        OLDER: pgettext("import row", "Older"),
        SAME: pgettext("import row", "Unchanged"),
    }


@dataclass(frozen=True, slots=True)
class ListDefaults:
    """What counts for rows that do not name their list or date; `source` is where the file comes from."""

    list_name: str = ""
    as_of: date | None = None
    source: str = ""


@dataclass(slots=True)
class RatingLine:
    """A row of the file: its line, who and what it names, the player it means, and what would become of it."""

    number: int
    title: str
    state: str = UNMATCHED
    detail: str = ""
    list_name: str = ""
    member: str = ""
    rating: float = 0.0
    as_of: date = date.min
    site_id: int | None = None
    player: Player | None = None
    stored: ExternalRating | None = None

    @property
    def list_key(self) -> str:
        return fold(self.list_name)

    @property
    def state_name(self) -> str:
        return state_names()[self.state]


@dataclass(frozen=True, slots=True)
class RatingDryRun:
    """All rows as they would be imported now. `digest` changes with whatever would be written."""

    lines: tuple[RatingLine, ...]
    unread: tuple[str, ...]

    @property
    def counts(self) -> list[tuple[str, str, int]]:
        """(state, its name, number of rows) of the states that occur."""
        counted = Counter(line.state for line in self.lines)
        return [(key, name, counted[key]) for key, name in state_names().items() if counted[key]]

    @property
    def writes(self) -> list[RatingLine]:
        return [line for line in self.lines if line.state in WRITES]

    @property
    def digest(self) -> str:
        written = [
            (line.number, line.player and line.player.pk, line.list_name, line.member, line.rating, line.as_of)
            for line in self.writes
        ]  # fmt: skip
        return sha256(repr(written).encode()).hexdigest()


def dry_run(text: str, defaults: ListDefaults, today: date) -> RatingDryRun:
    """What every row would do. Refused: what read_table refuses, no_columns. At most four queries for each 400 rows."""
    table = read_table(text, RATINGS, "ratings")
    if "rating" not in table.columns:
        raise DomainError("no_columns", _("The “rating” column is missing."), status=400)
    lines = [_read(number, row, defaults, today) for number, row in table.rows]
    fine = [line for line in lines if line.state != BAD]
    _match(fine)
    _compare([line for line in fine if line.player is not None])
    return RatingDryRun(tuple(lines), table.unread)


@transaction.atomic
def import_ratings(text: str, defaults: ListDefaults, digest: str, *, doer: Actor) -> RatingDryRun:
    """Write the rows of the dry run with this digest. Refused: stale_dry_run, when it would now be another."""
    locked_clock()  # one import at a time
    run = dry_run(text, defaults, doer.now.date())
    if run.digest != digest:
        detail = _("The data has changed. Nothing was imported. Check the new preview.")
        raise DomainError("stale_dry_run", detail)
    made = [_row(line, defaults, doer.now) for line in run.writes]
    ExternalRating.objects.bulk_create([row for row in made if row.pk is None], batch_size=AT_ONCE)
    columns = ["list_name", "number", "rating", "as_of", "source", "imported_at"]
    ExternalRating.objects.bulk_update(
        [row for row in made if row.pk is not None], columns, batch_size=AT_ONCE
    )
    lists = Counter(row.list_name for row in made)
    record(doer, "ratings.imported", after={"rows": dict(lists), "source": defaults.source})
    return run


def _read(number: int, row: dict[str, str], defaults: ListDefaults, today: date) -> RatingLine:
    name, member = name_in(row), row.get("number", "")
    line = RatingLine(number, name or member or row.get("player_id", ""))
    try:
        line.site_id = number_in(row.get("player_id", ""))
        if not (name or member or line.site_id):
            raise ValueError(_("This row names no player."))
        if len(member) > LONGEST_NUMBER:
            raise ValueError(_("The member number is too long."))
        line.list_name = " ".join((row.get("list") or defaults.list_name).split())
        if not line.list_name or not fold(line.list_name):
            raise ValueError(_("This row names no list."))
        if len(line.list_name) > LONGEST_LIST:
            raise ValueError(_("The name of the list is too long."))
        line.member, line.rating = member, rating_in(row.get("rating", ""))
        line.as_of = defaults.as_of or today
        if row.get("date"):
            line.as_of = date_in(row["date"], today)
    except ValueError as wrong:
        line.state, line.detail = BAD, str(wrong)
    line.title = line.title or "–"
    return line


def _match(lines: list[RatingLine]) -> None:
    """Find the player of each row: by the site's number, by member number, by name."""
    by_id = _people(lines, "pk", {line.site_id for line in lines if line.site_id})
    by_name = _people(lines, "search_name", {fold(line.title) for line in lines if line.title})
    by_member = _members(lines)
    for line in lines:
        members = by_member.get((line.list_key, line.member), []) if line.member else []
        if line.site_id:
            players = by_id.get(line.site_id, [])
        else:
            players = members or by_name.get(fold(line.title), [])
        if len(players) == 1:
            line.player, line.state = players[0], NEW
        elif players:
            line.state = AMBIGUOUS
            numbers = ", ".join(str(player.pk) for player in players[:MOST_NAMED])
            text = _("Several players match: %(numbers)s. Add a “player id” column to choose.")
            line.detail = text % {"numbers": numbers}
    _refuse_twice(lines)


def _refuse_twice(lines: list[RatingLine]) -> None:
    """Of two rows for one player in one list nobody knows which is right: the later one is an error."""
    first: dict[Any, int] = {}
    for line in lines:
        if line.player is None:
            continue
        before = first.setdefault((line.player.pk, line.list_key), line.number)
        if before != line.number:
            line.state, line.player = BAD, None
            line.detail = _("Line %(line)d is for the same player.") % {"line": before}


def _people(lines: list[RatingLine], column: str, wanted: set[Any]) -> dict[Any, list[Player]]:
    """People by a column. Bots, guests and former players have no number elsewhere."""
    people = Player.objects.filter(bot_kind="", anonymised_at=None, user__guest_seen_at=None)
    by_value: dict[Any, list[Player]] = defaultdict(list)
    for part in _parts(wanted):
        for player in people.filter(**{f"{column}__in": part}).order_by("pk"):
            by_value[getattr(player, column)].append(player)
    return by_value


def _members(lines: list[RatingLine]) -> dict[tuple[str, str], list[Player]]:
    """Players by list and member number, as imported before."""
    keys = {line.list_key for line in lines}
    by_number: dict[tuple[str, str], list[Player]] = defaultdict(list)
    for part in _parts({line.member for line in lines if line.member}):
        rows = ExternalRating.objects.filter(number__in=part, player__anonymised_at=None)
        for row in rows.select_related("player").order_by("pk"):
            holders = by_number[row.list_key, row.number]
            if row.list_key in keys and row.player not in holders:
                holders.append(row.player)
    return by_number


def _compare(lines: list[RatingLine]) -> None:
    """What is stored for these players: the same, an older number or a newer one, or another member number."""
    players = {line.player.pk for line in lines if line.player}
    stored: dict[tuple[int, str], ExternalRating] = {}
    for part in _parts(players):
        rows = ExternalRating.objects.filter(player__in=part).order_by("as_of", "pk")
        stored |= {(row.player_id, row.list_key): row for row in rows}
    for line in lines:
        row = stored.get((line.player.pk, line.list_key)) if line.player else None
        if row is None:
            continue
        line.stored = row
        same = (row.rating, row.as_of) == (line.rating, line.as_of)
        if line.member and row.number and line.member != row.number and not line.site_id:
            line.state = AMBIGUOUS
            text = _("This player has member number %(number)s. It may be somebody else.")
            line.detail = text % {"number": row.number}
        elif row.as_of > line.as_of:
            line.state = OLDER
            text = _("A newer rating is stored: %(rating)s.")
            line.detail = text % {"rating": f"{row.rating:g}"}
        elif same and (not line.member or line.member == row.number):
            line.state = SAME
        else:
            line.state, line.detail = CHANGED, f"{row.rating:g} → {line.rating:g}"


def _row(line: RatingLine, defaults: ListDefaults, now: datetime) -> ExternalRating:
    row = line.stored or ExternalRating(player=line.player, list_key=line.list_key)
    row.list_name, row.rating, row.as_of = line.list_name, line.rating, line.as_of
    row.number = line.member or row.number
    row.source, row.imported_at = defaults.source, now
    return row


def _parts(values: Iterable[Any]) -> Iterable[list[Any]]:
    listed = sorted(values)
    return (listed[start : start + AT_ONCE] for start in range(0, len(listed), AT_ONCE))
