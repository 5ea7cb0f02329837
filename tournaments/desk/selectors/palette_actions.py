"""The actions of the command palette: what the viewer may do at the desk besides ruling on a match."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.entry_search import EntryName
from tournaments.bracket.selectors.pairing_requests import request_stage
from tournaments.core.permissions import Right
from tournaments.desk.selectors.desk_scope import DeskTournament
from tournaments.models import Event, Tournament
from web.folding import fold


@dataclass(frozen=True, slots=True)
class Hit:
    """A line of the palette. `opens`: in a dialog over the desk; otherwise it leads to another page."""

    kind: str
    title: str
    more: str
    href: str
    icon: str
    key: str = ""
    opens: bool = False
    words: str = ""  # other words to find it by

    def fits(self, query: str) -> bool:
        """Does each word of the query occur in it?"""
        text = fold(f"{self.title} {self.more} {self.words}")
        return all(word in text for word in fold(query).split())


def actions(at: DeskTournament) -> Iterator[Hit]:
    """All actions on a tournament; pages that this site does not have are left out. No query."""
    tournament = at.tournament
    if at.short:
        yield Hit("do", _("Desk"), at.short, at.link("tournament-manage"), "flag")
    for right, title, name, icon, opens in _pages():
        href = link(name, tournament) if right is None or right in at.rights else ""
        if href:
            yield Hit("do", title, at.short, href, icon, opens=opens)
    if Right.DIRECT not in at.rights:
        return
    yield from _on_decisions(at)
    desk = link("tournament-manage", tournament)
    if tournament.started_at is None:
        yield Hit("do", _("Add player"), at.short, f"{desk}?tab=entries#walk-h", "plus")
    elif tournament.status == Tournament.Status.RUNNING:
        yield Hit("do", _("Add late entry"), at.short, f"{desk}?tab=entries#walk-h", "plus")
        yield from _on_rounds(at)


def _on_decisions(at: DeskTournament) -> Iterator[Hit]:
    """Undo, publish, and actions on a player or a match that is not named yet."""
    tournament = at.tournament
    desk, status = link("tournament-manage", tournament), tournament.status
    if tournament.started_at is not None:
        undo = _("Undo your last result or ruling")
        # Translators: other words that find this action, with commas between them
        words = _("take back, revert, mistake")
        yield Hit("do", undo, at.short, link("desk-undo", tournament), "undo", "u", True, words)
    if status == Tournament.Status.DRAFT:
        # Translators: other words that find this action, with commas between them
        words = _("publish, show")
        yield Hit("do", _("Open entry"), at.short, desk, "eye", words=words)
    if status != Tournament.Status.RUNNING:
        return
    if tournament.publishes:
        # Translators: other words that find this action, with commas between them
        words = _("draw the next round, pairings")
        yield Hit(
            "do", _("Publish next round"), at.short, f"{desk}?tab=matches", "flag", words=words
        )
    if request_stage(tournament.agreed) is not None:
        # Translators: other words that find this action, with commas between them
        words = _("bye, leaves early, must not meet, forbidden, wish")
        requests = link("tournament-pairing-requests", tournament)
        yield Hit("do", _("Pairing requests"), at.short, requests, "user", words=words)
    players = f"{desk}?tab=entries#entries-h"
    # Translators: other words that find this action, with commas between them
    words = _("remove, disqualify, leaves, drops out")
    yield Hit("do", _("Withdraw player"), at.short, players, "user", words=words)
    # Translators: other words that find this action, with commas between them
    words = _("exchange, slots, seats, change places")
    matches = f"{desk}?tab=matches#matches-h"
    yield Hit("do", _("Swap players"), at.short, matches, "user", words=words)


def on_player(at: DeskTournament, person: EntryName) -> Iterator[Hit]:
    """The actions on one player."""
    tournament = at.tournament
    if Right.DIRECT not in at.rights or tournament.status != Tournament.Status.RUNNING:
        return
    listed = (("withdraw", _("Withdraw: %(name)s")), ("disqualify", _("Disqualify: %(name)s")))
    for verb, title in listed:
        href = link("tournament-entry-leave", tournament, person.entry, verb)
        yield Hit("do", title % {"name": person.name}, at.short, href, "user", opens=True)


def on_match(at: DeskTournament, row: dict[str, Any]) -> Iterator[Hit]:
    """The actions on one match."""
    if Right.DIRECT not in at.rights:
        return
    result = _("Correct result: %(match)s") if row["decided"] else _("Enter result: %(match)s")
    listed = [("result", result, "flag", "r")]
    if not row["decided"]:
        listed += [
            ("pause", _("Pause match: %(match)s"), "pause", "p"),
            ("forfeit", _("Record forfeit: %(match)s"), "flag", "f"),
        ]
    values = {"match": row["title"]}
    for verb, title, icon, key in listed:
        href = link("desk-act", at.tournament, row["pairing"], verb)
        yield Hit("do", title % values, row["name"], href, icon, key, opens=True)
    page = link("tournament-pairing", at.tournament, row["pairing"])
    yield Hit("do", _("Swap players: %(match)s") % values, row["name"], page, "user", opens=True)


def of_event(event: Event, rights: frozenset[Right]) -> Iterator[Hit]:
    """The actions on an event as a whole. No query."""
    listed = (
        (Right.SCORE, _("New announcement"), "event-manage", "?tab=announce", "sound"),
        (Right.DIRECT, _("Add tournament"), "event-manage", "?tab=tournaments#add", "plus"),
        (Right.SCORE, _("Event money"), "event-money", "", "trophy"),
        (Right.DIRECT, _("Event roles"), "event-people", "", "user"),
        (Right.DIRECT, _("Event settings"), "event-settings", "", "info"),
        (None, _("Event page"), "event", "", "eye"),
        (None, _("Event big screen"), "event-wall", "", "eye"),
    )
    for right, title, name, more, icon in listed:
        if right is None or right in rights:
            yield Hit("do", title, "", reverse(name, args=[event.slug]) + more, icon)


def _on_rounds(at: DeskTournament) -> Iterator[Hit]:
    tournament, names = at.tournament, at.parts.names
    for row in names.rounds.values():
        values = {"round": names.full_round(row)}
        hold = _("Put on hold: %(round)s") if row.open else _("Resume round: %(round)s")
        yield Hit(
            "do",
            hold % values,
            at.short,
            link("tournament-round", tournament, row.pk),
            "pause",
            opens=True,
        )
        clocks = link("tournament-clocks", tournament)
        if clocks:
            pause = f"{clocks}?round={row.pk}"
            yield Hit(
                "do", _("Pause round: %(round)s") % values, at.short, pause, "pause", opens=True
            )


def _pages() -> tuple[tuple[Right | None, str, str, str, bool], ...]:
    """The pages of a tournament: the right each needs, its title, the name of its URL, its icon, and whether it opens
    over the desk."""
    return (
        (Right.DIRECT, _("New announcement"), "tournament-announcements", "sound", True),
        (Right.SCORE, _("Tables and rooms"), "tournament-tables", "table", False),
        (Right.SCORE, _("Room plan"), "tournament-room-plan", "table", False),
        (Right.SCORE, _("Slow matches"), "tournament-slow", "clock", False),
        (Right.SCORE, _("Check-in"), "tournament-check-in", "check", False),
        (Right.SCORE, _("Door list"), "tournament-door", "check", False),
        (Right.DIRECT, _("Entry without an account"), "tournament-registrations", "user", False),
        (
            Right.SCORE,
            _("Print pairings, match slips and score sheets"),
            "tournament-papers",
            "print",
            False,
        ),
        (Right.DIRECT, _("Clocks"), "tournament-clocks", "clock", True),
        (Right.DIRECT, _("Lateness and deadlines"), "tournament-timing", "clock", True),
        (Right.DIRECT, _("Settings"), "tournament-settings", "info", False),
        (Right.DIRECT, _("Record of rulings"), "tournament-rulings", "undo", False),
        (Right.ORGANIZE, _("Money"), "tournament-money", "trophy", False),
        (Right.ORGANIZE, _("Roles"), "tournament-people", "user", False),
        (None, _("Public page"), "tournament", "eye", False),
        (None, _("Big screen"), "tournament-wall", "eye", False),
        (None, _("TV"), "tournament-tv", "eye", False),
    )


def link(name: str, tournament: Tournament, *args: Any) -> str:
    """The address; empty where this site has no such page."""
    try:
        return reverse(name, args=[tournament.slug, *args])
    except NoReverseMatch:
        return ""
