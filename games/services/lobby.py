"""Open challenges: anybody may accept one, and the first who does is the opponent.

An open challenge is a friendly match with a free seat and `open` in its context. It lapses by itself when nobody accepts
it, and what else two players have listed is withdrawn when they meet.
"""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import Player
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match, MatchSeat, MatchStatus
from games.selectors.lobby import open_challenges
from games.selectors.rated import is_rated, may_be_rated
from games.selectors.rated_limit import opponents_at_limit
from games.selectors.rating_range import (
    RATING_RANGE,
    RatingRange,
    range_around,
    rating_range,
    ratings_in_pool,
)
from games.selectors.seats import SEATS
from games.selectors.vacations import has_days, is_correspondence
from games.services import friendly
from games.services.correspondence import BOTH, make_ready
from games.services.join_deadline import await_players
from games.services.maintenance import require_open
from games.services.rated_limit import lock_players
from games.services.setup import sit_down
from social.selectors.blocks import kept_apart_from
from web.errors import DomainError

LISTED_FOR = timedelta(minutes=30)
READY_WITHIN = timedelta(minutes=5)
MOST_LISTED = 3
MOST_ACCEPTED = 3
MOST_COMPARED = 200
Terms = tuple[Rules, ClockSettings | None, bool]
"""Rules, clock, and whether the match is rated."""
LOBBY_LOCK = 0x6C6F6262  # "lobb": the number of an advisory lock, used for nothing else


@transaction.atomic
def post(
    player: Player,
    rules: Rules,
    clock: ClockSettings | None,
    now: datetime,
    *,
    rated: bool = True,
    limits: RatingRange | None = None,
) -> Match:
    """List a challenge for half an hour, in correspondence for a week; only ratings within `limits` may accept it.

    Raises DomainError too_many_in_lobby (429).
    """
    lock_players([player.pk])
    if own_challenges(player).count() >= MOST_LISTED:
        text = _("Too many open challenges. Maximum: %(most)d. Withdraw one first.")
        raise DomainError("too_many_in_lobby", text % {"most": MOST_LISTED}, 429)
    context: dict[str, Any] = {"open": True}
    if limits is not None:
        context[RATING_RANGE] = limits.to_json()
    return friendly.challenge(
        player, None, rules, clock, now,
        context=context, join_within=LISTED_FOR, rated=rated,
    )  # fmt: skip


def accept(match_id: UUID, player: Player, now: datetime) -> Match:
    """Sit down at an open challenge; both have five minutes to press ready. Correspondence starts. Safe twice.

    Raises DomainError challenge_gone when somebody else was first or it was withdrawn, rating_out_of_range when the
    player's rating is not in the range of the challenge, too_many_accepted (429).
    """
    require_open(now)
    match = _accept(match_id, player, now)
    _withdraw_others(match, now)
    return match


def find_opponent(
    player: Player,
    rules: Rules,
    clock: ClockSettings | None,
    now: datetime,
    *,
    rated: bool = True,
    width: int | None = None,
) -> tuple[Match, bool]:
    """Accept the oldest challenge of somebody else with these terms, or list one.

    The opponent's rating is at most `width` points from the player's; None for anybody. A challenge whose range does
    not include the player is passed over, and a rated one that would become casual by the limit of the two, and that of
    a player who is kept apart from this one by a block. Returns the match, and whether it has an opponent. Two who ask at the same moment take turns, so that they meet.
    """
    require_open(now)
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOBBY_LOCK])
        wanted = (rules, clock, rated and may_be_rated(rules, [player]))
        match, has_opponent = _meet_or_post(player, wanted, width, now)
    if has_opponent:
        _withdraw_others(match, now)
    return match, has_opponent


def own_challenges(player: Player) -> QuerySet[Match]:
    """Open challenges of this player that nobody has accepted yet, oldest first."""
    return open_challenges().filter(seats__player=player)


