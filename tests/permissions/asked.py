"""Every address of the site with every method that it takes, about which things it is asked, and with what data."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver
from django.views.generic import RedirectView
from rest_framework.views import APIView

from tests.games.records.files import golden
from tests.permissions.desk_bodies import DESK_BODIES
from tests.permissions.own_bodies import LADDERS, LEAGUES, LINEUPS, OWN_BODIES, with_a_player
from tests.permissions.world import PASSWORD, Values

CONVERTER = re.compile(r"<(?:\w+:)?(\w+)>")
GROUP = re.compile(r"\(\?P<(\w+)>(?:\[[^\]]*\]|[^()\[\]])*\)")
APPS = re.compile(r"\(\?P<app_label>[^)]*\)")  # in whatever order they were registered
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ADMIN = re.compile(r"/admin/(\w+)/(\w+)/")


@dataclass(frozen=True)
class Route:
    """An address as the site's table of addresses writes it; `methods` are those that its view has."""

    address: str
    name: str
    methods: tuple[str, ...]

    def path(self, values: Values) -> str:
        """The address of one thing."""
        filled = {**ANYTHING, **values, **PARTS.get(self.name, {})}
        text = GROUP.sub(lambda match: str(filled[match[1]]), self.address)
        text = CONVERTER.sub(lambda match: str(filled[match[1]]), text)
        return text.replace("^", "").replace("$", "").replace("\\", "")

    @property
    def targets(self) -> tuple[str, ...]:
        """About which things it is asked (world.py)."""
        if self.name in TARGETS:
            return TARGETS[self.name]
        if (match := ADMIN.match(self.address)) and match[1] in apps.app_configs:
            return (f"{match[1]}.{match[2]}",)
        for word, things in BY_PARAMETER.items():
            if f":{word}>" in self.address:
                return things
        return ("oneself",)


def routes(patterns: Any = None, before: str = "/") -> Iterator[Route]:
    for url_pattern in get_resolver().url_patterns if patterns is None else patterns:
        address = APPS.sub("(?P<app_label>...)", before + str(url_pattern.pattern))
        if isinstance(url_pattern, URLResolver):
            yield from routes(url_pattern.url_patterns, address)
        elif isinstance(url_pattern, URLPattern):
            yield Route(address, url_pattern.name or "", _methods(url_pattern.callback))


def _methods(view: Any) -> tuple[str, ...]:
    kind = getattr(view, "cls", None) or getattr(view, "view_class", None)
    if kind is None or issubclass(kind, RedirectView):
        return ("GET", "POST")
    methods = tuple(method for method in METHODS if hasattr(kind, method.lower()))
    if issubclass(kind, APIView):
        return methods
    return tuple(
        method for method in methods if method in {"GET", "POST"}
    )  # a form's PUT is its POST


