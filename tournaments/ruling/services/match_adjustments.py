"""Adjustments of a running match by a ruling, each noted in the journal so that it can be undone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.engine.seats import Seat
from games.models import Match
from games.services import join_deadline
from games.services import rulings as match_rulings
from games.timestamps import iso, to_ms
from tournaments.models import PairingMatch
from tournaments.ruling.services.journal import Change, Journal
from web.errors import DomainError


def seat_of(on: PairingMatch, entry: int) -> Seat:
    """The seat of an entry. Refused: not_in_this_pairing."""
    seats: dict[int, Seat] = {on.entry_a_id: "A", on.entry_b_id: "B"}
    if entry not in seats:
        raise DomainError("not_in_this_pairing", _("Enter the points of both players."))
    return seats[entry]


def add_points(journal: Journal, on: PairingMatch, points: Sequence[int]) -> None:
    """Add points to the score of a running match, or take them back; A's first. Refused: match_over, score_decides."""
    match = (
        Match.objects.select_for_update().only("score_a", "score_b", "rules").get(pk=on.match_id)
    )
    _require_on(on)
    score = [
        max(0, was + more) for was, more in zip((match.score_a, match.score_b), points, strict=True)
    ]
    length = match.rules.get("length")
    if length is not None and max(score) >= length:
        text = _("These points would end the match. Record a forfeit instead.")
        raise DomainError("score_decides", text)
    ruling = journal.ruling
    by_seat = dict(zip("AB", score, strict=True))
    match_rulings.score(
        on.match_id, score=by_seat, by=ruling.by, reason=ruling.reason, now=journal.now
    )
    journal.note_table(on, {"points": list(points)})


def add_time(journal: Journal, on: PairingMatch, seat: str, milliseconds: int) -> None:
    """Add time to the reserve of a seat, or take it away. Refused: match_over."""
    _require_on(on)
    ruling = journal.ruling
    match_rulings.clock(
        on.match_id,
        add_ms={seat: milliseconds},
        by=ruling.by,
        reason=ruling.reason,
        now=journal.now,
    )
    journal.note_table(on, {"time": [seat, milliseconds]})


def wait(journal: Journal, on: PairingMatch, until: datetime | None, join_s: int | None) -> None:
    """Set until when both players have to join; None is without end."""
    before = Match.objects.only("next_at", "context").get(pk=on.match_id)
    was = [before.next_at and iso(to_ms(before.next_at)), before.context.get("join_s")]
    if join_deadline.await_players({on.match_id: until}, {on.match_id: join_s}):
        journal.note_table(on, {"wait": was})


def pause(journal: Journal, on: PairingMatch) -> None:
    """Pause a match if it is being played."""
    ruling = journal.ruling
    if match_rulings.pause_many([on.match_id], by=ruling.by, reason=ruling.reason, now=journal.now):
        journal.note_table(on, {"paused": True})


def _resume(journal: Journal, on: PairingMatch) -> None:
    ruling = journal.ruling
    match_rulings.resume_many([on.match_id], by=ruling.by, reason=ruling.reason, now=journal.now)


def undo_adjustment(journal: Journal, on: PairingMatch, change: Change) -> None:
    """Undo one of these adjustments."""
    if "points" in change:
        add_points(journal, on, [-more for more in change["points"]])
    elif "time" in change:
        seat, milliseconds = change["time"]
        add_time(journal, on, seat, -milliseconds)
    elif "paused" in change:
        _resume(journal, on)
    elif "wait" in change:
        _wait_as_before(journal, on, change["wait"])


def _wait_as_before(journal: Journal, on: PairingMatch, was: Sequence[Any]) -> None:
    """Restore the earlier deadline to join; one that has passed starts again."""
    until, join_s = was
    moment = None if until is None else datetime.fromisoformat(until)
    wait(journal, on, None if moment is None else max(moment, journal.now), join_s)


def _require_on(on: PairingMatch) -> None:
    if Match.objects.filter(pk=on.match_id, finished_at=None).exists():
        return
    text = _("The match is over. Correct the result instead.")
    raise DomainError("match_over", text)
