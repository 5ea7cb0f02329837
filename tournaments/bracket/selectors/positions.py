"""A stage as its format and the standings see it, read in five queries from what `advance` has stored.

Plain tuples, no model instances: a Swiss of 10,000 players has 70,000 pairings after its last round but one.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

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
from tournaments.models import Slot, Stage, Tournament

TRAVELS = frozenset({"played", "time", "conceded", "forfeit"})  # ends that send a loser on
OF_PAIRING = (
    "id", "key", "round_id", "winner_place", "loser_place", "outcome", "winner_id", "loser_id"
)  # fmt: skip
OF_SLOT = (
    "pairing_id", "source_kind", "source_seed", "source_entry_id", "source_pairing_id", "state",
    "entry_id",
)  # fmt: skip
Told = tuple[Score, Score]
Named = tuple[int, int | None, int | None]  # a pairing, its winner, its loser


class Rows(NamedTuple):
    """A stage as it is stored. Two readings that are equal stand for the same position."""

    seed_order: tuple[int | None, ...]
    entries: tuple[tuple[Any, ...], ...]
    superseded: frozenset[int]
    rounds: tuple[tuple[Any, ...], ...]
    pairings: tuple[tuple[Any, ...], ...]
    slots: dict[int, list[tuple[Any, ...]]]
    results: dict[Named, Told]


class Reading:
    """A stage read once: its rows at once, its position when somebody asks. `like`: an earlier reading, whose pairings
    are taken over where they still stand as they stood."""

    def __init__(self, stage: Stage, like: "Reading | None" = None) -> None:
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

    def _put_together(self) -> Position:
        rows, stage = self.rows, self.stage
        entrants = entrants_of(stage, self.entries)
        rounds, nodes, decisions = self._drawn()
        return Position(
            entrants=replace(entrants, gone=entrants.gone | rows.superseded),
            blueprint=Blueprint(rounds, nodes),
            decisions=decisions,
            chance=stage.draw_seed,
            labels=labels_of(stage.tournament, self.entries),
        )

    def _drawn(self) -> tuple[tuple[RoundPlan, ...], tuple[Node, ...], dict[str, Decision]]:
        rows = self.rows
        numbers = {row[0]: RoundPlan(*row[1:]) for row in rows.rounds}
        keys = {row[0]: row[1] for row in rows.pairings}
        before = self.like._made if self.like is not None else {}
        for row in rows.pairings:
            pk, winner, loser = row[0], row[-2], row[-1]
            told = row, rows.slots[pk], rows.results.get((pk, winner, loser), ((), ()))
            kept = before.get(pk)
            if kept is None or kept[0] != told:
                kept = (told, *_paired(*told, numbers, keys))
            self._made[pk] = kept
        nodes = tuple(node for _told, node, _decision in self._made.values())
        decisions = {node.key: decision for _told, node, decision in self._made.values()}
        return tuple(numbers.values()), nodes, decisions


def position_of(stage: Stage) -> Position:
    """Everything that stands in a stage now."""
    return Reading(stage).position


def _entries(stage: Stage) -> list[EntryModel]:
    """Only what is asked of them here: there may be ten thousand."""
    found = EntryModel.objects.filter(tournament=stage.tournament_id)
    if stage.tournament.agreed.get("apart"):
        return list(found.select_related("player"))
    return list(found.only("id", "status", "joined_round"))


def labels_of(tournament: Tournament, entries: Iterable[EntryModel]) -> dict[Entry, frozenset[str]]:
    """By what entries are kept apart here: club, country, family; an empty one keeps nobody apart."""
    kept = tournament.agreed.get("apart") or []
    if not kept:
        return {}
    return {e.pk: frozenset(_label(kind, e) for kind in kept) - {""} for e in entries}


def _label(kind: str, entry: EntryModel) -> str:
    value = str(entry.player.country if kind == "country" else getattr(entry, kind)).strip()
    return f"{kind}:{value.casefold()}" if value else ""


def _read(stage: Stage, entries: list[EntryModel]) -> Rows:
    """Four queries, and one where somebody may have two lines."""
    rounds = stage.rounds.filter(voided_at=None).order_by("number")
    standing = stage.pairings.filter(voided_at=None).order_by("id")
    pairings = tuple(standing.values_list(*OF_PAIRING))
    slots: dict[int, list[tuple[Any, ...]]] = {row[0]: [] for row in pairings}
    seats = Slot.objects.filter(pairing__stage=stage, pairing__voided_at=None)
    for row in seats.order_by("pairing_id", "side").values_list(*OF_SLOT):
        slots[row[0]].append(row[1:])
    return Rows(
        seed_order=tuple(stage.seed_order),
        entries=tuple((e.pk, e.status, e.joined_round) for e in entries),
        superseded=superseded(stage.tournament),
        rounds=tuple(rounds.values_list("id", "number", "name_key", "from_end", "section")),
        pairings=pairings,
        slots=slots,
        results=_results(stage),
    )


def _paired(
    row: tuple[Any, ...],
    slots: list[tuple[Any, ...]],
    told: Told,
    numbers: dict[int, RoundPlan],
    keys: dict[int, str],
) -> tuple[Node, Decision]:
    """One pairing, drawn and as it stands."""
    _pk, key, round_id, winner_place, loser_place, outcome, winner, loser = row
    one, two = slots
    sources = (_source(one, keys), _source(two, keys))
    node = Node(key, numbers[round_id].number, sources, winner_place, loser_place)
    occupants = (occupant_of(*one[-2:]), occupant_of(*two[-2:]))
    return node, decision_of(occupants, outcome, winner, loser, told)


def decision_of(
    slots: tuple[Occupant, Occupant],
    outcome: str,
    winner: int | None,
    loser: int | None,
    told: Told = ((), ()),
) -> Decision:
    """A pairing's stored columns as the decision they were written from."""
    if not outcome:
        return Decision(slots)
    present = tuple(slot for slot in slots if isinstance(slot, int))
    losers = tuple(entry for entry in present if entry != winner) if loser is not None else ()
    goes_on = loser is not None and winner is not None and outcome in TRAVELS
    return Decision(
        slots,
        Vacancy.BYE if winner is None else winner,
        loser if goes_on and loser is not None else Vacancy.BYE,
        losers,
        outcome,
        *told,
    )


def _results(stage: Stage) -> dict[Named, Told]:
    """Match points and boards by pairing, winner and loser; of a team's boards the sums."""
    boards = stage.tournament.boards
    rows = counting_results().filter(pairing__stage=stage, pairing__voided_at=None)
    told = rows.values_list("pairing_id", "board", "winner_id", "loser_id", "score")
    if boards == 1:
        return {
            (pk, one, two): (score_of(score), ()) for pk, _board, one, two, score in told if score
        }
    return _of_teams(told)


def _of_teams(rows: Iterable[Any]) -> dict[Named, Told]:
    """By either order of the two; boards that another team played in the same pairing are no part of it."""
    points: dict[tuple[int, int, int], Counter[int]] = {}
    won: dict[tuple[int, int, int], Counter[int]] = {}
    for pk, board, winner, loser, score in rows:
        if board == 0 or winner is None:
            continue
        of = (pk, *sorted((winner, loser)))
        points.setdefault(of, Counter()).update(dict(score_of(score)))
        won.setdefault(of, Counter())[winner] += 1
    found: dict[Named, Told] = {}
    for (pk, one, two), boards in won.items():
        scores = points[pk, one, two]
        told = (
            ((one, scores[one]), (two, scores[two])),
            ((one, boards[one]), (two, boards[two])),
        )
        found |= {(pk, one, two): told, (pk, two, one): told}
    return found


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
