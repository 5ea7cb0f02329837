"""Tournaments for the pages of the draw: decided by reports, a whole round at once, as fast as many are needed."""

from collections.abc import Callable
from typing import Any

from django.db import transaction

from tests.tournaments.making import NOW, entered
from tournaments.bracket.services.advancement import settle
from tournaments.bracket.services.start import start
from tournaments.core.locking import locked
from tournaments.models import Pairing, Result, Tournament


def begun(n: int, **settings: Any) -> Tournament:
    """Started without matches: a rehearsal makes none, and is shown as if it were none."""
    return drawn(entered(n, **settings))


def drawn(made: Tournament) -> Tournament:
    """The same of who is entered there."""
    Tournament.objects.filter(pk=made.pk).update(is_rehearsal=True)
    start(made.pk, by=None, now=NOW, draw_seed="5e" * 32)
    Tournament.objects.filter(pk=made.pk).update(is_rehearsal=False)
    made.refresh_from_db()
    return made


def decide(
    of: Tournament, *, rounds: int = 1, but: Callable[[Pairing], bool] | None = None
) -> None:
    """So many times everything that can be decided, by the better name 1 before 2; `but` are left open."""
    Tournament.objects.filter(pk=of.pk).update(is_rehearsal=True)
    for _ in range(rounds):
        with transaction.atomic():
            _decide(locked(of.pk), but or (lambda _pairing: False))
    Tournament.objects.filter(pk=of.pk).update(is_rehearsal=False)
    of.refresh_from_db()


def _decide(of: Tournament, is_left: Callable[[Pairing], bool]) -> None:
    waiting = Pairing.objects.filter(stage__tournament=of, decided_at=None, voided_at=None)
    results = []
    for pairing in waiting.select_related("round").prefetch_related("slots__entry__player"):
        entries = [slot.entry for slot in pairing.slots.all() if slot.entry]
        if len(entries) == 2 and not is_left(pairing):
            winner, loser = sorted(entries, key=lambda entry: int(entry.player.name))
            score = {str(winner.pk): pairing.round.length, str(loser.pk): 1}
            fields = {"kind": "played", "source": "report", "score": score, "created_at": NOW}
            results.append(Result(pairing=pairing, winner=winner, loser=loser, **fields))
    Result.objects.bulk_create(results)
    settle(of, NOW, touched=[result.pairing_id for result in results])
