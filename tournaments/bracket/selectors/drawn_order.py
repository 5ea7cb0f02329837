"""The drawn order of a stage: computed from its field, its seeds and the published seed, and again whenever anybody asks."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.bracket.selectors.agreement import stage_card
from tournaments.bracket.selectors.positions import labels_of
from tournaments.formats.apart import Labels, set_apart
from tournaments.formats.draw import drawn_order
from tournaments.formats.registry import FORMATS
from tournaments.formats.spread import spread
from tournaments.models import Entry, Tournament


def seeds_of(tournament: Tournament) -> dict[int, int]:
    """The numbers that a director gave to entries. One query."""
    numbered = tournament.entries.exclude(seed=None)
    return {pk: seed for pk, seed in numbered.values_list("pk", "seed") if seed is not None}


def order_of(
    tournament: Tournament,
    number: int,
    field: Sequence[int],
    seeds: Mapping[int, int],
    draw_seed: str | None = None,
) -> list[int]:
    """The drawn order: the same field, seeds and published seed give the same (T1.5). `draw_seed`: another seed than the
    tournament's own."""
    card = stage_card(tournament, number)
    method, top = card["draw_method"], card["seeded_top"]
    if method == "standing":
        return list(field)
    draw_seed = tournament.draw_seed if draw_seed is None else draw_seed
    order = drawn_order(method, field, seeds, draw_seed, top)
    entries = Entry.objects.filter(tournament=tournament, pk__in=field).select_related("player")
    labels = labels_of(tournament, entries)
    if method == "manual" or not labels:
        return order
    seeded = sum(entry in seeds for entry in field)  # seeded entries may not have qualified
    fixed = {"random": 0, "seeded": seeded if top is None else min(top, seeded)}[method]
    return _kept_apart(card, order, labels, fixed, draw_seed)


def has_lots(
    tournament: Tournament, number: int, field: Sequence[int], seeds: Mapping[int, int]
) -> bool:
    """Would another seed give another order?"""
    card = stage_card(tournament, number)
    if card["draw_method"] == "random":
        return True
    seeded = sum(entry in seeds for entry in field)
    top = card["seeded_top"]
    fixed = seeded if top is None else min(top, seeded)
    return card["draw_method"] == "seeded" and len(field) - fixed > 1


def _kept_apart(
    card: Mapping[str, Any], order: list[int], labels: Labels, fixed: int, seed: str
) -> list[int]:
    """The order with entries that share a label kept apart, in the parts whose entries meet in this format (T2.3)."""
    chosen = FORMATS[card["format"]]
    if chosen.parts is not None:
        parts = chosen.parts(len(order), chosen.settled(card["options"]))
        return spread(order, labels, parts, fixed, seed)
    return set_apart(order, labels, fixed, seed) if chosen.counts == "knockout" else order
