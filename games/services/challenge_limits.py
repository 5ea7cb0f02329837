"""How many friendly matches one player may make and leave open, and how many may wait for one player."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import NOT_HOUSE_BOTS, Player
from games.models import Match, MatchKind, MatchSeat, MatchStatus
from games.services.guest_limits import require_room_of_guest
from web.errors import DomainError
from web.rate_limit import is_within

HOUR_S = 3600
MOST_AN_HOUR = 300
MOST_OPEN = 20
"""Challenges and invitations that one player has sent and nobody has answered."""
MOST_OF_A_PAIR = 3
MOST_RECEIVED = 20


def require_room(player: Player, opponent: Player | None, now: datetime) -> None:
    """Raises DomainError (429) when the player, or the opponent they challenge, has too many open already.

    Inside the transaction that makes the match: both players are locked, so that two requests count one another.
    """
    if not is_within(f"friendly:{player.pk}", MOST_AN_HOUR, HOUR_S, now):
        raise _too_many(
            "too_many_matches",
            ngettext(
                "You can create %(most)d friendly match per hour. Try again later.",
                "You can create %(most)d friendly matches per hour. Try again later.",
                MOST_AN_HOUR,
            ),
            MOST_AN_HOUR,
        )
    require_room_of_guest(player, opponent)
    if opponent is not None and opponent.is_house_bot:
        return
    people = [player.pk] if opponent is None else [player.pk, opponent.pk]
    list(Player.objects.select_for_update().filter(pk__in=people).order_by("pk").values_list("pk"))
    sent = _open().filter(seats__player=player, seats__seat="A")
    bots = MatchSeat.objects.exclude(player__bot_kind__in=NOT_HOUSE_BOTS).filter(match__in=_open())
    if sent.exclude(pk__in=bots.values("match")).count() >= MOST_OPEN:
        raise _too_many(
            "too_many_open_challenges",
            _("Too many of your challenges are unanswered. Maximum: %(most)d. Withdraw one first."),
            MOST_OPEN,
        )
    if opponent is not None:
        _require_room_at(opponent, player)


def _require_room_at(opponent: Player, player: Player) -> None:
    waiting = _open().filter(seats__player=opponent)
    if waiting.filter(seats__player=player).count() >= MOST_OF_A_PAIR:
        raise _too_many(
            "too_many_challenges_to_player",
            _(
                "Too many open challenges with this player. Maximum: %(most)d. Play or withdraw "
                "one first."
            ),
            MOST_OF_A_PAIR,
        )
    if _open().filter(seats__player=opponent, seats__seat="B").count() >= MOST_RECEIVED:
        raise _too_many(
            "too_many_challenges_waiting",
            _("This player has too many open challenges. Maximum: %(most)d. Try again later."),
            MOST_RECEIVED,
        )


def _open() -> QuerySet[Match]:
    """Friendly matches that nobody has begun or called off."""
    return Match.objects.filter(
        kind=MatchKind.FRIENDLY, status=MatchStatus.JOINING, finished_at=None
    )


def _too_many(code: str, sentence: str, most: int) -> DomainError:
    return DomainError(code, sentence % {"most": most}, 429)
