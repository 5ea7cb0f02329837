"""The next part of a stage as it would be published: a round, a bracket among losers; with shuffles and swaps.

`Stage.draft` keeps the number of the draw that is shown, how many were shown, and by number the swaps; `part` is the first
round of that part, so that a draft is not taken for a later one. The seed of each number follows from the stage's own.
A later stage that is not drawn yet is shown the same way; its drawn order follows from that seed too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from tournaments.bracket.selectors.drawn_order import has_lots, order_of, seeds_of
from tournaments.bracket.selectors.next_round import Proposal, proposal
from tournaments.bracket.selectors.positions import position_of
from tournaments.formats.base import (
    Entry,
    EntryRef,
    LoserOf,
    NoOne,
    Occupant,
    ResetOf,
    Seed,
    Source,
    Vacancy,
    WinnerOf,
    sent_on,
)
from tournaments.formats.draw_preview import (
    Swap,
    draw_code,
    names_entries,
    shuffled_seed,
    swapped_order,
    swapped_round,
    swapped_sources,
)
from tournaments.formats.protocol import Growth, Position
from tournaments.models import Stage


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """What `Stage.draft` holds. `last` is the highest number that was shown."""

    part: int
    number: int = 1
    last: int = 1
    swaps: Mapping[int, tuple[Swap, ...]] = field(default_factory=dict)

    @property
    def own_swaps(self) -> tuple[Swap, ...]:
        """The swaps in the draw that is shown."""
        return self.swaps.get(self.number, ())

    def to_json(self) -> dict[str, Any]:
        swaps = {str(n): [list(swap) for swap in made] for n, made in self.swaps.items() if made}
        return {"part": self.part, "number": self.number, "last": self.last, "swaps": swaps}


@dataclass(frozen=True, slots=True)
class NextDraw:
    """The draw that is shown. `proposal` has the swaps in it, `unswapped` is the growth without them; `has_chance`: another
    number would give another draw; `mark` changes with everything that is shown."""

    kept: KeptDraft
    proposal: Proposal
    unswapped: Growth
    seed: str
    has_chance: bool

    @property
    def code(self) -> str:
        return draw_code(self.seed)

    @property
    def entries(self) -> frozenset[Entry]:
        """Everybody who is seated in it already."""
        growth, position = self.proposal.growth, self.proposal.position
        sources = (source for node in growth.blueprint.nodes for source in node.sources)
        seated = (occupant(source, position) for source in sources)
        return frozenset(entry for entry in seated if isinstance(entry, int))

    @property
    def mark(self) -> str:
        nodes = self.proposal.growth.blueprint.nodes
        order = self.proposal.position.entrants.order
        drawn = repr((order, [(node.key, repr(node.sources)) for node in nodes]))
        return sha256(drawn.encode()).hexdigest()[:32]

    @property
    def record(self) -> dict[str, Any]:
        """What a ruling keeps, so that anyone can compute the draw again; empty where nothing was left to choose."""
        swaps = [list(swap) for swap in self.kept.own_swaps]
        if not (self.has_chance or swaps):
            return {}
        return {
            "draw": self.kept.number,
            "draws": self.kept.last,
            "code": self.code,
            "seed": self.seed,
            "swaps": swaps,
        }


def next_draw(stage: Stage, position: Position | None = None) -> NextDraw:
    """The next part of a stage; `proposal.growth` is empty where there is nothing to draw. The queries of `position_of`."""
    position = position_of(stage) if position is None else position
    if stage.is_undrawn:
        return _first_draw(stage, position)
    own = proposal(stage, position)
    kept = kept_draft(stage, own.growth)
    seed = shuffled_seed(position.draw_seed, kept.number)
    shown = own
    if kept.number > 1:
        shown = proposal(stage, replace(position, draw_seed=seed))
    unswapped = shown.growth
    if kept.own_swaps:
        growth = swapped_sources(unswapped, kept.own_swaps, lambda source: _entry(source, position))
        shown = shown.with_growth(growth)
    return NextDraw(kept, shown, unswapped, seed, _has_chance(own.growth))


def _first_draw(stage: Stage, position: Position) -> NextDraw:
    """The draw of a stage that has none. Swaps exchange places in the drawn order, or in a round that names its entries."""
    tournament, seeds = stage.tournament, seeds_of(stage.tournament)

    def ordered(seed: str) -> list[int]:
        return order_of(tournament, stage.number, stage.field, seeds, seed)

    def proposed(order: Iterable[int], seed: str) -> Proposal:
        entrants = replace(position.entrants, order=tuple(order))
        return proposal(stage, replace(position, entrants=entrants, draw_seed=seed))

    first = proposed(ordered(stage.draw_seed), stage.draw_seed)
    kept = kept_draft(stage, first.growth)
    seed = shuffled_seed(stage.draw_seed, kept.number)
    order = ordered(seed)
    shown = first if kept.number == 1 else proposed(order, seed)
    unswapped = shown.growth
    if kept.own_swaps and names_entries(unswapped):
        shown = shown.with_growth(swapped_round(unswapped, kept.own_swaps, stage.field))
    elif kept.own_swaps:
        shown = proposed(swapped_order(order, kept.own_swaps), seed)
    has_chance = has_lots(tournament, stage.number, stage.field, seeds) or _has_chance(unswapped)
    return NextDraw(kept, shown, unswapped, seed, has_chance)


def kept_draft(stage: Stage, growth: Growth) -> KeptDraft:
    """What is kept of the next part; the first draw of it without swaps where nothing is."""
    part = min((node.round for node in growth.blueprint.nodes), default=0)
    kept = stage.draft
    if not kept or kept["part"] != part:
        return KeptDraft(part)
    swaps = {
        int(number): tuple((first, second) for first, second in made)
        for number, made in kept["swaps"].items()
    }
    return KeptDraft(part, kept["number"], kept["last"], swaps)


def occupant(source: Source, position: Position) -> Occupant:
    """Who sits where this source leads, as far as the stage is decided."""
    match source:
        case EntryRef():
            return source.entry
        case Seed():
            order = position.entrants.order
            seeded = order[source.number - 1] if source.number <= len(order) else None
            return Vacancy.BYE if seeded is None else seeded
        case NoOne():
            return Vacancy.BYE
        case WinnerOf() | LoserOf() | ResetOf():
            decision = position.decisions.get(source.key)
            return Vacancy.PENDING if decision is None else sent_on(source, decision)


def known_sources(growth: Growth, position: Position) -> Growth:
    """The same part with the entries themselves in the slots that are filled already."""

    def known(source: Source) -> Source:
        seated = occupant(source, position)
        if isinstance(seated, int):
            return EntryRef(seated)
        return NoOne() if seated is Vacancy.BYE else source

    plan = growth.blueprint
    nodes = tuple(
        replace(node, sources=(known(node.sources[0]), known(node.sources[1])))
        for node in plan.nodes
    )
    return replace(growth, blueprint=replace(plan, nodes=nodes))


def _entry(source: Source, position: Position) -> Entry | None:
    seated = occupant(source, position)
    return seated if isinstance(seated, int) else None


def _has_chance(growth: Growth) -> bool:
    """Is this drawn anew among losers, or a round whose order is random?"""
    new = {node.key for node in growth.blueprint.nodes}
    if any(_leads_in(node.sources, new) for node in growth.blueprint.nodes):
        return True
    rounds = (note.get("round") for note in growth.notes.values())
    return any(isinstance(whole, dict) and whole.get("order") == "random" for whole in rounds)


def _leads_in(sources: Iterable[Source], new: set[str]) -> bool:
    return any(isinstance(source, LoserOf) and source.key not in new for source in sources)
