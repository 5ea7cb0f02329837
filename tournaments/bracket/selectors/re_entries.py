"""Players with two entries (T4.4): the old one may stay in the consolation only until the new one drops into it too.

Nothing of this is stored, so that a corrected result gives the old entry back.
"""

from collections.abc import Sequence

from django.db.models import Q

from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.formats.base import MAIN
from tournaments.models import Entry, Result, Slot, Tournament


def superseded(tournament: Tournament) -> frozenset[int]:
    """Old entries whose player has lost with the new one as well: nobody plays on as two entries in one bracket."""
    if not (tournament.reentries and tournament.reentry_keeps_line):
        return frozenset()
    results = counting_results().filter(
        Q(loser__attempt__gt=1)
        | Q(second_loser__attempt__gt=1)
        | Q(advances__isnull=False, winner__attempt__gt=1),
        pairing__stage__tournament=tournament,
        pairing__voided_at=None,
        pairing__round__section=MAIN,
    )
    lost = list(results.select_related("winner", "loser", "second_loser"))
    seated = _seated(lost)
    latest: dict[int, int] = {}
    for result in lost:
        named = {result.winner_id, result.loser_id, result.second_loser_id} - {None}
        losers = _losers(result)
        if named != seated[result.pairing_id]:
            continue  # after a correction other entries are there
        for entry in losers:
            if entry.is_active:
                latest[entry.player_id] = max(latest.get(entry.player_id, 1), entry.attempt)
    older = Entry.objects.filter(tournament=tournament, player__in=latest)
    return frozenset(entry.pk for entry in older if entry.attempt < latest[entry.player_id])


def _losers(result: Result) -> list[Entry]:
    """Who left the bracket, although a correction for the record may have made them the winner."""
    out = [result.loser, result.second_loser]
    if result.advances_id is not None:
        out.append(result.winner)
    return [entry for entry in out if entry is not None and entry.pk != result.advances_id]


def _seated(results: Sequence[Result]) -> dict[int, set[int | None]]:
    """The entries in the pairings of these results. One query, none without results."""
    by_pairing: dict[int, set[int | None]] = {result.pairing_id: set() for result in results}
    for slot in Slot.objects.filter(pairing__in=by_pairing) if by_pairing else ():
        by_pairing[slot.pairing_id].add(slot.entry_id)
    return by_pairing


def pairings_of_re_entries(tournament: Tournament) -> set[int]:
    """The pairings of players with several entries: decided anew whenever something happens."""
    if not (tournament.reentries and tournament.reentry_keeps_line):
        return set()
    again = Entry.objects.filter(tournament=tournament, attempt__gt=1).values("player")
    slots = Slot.objects.filter(
        entry__tournament=tournament, entry__player__in=again, pairing__voided_at=None
    )
    return set(slots.values_list("pairing_id", flat=True))
