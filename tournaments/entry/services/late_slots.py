"""Slots for late entries: an open line of a bracket, the number with the byes, the next round (T9.1).

This finds a slot and writes it into the draw; advancement does the rest.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.bracket.selectors.started import begun_pairings
from tournaments.bracket.services import stages
from tournaments.bracket.services.growth import propose, write_growth
from tournaments.formats.base import LoserOf, Node, NoOne, ResetOf, Seed, WinnerOf
from tournaments.formats.open_slots import OpenSlot, slots_with_changes
from tournaments.formats.protocol import EACH_RESULT, Position
from tournaments.models import Override, Slot, Stage, Tournament
from tournaments.ruling.selectors.called_matches import CalledMatch, called_matches
from tournaments.ruling.services.journal import UNDONE, Journal
from web.errors import DomainError

EDGES = (WinnerOf, LoserOf, ResetOf)


@dataclass(frozen=True, slots=True)
class LateSlot:
    """A slot in a stage: the number in the drawn order and the first round to play.

    `redraw`: nobody has begun, so that the tables are redrawn; `byes`: the free slots of the number with the byes, as
    (pairing, side). `cancels`: it would cancel a match that its players have been called to.
    """

    stage: Stage
    number: int
    joined_round: int = 1
    redraw: bool = False
    byes: tuple[tuple[int, int], ...] = ()
    cancels: bool = False


def drawn_stage(tournament: Tournament) -> Stage:
    """The first stage, while it is the only one: late entries are possible only there."""
    stages_ = list(tournament.stages.order_by("number")[:2])
    if len(stages_) > 1 and stages_[1].is_undrawn:
        raise _no_free_slot(_("Late entry is closed: the first stage is over."))
    if len(stages_) != 1:
        raise _no_free_slot(_("Late entry is closed: the next stage has been drawn."))
    stages_[0].tournament = tournament
    return stages_[0]


def find_late_slot(stage: Stage, avoid: frozenset[int] = frozenset()) -> LateSlot:
    """The slot that disturbs the fewest players; nobody who has begun gets another opponent.

    A line that cancels no called match goes first, then one without an opponent of `avoid`, then one that cancels no
    match waiting for a table, then the lowest number. Refused: no_free_line.
    """
    if not _is_seeded(stage):
        return _next_round(stage)
    position = position_of(stage)
    nodes = position.blueprint.nodes
    begun = begun_keys(stage)
    lines = list(slots_with_changes(position, begun))
    matches = [match for match in called_matches(stage.tournament) if match.stage == stage.pk]
    if any(isinstance(source, EDGES) for node in nodes for source in node.sources):
        if not lines:
            raise _no_free_slot(
                _("No late entry is possible now: every free slot faces a match that has started.")
            )
        return _least_disturbing(stage, lines, matches, position, avoid)
    return _in_tables(stage, position, begun, lines, matches)


def take_late_slot(slot: LateSlot, entry: int, journal: Journal) -> None:
    """Write the entry into the draw."""
    stage, now = slot.stage, journal.now
    order = [*stage.seed_order, *[None] * (slot.number - len(stage.seed_order))]
    order[slot.number - 1] = entry
    stage.field = [*stage.field, entry]
    stage.save(update_fields=["field"])
    journal.set(stage, seed_order=order)
    for pairing, side in slot.byes:
        override = Override(pairing_id=pairing, side=side, entry_id=entry, created_at=now)
        override.ruling = journal.ruling
        journal.add(override, revoked_at=UNDONE)
    if slot.redraw:
        stages.void_rounds(stage, 1, now)
        position = position_of(stage)
        journal.touch(write_growth(stage, propose(stage, position), position, now))


def begun_keys(stage: Stage) -> frozenset[str]:
    """Pairings whose match has started or for which anything was ever recorded."""
    standing = stage.pairings.filter(voided_at=None)
    started = begun_pairings(stage=stage, voided_at=None)
    results = counting_results().filter(pairing__in=standing)
    return frozenset(
        {
            *started.values_list("key", flat=True),
            *results.values_list("pairing__key", flat=True),
        }
    )


def _is_seeded(stage: Stage) -> bool:
    """Are slots filled by numbers of the drawn order?"""
    seats = Slot.objects.filter(pairing__stage=stage, pairing__voided_at=None)
    return seats.filter(source_kind=Slot.Source.SEED).exists()


def _next_round(stage: Stage) -> LateSlot:
    """Where rounds are drawn one by one a late entry plays from the next one on."""
    if stage.grow_after is None:
        raise _no_free_slot(_("Late entry is closed: the last round has been drawn."))
    number = len(stage.seed_order) + 1
    if stage.grow_after == list(EACH_RESULT):  # there are no rounds to miss
        return LateSlot(stage, number)
    last = stage.rounds.filter(voided_at=None).aggregate(last=Max("number"))["last"]
    return LateSlot(stage, number, joined_round=(last or 0) + 1)


def _least_disturbing(
    stage: Stage,
    lines: Sequence[OpenSlot],
    matches: Collection[CalledMatch],
    position: Position,
    avoid: frozenset[int],
) -> LateSlot:
    """Of these lines the one that disturbs the fewest players (T9.1, X18)."""
    called = {match.key for match in matches if match.is_called}
    waiting = {match.key for match in matches} - called

    def harm(line: OpenSlot) -> tuple[int, bool, int, int]:
        meets_again = bool(avoid) and not avoid.isdisjoint(_opponents(position, line.number))
        cancelled, withdrawn = len(line.changed & called), len(line.changed & waiting)
        return cancelled, meets_again, withdrawn, line.number

    best = min(lines, key=harm)
    return LateSlot(stage, best.number, cancels=not called.isdisjoint(best.changed))


def _opponents(position: Position, number: int) -> set[int]:
    """The opponent of this line in its first pairing."""
    entries: set[int] = set()
    for node in position.blueprint.nodes:
        if Seed(number) in node.sources:
            slots = position.decisions[node.key].slots
            entries |= {slot for slot in slots if isinstance(slot, int)}
    return entries


def _in_tables(
    stage: Stage,
    position: Position,
    begun: frozenset[str],
    lines: Sequence[OpenSlot],
    matches: Collection[CalledMatch],
) -> LateSlot:
    """Round robin: the number with the byes is taken where redrawing the tables would cancel called matches."""
    if lines:
        return LateSlot(stage, lines[0].number)
    called = any(match.is_called for match in matches)
    if not begun and not called:
        return LateSlot(stage, len(stage.seed_order) + 1, redraw=True)
    byes = _byes(stage, position)
    if byes:
        return LateSlot(stage, len(stage.seed_order) + 1, byes=byes)
    if not begun:
        return LateSlot(stage, len(stage.seed_order) + 1, redraw=True, cancels=True)
    text = _("Late entry is closed: play has started and no bye is free.")
    raise _no_free_slot(text)


def _byes(stage: Stage, position: Position) -> tuple[tuple[int, int], ...]:
    """The free slots of the number with the byes, as (pairing, side); of the table with the fewest byes."""
    taken = set(
        Override.objects.filter(pairing__stage=stage, revoked_at=None).values_list(
            "pairing__key", "side"
        )
    )
    free: dict[str, list[Node]] = {}
    sections = {plan.number: plan.section for plan in position.blueprint.rounds}
    for node in position.blueprint.nodes:
        if any((node.key, side) not in taken for side in _empty_sides(node)):
            free.setdefault(sections[node.round], []).append(node)
    if not free:
        return ()
    section = min(free, key=lambda name: (len(free[name]), name))
    ids = dict(stage.pairings.filter(voided_at=None).values_list("key", "pk"))
    return tuple((ids[node.key], side) for node in free[section] for side in _empty_sides(node))


def _empty_sides(node: Node) -> list[int]:
    return [side for side, source in enumerate(node.sources, start=1) if isinstance(source, NoOne)]


def _no_free_slot(text: str) -> DomainError:
    return DomainError("no_free_line", text)
