"""What can be done at the desk besides ruling on a match, as far as the viewer may: the commands of the palette."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from tournaments.models import Event, Tournament
from tournaments.permissions import Right
from tournaments.selectors.desk.tended import Tended


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


def actions(at: Tended) -> Iterator[Hit]:
    """All of them; a page that this site has not is left out. No query."""
    tournament = at.tournament
    if at.short:
        yield Hit("do", _("Desk"), at.short, at.link("tournament-manage"), "flag")
    for right, title, name, icon, opens in _pages():
        href = link(name, tournament) if right is None or right in at.rights else ""
        if href:
            yield Hit("do", title, at.short, href, icon, opens=opens)
    if Right.DIRECT not in at.rights:
        return
    desk = link("tournament-manage", tournament)
    if tournament.started_at is None:
        yield Hit("do", _("Add a player"), at.short, f"{desk}?tab=entries#walk-h", "plus")
    elif tournament.status == Tournament.Status.RUNNING:
        yield Hit("do", _("Add a late entry"), at.short, f"{desk}?tab=entries#walk-h", "plus")
        yield from _on_rounds(at)


def of_event(event: Event, rights: frozenset[Right]) -> Iterator[Hit]:
    """What concerns all of an event. No query."""
    listed = (
        (Right.SCORE, _("Announce to everybody"), "event-manage", "?tab=announce", "sound"),
        (Right.DIRECT, _("Add a tournament"), "event-manage", "?tab=tournaments#add", "plus"),
        (Right.SCORE, _("Money of the event"), "event-money", "", "trophy"),
        (Right.DIRECT, _("People of the event"), "event-people", "", "user"),
        (Right.DIRECT, _("Settings of the event"), "event-settings", "", "info"),
        (None, _("Public page of the event"), "event", "", "eye"),
        (None, _("Wall of the event"), "event-wall", "", "eye"),
    )
    for right, title, name, more, icon in listed:
        if right is None or right in rights:
            yield Hit("do", title, "", reverse(name, args=[event.slug]) + more, icon)


def _on_rounds(at: Tended) -> Iterator[Hit]:
    tournament, names = at.tournament, at.parts.names
    for row in names.rounds.values():
        said = {"round": names.full_round(row)}
        hold = _("Hold %(round)s back") if row.open else _("Let %(round)s go on")
        yield Hit(
            "do",
            hold % said,
            at.short,
            link("tournament-round", tournament, row.pk),
            "pause",
            opens=True,
        )
        clocks = link("tournament-clocks", tournament)
        if clocks:
            pause = f"{clocks}?round={row.pk}"
            yield Hit("do", _("Pause %(round)s") % said, at.short, pause, "pause", opens=True)


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
