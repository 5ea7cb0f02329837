"""Replacing pairs in a round that is drawn (the ruling is in rounds.py). Pairings that name their entries are created
anew; where edges lead into a pairing, its slots are overridden, so that later rounds still depend on it."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.pairs import before, pairs_of, require_whole
from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.services import stages
from tournaments.bracket.services.growth import write_growth
from tournaments.formats.base import Blueprint, EntryRef, Node, NoOne, Source
from tournaments.formats.by_hand import Pair, changed
from tournaments.formats.protocol import Growth
from tournaments.models import Entry, Pairing, Round, Slot, Stage
from tournaments.ruling.services.journal import Journal
from tournaments.ruling.services.slot_overrides import override_slot
from web.errors import DomainError

BY_HAND: Mapping[str, object] = {"by": "hand"}
NAMED = (Slot.Source.ENTRY, Slot.Source.NOBODY)


def replace_pairs(journal: Journal, row: Round, pairs: Sequence[Pair]) -> list[Pair]:
    """Put these pairs into the round; returns those that are new in it."""
    stage, old = row.stage, pairs_of(row)
    wanted = {entry for pair in old for entry in pair if entry is not None}
    require_whole(pairs, wanted, before(position_of(stage), row.number))
    gone, come = changed(old, pairs)
    if not come:
        raise DomainError("same_pairs", _("These pairings are already set."))
    if _names_entries(row):
        set_joined_round(journal, pairs, row.number)
        _draw(journal, row, gone, come)
    else:
        _override(journal, row, gone, come)
    return come


def set_joined_round(journal: Journal, pairs: Iterable[Pair], number: int) -> None:
    """Entries that are put into a round by hand play from that round on."""
    seated = {entry for pair in pairs for entry in pair if entry is not None}
    for entry in Entry.objects.filter(pk__in=seated, joined_round__gt=number):
        journal.set(entry, joined_round=number)


def _names_entries(row: Round) -> bool:
    seats = Slot.objects.filter(pairing__round=row, pairing__voided_at=None)
    return not seats.exclude(source_kind__in=NAMED).exists()


def _draw(journal: Journal, row: Round, gone: Sequence[Pair], come: Sequence[Pair]) -> None:
    """Set aside the pairings whose pairs are split, and create one for each new pair in their places."""
    stage = row.stage
    if (
        stage.rounds.filter(number__gt=row.number, voided_at=None).exists()
        and stage.grow_after != []
    ):
        text = _("A later round has been drawn from this one. Undo that draw first.")
        raise DomainError("drawn_on", text)
    standing = _by_pair(row)
    aside = [standing[frozenset(pair)] for pair in gone]
    numbers = sorted(pairing.number for pairing in aside)
    taken = row.pairings.filter(voided_at=None).order_by("-number").values_list("number", flat=True)
    more = range((taken.first() or 0) + 1, (taken.first() or 0) + 1 + len(come))
    stages.set_aside(stage, {pairing.pk for pairing in aside}, journal.now)
    stage.rounds.filter(pk=row.pk).update(voided_at=None)
    prefix = aside[0].key.rpartition(".")[0] if aside else f"R{row.number}"
    nodes = tuple(
        _node(f"{prefix}.{number}", row.number, pair)
        for number, pair in zip([*numbers, *more], come, strict=False)
    )
    journal.touch(_write(stage, nodes, journal))


def _write(stage: Stage, nodes: tuple[Node, ...], journal: Journal) -> Iterable[int]:
    after = None if stage.grow_after is None else tuple(stage.grow_after)
    growth = Growth(Blueprint((), nodes), after, {node.key: BY_HAND for node in nodes})
    return write_growth(stage, growth, position_of(stage), journal.now)


def _node(key: str, number: int, pair: Pair) -> Node:
    first, second = pair
    other: Source = NoOne() if second is None else EntryRef(second)
    return Node(key, number, (EntryRef(first), other))


def _override(journal: Journal, row: Round, gone: Sequence[Pair], come: Sequence[Pair]) -> None:
    """Put each new pair into a pairing whose pair is split; the number of pairings and the byes stay as they are."""
    if len(gone) != len(come):
        text = _("In a bracket, byes cannot move and the number of pairings must stay the same.")
        raise DomainError("bad_pairs", text, status=400)
    standing = _by_pair(row)
    places = sorted((standing[frozenset(pair)] for pair in gone), key=lambda p: p.number)
    for pairing, pair in zip(places, come, strict=True):
        for side, entry in enumerate(pair, start=1):
            if pairing.slots.get(side=side).entry_id != entry:
                override_slot(journal, pairing, side, entry)
        journal.set(pairing, notes={**pairing.notes, **BY_HAND})


def _by_pair(row: Round) -> dict[frozenset[int | None], Pairing]:
    """Pairings by their entries; those without any are left out."""
    by_pair: dict[frozenset[int | None], Pairing] = {}
    for pairing in row.pairings.filter(voided_at=None).prefetch_related("slots"):
        sides = frozenset(slot.entry_id for slot in pairing.slots.all())
        if sides != {None}:
            by_pair[sides] = pairing
    return by_pair
