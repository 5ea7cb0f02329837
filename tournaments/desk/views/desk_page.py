"""What the desk shows: the queue of decisions, and one tab of the rest. Read for the whole page and for the polled
part."""

from datetime import datetime
from typing import Any
from zlib import crc32

from django.core.paginator import Paginator
from django.http import HttpRequest

from accounts.requests import me
from tournaments.bracket.selectors import change_key, entries, standings
from tournaments.bracket.selectors.rows import EntryRow
from tournaments.bracket.selectors.started import is_unplayed
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.core.permissions import Right, Viewer, rights_in
from tournaments.desk.page_parts import entries_links_of, links_of, setup_links_of
from tournaments.desk.selectors import attention, round_progress
from tournaments.desk.selectors.attention_items import DeskSnapshot
from tournaments.desk.selectors.desk_matches import MatchQuery, matches
from tournaments.desk.selectors.desk_scope import bracket_filters, load_outlines
from tournaments.desk.selectors.open_matches import checked_in, open_rows
from tournaments.desk.selectors.steps import STEP_OF_TAB, steps_at_desk
from tournaments.desk.selectors.table_map import map_legend, table_map
from tournaments.entry.forms.entering import BotsForm, SeedsForm, WalkInForm
from tournaments.entry.selectors.invitations import answers_before_start
from tournaments.entry.services import late_entries
from tournaments.event.selectors.announcements import current_announcements
from tournaments.event.selectors.events import is_hidden_behind
from tournaments.event.selectors.winners import winners_of_tournament
from tournaments.event.services.presence import at_the_desk
from tournaments.formats.registry import FORMATS
from tournaments.models import Tournament, Venue
from tournaments.ruling.selectors import rulings
from tournaments.ruling.selectors.conduct_penalties import warnings_by_entry
from tournaments.setup.selectors import rule_card
from tournaments.venue.selectors.check_in import missing_before_start
from web.folding import fold

Status = Tournament.Status
TABS = tuple(STEP_OF_TAB)
ENTRIES_PER_PAGE = 100
RULINGS_SHOWN = 30
LATEST_SHOWN = 5
LOOKS_AGAIN_S = 15  # how often the page is read again although nothing was written


