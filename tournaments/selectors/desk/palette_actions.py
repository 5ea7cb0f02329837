"""What can be done at the desk besides ruling on a match, as far as the viewer may: the commands of the palette."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.permissions import Right
from tournaments.selectors.tournament.names import Names


@dataclass(frozen=True, slots=True)
class Hit:
    """A line of the palette. `opens`: in a dialog over the desk; else it leads away. `bold` is what was found in."""

    kind: str
    title: str
    more: str
    href: str
    icon: str
    key: str = ""
    opens: bool = False


def actions(tournament: Tournament, names: Names, rights: frozenset[Right]) -> Iterator[Hit]:
    """All of them; a page that this site has not is left out. No query."""
    for right, title, name, icon, opens in _pages():
        href = link(name, tournament) if right is None or right in rights else ""
        if href:
            yield Hit("do", title, "", href, icon, opens=opens)
    if Right.DIRECT not in rights:
        return
    desk = link("tournament-manage", tournament)
    if tournament.started_at is None:
        yield Hit("do", _("Add a player"), "", f"{desk}?tab=entries#walk-h", "plus")
    elif tournament.status == Tournament.Status.RUNNING:
        yield Hit("do", _("Add a late entry"), "", f"{desk}?tab=entries#walk-h", "plus")
        yield from _on_rounds(tournament, names)


def _on_rounds(tournament: Tournament, names: Names) -> Iterator[Hit]:
    for row in names.rounds.values():
        said = {"round": names.full_round(row)}
        hold = _("Hold %(round)s back") if row.open else _("Let %(round)s go on")
        yield Hit(
            "do", hold % said, "", link("tournament-round", tournament, row.pk), "pause", opens=True
        )
        clocks = link("tournament-clocks", tournament)
        if clocks:
            pause = f"{clocks}?round={row.pk}"
            yield Hit("do", _("Pause %(round)s") % said, "", pause, "pause", opens=True)


def _pages() -> tuple[tuple[Right | None, str, str, str, bool], ...]:
    """The right that a page asks for, its title, the name of its address, its icon, whether it opens over the desk."""
    return (
        (Right.DIRECT, _("Announce…"), "tournament-announcements", "sound", True),
        (Right.SCORE, _("Tables and rooms"), "tournament-tables", "table", False),
        (Right.SCORE, _("Check in"), "tournament-check-in", "check", False),
        (Right.SCORE, _("Print pairings, slips and sheets"), "tournament-papers", "print", False),
        (Right.DIRECT, _("Clocks"), "tournament-clocks", "clock", True),
        (Right.DIRECT, _("Lateness and deadlines"), "tournament-timing", "clock", True),
        (Right.DIRECT, _("Settings"), "tournament-settings", "info", False),
        (Right.DIRECT, _("Record of rulings"), "tournament-rulings", "undo", False),
        (Right.ORGANIZE, _("Money"), "tournament-money", "trophy", False),
        (Right.ORGANIZE, _("Roles and invitations"), "tournament-people", "user", False),
        (None, _("Public page"), "tournament", "eye", False),
        (None, _("Wall for a projector"), "tournament-wall", "eye", False),
        (None, _("TV"), "tournament-tv", "eye", False),
    )


def link(name: str, tournament: Tournament, *args: Any) -> str:
    """The address; nothing where this site has no such page."""
    try:
        return reverse(name, args=[tournament.slug, *args])
    except NoReverseMatch:
        return ""
