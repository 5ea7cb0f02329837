"""Matches out of files: read, checked to the last play, and stored whole, or refused and nothing stored.

What is stored is an ordinary log, so replay, review, files and statistics work as for a match played here. It has
no seats, no seed and no clock: the names stand in its context, its dice are nobody's promise (ADR 0008).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.staff_access import act_as_staff
from games.engine.actions import PlayerAction
from games.engine.table import Table
from games.errors import NoSuchMatch
from games.file_texts import where, why
from games.loaded_match import seats_named
from games.match_readers import read_foreign
from games.models import Match, MatchKind
from games.records.file_replay import Checked, check
from games.records.match_file import FiledLog, FiledMatch, FilePlace, FileRefused
from games.records.reading import read_file, text_of
from games.services import bulk_sql, game_rows
from games.services.locked_match import LockedMatch
from games.services.locking import MatchRow
from games.services.submissions import Written
from games.timestamps import from_ms, to_ms
from web.errors import DomainError, NotAllowed
from web.rate_limit import is_within, one_at_a_time

MOST_AN_HOUR = 60
MOST_KEPT = 1000
HOUR_S = 3600
LONGEST_IMPORT_S = 120
LONGEST_LINE_SHOWN = 160
OLDEST = datetime(1970, 1, 2, tzinfo=UTC)


class ImportRefused(DomainError):  # noqa: N818  # reads as what happened
    """The file is no match we can store. `detail` says why, `where` and `line_text` where in the file."""

    default_status = 422

    def __init__(self, refused: FileRefused, line_text: str) -> None:
        status = 413 if refused.code == "file_too_large" else None
        super().__init__(refused.code, why(refused), status)
        self.place: FilePlace = refused.place
        self.where = where(refused.place)
        self.line_text = line_text


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """A file that was understood and found right; `keep` stores beside the match what else its reader found."""

    filed: FiledMatch | FiledLog
    checked: Checked
    keep: Callable[[Match], None] | None = None


def import_match(user: User, data: bytes, now: datetime) -> Match:
    """Store the match of this file for `user`; ImportRefused when it is not right. One file of a user at a time."""
    if user.is_suspended:
        raise NotAllowed("suspended", _("Your account is suspended."))
    _not_too_many(user, now)
    with one_at_a_time(f"import:{user.pk}", LONGEST_IMPORT_S) as is_first:
        if not is_first:
            text = _("Too many requests. Wait a moment.")
            raise DomainError("import_running", text, 429)
        return _stored(user, read_match(data), now)


def read_match(data: bytes) -> ReadMatch:
    """The match of this file, checked; ImportRefused when it is not right. Touches no database."""
    try:
        foreign = read_foreign(data)
        if foreign is not None:
            return ReadMatch(foreign.filed, check(foreign.filed), foreign.keep)
        filed = read_file(data)
        return ReadMatch(filed, check(filed))
    except FileRefused as refused:
        raise ImportRefused(refused, _line(data, refused)) from None


@transaction.atomic
def delete_import(user: User, match_id: UUID) -> None:
    """Whoever imported a match may take it away with its whole log, and so may the staff."""
    match = Match.objects.select_for_update().filter(pk=match_id).first()
    if match is None or match.kind != MatchKind.IMPORTED:
        raise NoSuchMatch()
    if match.imported_by_id != user.pk:
        if not user.is_staff:
            raise NotAllowed(
                "not_yours", _("Only the person who imported this match can delete it.")
            )
        act_as_staff(user)
    match.delete()


def delete_imports_of(user: User) -> None:
    """With a login goes what it imported: these matches are nobody's results."""
    Match.objects.filter(kind=MatchKind.IMPORTED, imported_by=user).delete()


