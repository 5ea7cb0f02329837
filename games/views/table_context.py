"""What a page around a table shows: who sits there, where it stands, and what is on."""

from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from accounts.rating_chips import ratings_of
from accounts.table_prefs import usable_prefs
from games.engine.clock import ClockSettings
from games.engine.seats import Seat
from games.models import Match, MatchKind, MatchStatus
from games.round_names import round_name
from games.selectors.rating_range import pool_of
from games.selectors.visibility import delay_of


def account(request: HttpRequest) -> dict[str, Any] | None:
    """How the reader likes the table and where the page keeps it; None without a login."""
    if not isinstance(request.user, User):
        return None
    return {
        "id": request.user.pk,
        "prefs": usable_prefs(request.user.table_prefs),
        "url": reverse("table-prefs"),
        "csrf": get_token(request),
    }


def side(view: dict[str, Any], seat: Seat) -> dict[str, Any]:
    player = view["players"][seat]
    name = player["name"] if player else _("Empty seat")
    return {
        "seat": seat,
        "id": player["id"] if player else None,
        "name": name,
        "country": player["country"] if player else "",
        "is_bot": bool(player and player["is_bot"]),
        "url": player_url(player["id"]) if player and player["id"] else "",
        "score": view["score"][seat],
        "pips": view["pips"][seat],
        "away": view["away"][seat] if view["away"] else None,
    }


def rating_chips(match: Match, view: dict[str, Any]) -> dict[str, Any]:
    """The ratings beside both names, in the pool in which the match counts. One query."""
    clock = None if match.clock is None else ClockSettings.from_json(match.clock)
    ids = {player["id"] for player in view["players"].values() if player and player["id"]}
    return {"ratings": ratings_of(ids), "rating_pool": pool_of(clock)}


def player_url(pk: int) -> str:
    """The player's page belongs to tournaments; a match knows only its address by name."""
    try:
        return reverse("player", args=[pk])
    except NoReverseMatch:
        return ""


def next_match_url(match: Match, seat: Seat | None) -> str:
    """What comes next in the tournament belongs to tournaments, too; only players of the match may ask it."""
    if seat is None or match.kind != MatchKind.TOURNAMENT:
        return ""
    try:
        return reverse("match-after", args=[match.pk])
    except NoReverseMatch:
        return ""


def tab_switches_url(match: Match, view: dict[str, Any], seat: Seat | None) -> str:
    """Where the browser of a player reports how often the page was hidden; that belongs to fairplay. Empty against a bot."""
    against_bot = any(player and player["is_bot"] for player in view["players"].values())
    if seat is None or match.is_over or against_bot:
        return ""
    try:
        return reverse("api-tab-switches", args=[match.pk])
    except NoReverseMatch:
        return ""


def shared_dice_url(match: Match, view: dict[str, Any]) -> str:
    """Where the page asks how many tables its dice wait for; empty for a match with dice of its own."""
    return reverse("api-shared-dice", args=[match.pk]) if view["shared_dice"] else ""


def where(context: dict[str, Any]) -> str:
    parts = [round_name(context)]
    if context.get("teams"):
        team_a, team_b = context["teams"]
        parts.append(f"{team_a} – {team_b}")
        parts.append(pgettext("team", "Board %(n)s") % {"n": context.get("board")})
    if context.get("table"):
        parts.append(pgettext("furniture", "Table %(n)s") % {"n": context["table"]})
    return " · ".join(part for part in parts if part)


def late_s(view: dict[str, Any], seat: Seat | None) -> int:
    """How many seconds later than it is played this viewer sees it; 0 for its players, and when it is over."""
    if seat is not None or view["status"] in (MatchStatus.FINISHED, MatchStatus.VOID):
        return 0
    return int(delay_of(view["context"]).total_seconds())


def board_label(view: dict[str, Any]) -> str:
    names = {
        seat: (player or {"name": _("Empty seat")})["name"]
        for seat, player in view["players"].items()
    }
    return colours_label(names["A"], names["B"])


def colours_label(a: str, b: str) -> str:
    """Who has which checkers, for somebody who does not see them."""
    return _("Board. Light checkers: %(a)s. Dark checkers: %(b)s.") % {"a": a, "b": b}


def status_line(view: dict[str, Any]) -> str:
    """What a page without JavaScript shows."""
    if view["outcome"] and view["outcome"]["winner"]:
        return _("%(name)s wins the match.") % {
            "name": side(view, view["outcome"]["winner"])["name"]
        }
    if view["to_act"]:
        return _("Waiting for: %(name)s.") % {"name": side(view, view["to_act"])["name"]}
    if view["shared_dice"] and view["shared_dice"]["waits"]:
        return _("Waiting for the dice, which other tables share.")
    if view["status"] in ("joining", "nonces"):
        return _("The match is about to start.")
    return _("This match is not being played now.")