class DeskPage:
    """One view of the desk. `key` changes with everything that it shows, and every LOOKS_AGAIN_S."""

    def __init__(
        self,
        request: HttpRequest,
        tournament: Tournament,
        now: datetime,
        seeds: SeedsForm | None = None,
        walk_in: WalkInForm | None = None,
    ) -> None:
        self.request, self.tournament, self.now = request, tournament, now
        self.seeds, self.walk_in = seeds, walk_in
        self.others = at_the_desk(f"t{tournament.pk}", me(request), now.timestamp())
        there = crc32("/".join(self.others).encode())
        again = int(now.timestamp()) // LOOKS_AGAIN_S
        self.key = f"{change_key.page_key(tournament)}.{again}.{there:x}"

    def context(self) -> dict[str, Any]:
        tournament, asked = self.tournament, self.request.GET
        self.scope = load_outlines([tournament], self.request.user, named=True)
        self.at = at = self.scope[tournament.pk]
        self.parts, self.rights, self.waiting = at.parts, at.rights, at.waiting
        self.rows = open_rows(self.parts)
        self.items, self.waits = attention.items(DeskSnapshot.of(self.scope, self.rows, self.now))
        begun = bool(self.parts.stages)
        typed = bool(self.seeds or self.walk_in)
        first = "matches" if begun else "entries"
        if tournament.status == Status.DRAFT and not typed:
            first = "setup"
        tab = asked.get("tab", "")
        tab = "entries" if typed else tab if tab in TABS else first
        step = STEP_OF_TAB[tab]
        steps = steps_at_desk(tournament, self.rights, self.parts, len(self.rows))
        context: dict[str, Any] = {
            "tournament": tournament,
            "key": self.key,
            "tab": tab,
            "others": self.others,
            "now": self.now,
            "begun": begun,
            "open_count": len(self.rows),
            "round": asked.get("round", "") if tab == "matches" else "",
            "page_asked": asked.get("page", "") if tab == "matches" else "",
            "find": asked.get("find", "").strip()[:80],
            "entries_page": asked.get("entries", ""),
            "waiting": self.waiting,
            "items": self.items,
            "waits": self.waits,
            "may": at.may,
            "bracket": self._bracket(),
            "steps": steps,
            "step": step,
            "pages": steps.pages(step),
            "pressed": steps.pressed_elsewhere(step),
            "start_undoable": self._may_undo_start(),
            "announcements": current_announcements(tournament, self.now),
            **_of_its_event(tournament, self.request.user),
            "live": tournament.status in (Status.DRAFT, Status.OPEN, Status.RUNNING),
        }
        return context | self._entry_counts() | getattr(self, f"_{tab}")()

    def _may_undo_start(self) -> bool:
        """Is the tournament drawn and nothing played? One query before a match is open that has begun."""
        tournament = self.tournament
        may = Right.DIRECT in self.rights and not tournament.is_rehearsal
        if not may or tournament.status != Status.RUNNING or any(row.begun for row in self.rows):
            return False
        return is_unplayed(tournament)

    def _bracket(self) -> str:
        """The bracket that the matches are filtered by."""
        asked = self.request.GET.get("bracket", "")
        return asked if asked in [key for key, _title in self.at.brackets] else ""

    def _entry_counts(self) -> dict[str, Any]:
        """How many are entered, and what may be done about more. The tab reads the names."""
        tournament, limit = self.tournament, self.tournament.entry_limit
        active = int(tournament.entry_count)  # type: ignore[attr-defined]  # annotated by lists
        before = tournament.started_at is None and tournament.status != Status.CANCELLED
        return {
            "active": active,
            "full": limit is not None and active >= limit,
            "before_start": before,
            "missing": missing_before_start(tournament),
            "answers": answers_before_start(tournament),
            "on_board": (venue := venue_of(tournament)) is not None and venue.by_default_on_board,
            "format": FORMATS[tournament.format],
            "walk_in": self.walk_in or WalkInForm(is_next=self.request.GET.get("next") == "name"),
            "warnings": rule_card.warnings(tournament) if tournament.started_at is None else [],
            "rulings": self._rulings(LATEST_SHOWN),
        }

    def _matches(self) -> dict[str, Any]:
        """The open matches, and every round with how far it has come."""
        given, bracket = self.request.GET, self._bracket()
        asked = MatchQuery(self.now, given.get("round"), given.get("page"), bracket=bracket)
        page = matches(self.scope, self.request.user, self.rows, asked, self.items)
        return {
            "stages": round_progress.stage_lines(self.tournament, self.parts),
            "matches": page,
            "brackets": bracket_filters(self.at, bracket) if page.chosen is None else [],
            "tables": (tables := table_map(self.scope, self.items)),
            "legend": map_legend(tables),
        }

    def _entries(self) -> dict[str, Any]:
        tournament, seeds = self.tournament, self.seeds
        before = tournament.started_at is None and tournament.status != Status.CANCELLED
        rows = entries.entry_rows(tournament, self.request.user)
        sought = self.request.GET.get("find", "").strip()[:80]
        listed = [row for row in rows if row.status in entries.SHOWN] if before else rows
        listed = [row for row in listed if fold(sought) in fold(row.player.name)]
        page = Paginator(listed, ENTRIES_PER_PAGE).get_page(self.request.GET.get("entries"))
        shown: list[EntryRow] = [
            row for row in page if seeds is None or f"seed_{row.id}" in seeds.fields
        ]
        typed = seeds or SeedsForm(entries=shown)
        return {
            "entries": page,
            "seeds": [(row, typed[f"seed_{row.id}"]) for row in shown] if before else [],
            "entries_links": entries_links_of(tournament) if Right.SCORE in self.rights else [],
            "seeding_links": links_of(tournament) if before and listed else [],
            "seeds_refused": bool(seeds) and not getattr(seeds, "changed_meanwhile", None),
            "seeds_changed": getattr(seeds, "changed_meanwhile", ()),
            "labels": entries.details_of(row.id for row in page),
            "warned": warnings_by_entry(tournament),
            "bots": BotsForm(),
            "there": checked_in(tournament),
            "checks_in": Right.SCORE in self.rights
            and Venue.objects.filter(tournament=tournament).exists(),
            "may_come": not before and late_entries.may_enter_late(tournament),
        }

    def _standings(self) -> dict[str, Any]:
        rows = standings.standing_rows(self.tournament)
        page = Paginator(rows, ENTRIES_PER_PAGE).get_page(self.request.GET.get("page"))
        return {"standings": page}

    def _setup(self) -> dict[str, Any]:
        links = setup_links_of(self.tournament) if Right.DIRECT in self.rights else []
        return {"terms": rule_card.terms_summary(self.tournament), "setup_links": links}

    def _draw(self) -> dict[str, Any]:
        return {"stages": round_progress.stage_lines(self.tournament, self.parts)}

    def _prizes(self) -> dict[str, Any]:
        return {"won": {"winners": winners_of_tournament(self.tournament, self.parts)}}

    def _record(self) -> dict[str, Any]:
        return {"rulings": self._rulings(RULINGS_SHOWN)}

    def _rulings(self, most: int) -> list[Any]:
        latest = rulings.rulings_of(self.tournament)[:most]
        return list(rulings.ruling_rows(self.tournament, list(latest)))


def _of_its_event(tournament: Tournament, viewer: Viewer) -> dict[str, bool]:
    """Is the tournament public while its event is not, and may the viewer publish the event?"""
    if not is_hidden_behind(tournament):
        return {}
    assert tournament.event is not None  # noqa: S101  # is_hidden_behind has looked
    may_publish = Right.ORGANIZE in rights_in(viewer, tournament.event)
    return {"event_hidden": True, "may_publish_event": may_publish}
