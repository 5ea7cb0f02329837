"""A bracket read back from its rows into the values that `resolve` wants."""

from collections.abc import Iterable

from tournaments.formats.base import (
    Entrants,
    EntryRef,
    LoserOf,
    Node,
    Outcome,
    Resolution,
    Seed,
    Source,
    WinnerOf,
    resolve,
)
from tournaments.models import Bracket, Entry, Override, Result, Slot


class DrawSheet:
    """All of one bracket in memory: five queries to read, whatever its size."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        self.pairings = {p.pk: p for p in bracket.pairings.select_related("round").order_by("id")}
        self.slots: dict[int, dict[int, Slot]] = {pk: {} for pk in self.pairings}
        for slot in Slot.objects.filter(pairing__bracket=bracket):
            self.slots[slot.pairing_id][slot.side] = slot
        self.entries = {
            e.pk: e
            for e in Entry.objects.filter(tournament=bracket.tournament_id).select_related(
                "player__user"
            )
        }
        self.results = list(
            Result.objects.filter(pairing__bracket=bracket, superseded_by=None).exclude(
                kind=Result.Kind.VOID
            )
        )
        overrides = Override.objects.filter(pairing__bracket=bracket, revoked_at=None)
        self.overrides = {(self.pairings[o.pairing_id].key, o.side): o.entry_id for o in overrides}
        self.by_key = {pairing.key: pairing for pairing in self.pairings.values()}

    def nodes(self) -> tuple[Node, ...]:
        return tuple(
            Node(
                pairing.key,
                pairing.round.number,
                (self._source(pk, 1), self._source(pk, 2)),
                pairing.winner_place,
                pairing.loser_place,
            )
            for pk, pairing in self.pairings.items()
        )

    def entrants(self) -> Entrants:
        gone = (e.pk for e in self.entries.values() if not e.is_active)
        return Entrants(tuple(self.bracket.seed_order), frozenset(gone))

    def outcomes(self) -> list[Outcome]:
        return [outcome_of(result, self.pairings[result.pairing_id].key) for result in self.results]

    def resolve(self, extra: Iterable[Outcome] = ()) -> Resolution:
        """What stands now; with `extra`, what would stand if these results came on top."""
        outcomes = [*self.outcomes(), *extra]
        return resolve(self.nodes(), self.entrants(), self.overrides, outcomes)

    def _source(self, pairing_id: int, side: int) -> Source:
        slot = self.slots[pairing_id][side]
        if slot.source_kind == Slot.Source.SEED:
            return Seed(slot.source_seed or 0)
        if slot.source_kind == Slot.Source.ENTRY:
            return EntryRef(slot.source_entry_id or 0)
        key = self.pairings[slot.source_pairing_id or 0].key
        return WinnerOf(key) if slot.source_kind == Slot.Source.WINNER else LoserOf(key)


def outcome_of(result: Result, key: str) -> Outcome:
    """A stored result as `resolve` reads it."""
    losers = tuple(pk for pk in (result.loser_id, result.second_loser_id) if pk is not None)
    return Outcome(key, result.winner_id, losers, result.kind, result.pk)
