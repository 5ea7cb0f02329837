"""Players with two lines (T4.4): the old one may stay in the consolation only until the new one falls into it too.

Nothing is stored of it, so that a corrected result gives the old line back.
"""

from collections.abc import Sequence

from django.db.models import Q

from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.formats.base import MAIN
from tournaments.models import Entry, Result, Slot, Tournament


def superseded(tournament: Tournament) -> frozenset[int]:
    """Old lines whose player has lost on his new one as well: nobody is alive on two lines of one bracket."""
    if not (tournament.reentries and tournament.reentry_keeps_line):
        return frozenset()
    told = counting_results().filter(
        Q(loser__attempt__gt=1) | Q(second_loser__attempt__gt=1),
        pairing__stage__tournament=tournament,
        pairing__voided_at=None,
        pairing__round__section=MAIN,
    )
    lost = list(told.select_related("loser", "second_loser"))
    seated = _seated(lost)
    latest: dict[int, int] = {}
    for result in lost:
        losers = [one for one in (result.loser, result.second_loser) if one is not None]
        named = {result.winner_id, *(one.pk for one in losers)} - {None}
        if named != seated[result.pairing_id]:
            continue  # after a correction others sit there
        for entry in losers:
            if entry.is_active:
                latest[entry.player_id] = max(latest.get(entry.player_id, 1), entry.attempt)
    older = Entry.objects.filter(tournament=tournament, player__in=latest)
    return frozenset(one.pk for one in older if one.attempt < latest[one.player_id])


def _seated(results: Sequence[Result]) -> dict[int, set[int | None]]:
    """Who sits in the pairings of these results. One query, none without results."""
    found: dict[int, set[int | None]] = {result.pairing_id: set() for result in results}
    for slot in Slot.objects.filter(pairing__in=found) if found else ():
        found[slot.pairing_id].add(slot.entry_id)
    return found


def seats_of_second_lines(tournament: Tournament) -> set[int]:
    """Pairings in which somebody sits who has another line: decided anew whenever something happens."""
    if not (tournament.reentries and tournament.reentry_keeps_line):
        return set()
    again = Entry.objects.filter(tournament=tournament, attempt__gt=1).values("player")
    seats = Slot.objects.filter(
        entry__tournament=tournament, entry__player__in=again, pairing__voided_at=None
    )
    return set(seats.values_list("pairing_id", flat=True))