ANYTHING: Values = {
    "seq": 5, "ask": "play", "kind": "json", "tab": "entries", "object_id": 999_999, "id": 999_999,
    "content_type_id": 1, "app_label": "accounts", "url": "nothing/", "rest": "players", "key": "none", "uidb36": "1", "token": "none", "pk": 999_999, "entry_id": 999_999, "tournament_id": 999_999, "pairing_id": 999_999, "table_id": 999_999, "line_id": 999_999, "announcement_id": 999_999, "tournament": "nothing", "slip_id": 999_999, "number": 1, "pool_id": 999_999, "file_id": 999_999,
    "name": "entries.csv", "round_id": 999_999, "ruling_id": 999_999, "request_id": 999_999, "penalty_id": 999_999, "player_id": 999_999, "absence_id": 999_999, "watch_id": 999_999, "lot_id": 999_999, "notice_id": 999_999, "result_id": 999_999, "card_id": 999_999, "access_id": 999_999, "agreement_id": 999_999, "provider_id": "none", "account_id": 999_999, "session_id": 999_999,
}  # fmt: skip
PARTS = {
    "play-bot": {"kind": "steady"},
    "event-new": {"key": "club_night"},
    "tournament-files": {"kind": "all"},
    "player-files": {"kind": "mat"},
    "match-image": {"kind": "svg"},
    "event-file": {"kind": "rules"},
    "api-event-file": {"kind": "rules"},
    "desk-act": {"verb": "pause"},
    "tournament-agreement-new": {"section": "main", "kind": "equal"},
    "tournament-entry-field": {"field": "club"},
    "tournament-paper": {"kind": "draw"},
    "tournament-desk-paper": {"kind": "players"},
    "tournament-report-file": {"name": "matches.csv"},
    "event-report-file": {"name": "matches.csv"},
    "sitemap-part": {"section": "players"},
    "embed": {"kind": "standings"},
    "calendar": {"code": "none"},
    "api-period-ratings": {"period": "2026-03"},
}
EVENTS = ("event", "draft")
BY_PARAMETER = {"slug": EVENTS, "match_id": ("event", "late")}
FESTIVALS = ("festival", "secret")
TARGETS = {
    "play-accept": ("lobby",),
    **dict.fromkeys(
        (
            "event", "event-manage", "event-find", "event-quick", "event-undo", "event-settings", "event-publish", "event-add", "event-order",
            "event-announce", "event-clone", "event-people", "api-event", "event-money", "event-pictures", "event-rules", "event-calendar", "event-picture", "event-file",
            "event-players", "event-timetable", "event-exchange", "event-import", "event-report", "event-report-file", "api-event-report", "event-wall", "event-room-wall", "event-list-settings", "event-feed",
            "api-event-list-settings",
        ),
        FESTIVALS,
    ),
    "invitation": ("asked",),
    **dict.fromkeys(
        (
            "club", "club-join", "club-leave", "club-settings", "club-members", "club-hosting", "club-delete", "api-club", "api-club-membership",
            "api-club-requests", "api-club-members", "api-club-hostings", "api-club-hosting", "api-club-list-settings",
            "club-ratings", "club-list-settings", "api-club-ratings", "ladder-new",
        ),
        ("club",),
    ),
    **dict.fromkeys(LADDERS.names, ("ladder",)), **dict.fromkeys(LEAGUES.names, ("league",)),
    **dict.fromkeys(
        (
            "series", "series-csv", "series-settings", "series-tournaments", "series-adjustments", "series-delete", "api-series",
            "api-series-standings", "api-series-tournaments", "api-series-tournament", "api-series-adjustments", "api-series-adjustment",
        ),
        ("series",),
    ),
    **dict.fromkeys(("event-ratings", "api-event-ratings"), ("festival",)),
    **dict.fromkeys(
        (
            "webhook", "webhook-act", "api-webhook", "api-webhook-secret", "api-webhook-ping", "api-webhook-deliveries",
            "api-webhook-resend",
        ),
        ("webhook",),
    ),
    "channel-new": ("channel",),
    **dict.fromkeys(("tournament-satellite", "api-satellite"), ("jackpot", "draft")),
    "tournament-tickets": ("ticket", "draft"),
    "api-ticket-use": ("ticket",),
    **dict.fromkeys(("slip", "slip-sheet", "slip-clock", "tournament-slip", "tournament-slip-code"), ("board",)),
    **dict.fromkeys(("table-clock", "table-clock-log", "api-clock"), ("board-clock",)),
    "overlay": ("board-overlay",),
    "match-overlay": ("event",),
    "match-clocks": ("board", "draft"),
    "check-in": ("board-door",),
    **dict.fromkeys(("tournament-tables", "tournament-check-in", "tournament-slow", "tournament-room-plan"), ("board", "draft")),
    **dict.fromkeys(
        (
            "api-slips", "api-slip-reports", "api-slip-table", "api-slip-stream", "api-slips-begin", "api-tables",
            "api-table", "api-slow-matches", "api-room-plan", "api-rooms", "api-venue", "api-check-in", "api-remove-missing", "api-entry-check-in",
            "api-slip-games", "api-slip-game", "api-match-clocks",
        ),
        ("board",),
    ),
    **dict.fromkeys(
        (
            "api-event-announcements", "api-event-announcement", "api-event-tournaments", "api-event-tournament",
            "api-event-clone", "api-event-file", "api-event-imports", "api-event-import", "api-event-accounts",
            "api-event-payments", "api-event-ledger", "api-event-ledger-reverse", "api-event-tournament-up",
        ),
        FESTIVALS,
    ),
    **dict.fromkeys(
        (
            "api-entry", "api-entries-bulk", "api-entry-actions", "api-entry-admit", "api-seeds", "api-bots",
            "api-waiting-list", "api-draw", "api-close",
        ),
        ("open", "draft"),
    ),
    **dict.fromkeys(("api-next-draw", "api-publish"), ("swiss", "draft")),
    **dict.fromkeys(("api-start-undo", "api-fees"), ("event", "draft")),
    **dict.fromkeys(("tournament-move-pairing", "tournament-move-round"), ("board",)),
    "tournament-notes": ("event", "rehearsal"),
    "entry-invitation": ("entry-invitation",),
    "unblock-organizer": ("block",),
    "api-player": ("player",),
    "api-player-ratings": ("player",),
    "api-player-external-ratings": ("player",),
    "api-fair-play-player": ("player",),
    "api-fair-play-decisions": ("player",),
    "api-fair-play-tournament": ("event",),
    "player": ("player",),
    "player-matches": ("player",),
    "player-files": ("player",),
    "token-revoke": ("own-token",),
    "api-token": ("own-token",),
    "api-chat-mute": ("player",),
    **dict.fromkeys(
        ("follow-player", "unfollow-player", "block-player", "unblock-player", "api-follow", "api-block"), ("player",),
    ),
    "api-chat-report": ("line-of-players", "line-of-spectators"),
    "api-chat-hide": ("line-of-players", "line-of-spectators"),
    "import-delete": ("imported", "event"),
    "api-imported-match": ("imported", "event"),
    "api-lobby-challenge": ("lobby",),
    "api-organizer-block": ("block",),
    "match-decline": ("waiting", "event"),
    "match-rematch": ("over", "event"),
    "api-rematch": ("over", "event"),
    "api-decline": ("waiting", "event"),
    "api-invitation": ("invitation",),
    "match-review": ("event", "late", "imported"),
    "join": ("invitation",),
    "tournament-enter": ("open", "draft"),
    "tournament-leave": ("open", "draft"),
    "tournament-waiting-list": ("open", "draft"),
    **dict.fromkeys(("tournament-own-team", "tournament-team", "api-own-team", "api-teams"), ("pairs", "draft")),
    **dict.fromkeys(LINEUPS.names, ("teams", "draft")),
    "api-entries": ("open", "draft", "walk-in"),
    "tournament-open": EVENTS,
    "tournament-close": ("open", "draft"),
    "tournament-draw": ("swiss", "draft"),
    "tournament-start": ("swiss", "draft"),
    "tournament-start-undo": ("event", "draft"),
    "api-open": EVENTS,
    "tournament-walk-in": ("open", "draft"),
    "tournament-bots": ("open", "draft"),
    "tournament-seeds": ("open", "draft"),
    "tournament-seed-by-rating": ("open", "draft"),
    "tournament-entry-remove": ("open", "draft"),
    "tournament-next-round": ("swiss", "rehearsal"),
    **dict.fromkeys(
        ("tournament-pairing-requests", "api-pairing-requests", "api-pairing-request"), ("swiss",),
    ),
    "tournament-round": ("event", "rehearsal"),
    "tournament-round-pairs": ("event", "rehearsal"),
    "tournament-pairing": ("event", "rehearsal"),
    "desk-act": ("event", "rehearsal"),
    "tournament-clocks": ("event", "rehearsal"),
    "tournament-deadline": ("event", "rehearsal"),
    "pairing-time": ("event", "rehearsal"),
    "tournament-give-time": ("event", "rehearsal"),
    "desk-table": ("event", "rehearsal"),
    "tournament-ruling-undo": ("event",),
    "tournament-stage-redraw": ("event", "rehearsal"),
    "tournament-rehearsal": ("event", "rehearsal"),
    "tournament-rehearsal-act": ("event", "rehearsal"),
    "tournament": ("event", "draft", "rehearsal"),
    "api-tournament": ("event", "draft", "rehearsal"),
}  # fmt: skip

