"""The tournaments of one desk – one tournament, or those of an event – with what is read of them for the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors.names import Names, rounds_of
from tournaments.bracket.selectors.next_round import Waiting, waiting
from tournaments.bracket.selectors.outline import Outline, outlines
from tournaments.core.permissions import Right, Viewer, rights_in
from tournaments.core.round_names import draw_colour
from tournaments.desk.selectors.open_matches import OpenPairing
from tournaments.models import Round, Tournament

MOST_BRACKETS = 6
MOST_ADDRESSES = 5000


class FilterLink(NamedTuple):
    """One choice of a filter of the matches: its name, its query, whether it is the one shown, and the colour of a
    bracket: main, consolation or last."""

    name: str
    query: str
    is_on: bool
    colour: str = ""


@dataclass(frozen=True, slots=True)
class DeskTournament:
    """A tournament at a desk: its draw so far, the rounds that wait to be drawn, and what the viewer may do in it.

    `short` is its short name at a desk of several, and empty at its own desk.
    """

    tournament: Tournament
    parts: Outline
    rights: frozenset[Right]
    short: str = ""
    waiting: tuple[Waiting, ...] = ()

    @property
    def may(self) -> dict[str, bool]:
        """The rights in a form that templates can look up."""
        return {right.value: True for right in self.rights}

    @property
    def is_on(self) -> bool:
        status = Tournament.Status
        return self.tournament.status in (status.OPEN, status.RUNNING)

    @property
    def brackets(self) -> tuple[tuple[str, str], ...]:
        """The brackets and groups that are not over, by key, for the filter of open matches; empty where there is
        only one, or more than fit in a row of buttons."""
        listed = [
            (f"{stage.number}.{section.key}", section.title or stage.title)
            for stage in self.parts.stages
            for section in stage.sections
            if any(head.undecided for head in section.rounds)
        ]
        return tuple(listed) if 1 < len(listed) <= MOST_BRACKETS else ()

    def link(self, name: str, *args: object) -> str:
        return _address(name, self.tournament.slug, *args)

    def action_link(self, pairing: int, verb: str) -> str:
        """The address of one action on a pairing."""
        return self.link("desk-act", pairing, verb)

    def place(self, row: OpenPairing) -> str:
        """Where a match is played: Table 9, Consolation: round 1."""
        if row.table is None:
            return row.head.full_name
        values = {"table": row.table, "round": row.head.full_name}
        return _("Table %(table)s, %(round)s") % values


@lru_cache(MOST_ADDRESSES)
def _address(name: str, *args: object) -> str:
    """A desk of 300 tables has as many addresses, the same each time that it is shown."""
    return reverse(name, args=args)


def load_outlines(
    tournaments: Sequence[Tournament],
    viewer: Viewer,
    shorts: Mapping[int, str] | None = None,
    *,
    named: bool = False,
) -> dict[int, DeskTournament]:
    """The tournaments of a desk by id, in their order. Two queries; with `named`, the matches that a draw waits for
    are named, one query more for each stage."""
    parts = outlines(tournaments)
    return {
        tournament.pk: replace(loaded, waiting=waiting(tournament, loaded.parts, named=named))
        for tournament in tournaments
        for loaded in [_loaded(tournament, parts[tournament.pk], viewer, shorts)]
    }


def load_names(
    tournaments: Sequence[Tournament], viewer: Viewer, shorts: Mapping[int, str] | None = None
) -> list[DeskTournament]:
    """The tournaments of a desk with the names of their rounds, and nothing else of their draws. One query."""
    of: dict[int, list[Round]] = {}
    for row in rounds_of(*tournaments) if tournaments else ():
        of.setdefault(row.stage.tournament_id, []).append(row)
    return [
        _loaded(tournament, Outline((), (), Names(of.get(tournament.pk, ()))), viewer, shorts)
        for tournament in tournaments
    ]


def _loaded(
    tournament: Tournament, parts: Outline, viewer: Viewer, shorts: Mapping[int, str] | None
) -> DeskTournament:
    return DeskTournament(
        tournament, parts, rights_in(viewer, tournament), (shorts or {}).get(tournament.pk, "")
    )


def filtered(
    rows: Sequence[OpenPairing], tournament: int | None, bracket: str
) -> list[OpenPairing]:
    """The rows of one tournament, if one is given, and of one of its brackets."""
    return [
        row
        for row in rows
        if (tournament is None or row.tournament == tournament)
        and (not bracket or f"{row.head.row.stage.number}.{row.head.row.section}" == bracket)
    ]


def tournament_filters(scope: Mapping[int, DeskTournament], chosen: int | None) -> list[FilterLink]:
    """All, and each tournament that is drawn; empty where there is only one."""
    on = [(pk, at) for pk, at in scope.items() if at.parts.stages]
    if len(on) < 2:
        return []
    rest = [FilterLink(at.short, f"?of={pk}", pk == chosen) for pk, at in on]
    return [
        FilterLink(pgettext("filter: tournaments", "All"), "?tab=matches", chosen is None),
        *rest,
    ]


def bracket_filters(at: DeskTournament, chosen: str) -> list[FilterLink]:
    """The whole tournament, and each of its brackets; empty where there is only one."""
    if not at.brackets:
        return []
    of = {"of": at.tournament.pk} if at.short else {"tab": "matches"}
    each = [
        FilterLink(
            name,
            "?" + urlencode(of | {"bracket": key}),
            key == chosen,
            draw_colour(key.partition(".")[2]),
        )
        for key, name in at.brackets
    ]
    return [FilterLink(_("All brackets"), "?" + urlencode(of), not chosen), *each]
