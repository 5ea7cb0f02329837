"""What an overlay on a stream shows: from a match played online as any spectator may see it, or from the clock of a table."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django_countries import countries

from accounts.rating_chips import ratings_of
from games.round_names import round_name
from games.selectors.seats import match_with_seats
from games.selectors.view import view_of
from games.selectors.visibility import load_match_for
from tableclock.matchlog.terms import MatchFormat
from tableclock.models import TableClock
from tableclock.selectors.formats import format_of
from tableclock.selectors.links import OpenedLink
from tableclock.selectors.payload import server_ms
from tournaments.bracket.selectors.agreement import rules_of
from tournaments.core.short_names import surname
from tournaments.models import Tournament
from tournaments.venue.selectors.score_sheet import sheet_of
from tournaments.venue.selectors.venue import SlipRow, slip_row
from web.errors import NotFound

ONLINE, CORRESPONDENCE, OVER_THE_BOARD = "online", "correspondence", "over_the_board"
"""The pools of ratings, by the names of accounts/rating_chips.py."""


@dataclass(frozen=True, slots=True)
class OverlayPlayer:
    """A player on an overlay. `rating` is empty for who has none."""

    name: str
    full_name: str
    country: str
    flag: str
    rating: str


@dataclass(frozen=True, slots=True)
class OverlayView:
    """An overlay as it stands at `now`. `clock` is None without a clock; `note` says which game it is."""

    title: str
    where: str
    players: tuple[OverlayPlayer, OverlayPlayer]
    score: tuple[int, int]
    length: int
    length_unit: str
    cube: int
    owner: str
    note: str
    winner: str
    clock: dict[str, Any] | None
    now: int


def match_overlay(match_id: UUID, now: datetime) -> OverlayView | None:
    """Of a match played online; None while spectators may not see anything. Five queries."""
    match = match_with_seats(match_id)
    loaded = None if match is None else load_match_for(match, None, now)
    if match is None or loaded is None:
        return None
    view = view_of(loaded, None, now)
    context, cube, clock = view["context"], view["cube"] or {}, view["clock"]
    pool = CORRESPONDENCE if clock and clock["kind"] == CORRESPONDENCE else ONLINE
    people = [view["players"][seat] or {"name": "–", "id": None, "country": ""} for seat in "AB"]
    outcome = view["outcome"] or {}
    return OverlayView(
        title=context.get("title") or _("Friendly match"),
        where=round_name(context),
        players=_players([(p["name"], p["id"], p["country"]) for p in people], pool),
        score=(view["score"]["A"], view["score"]["B"]),
        length=view["length"] or view["games"] or 0,
        length_unit=_unit(is_session=view["length"] is None),
        cube=cube.get("value", 1),
        owner=cube.get("owner") or "",
        note=_note(view["game"], crawford=view["crawford"] == "now", is_over=bool(outcome)),
        winner=outcome.get("winner") or "",
        clock=None if clock is None or pool == CORRESPONDENCE else _online_clock(clock),
        now=server_ms(now),
    )


def table_overlay(opened: OpenedLink, now: datetime) -> OverlayView | None:
    """Of the match of a link, with its clock if there is one, else with its score sheet; None while its table is empty."""
    slip = opened.slip
    if slip is None:
        return None
    tournament = slip.pairing.stage.tournament
    try:
        row = slip_row(slip, tournament)
    except NotFound:
        return None
    two = (slip.entry_a, slip.entry_b)
    listed = [
        (
            name,
            None if row.teams else entry.player_id,
            "" if row.teams else str(entry.player.country or ""),
        )
        for name, entry in zip(row.names, two, strict=True)
    ]
    clock = TableClock.objects.filter(slip=slip).first()
    if clock is not None:
        format, state = MatchFormat.from_json(clock.format), clock.state
    else:
        sheet = sheet_of(slip, rules_of(tournament, slip.pairing.round))
        format = format_of(slip)
        winner = "" if sheet.winner is None else "A" if sheet.winner == slip.entry_a_id else "B"
        state = {
            "score": sheet.score, "games": sheet.games, "cube": 1, "owner": "", "winner": winner,
            "crawford": sheet.next_is_crawford, "over": sheet.over, "clock": None,
        }  # fmt: skip
    return OverlayView(
        title=_title(tournament),
        where=_where(row),
        players=_players(listed, OVER_THE_BOARD),
        score=(state["score"][0], state["score"][1]),
        length=format.length,
        length_unit=_unit(is_session=format.is_session),
        cube=state["cube"],
        owner=state["owner"],
        note=_note(len(state["games"]) + 1, crawford=state["crawford"], is_over=state["over"]),
        winner=state["winner"],
        clock=_table_clock(state["clock"], format),
        now=server_ms(now),
    )


def _title(tournament: Tournament) -> str:
    return tournament.event.name if tournament.event is not None else tournament.name


def _where(row: SlipRow) -> str:
    if row.table is None:
        return row.round_name
    values = {"round": row.round_name, "n": row.table}
    return pgettext("furniture", "%(round)s, table %(n)s") % values


def _note(number: int, *, crawford: bool, is_over: bool) -> str:
    if is_over:
        return _("Final score")
    if crawford:
        return _("Crawford game")
    return _("Game %(n)s") % {"n": number}


def _unit(*, is_session: bool) -> str:
    return pgettext("match length", "games") if is_session else pgettext("match length", "points")


def _players(
    listed: list[tuple[str, int | None, str]], pool: str
) -> tuple[OverlayPlayer, OverlayPlayer]:
    figures = ratings_of([pk for _name, pk, _country in listed if pk is not None])
    short = [surname(name) for name, _pk, _country in listed]
    is_unique = short[0] != short[1]
    made = []
    for (name, pk, code), last in zip(listed, short, strict=True):
        figure = None if pk is None else figures.get((pk, pool))
        rating = "" if figure is None else f"{figure.rating}{'?' if figure.is_provisional else ''}"
        flag = static(f"flags/{code.upper()}.svg") if code else ""
        country = countries.name(code) if code else ""
        made.append(OverlayPlayer(last if is_unique else name, name, country, flag, rating))
    return made[0], made[1]


def _online_clock(clock: dict[str, Any]) -> dict[str, Any]:
    running = clock["running"] or ""
    delays = [clock["delay_left_ms"] if running == seat else clock["delay_ms"] for seat in "AB"]
    overtimes = clock.get("overtime_ms") or {"A": 0, "B": 0}
    return {
        "settings": {
            "kind": clock["kind"], "reserve_ms": 0, "delay_ms": clock["delay_ms"], "overtime_ms": 0,
        },
        "clock": {
            "reserve": [clock["reserve_ms"]["A"], clock["reserve_ms"]["B"]],
            "delays": delays,
            "overtimes": [overtimes["A"], overtimes["B"]],
            "running": running,
            "since": clock["at"] if running else None,
            "paused": clock["paused"],
        },
    }  # fmt: skip


def _table_clock(clock: dict[str, Any] | None, format: MatchFormat) -> dict[str, Any] | None:
    if clock is None or format.clock is None:
        return None
    return {"settings": format.to_json()["clock"], "clock": clock}
