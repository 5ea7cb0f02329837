"""A stage begins and grows: its format draws, and this writes it down. advancement.py makes the matches."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from tournaments.bracket.selectors.agreement import stage_card, terms_of
from tournaments.bracket.selectors.draw_preview import published_swaps
from tournaments.bracket.selectors.drawn_order import order_of
from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.services import inherited_terms
from tournaments.bracket.services.incremental import fill_slot, store_decision
from tournaments.formats.base import (
    Blueprint,
    Decision,
    EntryRef,
    LoserOf,
    Node,
    NoOne,
    ResetOf,
    Seed,
    Source,
    WinnerOf,
    resolve,
)
from tournaments.formats.draw_preview import names_entries, swapped_order, swapped_round
from tournaments.formats.protocol import EACH_RESULT, Growth, Position
from tournaments.formats.registry import FORMATS
from tournaments.models import Pairing, Round, Slot, Stage, Tournament

Notes = Mapping[str, Mapping[str, object]]
Decided = Mapping[int, tuple[Pairing, Decision]]


def begin_stage(
    tournament: Tournament,
    number: int,
    field: Sequence[int],
    seeds: Mapping[int, int],
    now: datetime,
) -> tuple[Stage, Decided]:
    """Draw a stage's order from its field and let its format draw what it can. A later stage that the director has to
    publish waits instead."""
    card = stage_card(tournament, number)
    stage = Stage(
        tournament=tournament,
        number=number,
        format=card["format"],
        options=FORMATS[card["format"]].settled(card["options"]),
        draw_seed=tournament.draw_seed,
    )
    if waits_for_director(stage):
        await_draw(stage, field)
        return stage, {}
    return stage, draw(stage, field, seeds, now)


def waits_for_director(stage: Stage) -> bool:
    """Is the first draw of this stage published by the director? That of the first stage is published by the start."""
    return stage.number > 1 and bool(stage.tournament.agreed.get("publishes"))


def await_draw(stage: Stage, field: Sequence[int]) -> None:
    """Store who advances to an empty stage, which is drawn when the director publishes it."""
    stage.field, stage.seed_order = list(field), []
    stage.grow_after, stage.due_at = list(EACH_RESULT), None
    stage.save()


def draw(stage: Stage, field: Sequence[int], seeds: Mapping[int, int], now: datetime) -> Decided:
    """Draw an empty stage from this field, the first stage with the swaps that its director made in the preview."""
    stage.field = list(field)
    stage.seed_order = order_of(stage.tournament, stage.number, field, seeds)
    stage.save()
    position = position_of(stage)
    growth = propose(stage, position)
    swaps = published_swaps(stage.tournament) if stage.number == 1 else ()
    if swaps and names_entries(growth):
        growth = swapped_round(growth, swaps, field)
    elif swaps:
        stage.seed_order = swapped_order(stage.seed_order, swaps)
        stage.save(update_fields=["seed_order"])
        position = position_of(stage)
        growth = propose(stage, position)
    return write_growth(stage, growth, position, now)


def propose(stage: Stage, position: Position) -> Growth:
    """What the format would draw now; nothing is written."""
    return FORMATS[stage.format].grow(position, stage.options)


def write_growth(stage: Stage, growth: Growth, position: Position, now: datetime) -> Decided:
    """Store what is new, with the entries that are there already, and when to ask again; returns the new pairings by id."""
    stage.grow_after = None if growth.after is None else list(growth.after)
    stage.due_at = None
    stage.save(update_fields=["grow_after", "due_at"])
    plan = growth.blueprint
    if not plan.nodes:
        return {}
    decisions = resolve(plan.nodes, position.entrants, {}, [], position.decisions).decisions
    made = _write(stage, plan, growth.notes, decisions, now)
    return {pairing.pk: (pairing, decisions[pairing.key]) for pairing in made}


def _write(
    stage: Stage,
    plan: Blueprint,
    notes: Notes,
    decisions: Mapping[str, Decision],
    now: datetime,
) -> list[Pairing]:
    """Seven statements for a thousand pairings; two more where rounds were set aside."""
    standing = (
        {p.key: p for p in stage.pairings.filter(voided_at=None)} if _leads_back(plan) else {}
    )
    rounds = {r.number: r for r in stage.rounds.filter(voided_at=None)} | _rounds(stage, plan, now)
    made = {}
    for node in plan.nodes:
        pairing = Pairing(
            stage=stage,
            round=rounds[node.round],
            key=node.key,
            number=int(node.key.rpartition(".")[2]),
            winner_place=node.winner_place,
            loser_place=node.loser_place,
            notes=dict(notes.get(node.key, {})),
        )
        store_decision(pairing, decisions[node.key], now)
        made[node.key] = pairing
    Pairing.objects.bulk_create(made.values(), batch_size=1000)
    Slot.objects.bulk_create(
        (
            _slot(standing | made if standing else made, node, side, source, decisions[node.key])
            for node in plan.nodes
            for side, source in enumerate(node.sources, start=1)
        ),
        batch_size=1000,
    )
    return list(made.values())


def _leads_back(plan: Blueprint) -> bool:
    """Does any edge come from a pairing that stands already?"""
    new = {node.key for node in plan.nodes}
    edges = (s for node in plan.nodes for s in node.sources)
    return any(s.key not in new for s in edges if isinstance(s, WinnerOf | LoserOf | ResetOf))


def _rounds(stage: Stage, plan: Blueprint, now: datetime) -> dict[int, Round]:
    """The new rounds by number; one that replaces a round that was set aside takes over its terms."""
    rounds = {}
    for row in plan.rounds:
        terms = terms_of(stage.tournament, stage.number, row.section, row.from_end)
        rounds[row.number] = Round(
            stage=stage,
            number=row.number,
            section=row.section,
            name_key=row.name,
            from_end=row.from_end,
            length=terms.length,
            clock=terms.clock,
            rules=terms.rules,
        )
    before = inherited_terms.replaced_by(stage, rounds.values())
    for number, old in before.items():
        inherited_terms.copy_terms(stage, rounds[number], old)
    Round.objects.bulk_create(rounds.values())
    inherited_terms.copy_venue_and_deadlines(stage, rounds, before, now)
    return rounds


def _slot(
    pairings: Mapping[str, Pairing], node: Node, side: int, source: Source, decision: Decision
) -> Slot:
    slot = Slot(pairing=pairings[node.key], side=side)
    match source:
        case Seed(number):
            slot.source_kind, slot.source_seed = Slot.Source.SEED, number
        case EntryRef(entry):
            slot.source_kind, slot.source_entry_id = Slot.Source.ENTRY, entry
        case WinnerOf(key):
            slot.source_kind, slot.source_pairing = Slot.Source.WINNER, pairings[key]
        case LoserOf(key):
            slot.source_kind, slot.source_pairing = Slot.Source.LOSER, pairings[key]
        case ResetOf(key):
            slot.source_kind, slot.source_pairing = Slot.Source.RESET, pairings[key]
        case NoOne():
            slot.source_kind = Slot.Source.NOBODY
    fill_slot(slot, decision.slots[side - 1])
    return slot
