"""Holds the limit of rated friendly matches between the same two players, however many requests come at once."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from accounts.models import Player
from games.models import Match
from games.selectors.rated import RATED, has_full_account, is_rated
from games.selectors.rated_limit import casual_at_limit, is_at_limit


def lock_players(player_ids: Iterable[int]) -> None:
    """In the order of their numbers, after the match that they meet in, so that nobody waits in a circle."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=set(player_ids))
    list(rows.order_by("pk").values_list("pk"))


def terms_of_rating(
    player: Player, opponent: Player | None, rated: bool, now: datetime
) -> dict[str, Any]:
    """`rated` for the context of a match between these two, who are locked. One query where it is to be rated."""
    is_full = rated and opponent is not None and is_at_limit(player, opponent, now)
    return casual_at_limit(rated, is_full=is_full)


def settle_rating(match: Match, player: Player, now: datetime) -> None:
    """`player` takes the free seat of this match: casual from now on where they have no account, or beyond the limit.

    Before the seat is written; the match and both players are locked.
    """
    if not is_rated(match.context):
        return
    host = Player.objects.filter(match_seats__match=match).exclude(pk=player.pk).first()
    if not has_full_account(player):
        settled: dict[str, Any] = {RATED: False}
    else:
        settled = terms_of_rating(player, host, True, now)
    if not settled[RATED]:
        match.context = {**match.context, **settled}
        match.save(update_fields=["context"])
