"""What comes next in a stage that is not drawn whole: what it waits for, and the pairs that its format proposes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.bracket.selectors.outline import Outline, RoundHead, StageHead
from tournaments.core.round_names import section_name
from tournaments.formats.base import Entry, EntryRef, NoOne, RoundPlan
from tournaments.formats.by_hand import STANDING, Pair
from tournaments.formats.protocol import Growth, Position
from tournaments.formats.registry import FORMATS
from tournaments.models import Slot, Stage, Tournament

NAMED = 6  # so many matches at most are named, more are only counted


@dataclass(frozen=True, slots=True)
class Waiting:
    """A stage of which more will be drawn. `open` are pairings it waits for, `names` the first of them; `due`: it waits
    for the director alone. `bracket` names the next bracket, where that is one of its own (Last chance), or the next
    stage where that is drawn next. `number` is the stage that is drawn."""

    stage: StageHead
    open: int
    names: tuple[str, ...]
    due: bool
    each_result: bool
    bracket: str = ""
    number: int = 1


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the format would draw: a round of pairs, or (`pairs` is None) a bracket that is no round of pairs."""

    growth: Growth
    position: Position
    pairs: tuple[Pair, ...] | None
    due: tuple[Entry, ...]
    scores: Mapping[Entry, int]

    def with_growth(self, growth: Growth) -> "Proposal":
        """The same with this growth in place of the format's own."""
        return replace(self, growth=growth, pairs=_pairs(growth))

    def notes(self, pair: Pair) -> Mapping[str, Any]:
        """How the format came to this pair; empty where it is not its own."""
        for node in self.growth.blueprint.nodes:
            refs = {s.entry for s in node.sources if isinstance(s, EntryRef)}
            if refs == {entry for entry in pair if entry is not None}:
                return self.growth.notes.get(node.key, {})
        return {}


def waiting(tournament: Tournament, parts: Outline, *, named: bool = True) -> tuple[Waiting, ...]:
    """Stages of which more will be drawn, with what they wait for. A query a stage; none where the matches need not be `named`."""
    if tournament.status != Tournament.Status.RUNNING:
        return ()
    on = (stage for stage in parts.stages if stage.grow_after is not None)
    rows = [_waiting(stage, named=named) for stage in on]
    last = parts.stages[-1] if parts.stages else None
    if last is not None and last.next_stage_due and parts.later:
        rows.append(Waiting(last, 0, (), True, False, parts.later[0], last.number + 1))
    return tuple(rows)


def proposal(stage: Stage, position: Position) -> Proposal:
    """What the format would draw now."""
    growth = FORMATS[stage.format].grow(position, stage.options)
    pairs = _pairs(growth)
    due = tuple(entry for pair in pairs or () for entry in pair if entry is not None)
    scores: Mapping[Entry, int] = {}
    if pairs is not None and stage.format in STANDING:
        scores = STANDING[stage.format](position, stage.options).scores
    return Proposal(growth, position, pairs, due, scores)


def _pairs(growth: Growth) -> tuple[Pair, ...] | None:
    nodes = growth.blueprint.nodes
    if len({node.round for node in nodes}) != 1:
        return None
    pairs: list[Pair] = []
    for node in nodes:
        if not all(isinstance(source, EntryRef | NoOne) for source in node.sources):
            return None
        refs = [source.entry for source in node.sources if isinstance(source, EntryRef)]
        pairs.append((refs[0], refs[1] if len(refs) > 1 else None))
    return tuple(pairs)


def _waiting(stage: StageHead, *, named: bool) -> Waiting:
    after = stage.grow_after or []
    left = [head for head in stage.rounds if head.number in after and head.undecided]
    count = sum(head.undecided for head in left)
    names = _named(left) if named and 0 < count <= NAMED else ()
    due = stage.due_at is not None
    bracket = _next_bracket(stage) if due else ""
    return Waiting(stage, count, names, due, not after, bracket, stage.number)


def _next_bracket(stage: StageHead) -> str:
    """The bracket among losers that is drawn next; empty where the next round belongs to one that stands."""
    fresh = FORMATS[stage.format].fresh
    if fresh is None:
        return ""
    rows = [head.row for head in stage.rounds]
    plans = [RoundPlan(row.number, row.name_key, row.from_end, row.section) for row in rows]
    standing = {row.section for row in rows}
    for draw in fresh(plans, stage.options):
        if draw.sections[0] not in standing:
            return section_name(draw.sections[0])
    return ""


def _named(rounds: Sequence[RoundHead]) -> tuple[str, ...]:
    slots = Slot.objects.filter(
        pairing__round__in=[head.row.pk for head in rounds],
        pairing__decided_at=None,
        pairing__voided_at=None,
    )
    titles: dict[int, list[str]] = {}
    for slot in slots.select_related("entry__player").order_by("pairing_id", "side"):
        titles.setdefault(slot.pairing_id, []).append(slot.entry.title if slot.entry else "?")
    return tuple(" – ".join(names) for names in titles.values())