DAY = {"starts_on": "2026-12-05", "begins": "11:00", "time_zone": "UTC", "currency": "EUR"}
WHY = {"reason": "Because I say so."}
SERIES = {
    "name": "Summer Tour",
    "kind": "place",
    "points": "10, 6",
    "best": "0",
    "least_events": "0",
}
NEW_PASSWORD = "another long pass phrase"
FORMS: dict[str, Values] = {
    "account_login": {"login": "other", "password": PASSWORD},
    "account_signup": {
        "username": "newcomer", "email": "newcomer@example.org", "name": "New Comer",
        "password1": NEW_PASSWORD, "password2": NEW_PASSWORD,
    },
    "account_reauthenticate": {"password": PASSWORD},
    "account_email": {"action_add": "", "email": "second@example.org"},
    "account_change_password": {
        "oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD,
    },
    "account_reset_password": {"email": "other@example.org"},
    "entry-invitation": {"do": "accept"},
    "profile": {"name": "Another Name", "time_zone": "UTC"},
    "tokens": {"name": "bot", "scope": "play"},
    "play-quick": {"length": "3", "clock": "none"},
    "play-bot": {"length": "3", "clock": "none"},
    "play-friend": {"length": "3", "clock": "none"},
    "play-correspondence": {"length": "3", "days": "3"},
    "vacation": {"days": "3"},
    "match-new": {
        "opponent": "bot", "player": "", "bot": "steady", "length": "3", "preset": "tournament",
        "clock": "none",
    },
    "match-import": {"text": golden("three.mat").decode()},
    "tournament-walk-in": {"name": "Walker Two"},
    "tournament-bots": {"number": 1},
    "tournament-cancel": WHY,
    "tournament-entry-leave": WHY,
    "match-clocks": {"do": "nothing"},
    "tournament-clocks": {"do": "pause_all:"} | WHY,
    "tournament-timing": {
        "lateness": "proposed", "penalty": "points", "grace_min": 5, "step_min": 5,
        "round_days": 7, "ends_at": "20:00",
    },
    "tournament-deadline": {"until": "2090-01-01T20:00"} | WHY,
    "tournament-conduct-penalties": {"kind": "warning", "scope": "tournament"} | WHY,
    "pairing-time": {"verb": "move", "m-at": "2090-01-01T20:00", "m-reason": "Both asked."},
    "tournament-ruling-undo": WHY,
    "tournament-stage-redraw": WHY,
    "tournament-entry": {"verb": "labels", "labels-club": "Club", "club": "Club"},
    "tournament-entry-field": {"value": "Oslo"},
    "tournament-round": {"verb": "hold"} | WHY,
    "tournament-pairing": {"verb": "pause", "p-reason": "A fire alarm.", "pause-reason": "A fire alarm."},
    "desk-act": {"verb": "pause", "p-reason": "A fire alarm."},
    "tournament-next-round": {"do": "publish"},
    "tournament-rehearse": {"number": 4},
    "tournament-rehearsal-act": {"do": "round"},
    "set_language": {"language": "en"},
    "tournament-tables": {"do": "add", "first": 1, "last": 4},
    "tournament-room-plan": {"do": "rows", "in_a_row": 6},
    "tournament-check-in": {"do": "open"}, "tournament-satellite": {"do": "stop"},
    "channel-new": {"address": "https://ntfy.sh/spring", "language": "en", "event_types": ["match.finished"]},
    "webhook-new": {"url": "https://hooks.example.org/", "event_types": ["match.finished"]},
    "webhook": {"url": "https://hooks.example.org/", "event_types": ["match.finished"]},
    "webhook-act": {"do": "off"},
    "calendar-settings": {"do": "make"},
    "club-new": {"name": "New Club", "joining": "at_once"},
    "club-list-settings": {"counted": "all", "start": "1500"},
    "event-list-settings": {"counted": "all", "start": "1500"},
    "club-settings": {"name": "Renamed", "joining": "at_once"},
    "series-new": SERIES, **LADDERS.forms, **LEAGUES.forms,
    "series-settings": SERIES | {"name": "Renamed"},
    "event-new": {"name": "New Event"} | DAY,
    "event-settings": {"name": "Renamed", "ends_on": "2026-12-08"} | DAY,
    "event-clone": {"name": "Once more"} | DAY,
    "event-publish": {"shown": "0"},
    "event-pictures": {"kind": "logo", "do": "remove"},
    "event-add": {"add-kind": "jackpot"},
    "event-announce": {"say-text": "Dinner at seven."},
    "event-people": {"do": "invite", "whom": "helper@example.org", "kind": "assistant"},
    "tournament-people": {"do": "invite", "whom": "helper@example.org", "kind": "assistant"},
    "tournament-announcements": {"say-text": "Dinner at seven."},
    "tournament-clone": {"name": "Once more"},
    "tournament-notes": {"text": "Late twice."},
}  # fmt: skip
OF_THE_THING = {
    "slip": ("do", "side", "winner", "lost"),
    "tournament-slip": ("winner", "lost"),
    "check-in": ("entry",),
    "club-members": ("do", "member"),
    "tournament-tickets": ("ticket",),
    "club-hosting": ("do", "hosting"),
    **LADDERS.fields,
    **LEAGUES.fields,
    **LINEUPS.fields,
    "series-tournaments": ("do", "tournament", "weight"),
    "series-adjustments": ("adjustment-player", "adjustment-points", "adjustment-reason"),
}
TAP = {
    "device": "matrix",
    "n": 1,
    "kind": "game",
    "at": 1,
    "data": {"number": 1, "winner": "A", "worth": 1, "cube": 1},
}
BODIES: dict[tuple[str, str], Any] = {
    ("api-tokens", "POST"): {"name": "bot"},
    ("api-bot-account", "PUT"): {"owner": "Alice Aal"},
    ("api-notifications-read", "POST"): {"all": True},
    ("api-matches", "POST"): {"bot": "steady"},
    ("api-start", "POST"): {},
    ("api-satellite", "POST"): {},
    ("api-webhooks", "POST"): {"url": "https://hooks.example.org/"},
    ("api-webhook", "PATCH"): {"event_types": ["match.finished"]},
    ("api-entries", "POST"): {},
    ("api-actions", "POST"): {"kind": "concede", "key": "matrix-1"},
    ("api-chat", "POST"): {"key": "matrix-1", "text": "Good luck"},
    ("api-fair-play-decisions", "POST"): {"status": "cleared"} | WHY,
    ("api-tab-switches", "POST"): {"game": 1, "count": 1},
    ("api-chat-report", "POST"): {"reason": "rude"},
    ("api-tournaments", "POST"): {"name": "Another Open"},
    ("api-tournament", "PATCH"): {"name": "Renamed"},
    ("api-series-list", "POST"): {"name": "Summer Tour"},
    ("api-series", "PATCH"): {"name": "Renamed"},
    ("api-series-tournaments", "POST"): {"tournament": "late"},
    ("api-series-tournament", "PATCH"): {"weight": 50},
    ("api-series-adjustments", "POST"): {"player": 1, "points": "1"} | WHY,
    ("api-rulings", "POST"): {"verb": "withdraw"} | WHY,
    ("api-pairing-requests", "POST"): {"kind": "leaves", "round": 9},
    ("api-agreements", "POST"): {"kind": "equal"},
    ("api-slip-reports", "POST"): {"verb": "report", "winner_points": 3, "loser_points": 1},
    ("table-prefs", "PUT"): {"board": "sea"},
    **DESK_BODIES,
    **OWN_BODIES,
}


def body(route: Route, method: str, values: Values) -> dict[str, Any]:
    """What is sent with it, as Django's test client takes it; enough that the right decides and not the data."""
    if method == "GET":
        return {}
    fields = with_a_player(BODIES.get((route.name, method)))
    if route.name == "api-entries" and "walk_in" in values and method == "POST":
        fields = {"name": values["walk_in"]}
    if fields is not None and route.name in ("api-rulings", "api-pairing-requests"):
        fields = {**fields, "entry": values["entry_id"]}
    if fields is not None and route.name == "api-slip-reports":
        fields = {**fields, "winner": values["winner"]}
    if route.name in ("table-clock-log", "api-clock") and method == "POST":
        fields = {"match": values["slip_id"], "events": [TAP]}
    if fields is not None:
        return {"data": fields, "content_type": "application/json"}
    if route.name in OF_THE_THING and method == "POST":
        return {"data": {name: str(values.get(name, "")) for name in OF_THE_THING[route.name]}}
    is_form = method == "POST" and not route.address.startswith("/api/")
    return {"data": FORMS.get(route.name, {})} if is_form else {}
