"""Who still rests between two matches over the board."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, Max, OuterRef, Q

from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.models import Entry, Result, Slip, Venue

PLAYED = (Result.Kind.PLAYED, Result.Kind.TIME, Result.Kind.CONCEDED, Result.Kind.TIED)


def rested_at(slips: Iterable[Slip], now: datetime) -> dict[int, datetime]:
    """By slip, when both of its players will have had their rest since their last match over the board, in whatever tournament.
    Only slips that still wait for that. Four queries at most, one where nobody asks for rest. Slips come with `pairing__stage`."""
    of = {slip.pk: slip.pairing.stage.tournament_id for slip in slips}
    rests = Venue.objects.filter(tournament__in=set(of.values()), rest_min__gt=0)
    rest = {pk: timedelta(minutes=n) for pk, n in rests.values_list("tournament", "rest_min")}
    resting = [slip for slip in slips if of[slip.pk] in rest]
    if not resting:
        return {}
    player_of = dict(
        Entry.objects.filter(pk__in={e for slip in resting for e in _entries(slip)}).values_list(
            "pk", "player_id"
        )
    )
    ended = _last_ends(set(player_of.values()), now - max(rest.values()))
    until: dict[int, datetime] = {}
    for slip in resting:
        ends = [ended[p] for e in _entries(slip) if (p := player_of[e]) in ended]
        if ends and (at := max(ends) + rest[of[slip.pk]]) > now:
            until[slip.pk] = at
    return until


def _entries(slip: Slip) -> tuple[int, int]:
    return slip.entry_a_id, slip.entry_b_id


def _last_ends(players: set[int], since: datetime) -> dict[int, datetime]:
    """By player, when the last match that they played over the board ended, if that was after `since`."""
    ended: dict[int, datetime] = {}
    results = counting_results().filter(
        pairing=OuterRef("pairing"), board__in=[OuterRef("board"), 0], kind__in=PLAYED
    )
    was_played = Q(begun_at__isnull=False) | Q(assumed_at__isnull=False) | Q(Exists(results))
    for side in ("entry_a__player", "entry_b__player"):
        slips = Slip.objects.filter(
            was_played, **{f"{side}__in": players}, voided_at=None, closed_at__gt=since
        ).order_by()
        for player, at in slips.values_list(side).annotate(at=Max("closed_at")):
            ended[player] = max(at, ended.get(player, at))
    return ended
