"""Smaller things that a ruling does to a match that is on, each noted so that an undo can take it back."""

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
    """Where an entry sits. Refused: not_in_this_pairing."""
    seats: dict[int, Seat] = {on.entry_a_id: "A", on.entry_b_id: "B"}
    if entry not in seats:
        raise DomainError("not_in_this_pairing", _("Only its two players play this match."))
    return seats[entry]


def add_points(journal: Journal, on: PairingMatch, points: Sequence[int]) -> None:
    """Add to the score of a match that is on, or take back from it; A's first. Refused: match_over, score_decides."""
    match = (
        Match.objects.select_for_update().only("score_a", "score_b", "rules").get(pk=on.match_id)
    )
    _require_on(on)
    score = [
        max(0, was + more) for was, more in zip((match.score_a, match.score_b), points, strict=True)
    ]
    length = match.rules.get("length")
    if length is not None and max(score) >= length:
        text = _("With these points the match is over: rule that it is lost instead.")
        raise DomainError("score_decides", text)
    ruling = journal.ruling
    told = dict(zip("AB", score, strict=True))
    match_rulings.score(
        on.match_id, score=told, by=ruling.by, reason=ruling.reason, now=journal.now
    )
    journal.note_table(on, {"points": list(points)})


def add_time(journal: Journal, on: PairingMatch, seat: str, milliseconds: int) -> None:
    """Add to the reserve of a seat, or take from it. Refused: match_over."""
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
    """Until when both have to be there, in place of what was said before; None is without end."""
    before = Match.objects.only("next_at", "context").get(pk=on.match_id)
    was = [before.next_at and iso(to_ms(before.next_at)), before.context.get("join_s")]
    if join_deadline.await_players({on.match_id: until}, {on.match_id: join_s}):
        journal.note_table(on, {"wait": was})


def pause(journal: Journal, on: PairingMatch) -> None:
    """Stop a match that is being played, if it is."""
    told = journal.ruling
    if match_rulings.pause_many([on.match_id], by=told.by, reason=told.reason, now=journal.now):
        journal.note_table(on, {"paused": True})


def _go_on(journal: Journal, on: PairingMatch) -> None:
    told = journal.ruling
    match_rulings.resume_many([on.match_id], by=told.by, reason=told.reason, now=journal.now)


def put_back(journal: Journal, on: PairingMatch, change: Change) -> None:
    """Take one of these back."""
    if "points" in change:
        add_points(journal, on, [-more for more in change["points"]])
    elif "time" in change:
        seat, milliseconds = change["time"]
        add_time(journal, on, seat, -milliseconds)
    elif "paused" in change:
        _go_on(journal, on)
    elif "wait" in change:
        _wait_as_before(journal, on, change["wait"])


def _wait_as_before(journal: Journal, on: PairingMatch, was: Sequence[Any]) -> None:
    """A wait that would be over by now begins anew."""
    until, join_s = was
    moment = None if until is None else datetime.fromisoformat(until)
    wait(journal, on, None if moment is None else max(moment, journal.now), join_s)


def _require_on(on: PairingMatch) -> None:
    if Match.objects.filter(pk=on.match_id, finished_at=None).exists():
        return
    text = _("The match is over by now; correct its result instead.")
    raise DomainError("match_over", text)
