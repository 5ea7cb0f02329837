"""The ladder's lock, who may do what, and the log with the places that follow from it. Lock order: players, clubs, ladders."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from clubs.services.locking import require_active, require_officer
from ladders.models import Ladder, LadderChallenge, LadderEvent, LadderMember
from ladders.order.replay import MOVING, order_of, places_of
from ladders.selectors.history import steps_of
from web.errors import DomainError, NotFound


def locked_ladder(ladder_id: int) -> Ladder:
    """The ladder as it is now, locked until the surrounding transaction ends. Raises NotFound no_such_ladder."""
    rows = Ladder.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    ladder = rows.filter(pk=ladder_id).first()
    if ladder is None:
        raise NotFound("no_such_ladder", _("Ladder not found."))
    return ladder


def locked_as_officer(by: User, ladder_id: int) -> Ladder:
    """The same, for an officer of its club. Refused: suspended, not_an_officer."""
    ladder = locked_ladder(ladder_id)
    require_officer(by, ladder.club)
    return ladder


def own_row(by: User, ladder: Ladder) -> LadderMember:
    """The user's row on the ladder. Refused: suspended, not_on_ladder."""
    require_active(by)
    rows = LadderMember.objects.filter(ladder=ladder, player__user=by, place__isnull=False)
    row = rows.select_related("player").first()
    if row is None:
        text = _("You are not on this ladder. Join it first.")
        raise DomainError("not_on_ladder", text)
    return row


def member_row(ladder: Ladder, player_id: int) -> LadderMember:
    """Raises NotFound no_such_member."""
    rows = LadderMember.objects.filter(ladder=ladder, player__pk=player_id, place__isnull=False)
    row = rows.select_related("player").first()
    if row is None:
        raise NotFound("no_such_member", _("This player is not on the ladder. Reload the page."))
    return row


def challenge_in(ladder: Ladder, challenge_id: int) -> LadderChallenge:
    """As it is now, under the ladder's lock. Raises NotFound no_such_challenge."""
    rows = LadderChallenge.objects.filter(ladder=ladder, pk=challenge_id)
    row = rows.select_related("challenger", "challenged", "match").first()
    if row is None:
        raise NotFound("no_such_challenge", _("Challenge not found. Reload the page."))
    return row


def record(
    ladder: Ladder,
    by: User | None,
    now: datetime,
    kind: LadderEvent.Kind,
    *,
    player: int | None = None,
    **facts: Any,
) -> LadderEvent:
    """Add a line to the log; where it can change the order, places are written anew."""
    row = LadderEvent.objects.create(
        ladder=ladder, by=by, at=now, kind=kind, player_id=player, **facts
    )
    if kind in MOVING:
        renew_places(ladder)
    return row


def renew_places(ladder: Ladder) -> None:
    """Write the places that the log adds up to. Two queries, and one where something moved."""
    places = places_of(order_of(steps_of(ladder)))
    moved = []
    for member in LadderMember.objects.filter(ladder=ladder):
        if member.place != places.get(member.player_id):
            member.place = places.get(member.player_id)
            moved.append(member)
    if moved:
        LadderMember.objects.bulk_update(moved, ["place"])
