"""A stage as its format and the standings see it, read in five queries from what `advance` has stored.

Plain tuples, no model instances: a Swiss of 10,000 players has 70,000 pairings after its last round but one.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from tournaments.bracket.selectors.pairing_requests import (
    RequestRows,
    requests_from,
    stored_requests,
    with_forbidden,
)
from tournaments.bracket.selectors.re_entries import superseded
from tournaments.bracket.selectors.stage_loader import EDGES, counting_results, entrants_of
from tournaments.formats.base import (
    Blueprint,
    Decision,
    Entry,
    EntryRef,
    Node,
    NoOne,
    Occupant,
    RoundPlan,
    Score,
    Seed,
    Source,
    Vacancy,
)
from tournaments.formats.protocol import Position
from tournaments.models import Entry as EntryModel
from tournaments.models import PairingMatch, Slot, Stage, Tournament

TRAVELS = frozenset({"played", "time", "conceded", "forfeit"})  # ends that send a loser on
ENDED_BY_DIRECTOR = "ruling"  # how a match ended that a director gave to somebody
OF_PAIRING = (
    "id", "key", "round_id", "winner_place", "loser_place", "advanced_id", "outcome", "winner_id",
    "loser_id",
)  # fmt: skip
OF_SLOT = (
    "pairing_id", "source_kind", "source_seed", "source_entry_id", "source_pairing_id", "state",
    "entry_id",
)  # fmt: skip
PointsAndBoards = tuple[Score, Score]
Decided = tuple[int, int | None, int | None]  # a pairing, its winner, its loser


class Rows(NamedTuple):
    """A stage as it is stored. Equal rows give the same position."""

    seed_order: tuple[int | None, ...]
    entries: tuple[tuple[Any, ...], ...]
    superseded: frozenset[int]
    rounds: tuple[tuple[Any, ...], ...]
    pairings: tuple[tuple[Any, ...], ...]
    slots: dict[int, list[tuple[Any, ...]]]
    results: dict[Decided, PointsAndBoards]
    requests: RequestRows


class StageReading:
    """A stage that is read once: its rows at once, its position on demand. `like`: an earlier reading, whose unchanged
    pairings are reused."""

    def __init__(self, stage: Stage, like: "StageReading | None" = None) -> None:
        self.stage, self.like = stage, like
        self.entries = _entries(stage)
        self.rows = _read(stage, self.entries)
        self._made: dict[int, tuple[Any, Node, Decision]] = {}
        self._position: Position | None = None

    @property
    def position(self) -> Position:
        if self._position is None:
            self._position = self._put_together()
        return self._position

    @cached_property
    def labels(self) -> dict[Entry, frozenset[str]]:
        return labels_of(self.stage.tournament, self.entries)

    @cached_property
    def fields(self) -> dict[str, str]:
        """One query where pairs play the same dice."""
        return _fields(self.stage) if self.stage.tournament.same_dice else {}

    def _put_together(self) -> Position:
        rows, stage = self.rows, self.stage
        entrants = entrants_of(stage, self.entries)
        rounds, nodes, decisions = self._drawn()
        return Position(
            entrants=replace(entrants, gone=entrants.gone | rows.superseded),
            blueprint=Blueprint(rounds, nodes),
            decisions=decisions,
            draw_seed=stage.draw_seed,
            labels=with_forbidden(self.labels, rows.requests),
            requests=requests_from(rows.requests),
            fields=self.fields,
        )

    def _drawn(self) -> tuple[tuple[RoundPlan, ...], tuple[Node, ...], dict[str, Decision]]:
        rows = self.rows
        numbers = {row[0]: RoundPlan(*row[1:]) for row in rows.rounds}
        keys = {row[0]: row[1] for row in rows.pairings}
        before = self.like._made if self.like is not None else {}
        for row in rows.pairings:
            pk, winner, loser = row[0], row[-2], row[-1]
            stored = row, rows.slots[pk], rows.results.get((pk, winner, loser), ((), ()))
            kept = before.get(pk)
            if kept is None or kept[0] != stored:
                kept = (stored, *_paired(*stored, numbers, keys))
            self._made[pk] = kept
        nodes = tuple(node for _stored, node, _decision in self._made.values())
        decisions = {node.key: decision for _stored, node, decision in self._made.values()}
        return tuple(numbers.values()), nodes, decisions


def position_of(stage: Stage) -> Position:
    """The position of a stage as it stands now."""
    return StageReading(stage).position


def _fields(stage: Stage) -> dict[str, str]:
    """By pairing, the dice that its match shares with others; not of a match that went on with dice of its own, nor of
    one that a director ended. A match that was played and then corrected stays."""
    rows = PairingMatch.objects.filter(
        pairing__stage=stage,
        pairing__voided_at=None,
        voided_at=None,
        match__shared_board__left=False,
    ).exclude(match__reason=ENDED_BY_DIRECTOR)
    columns = rows.values_list("pairing__key", "match__shared_board__shared_id")
    return {key: str(shared_id) for key, shared_id in columns}


def _entries(stage: Stage) -> list[EntryModel]:
    """The entries with only the columns needed here: there may be ten thousand."""
    entries = EntryModel.objects.filter(tournament=stage.tournament_id)
    if stage.tournament.agreed.get("apart"):
        return list(entries.select_related("player"))
    return list(entries.only("id", "status", "joined_round"))


def labels_of(tournament: Tournament, entries: Iterable[EntryModel]) -> dict[Entry, frozenset[str]]:
    """The labels by which entries are kept apart here: club, country, family; an empty one keeps nobody apart."""
    kept = tournament.agreed.get("apart") or []
    if not kept:
        return {}
    return {e.pk: frozenset(_label(kind, e) for kind in kept) - {""} for e in entries}


def _label(kind: str, entry: EntryModel) -> str:
    value = str(entry.player.country if kind == "country" else getattr(entry, kind)).strip()
    return f"{kind}:{value.casefold()}" if value else ""


def _read(stage: Stage, entries: list[EntryModel]) -> Rows:
    """The rows of a stage. Four queries, and one more where a player may have two entries, or where requests count."""
    rounds = stage.rounds.filter(voided_at=None).order_by("number")
    standing = stage.pairings.filter(voided_at=None).order_by("id")
    pairings = tuple(standing.values_list(*OF_PAIRING))
    slots: dict[int, list[tuple[Any, ...]]] = {row[0]: [] for row in pairings}
    slot_rows = Slot.objects.filter(pairing__stage=stage, pairing__voided_at=None)
    for row in slot_rows.order_by("pairing_id", "side").values_list(*OF_SLOT):
        slots[row[0]].append(row[1:])
    return Rows(
        seed_order=tuple(stage.seed_order),
        entries=tuple((e.pk, e.status, e.joined_round) for e in entries),
        superseded=superseded(stage.tournament),
        rounds=tuple(rounds.values_list("id", "number", "name_key", "from_end", "section")),
        pairings=pairings,
        slots=slots,
        results=_results(stage),
        requests=stored_requests(stage.tournament, stage.number),
    )


def _paired(
    row: tuple[Any, ...],
    slots: list[tuple[Any, ...]],
    result: PointsAndBoards,
    numbers: dict[int, RoundPlan],
    keys: dict[int, str],
) -> tuple[Node, Decision]:
    """One pairing as a node and its decision."""
    _pk, key, round_id, winner_place, loser_place, advanced, outcome, winner, loser = row
    first, second = slots
    sources = (_source(first, keys), _source(second, keys))
    node = Node(key, numbers[round_id].number, sources, winner_place, loser_place)
    occupants = (occupant_of(*first[-2:]), occupant_of(*second[-2:]))
    return node, decision_of(occupants, outcome, winner, loser, result, advanced=advanced)


def decision_of(
    slots: tuple[Occupant, Occupant],
    outcome: str,
    winner: int | None,
    loser: int | None,
    result: PointsAndBoards = ((), ()),
    *,
    advanced: int | None = None,
) -> Decision:
    """A pairing's stored columns as the decision they were written from."""
    if not outcome:
        return Decision(slots)
    present = tuple(slot for slot in slots if isinstance(slot, int))
    if advanced is not None and len(present) == 2:
        (leaves,) = set(present) - {advanced}
        recorded = Vacancy.BYE if winner is None else winner
        return Decision(
            slots, advanced, leaves, (leaves,), outcome, *result, corrected_winner=recorded
        )
    losers = tuple(entry for entry in present if entry != winner) if loser is not None else ()
    goes_on = loser is not None and winner is not None and outcome in TRAVELS
    return Decision(
        slots,
        Vacancy.BYE if winner is None else winner,
        loser if goes_on and loser is not None else Vacancy.BYE,
        losers,
        outcome,
        *result,
    )


