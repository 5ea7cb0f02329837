"""What a director does at a table without deciding anything: stop and restart play, give time (T10.4).

Written down as every ruling is. The bracket is not touched; results are rulings.py's.
"""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import DomainError
from accounts.models import User
from games.engine.seats import Seat
from games.services import rulings as match_rulings
from tournaments.models import PairingMatch, Ruling, Tournament
from tournaments.permissions import Viewer, require_director, require_status
from tournaments.services.locking import locked, save_changed

Status = Tournament.Status


def pause(pairing_id: int, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    """Stop play and clocks until `resume`."""

    def stop(on: PairingMatch, user: User | None) -> None:
        match_rulings.pause(on.match_id, by=user, reason=reason, now=now)

    return _do(pairing_id, "pause", stop, by=by, now=now, reason=reason)


def resume(pairing_id: int, *, by: Viewer | None, now: datetime, reason: str) -> Ruling:
    """Go on where it was paused."""

    def go_on(on: PairingMatch, user: User | None) -> None:
        match_rulings.resume(on.match_id, by=user, reason=reason, now=now)

    return _do(pairing_id, "resume", go_on, by=by, now=now, reason=reason)


def give_time(
    pairing_id: int, *, by: Viewer | None, entry: int, seconds: int, now: datetime, reason: str
) -> Ruling:
    """Add to the reserve of one player, or take from it."""

    def add(on: PairingMatch, user: User | None) -> None:
        seats: dict[int, Seat] = {on.entry_a_id: "A", on.entry_b_id: "B"}
        if entry not in seats:
            raise DomainError("not_in_this_pairing", _("Only its two players play this match."))
        more: dict[str, int] = {seats[entry]: seconds * 1000}
        match_rulings.clock(on.match_id, by=user, reason=reason, now=now, add_ms=more)

    return _do(pairing_id, "clock", add, by=by, now=now, reason=reason, entry=entry, s=seconds)


@transaction.atomic
def _do(
    pairing_id: int,
    verb: str,
    act: Callable[[PairingMatch, User | None], None],
    *,
    by: Viewer | None,
    now: datetime,
    reason: str,
    **more: int,
) -> Ruling:
    on = (
        PairingMatch.objects.select_related("pairing__stage")
        .filter(pairing_id=pairing_id, voided_at=None, match__finished_at=None)
        .first()
    )
    if on is None:
        raise DomainError("no_match_on", _("No match of this pairing is being played."))
    tournament = locked(on.pairing.stage.tournament_id)
    require_director(by, tournament)
    require_status(tournament, Status.RUNNING)
    user = by if isinstance(by, User) else None
    act(on, user)
    save_changed(tournament)
    return Ruling.objects.create(
        tournament=tournament,
        pairing=on.pairing,
        by=user,
        at=now,
        verb=verb,
        after=more,
        reason=reason,
    )
