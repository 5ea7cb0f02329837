"""The tab of the draw: the trees of a knockout or the groups of a stage, the search for a player, and a followed
player."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from tournaments.bracket.selectors import bracket
from tournaments.bracket.selectors.entry_search import EntryName
from tournaments.bracket.selectors.outline import SMALL, Outline, StageHead
from tournaments.bracket.selectors.rows import RoundRow
from tournaments.bracket.selectors.standings import group_tables
from tournaments.models import Entry, Tournament
from tournaments.public.views import bracket_layout, player_lookup
from tournaments.public.views.bracket_cells import BracketSide
from tournaments.public.views.draw_heads import draw_heads
from tournaments.public.views.followed_player import Followed, followed_player
from tournaments.public.views.open_seats import OpenSeats
from tournaments.public.views.player_lookup import small_number_in
from tournaments.public.views.player_paths import NO_PATH, Path, path_of

ZOOMS = ("fit", "normal")
TALL = 32  # lines from which a tree may begin with a later round
WIDE = 7  # columns from which the whole width may be shown in small type
FEWEST = 4  # the fewest pairings of a round that a tall tree may begin with
OFFERED = 600  # names in the list behind the search field


def context(
    request: HttpRequest, shown: Tournament, parts: Outline, mine: Entry | None
) -> dict[str, Any]:
    """What the template needs to draw one stage; `to` where another page has it."""
    stage = parts.stage(small_number_in(request.GET.get("stage")))
    if stage is None:
        return {}
    if not stage.is_tree and not stage.is_grouped:
        return {
            "to": f"{reverse('tournament-tab', args=[shown.slug, 'rounds'])}?stage={stage.number}"
        }
    rows = [r for r in parts.names.rounds.values() if r.stage.number == stage.number]
    rounds = bracket.view_of(shown, request.user, parts.names, rows)
    people = _people(shown, rounds)
    seats = OpenSeats(rounds, are_people=shown.entry_kind == Tournament.EntryKind.SINGLE)
    places = partial(_places, request, stage, rounds, seats)
    looked = player_lookup.looked_up(request, people, places)
    if "to" in looked:
        return looked
    followed = _followed(request, mine, people, seats)
    path = path_of(rounds, followed.entry) if followed else NO_PATH
    values = {
        "stage": stage,
        "people": people if len(people) <= OFFERED else [],
        "followed": followed,
        "zoom": _zoom(request),
        "is_tall": False,
    }
    values |= looked
    if not stage.is_tree:
        return values | {"groups": _groups(shown, stage, rounds)}
    section = _section(request, stage, rounds, path)
    chosen = _chosen(rounds, section)
    is_asked = followed is not None and not followed.is_me
    first = _first(request, chosen, seats, whole=is_asked)
    drawn = bracket_layout.drawings(
        bracket_layout.trimmed(chosen, first),
        path,
        [row.key for row in stage.sections],
        seats,
        is_asked=is_asked,
    )
    heads = draw_heads(stage, rounds, seats, _sections(stage))
    return values | {
        "section": section,
        "sections": heads if len(heads) > 1 else (),
        "drawn_by_section": bool(section) or _is_large(rounds),
        "heads_of": {head.key: head for head in heads},
        "first": first,
        "starts": _starts(chosen, seats),
        "drawings": drawn,
        "follow_to": _follow_to(request),
        "is_corrected": any(drawing.is_corrected for drawing in drawn),
        "has_way_after_loss": any(drawing.has_way_after_loss for drawing in drawn),
        "has_came": any(side.came for side in _sides(drawn)),
        "has_seeds": any(side.slot.is_seeded for side in _sides(drawn)),
        "is_wide": any(len(drawing.columns) >= WIDE for drawing in drawn),
        "is_tall": any(drawing.lines >= TALL for drawing in drawn),
        "focus": _focus(drawn, path),
    }


def _follow_to(request: HttpRequest) -> str:
    """The query of the same page that follows a player whose number is appended."""
    again = request.GET.copy()
    for name in ("find", "key", "page", "from", "follow"):
        again.pop(name, None)
    return f"?{again.urlencode()}&follow=" if again else "?follow="


def _places(
    request: HttpRequest,
    stage: StageHead,
    rounds: Sequence[RoundRow],
    seats: OpenSeats,
    entries: list[int],
) -> dict[int, str]:
    return {entry: _place_of(request, stage, rounds, seats, entry) for entry in entries}


def _place_of(
    request: HttpRequest,
    stage: StageHead,
    rounds: Sequence[RoundRow],
    seats: OpenSeats,
    entry: int,
) -> str:
    """The same page with this player followed, at their current pairing or their last one."""
    where: dict[str, object] = {"stage": stage.number}
    sat = [
        (pairing.state != "done", pairing.id not in seats.byes, row.number, row.section, pairing.id)
        for row in rounds
        for pairing in row.pairings
        if any(slot.entry == entry for slot in pairing.slots)
    ]
    *_order, section, pairing = max(sat)
    if not stage.is_tree:
        return player_lookup.place(request, entry, f"group-{section}", **where)
    if _is_large(rounds):
        where["section"] = bracket_layout.TREE_OF.get(section, section)
    return player_lookup.place(request, entry, f"pair-{pairing}", **where)


def _people(shown: Tournament, rounds: Sequence[RoundRow]) -> list[EntryName]:
    """Everybody who has a slot in these rounds, by name."""
    seated = {
        slot.entry: slot.player.name
        for row in rounds
        for pairing in row.pairings
        for slot in pairing.slots
        if slot.entry is not None and slot.player is not None
    }
    named = (EntryName(pk, name, shown.pk) for pk, name in seated.items())
    return sorted(named, key=lambda person: person.name)


def _followed(
    request: HttpRequest, mine: Entry | None, people: Sequence[EntryName], seats: OpenSeats
) -> Followed | None:
    """The player who is asked for, otherwise the viewer."""
    me = mine.pk if mine else None
    wanted = small_number_in(request.GET.get("follow")) or me
    person = next((person for person in people if person.entry == wanted), None)
    if person is None:
        return None
    return followed_player(seats, person.entry, person.name, is_me=person.entry == me)


def _zoom(request: HttpRequest) -> str:
    asked = request.GET.get("zoom") or request.COOKIES.get("zoom")
    return asked if asked in ZOOMS else "normal"


def _section(request: HttpRequest, stage: StageHead, rounds: Sequence[RoundRow], path: Path) -> str:
    """One bracket at a time where the draw is too large for all; empty: all below each other."""
    trees = [key for key, _title in _sections(stage)]
    asked = request.GET.get("section", "")
    if asked == "all" or len(trees) < 2:
        return ""
    if asked in trees:
        return asked
    if not _is_large(rounds):
        return ""
    now = [
        bracket_layout.TREE_OF.get(row.section, row.section)
        for row in rounds
        for pairing in row.pairings
        if pairing.id in path.been and pairing.state != "done"
    ]
    return now[0] if now else trees[0]


def _is_large(rounds: Sequence[RoundRow]) -> bool:
    """Is one bracket drawn at a time?"""
    return sum(len(row.pairings) for row in rounds) > SMALL


def _sections(stage: StageHead) -> list[tuple[str, str]]:
    return [
        (section.key, section.title)
        for section in stage.sections
        if section.key not in bracket_layout.TREE_OF
    ]


def _chosen(rounds: Sequence[RoundRow], section: str) -> tuple[RoundRow, ...]:
    tree = bracket_layout.TREE_OF
    return tuple(
        row for row in rounds if not section or tree.get(row.section, row.section) == section
    )


def _first(
    request: HttpRequest, rounds: Sequence[RoundRow], seats: OpenSeats, *, whole: bool
) -> int:
    """The round that a tree begins with: the one asked for, otherwise the first of a tall tree that is not over."""
    numbers = [row.number for row in rounds]
    asked = small_number_in(request.GET.get("from"))
    if asked in numbers:
        return asked or 0
    open_ones = (row.number for row in rounds if len(seats.shown(row)) < TALL or not row.done)
    return numbers[0] if whole else next(open_ones, numbers[0])


def _starts(rounds: Sequence[RoundRow], seats: OpenSeats) -> list[RoundRow]:
    """The rounds a tall tree may begin with."""
    if not rounds or len({row.section for row in rounds}) > 2:
        return []
    if max(len(seats.shown(row)) for row in rounds) < TALL:
        return []
    return [row for row in rounds if len(seats.shown(row)) >= FEWEST]


def _sides(drawn: Sequence[bracket_layout.Drawing]) -> Iterator[BracketSide]:
    for drawing in drawn:
        for column in drawing.columns:
            for cell in column.nodes:
                yield from cell.sides


def _focus(drawn: Sequence[bracket_layout.Drawing], path: Path) -> int | None:
    """The pairing of the followed player to scroll to: the current one, otherwise the last."""
    nodes = [node for drawing in drawn for column in drawing.columns for node in column.nodes]
    on_way = [node.row for node in nodes if node.row and node.row.id in path.been]
    now = [pairing.id for pairing in on_way if pairing.state != "done"]
    if now:
        return now[0]
    return on_way[-1].id if on_way else None


def _groups(
    shown: Tournament, stage: StageHead, rounds: Sequence[RoundRow]
) -> list[dict[str, Any]]:
    """Each group: its small table, then its rounds."""
    tables = group_tables(shown, stage.number)
    return [
        {
            "title": section.title,
            "key": section.key,
            "table": tables.get(section.key, ()),
            "rounds": [row for row in rounds if row.section == section.key],
        }
        for section in stage.sections
    ]