def _results(stage: Stage) -> dict[Decided, PointsAndBoards]:
    """Match points and boards by pairing, winner and loser; of a team's boards the sums."""
    boards = stage.tournament.boards
    rows = counting_results().filter(pairing__stage=stage, pairing__voided_at=None)
    columns = rows.values_list("pairing_id", "board", "winner_id", "loser_id", "score")
    if boards == 1:
        return {
            (pk, winner, loser): (score_of(score), ())
            for pk, _board, winner, loser, score in columns
            if score
        }
    return _of_teams(columns)


def _of_teams(rows: Iterable[Any]) -> dict[Decided, PointsAndBoards]:
    """The sums of team matches, by either order of the two teams; boards that another team played in the same pairing do
    not count."""
    points: dict[tuple[int, int, int], Counter[int]] = {}
    won: dict[tuple[int, int, int], Counter[int]] = {}
    for pk, board, winner, loser, score in rows:
        if board == 0 or winner is None:
            continue
        of = (pk, *sorted((winner, loser)))
        points.setdefault(of, Counter()).update(dict(score_of(score)))
        won.setdefault(of, Counter())[winner] += 1
    results: dict[Decided, PointsAndBoards] = {}
    for (pk, first, second), boards in won.items():
        scores = points[pk, first, second]
        result = (
            ((first, scores[first]), (second, scores[second])),
            ((first, boards[first]), (second, boards[second])),
        )
        results |= {(pk, first, second): result, (pk, second, first): result}
    return results


def score_of(score: dict[str, int] | None) -> Score:
    """A stored score, points by entry."""
    return tuple((int(entry), int(points)) for entry, points in (score or {}).items())


def _source(row: tuple[Any, ...], keys: dict[int, str]) -> Source:
    kind, seed, entry, pairing = row[:4]
    if kind in EDGES:
        return EDGES[kind](keys[pairing])
    if kind == Slot.Source.SEED:
        return Seed(seed)
    return EntryRef(entry) if kind == Slot.Source.ENTRY else NoOne()


def occupant_of(state: str, entry: int | None) -> Occupant:
    return Vacancy(state) if entry is None else entry
