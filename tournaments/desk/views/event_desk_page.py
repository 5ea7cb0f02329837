"""What the desk of an event shows: the queue of decisions of all its tournaments, their matches together, and the
tables of the playing room. Read for the whole page and for the polled part, in a fixed number of queries."""

from datetime import datetime
from typing import Any, NamedTuple
from zlib import crc32

from django.http import HttpRequest
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.requests import me
from tournaments.bracket.selectors import change_key
from tournaments.core.permissions import Right, preload_roles, rights_in
from tournaments.desk.page_parts import links_of_event
from tournaments.desk.selectors import attention
from tournaments.desk.selectors.attention_items import DeskSnapshot
from tournaments.desk.selectors.desk_matches import MatchQuery, matches
from tournaments.desk.selectors.desk_scope import (
    DeskTournament,
    bracket_filters,
    load_outlines,
    tournament_filters,
)
from tournaments.desk.selectors.open_matches import open_rows
from tournaments.desk.selectors.table_map import map_legend, table_map
from tournaments.event.forms import AddForm, AnnounceForm
from tournaments.event.selectors import announcements, events
from tournaments.event.services.presence import at_the_desk
from tournaments.models import Event, Tournament
from web.errors import NotAllowed

TABS = ("matches", "tournaments", "announce")
RUNNING = Tournament.Status.RUNNING
LOOKS_AGAIN_S = 15  # how often the page is read again although nothing was written


class EventScope(NamedTuple):
    """What a person has in an event: their rights in the whole of it, the tournaments they see, and those at whose
    desk they work."""

    rights: frozenset[Right]
    visible: list[Tournament]
    at_desk: list[Tournament]


def event_scope(request: HttpRequest, event: Event) -> EventScope:
    """People with a role in the event see all of it; people with a role in some of its tournaments see those. Three
    queries."""
    visible = events.tournaments_of(event, request.user)
    preload_roles(me(request), event, visible)
    rights = rights_in(request.user, event)
    own = [tournament for tournament in visible if rights_in(request.user, tournament)]
    if not rights and not own:
        raise NotAllowed("not_your_role", _("Your role does not allow this."))
    at_desk = [
        tournament for tournament in own if Right.SCORE in rights_in(request.user, tournament)
    ]
    return EventScope(rights, visible if rights else own, at_desk)


class EventDeskPage:
    """One view of the desk. `key` changes with everything that it shows, and every LOOKS_AGAIN_S."""

    def __init__(self, request: HttpRequest, event: Event, now: datetime, **forms: Any) -> None:
        self.request, self.event, self.now, self.forms = request, event, now, forms
        self.rights, self.visible, self.at_desk = event_scope(request, event)
        self.announcements = announcements.current_announcements(event, now)
        self.others = at_the_desk(f"e{event.pk}", me(request), now.timestamp())
        marks = "/".join(
            [*self.others, *(str(announcement.id) for announcement in self.announcements)]
        )
        again = int(now.timestamp()) // LOOKS_AGAIN_S
        fresh = change_key.desk_key(self.visible)
        self.key = f"{event.version}.{fresh}.{again}.{crc32(marks.encode()):x}"

    def context(self) -> dict[str, Any]:
        given = self.request.GET
        shorts = events.short_names(self.event, self.visible)
        self.scope = load_outlines(self.at_desk, self.request.user, shorts)
        self.rows = open_rows(*(at.parts for at in self.scope.values()))
        self.items, self.waits = attention.items(DeskSnapshot.of(self.scope, self.rows, self.now))
        begun = any(at.parts.stages for at in self.scope.values())
        tab = given.get("tab", "") if not self.forms else next(iter(self.forms))
        tab = {"say": "announce", "add": "tournaments"}.get(tab, tab)
        if tab not in TABS or (tab == "matches" and not begun):
            tab = "matches" if begun else "tournaments"
        of, bracket = self._chosen(given.get("of", ""), given.get("bracket", ""))
        asked = {"of": of.tournament.pk if of else "", "bracket": bracket}
        asked |= {"page": given.get("page", "")} if tab == "matches" else {"page": ""}
        context: dict[str, Any] = {
            "event": self.event, "key": self.key, "tab": tab, "begun": begun, "others": self.others,
            "ask": urlencode({"tab": tab, **asked}), "of": of, "announcements": self.announcements, "items": self.items,
            "waits": self.waits,
            "open_count": len(self.rows), "tournament_count": len(self.visible),
            "tends": bool(self.scope), "desks": [at.link("tournament-manage") for at in self.scope.values()],
            "may": {right.value: True for right in self.rights}, "board": self._at_tables(of),
            "links": links_of_event(self.event),
        }  # fmt: skip
        return context | getattr(self, f"_{tab}")(of, bracket)

    def _chosen(self, of: str, bracket: str) -> tuple[DeskTournament | None, str]:
        chosen = self.scope.get(int(of)) if of.isdecimal() and len(of) < 12 else None
        keys = [key for key, _title in chosen.brackets] if chosen else []
        return chosen, bracket if bracket in keys else ""

    def _at_tables(self, of: DeskTournament | None) -> DeskTournament | None:
        """The tournament whose pages manage the tables of the playing room."""
        desks = (at for at in self.scope.values() if getattr(at.tournament, "venue", None))
        return of if of and getattr(of.tournament, "venue", None) else next(desks, None)

    def _matches(self, of: DeskTournament | None, bracket: str) -> dict[str, Any]:
        number = of.tournament.pk if of else None
        asked = MatchQuery(self.now, None, self.request.GET.get("page"), number, bracket)
        return {
            "matches": matches(self.scope, self.request.user, self.rows, asked, self.items),
            "tables": (tables := table_map(self.scope, self.items)),
            "legend": map_legend(tables),
            "filters": tournament_filters(self.scope, number),
            "quick": any(at.tournament.status == RUNNING for at in self.scope.values()),
            "brackets": bracket_filters(of, bracket) if of else [],
        }

    def _tournaments(self, of: DeskTournament | None, bracket: str) -> dict[str, Any]:
        directs = Right.DIRECT in self.rights
        lines = events.desk_rows(self.visible)
        return {
            "lines": lines,
            "total": sum(line.row.entries for line in lines),
            "running": sum(line.row.live for line in lines),
            "add": self.forms.get("add") or AddForm(None, zone=self.event.time_zone),
            "alone": events.standing_alone(self.request.user) if directs else [],
        }

    def _announce(self, of: DeskTournament | None, bracket: str) -> dict[str, Any]:
        return {"say": self.forms.get("say") or AnnounceForm(None, zone=self.event.time_zone)}
