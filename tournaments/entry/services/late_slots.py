"""Where somebody who comes after the draw can sit: a line left open, a bye number, the next round (T9.1).

It only looks and writes where he sits; what follows from it is advancement's matter.
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
class Place:
    """A place in a stage: his number in the drawn order and the round from which he plays.

    `redraw`: nobody has begun, so that the tables are made anew; `byes`: the free seats of a bye number, as (pairing,
    side). `cancels`: it would cancel a match that its players have been called to.
    """

    stage: Stage
    number: int
    joined_round: int = 1
    redraw: bool = False
    byes: tuple[tuple[int, int], ...] = ()
    cancels: bool = False


def drawn_stage(tournament: Tournament) -> Stage:
    """The first stage, while no other has followed it: only there somebody can still come in."""
    standing = list(tournament.stages.order_by("number")[:2])
    if len(standing) != 1:
        raise _no_place(_("The next stage has been drawn; nobody can come in any more."))
    standing[0].tournament = tournament
    return standing[0]


def find_place(stage: Stage, avoid: frozenset[int] = frozenset()) -> Place:
    """The place that disturbs the fewest; nobody who has begun gets another opponent.

    A line that cancels no called match goes first, then one without an opponent of `avoid`, then one that cancels no
    match waiting for a table, then the lowest number. Refused: no_free_line.
    """
    if not _has_lines(stage):
        return _next_round(stage)
    position = position_of(stage)
    nodes = position.blueprint.nodes
    begun = begun_keys(stage)
    lines = list(slots_with_changes(position, begun))
    matches = [match for match in called_matches(stage.tournament) if match.stage == stage.pk]
    if any(isinstance(source, EDGES) for node in nodes for source in node.sources):
        if not lines:
            raise _no_place(_("No line of the bracket is free for somebody who comes now."))
        return _kindest(stage, lines, matches, position, avoid)
    return _in_tables(stage, position, begun, lines, matches)


def sit_down(place: Place, entry: int, journal: Journal) -> None:
    """Write the place into the draw."""
    stage, now = place.stage, journal.now
    order = [*stage.seed_order, *[None] * (place.number - len(stage.seed_order))]
    order[place.number - 1] = entry
    stage.field = [*stage.field, entry]
    stage.save(update_fields=["field"])
    journal.set(stage, seed_order=order)
    for pairing, side in place.byes:
        seat = Override(pairing_id=pairing, side=side, entry_id=entry, created_at=now)
        seat.ruling = journal.ruling
        journal.add(seat, revoked_at=UNDONE)
    if place.redraw:
        stages.void_rounds(stage, 1, now)
        position = position_of(stage)
        journal.touch(write_growth(stage, propose(stage, position), position, now))


def begun_keys(stage: Stage) -> frozenset[str]:
    """Pairings whose match has started or for which anything was ever recorded."""
    standing = stage.pairings.filter(voided_at=None)
    started = begun_pairings(stage=stage, voided_at=None)
    told = counting_results().filter(pairing__in=standing)
    return frozenset(
        {
            *started.values_list("key", flat=True),
            *told.values_list("pairing__key", flat=True),
        }
    )


def _has_lines(stage: Stage) -> bool:
    """Do players sit down by their number in the drawn order?"""
    seats = Slot.objects.filter(pairing__stage=stage, pairing__voided_at=None)
    return seats.filter(source_kind=Slot.Source.SEED).exists()


def _next_round(stage: Stage) -> Place:
    """Where rounds are drawn one by one he plays from the next one on; nobody need read what was played."""
    if stage.grow_after is None:
        raise _no_place(_("The last round has been drawn; nobody can come in any more."))
    number = len(stage.seed_order) + 1
    if stage.grow_after == list(EACH_RESULT):  # there are no rounds to miss
        return Place(stage, number)
    last = stage.rounds.filter(voided_at=None).aggregate(last=Max("number"))["last"]
    return Place(stage, number, joined_round=(last or 0) + 1)


def _kindest(
    stage: Stage,
    lines: Sequence[OpenSlot],
    matches: Collection[CalledMatch],
    position: Position,
    avoid: frozenset[int],
) -> Place:
    """Of these lines the one that disturbs the fewest (T9.1, X18)."""
    called = {match.key for match in matches if match.is_called}
    waiting = {match.key for match in matches} - called

    def harm(line: OpenSlot) -> tuple[int, bool, int, int]:
        meets_again = bool(avoid) and not avoid.isdisjoint(_opponents(position, line.number))
        cancelled, withdrawn = len(line.changed & called), len(line.changed & waiting)
        return cancelled, meets_again, withdrawn, line.number

    best = min(lines, key=harm)
    return Place(stage, best.number, cancels=not called.isdisjoint(best.changed))


def _opponents(position: Position, number: int) -> set[int]:
    """Who sits across from this line in its first pairing."""
    found: set[int] = set()
    for node in position.blueprint.nodes:
        if Seed(number) in node.sources:
            slots = position.decisions[node.key].slots
            found |= {slot for slot in slots if isinstance(slot, int)}
    return found


def _in_tables(
    stage: Stage,
    position: Position,
    begun: frozenset[str],
    lines: Sequence[OpenSlot],
    matches: Collection[CalledMatch],
) -> Place:
    """All play all: a number that has the byes is taken where drawing the tables again would cancel called matches."""
    if lines:
        return Place(stage, lines[0].number)
    called = any(match.is_called for match in matches)
    if not begun and not called:
        return Place(stage, len(stage.seed_order) + 1, redraw=True)
    byes = _byes(stage, position)
    if byes:
        return Place(stage, len(stage.seed_order) + 1, byes=byes)
    if not begun:
        return Place(stage, len(stage.seed_order) + 1, redraw=True, cancels=True)
    text = _("Play has begun and no number with byes is free; nobody can come in any more.")
    raise _no_place(text)


def _byes(stage: Stage, position: Position) -> tuple[tuple[int, int], ...]:
    """The free seats of the bye number of one table, as (pairing, side); of the table with the fewest byes."""
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


def _no_place(text: str) -> DomainError:
    return DomainError("no_free_line", text)
