"""The tab of the draw: the trees of a knockout or the groups of a stage, the search for a player, and a followed
player."""

from collections.abc import Sequence
from dataclasses import dataclass
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
from tournaments.public.views.player_lookup import small_number_in
from tournaments.public.views.player_paths import NO_PATH, Path, path_of

ZOOMS = ("fit", "normal")
TALL = 32  # lines from which a tree may begin with a later round
FEWEST = 4  # the fewest pairings of a round that a tall tree may begin with
OFFERED = 600  # names in the list behind the search field


@dataclass(frozen=True, slots=True)
class Followed:
    """The player whose path is drawn, and whether that is the viewer."""

    entry: int
    name: str
    is_me: bool


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
    looked = player_lookup.looked_up(request, people, partial(_places, request, stage, rounds))
    if "to" in looked:
        return looked
    followed = _followed(request, mine, people)
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
    first = _first(request, chosen, whole=is_asked)
    drawn = bracket_layout.drawings(
        bracket_layout.trimmed(chosen, first), path, [row.key for row in stage.sections]
    )
    return values | {
        "section": section,
        "sections": _sections(stage) if section else (),
        "first": first,
        "starts": _starts(chosen),
        "drawings": drawn,
        "has_way_after_loss": any(drawing.has_way_after_loss for drawing in drawn),
        "is_tall": any(drawing.lines >= TALL for drawing in drawn),
        "focus": _focus(drawn, path),
    }


def _places(
    request: HttpRequest, stage: StageHead, rounds: Sequence[RoundRow], entries: list[int]
) -> dict[int, str]:
    return {entry: _place_of(request, stage, rounds, entry) for entry in entries}


def _place_of(
    request: HttpRequest, stage: StageHead, rounds: Sequence[RoundRow], entry: int
) -> str:
    """The same page with this player followed, at their current pairing or their last one."""
    where: dict[str, object] = {"stage": stage.number}
    sat = [
        (pairing.state != "done", row.number, row.section, pairing.id)
        for row in rounds
        for pairing in row.pairings
        if any(slot.entry == entry for slot in pairing.slots)
    ]
    _now, _number, section, pairing = max(sat)
    if not stage.is_tree:
        return player_lookup.place(request, entry, f"group-{section}", **where)
    if sum(len(row.pairings) for row in rounds) > SMALL:
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
    request: HttpRequest, mine: Entry | None, people: Sequence[EntryName]
) -> Followed | None:
    """The player who is asked for, otherwise the viewer."""
    me = mine.pk if mine else None
    wanted = small_number_in(request.GET.get("follow")) or me
    person = next((person for person in people if person.entry == wanted), None)
    return Followed(person.entry, person.name, person.entry == me) if person else None


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
    if sum(len(row.pairings) for row in rounds) <= SMALL:
        return ""
    now = [
        bracket_layout.TREE_OF.get(row.section, row.section)
        for row in rounds
        for pairing in row.pairings
        if pairing.id in path.been and pairing.state != "done"
    ]
    return now[0] if now else trees[0]


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


def _first(request: HttpRequest, rounds: Sequence[RoundRow], *, whole: bool) -> int:
    """The round that a tree begins with: the one asked for, otherwise the first of a tall tree that is not over."""
    numbers = [row.number for row in rounds]
    asked = small_number_in(request.GET.get("from"))
    if asked in numbers:
        return asked or 0
    open_ones = (row.number for row in rounds if len(row.pairings) < TALL or not row.done)
    return numbers[0] if whole else next(open_ones, numbers[0])


def _starts(rounds: Sequence[RoundRow]) -> list[RoundRow]:
    """The rounds a tall tree may begin with."""
    if not rounds or len(rounds[0].pairings) < TALL or len({row.section for row in rounds}) > 2:
        return []
    return [row for row in rounds if len(row.pairings) >= FEWEST]


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