def _line(data: bytes, refused: FileRefused) -> str:
    """The line of the file that is meant, as far as it can be shown."""
    if not refused.place.line or refused.code in ("not_text", "file_too_large"):
        return ""
    lines = text_of(data).split("\n")
    text = lines[min(refused.place.line, len(lines)) - 1].expandtabs(8).rstrip()
    text = "".join(c if c.isprintable() else "\ufffd" for c in text[: 2 * LONGEST_LINE_SHOWN])
    start = max(0, refused.place.column - LONGEST_LINE_SHOWN // 2)
    return text if len(text) <= LONGEST_LINE_SHOWN else text[start : start + LONGEST_LINE_SHOWN]


def _not_too_many(user: User, now: datetime) -> None:
    """A bound on tries, good and bad alike, and on what one user keeps here."""
    if not is_within(f"imports:{user.pk}", MOST_AN_HOUR, HOUR_S, now):
        raise DomainError(
            "too_many_imports",
            _("You have imported too many files. Maximum per hour: %(most)s. Try again later.")
            % {"most": MOST_AN_HOUR},
            429,
        )
    if Match.objects.filter(imported_by=user).count() >= MOST_KEPT:
        raise DomainError(
            "too_many_kept",
            _("You have too many imported matches. Maximum: %(most)s. Delete some first.")
            % {"most": MOST_KEPT},
        )


@transaction.atomic
def _stored(user: User, read: ReadMatch, now: datetime) -> Match:
    filed, checked = read.filed, read.checked
    at_ms = to_ms(_played_at(filed, now))
    context = _context(filed)
    before = _unborn(context, at_ms)
    locked = LockedMatch(before, seats_named(context["names"]), Table.new(checked.rules))
    _lay_all(locked, checked, at_ms)
    match = Match(
        **locked.snapshot()._asdict(),
        kind=MatchKind.IMPORTED,
        rules=checked.rules.to_json(),
        clock=None,
        context=context,
        created_at=now,
        imported_by=user,
    )
    match.save(force_insert=True)
    bulk_sql.append_log(locked.written)
    game_rows.sync([locked])
    if read.keep is not None:
        read.keep(match)
    return match


def _lay_all(locked: LockedMatch, checked: Checked, at_ms: int) -> None:
    """What `desk.lay` would do with each action; the check has folded them already."""
    for seq, (game, action) in enumerate(checked.actions, start=1):
        seat = action.seat if isinstance(action, PlayerAction) else ""
        payload = action.to_json()
        locked.written.append(
            Written(locked.match_id, seq, game, seat, action.kind, payload, at_ms)
        )
    locked.table, locked.seq = Table(checked.state), len(locked.written)
    locked.last_ms, locked.started_at = at_ms, from_ms(at_ms)


def _played_at(filed: FiledMatch | FiledLog, now: datetime) -> datetime:
    """Noon of the day the file names, for all it did: files have no times. Else the moment of the import."""
    if filed.played_on is None:
        return now
    noon = datetime.combine(filed.played_on, time(12), tzinfo=UTC)
    return noon if OLDEST <= noon <= now + timedelta(hours=12) else now


def _context(filed: FiledMatch | FiledLog) -> dict[str, Any]:
    """Title and subtitle as of a match of an event; `imported` is what only a file tells."""
    played_on = filed.played_on.isoformat() if filed.played_on else ""
    about = [filed.round, filed.site, played_on]
    return {
        "title": filed.event,
        "subtitle": " · ".join(part for part in about if part),
        "names": {"A": filed.names[0], "B": filed.names[1]},
        "imported": {"source": filed.source, "played_on": played_on},
        "chat": False,
    }


def _unborn(context: dict[str, Any], at_ms: int) -> MatchRow:
    """The row as it would be read before its first action, had it been written."""
    return MatchRow(
        match_id=uuid4(),
        seq=0,
        kind=MatchKind.IMPORTED,
        context=context,
        last_ms=at_ms,
        flag_ms=None,
        next_ms=None,
        started_at=None,
        finished_at=None,
        state="",
        seed="",
    )
