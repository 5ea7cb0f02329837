"""A stage read back from its rows into the values that formats and `resolve` take."""

from collections.abc import Callable, Iterable

from django.db.models import QuerySet

from tournaments.formats.base import (
    Entrants,
    EntryRef,
    LoserOf,
    Node,
    NoOne,
    Outcome,
    ResetOf,
    Resolution,
    Seed,
    Source,
    WinnerOf,
    resolve,
)
from tournaments.formats.teams import team_outcome
from tournaments.models import Entry, Override, Result, Slot, Stage

EDGES: dict[str, Callable[[str], Source]] = {
    "winner": WinnerOf,
    "loser": LoserOf,
    "reset": ResetOf,
}


class DrawSheet:
    """All of one stage in memory: five queries to read, whatever its size."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        standing = stage.pairings.filter(voided_at=None)
        self.pairings = {p.pk: p for p in standing.select_related("round").order_by("id")}
        self.slots: dict[int, dict[int, Slot]] = {pk: {} for pk in self.pairings}
        for slot in Slot.objects.filter(pairing__stage=stage, pairing__voided_at=None):
            self.slots[slot.pairing_id][slot.side] = slot
        self.entries = {e.pk: e for e in Entry.objects.filter(tournament=stage.tournament_id)}
        self.results = list(
            counting_results().filter(pairing__stage=stage, pairing__voided_at=None)
        )
        overrides = Override.objects.filter(pairing__stage=stage, revoked_at=None)
        self.overrides = {
            (self.pairings[o.pairing_id].key, o.side): o.entry_id
            for o in overrides
            if o.pairing_id in self.pairings
        }
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
        return entrants_of(self.stage, self.entries.values())

    def outcomes(self) -> list[Outcome]:
        keys = {pk: pairing.key for pk, pairing in self.pairings.items()}
        return outcomes_of(self.results, keys, self.stage.tournament.boards)

    def resolve(self, extra: Iterable[Outcome] = ()) -> Resolution:
        """The resolution now; with `extra`, what it would be with these results added."""
        outcomes = [*self.outcomes(), *extra]
        return resolve(self.nodes(), self.entrants(), self.overrides, outcomes)

    def _source(self, pairing_id: int, side: int) -> Source:
        slot = self.slots[pairing_id][side]
        if slot.source_pairing_id is None:
            return start_of(slot)
        key = self.pairings[slot.source_pairing_id].key
        return EDGES[slot.source_kind](key)


def counting_results() -> QuerySet[Result]:
    """Results that are neither superseded nor revoked and that decide something, in the order in which they came."""
    standing = Result.objects.filter(superseded_by=None, revoked_at=None)
    return standing.exclude(kind=Result.Kind.VOID).order_by("id")


def entrants_of(stage: Stage, entries: Iterable[Entry]) -> Entrants:
    """The drawn order with the entries that have left and those that came late."""
    entries = list(entries)
    return Entrants(
        tuple(stage.seed_order),
        frozenset(e.pk for e in entries if not e.is_active),
        {e.pk: e.joined_round for e in entries if e.joined_round > 1},
    )


def start_of(slot: Slot) -> Source:
    """The source of a slot that no pairing leads to."""
    if slot.source_kind == Slot.Source.SEED:
        return Seed(slot.source_seed or 0)
    if slot.source_kind == Slot.Source.ENTRY:
        return EntryRef(slot.source_entry_id or 0)
    return NoOne()


def outcomes_of(results: Iterable[Result], keys: dict[int, str], boards: int) -> list[Outcome]:
    """Stored results as `resolve` reads them, in order; the boards of two teams make one outcome when all are over.

    A result of board 0 is for the whole team match. Boards that another team played there do not count.
    """
    if boards == 1:
        return [outcome_of(result, keys[result.pairing_id]) for result in results]
    outcomes: list[Outcome] = []
    played: dict[tuple[int, frozenset[int]], dict[int, Outcome]] = {}
    for result in results:
        outcome = outcome_of(result, keys[result.pairing_id])
        if result.board == 0:
            outcomes.append(outcome)
        else:
            by_board = played.setdefault((result.pairing_id, outcome.names()), {})
            by_board[result.board] = outcome
    for (pairing_id, _two), on in played.items():
        in_order = [on.get(board) for board in range(1, boards + 1)]
        whole = team_outcome(keys[pairing_id], in_order, boards)
        if whole is not None:
            outcomes.insert(0, whole)
    return outcomes


def outcome_of(result: Result, key: str) -> Outcome:
    """A stored result as `resolve` reads it."""
    losers = tuple(pk for pk in (result.loser_id, result.second_loser_id) if pk is not None)
    score = tuple((int(entry), points) for entry, points in (result.score or {}).items())
    return Outcome(
        key, result.winner_id, losers, result.kind, result.pk, score, advances=result.advances_id
    )