@transaction.atomic
def _accept(match_id: UUID, player: Player, now: datetime) -> Match:
    host = MatchSeat.objects.filter(match=match_id, seat="A").values_list("player", flat=True)
    list(Match.objects.select_for_update().filter(pk=match_id).values_list("pk"))
    lock_players([player.pk, *host])
    accepted = list(_accepted(player))
    for match in accepted:
        if match.pk == match_id:
            return match
    if len(accepted) >= MOST_ACCEPTED:
        text = _(
            "Too many accepted matches have not started. Maximum: %(most)d. Play or cancel one."
        )
        raise DomainError("too_many_accepted", text % {"most": MOST_ACCEPTED}, 429)
    listed = open_challenges().filter(pk=match_id, next_at__gt=now).first()
    if listed is None or listed.seats.filter(player=player).exists():
        raise _gone()
    _require_rating_within(listed, player)
    try:
        sit_down(listed, player, now)
    except DomainError as error:
        raise _gone() from error
    if is_correspondence(listed):
        make_ready(listed.pk, BOTH, now)
        return listed
    await_players({listed.pk: now + READY_WITHIN}, {listed.pk: int(READY_WITHIN.total_seconds())})
    return listed


def _meet_or_post(
    player: Player, wanted: Terms, width: int | None, now: datetime
) -> tuple[Match, bool]:
    for match in _accepted(player):
        if _terms(match) == wanted:  # pressed twice
            return match, True
    rules, clock, rated = wanted
    others = open_challenges().exclude(seats__player=player).defer("state").prefetch_related(SEATS)
    suitable = [match for match in others[:MOST_COMPARED] if _terms(match) == wanted]
    hosts = {match.pk: match.seats.all()[0].player_id for match in suitable}
    ratings = ratings_in_pool({player.pk, *hosts.values()}, clock)
    limits = range_around(ratings[player.pk], width)
    full = opponents_at_limit(player, now) if rated and suitable else frozenset()
    passed_over = full | (kept_apart_from(player) if suitable else frozenset())
    for match in suitable:
        if hosts[match.pk] in passed_over or not (
            _is_within(ratings[hosts[match.pk]], limits)
            and _is_within(ratings[player.pk], rating_range(match.context))
        ):
            continue
        try:
            return _accept(match.pk, player, now), True
        except DomainError as error:
            if error.code not in {"challenge_gone", "rating_out_of_range"}:
                raise
    mine = (
        match
        for match in own_challenges(player)
        if _terms(match) == wanted and rating_range(match.context) == limits
    )
    own = next(mine, None) or post(player, rules, clock, now, rated=rated, limits=limits)
    return own, False


def _is_within(rating: int, limits: RatingRange | None) -> bool:
    return limits is None or rating in limits


def _require_rating_within(match: Match, player: Player) -> None:
    """Raises DomainError rating_out_of_range (409)."""
    limits = rating_range(match.context)
    if limits is None:
        return
    rating = ratings_in_pool([player.pk], _terms(match)[1])[player.pk]
    if rating not in limits:
        text = _("This challenge is for ratings from %(lowest)d to %(highest)d. Yours is %(own)d.")
        values = {"lowest": limits.lowest, "highest": limits.highest, "own": rating}
        raise DomainError("rating_out_of_range", text % values, 409)


def _accepted(player: Player) -> QuerySet[Match]:
    """Accepted from the lobby, and not started."""
    return Match.objects.filter(
        status=MatchStatus.JOINING, context__open=True, seats__player=player, seats__seat="B"
    )


def _withdraw_others(match: Match, now: datetime) -> None:
    """Both players have a match now. After its commit and one at a time: no two matches are locked together.

    Correspondence keeps nobody from another match, and is kept from none.
    """
    if is_correspondence(match):
        return
    for player in Player.objects.filter(match_seats__match=match):
        listed = own_challenges(player).values_list("pk", "clock")
        for pk in [pk for pk, clock in listed if not has_days(clock)]:
            with suppress(DomainError):  # somebody has just accepted it
                friendly.decline(pk, player, now)


def _terms(match: Match) -> Terms:
    clock = None if match.clock is None else ClockSettings.from_json(match.clock)
    return Rules.from_json(match.rules), clock, is_rated(match.context)


def _gone() -> DomainError:
    text = _("This challenge is no longer open. Choose another one.")
    return DomainError("challenge_gone", text, 409)
