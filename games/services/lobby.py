"""Open challenges: anybody may accept one, and the first who does is the opponent.

An open challenge is a friendly match with a free seat and `open` in its context. It lapses by itself when nobody accepts it.
"""

from contextlib import suppress
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import Player
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match
from games.selectors.lobby import open_challenges
from games.selectors.seats import SEATS
from games.services import friendly
from games.services.setup import sit_down
from web.errors import DomainError

LISTED_FOR = timedelta(minutes=30)
MOST_OPEN = 3
MOST_COMPARED = 200


@transaction.atomic
def post(player: Player, rules: Rules, clock: ClockSettings | None, now: datetime) -> Match:
    """List a challenge for half an hour. Raises DomainError too_many_open_challenges (429)."""
    Player.objects.select_for_update().get(pk=player.pk)
    if own_challenges(player).count() >= MOST_OPEN:
        text = _("You have %(most)d open challenges. Withdraw one first.") % {"most": MOST_OPEN}
        raise DomainError("too_many_open_challenges", text, 429)
    return friendly.challenge(
        player, None, rules, clock, now, context={"open": True}, join_within=LISTED_FOR
    )


@transaction.atomic
def accept(match_id: UUID, player: Player, now: datetime) -> Match:
    """Sit down at an open challenge. Raises DomainError challenge_gone when somebody else was first or it was withdrawn."""
    match = open_challenges().filter(pk=match_id).first()
    if match is None:
        raise _gone()
    try:
        sit_down(match, player, now)
    except DomainError as error:
        raise _gone() from error
    return match


def find_opponent(
    player: Player, rules: Rules, clock: ClockSettings | None, now: datetime
) -> tuple[Match, bool]:
    """Accept the oldest challenge of somebody else with these terms, or list one.

    Returns the match, and whether it has an opponent.
    """
    others: list[Match] = []
    mine: list[Match] = []
    for match in open_challenges().prefetch_related(SEATS)[:MOST_COMPARED]:
        if _terms(match) == (rules, clock):
            (mine if match.seats.all()[0].player_id == player.pk else others).append(match)
    for match in others:
        with suppress(DomainError):  # somebody else was first
            return accept(match.pk, player, now), True
    return (mine[0] if mine else post(player, rules, clock, now)), False


def own_challenges(player: Player) -> QuerySet[Match]:
    """Open challenges of this player that nobody has accepted yet, oldest first."""
    return open_challenges().filter(seats__player=player)


def _terms(match: Match) -> tuple[Rules, ClockSettings | None]:
    clock = None if match.clock is None else ClockSettings.from_json(match.clock)
    return Rules.from_json(match.rules), clock


def _gone() -> DomainError:
    return DomainError(
        "challenge_gone", _("This challenge is no longer open. Choose another one."), 409
    )
