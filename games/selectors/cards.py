"""Live matches as small boards, for lists. Two queries, and one a match whose spectators see it late."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games.board_svg import BoardPicture, picture
from games.engine.clock import CORRESPONDENCE
from games.models import Match, MatchKind, MatchSeat, MatchStatus
from games.round_names import round_name
from games.selectors.lists import matches_listed
from games.selectors.view import view_of
from games.selectors.visibility import load_match_for

PLAYING = (MatchStatus.PLAYING, MatchStatus.BREAK)


@dataclass(frozen=True, slots=True)
class SeatLine:
    seat: Literal["A", "B"]
    name: str
    score: int


ALL, TOURNAMENTS, PEOPLE, BOTS = "all", "tournaments", "people", "bots"
SHOWN_KINDS = (ALL, TOURNAMENTS, PEOPLE, BOTS)
"""Which matches a page of boards shows."""


@dataclass(frozen=True, slots=True)
class LiveCard:
    """One small board. `badge` is a word for a Crawford game, `over` how it ended, `label` what a screen reader hears."""

    match: UUID
    title: str
    subtitle: str
    length: int | None
    lines: tuple[SeatLine, SeatLine]
    picture: BoardPicture
    badge: str
    label: str
    over: str = ""


def live_cards(
    now: datetime, *, ids: Iterable[UUID] | None = None, limit: int = 24, show: str = ALL
) -> list[LiveCard]:
    """Matches being played, those nearest their end first. Correspondence is not live: its players may be away for days.

    `show` is one of SHOWN_KINDS: all of them, those of tournaments, those between people, or those with a bot.
    """
    matches = matches_listed().filter(status__in=PLAYING, finished_at=None)  # as its index says
    if show == TOURNAMENTS:
        matches = matches.filter(kind=MatchKind.TOURNAMENT)
    elif show in (PEOPLE, BOTS):
        has_bot = Exists(
            MatchSeat.objects.filter(match=OuterRef("pk")).exclude(player__bot_kind="")
        )
        matches = matches.filter(kind=MatchKind.FRIENDLY).filter(
            has_bot if show == BOTS else ~has_bot
        )
    if ids is not None:
        matches = matches.filter(pk__in=list(ids))
    matches = matches.filter(Q(clock__isnull=True) | ~Q(clock__kind=CORRESPONDENCE))
    cards = [card for match in matches[:limit] if (card := live_card(match, now))]
    return sorted(cards, key=_points_to_go)


def board_cards(now: datetime, ids: Sequence[UUID]) -> list[LiveCard]:
    """The boards of these matches in this order, whether they wait, are played or are over."""
    matches = {match.pk: match for match in matches_listed().filter(pk__in=ids)}
    cards = (live_card(matches[pk], now) for pk in ids if pk in matches)
    return [card for card in cards if card is not None]


def live_card(match: Match, now: datetime) -> LiveCard | None:
    """None while spectators may not see anything."""
    loaded = load_match_for(match, None, now)
    if loaded is None:
        return None
    view = view_of(loaded, None, now)
    lines = (_line(view, "A"), _line(view, "B"))
    return LiveCard(
        match=match.pk,
        title=match.context.get("title") or _("Friendly match"),
        subtitle=round_name(match.context),
        length=view["length"],
        lines=lines,
        picture=picture(view),
        badge={"now": _("Crawford"), "after": _("Post-Crawford")}.get(view["crawford"], ""),
        label=", ".join(f"{line.name} {line.score}" for line in lines),
        over=_over(view),
    )


def _over(view: dict[str, Any]) -> str:
    """Who won, in words; also that it waits to begin."""
    if view["status"] in {"joining", "nonces"}:
        return _("About to start")
    if view["outcome"] is None:
        return ""
    winner = view["outcome"]["winner"]
    if view["status"] == "void" or winner is None:
        return _("No result")
    return _("Winner: %(name)s") % {"name": view["players"][winner]["name"]}


def _line(view: dict[str, Any], seat: Literal["A", "B"]) -> SeatLine:
    player = view["players"][seat]
    return SeatLine(seat, player["name"] if player else _("Empty seat"), view["score"][seat])


def _points_to_go(card: LiveCard) -> int:
    return (card.length or 99) - max(line.score for line in card.lines)
