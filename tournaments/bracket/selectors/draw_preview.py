"""The draw as it would be published, computed from what is kept in `Tournament.draw_preview`.

Kept are the first seed, the number of the draw that is shown, how many were shown, and by number the swaps. The start
writes nothing else into the draw (services/start.py), so what is shown is what is published.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from tournaments.bracket.selectors.agreement import stage_card
from tournaments.bracket.selectors.drawn_order import order_of, seeds_of
from tournaments.bracket.selectors.pairing_requests import (
    requests_from,
    stored_requests,
    with_forbidden,
)
from tournaments.bracket.selectors.positions import labels_of
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.formats.base import Entrants
from tournaments.formats.draw_preview import (
    Swap,
    draw_code,
    names_entries,
    preview_seed,
    swapped_order,
    swapped_round,
)
from tournaments.formats.protocol import Growth, Position
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, Tournament

Standing = Entry.Status


@dataclass(frozen=True, slots=True)
class KeptDraws:
    """What `Tournament.draw_preview` holds. `last` is the highest number that was shown."""

    first_seed: str
    number: int = 1
    last: int = 1
    swaps: Mapping[int, tuple[Swap, ...]] = field(default_factory=dict)

    @property
    def seed(self) -> str:
        return preview_seed(self.first_seed, self.number)

    @property
    def own_swaps(self) -> tuple[Swap, ...]:
        """The swaps in the draw that is shown."""
        return self.swaps.get(self.number, ())

    def to_json(self) -> dict[str, Any]:
        swaps = {str(n): [list(swap) for swap in made] for n, made in self.swaps.items() if made}
        return {
            "seed": self.first_seed,
            "number": self.number,
            "last": self.last,
            "swaps": swaps,
        }


def kept_draws(tournament: Tournament) -> KeptDraws | None:
    """What is kept of the preview; None before the first look. No query."""
    kept = tournament.draw_preview
    if not kept:
        return None
    swaps = {
        int(number): tuple((first, second) for first, second in made)
        for number, made in kept["swaps"].items()
    }
    return KeptDraws(kept["seed"], kept["number"], kept["last"], swaps)


def published_swaps(tournament: Tournament) -> tuple[Swap, ...]:
    """The swaps with which the first stage is drawn. No query."""
    kept = kept_draws(tournament)
    return kept.own_swaps if kept else ()


@dataclass(frozen=True, slots=True)
class DrawPreview:
    """One draw as it would be published. `entries` are in the order of entry, `order` is the drawn order; `mark` changes
    with the seed, the entries, the swaps and the format."""

    kept: KeptDraws
    format: str
    entries: Mapping[int, Entry]
    order: tuple[int, ...]
    position: Position
    growth: Growth
    seeds: Mapping[int, int]
    mark: str

    @property
    def code(self) -> str:
        return draw_code(self.kept.seed)


def entries_at_start(tournament: Tournament) -> list[Entry]:
    """Who would be drawn if the tournament started now, in order of entry. Over the board invited entries get a place while
    there is one; online they are left out. One query, and one for the venue."""
    rows = list(
        tournament.entries.filter(status__in=[Standing.ACTIVE, Standing.INVITED])
        .select_related("player")
        .order_by("entered_at", "pk")
    )
    if is_online(tournament):
        return [e for e in rows if e.status == Standing.ACTIVE and not e.awaits_consent]
    invited = [e.pk for e in rows if e.status == Standing.INVITED and e.awaits_consent]
    if tournament.entry_limit is not None:
        taken = sum(e.status == Standing.ACTIVE for e in rows)
        invited = invited[: max(0, tournament.entry_limit - taken)]
    coming = set(invited)
    return [e for e in rows if e.status == Standing.ACTIVE or e.pk in coming]


def draw_preview(tournament: Tournament) -> DrawPreview | None:
    """The draw that is shown now; None before the first look, or with less than two entries. Four queries."""
    kept = kept_draws(tournament)
    entries = entries_at_start(tournament) if kept else []
    if kept is None or len(entries) < 2:
        return None
    seeds = seeds_of(tournament)
    pks = [entry.pk for entry in entries]
    order = order_of(tournament, 1, pks, seeds, kept.seed)
    card = stage_card(tournament, 1)
    options = FORMATS[card["format"]].settled(card["options"])
    position = _position(tournament, entries, order, kept.seed)
    growth = FORMATS[card["format"]].grow(position, options)
    if kept.own_swaps and names_entries(growth):
        growth = swapped_round(growth, kept.own_swaps, pks)
    elif kept.own_swaps:
        order = swapped_order(order, kept.own_swaps)
        position = _position(tournament, entries, order, kept.seed)
        growth = FORMATS[card["format"]].grow(position, options)
    drawn = [(node.key, repr(node.sources)) for node in growth.blueprint.nodes]
    plain = repr((kept.number, kept.seed, card["format"], sorted(options.items()), order, drawn))
    return DrawPreview(
        kept=kept,
        format=card["format"],
        entries={entry.pk: entry for entry in entries},
        order=tuple(order),
        position=position,
        growth=growth,
        seeds=seeds,
        mark=sha256(plain.encode()).hexdigest()[:32],
    )


def _position(
    tournament: Tournament, entries: Sequence[Entry], order: Sequence[int], seed: str
) -> Position:
    joined = {entry.pk: entry.joined_round for entry in entries if entry.joined_round > 1}
    asked = stored_requests(tournament, 1)
    return Position(
        Entrants(tuple(order), frozenset(), joined),
        draw_seed=seed,
        labels=with_forbidden(labels_of(tournament, entries), asked),
        requests=requests_from(asked),
    )
