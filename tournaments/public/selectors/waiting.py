"""What waits for a player, for the bar of every page: a match to join, a turn, a challenge, a score to confirm."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from accounts.models import User
from accounts.table_prefs import usable_prefs
from notifications.selectors.lists import BellNotifications, bell_notifications
from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.selectors.lists import played_by
from tournaments.bracket.selectors.rows import MyMatch
from tournaments.entry.selectors.invitations import waiting_for
from tournaments.models import Entry, ScoreReport
from tournaments.notices.selectors.forfeits import ForfeitCard, forfeit_cards
from tournaments.public.selectors.my_matches import my_matches

WAITS = ("join", "challenge", "act", "ready")
SHOWN = 12
BANNER_FROM = timedelta(hours=1)
"""A time to join that ends later than this is counted down in the list, not in the banner."""


@dataclass(frozen=True, slots=True)
class WaitingItem:
    """One line: `kind` is a MyMatch's urgency, `report` for a score to confirm over the board, `by_slip` for a score
    that somebody reported with the slip in the player's own name, or `entry` for an invitation to a tournament, of
    which `opponent` is the organizer."""

    kind: str
    key: str
    url: str
    opponent: str
    title: str
    length: int | None
    deadline: datetime | None
    is_forfeited_late: bool = False
    is_session: bool = False
    is_correspondence: bool = False


@dataclass(frozen=True, slots=True)
class WaitingView:
    """`banner` is the match that is lost if the player does not join it; `volume` is 0 where they want no sound.
    `count` is what waits and the unread notifications of other things."""

    items: tuple[WaitingItem, ...]
    news: BellNotifications
    banner: WaitingItem | None
    cards: tuple[ForfeitCard, ...]
    volume: int

    @property
    def count(self) -> int:
        return len(self.items) + self.news.unread


def waiting_view(user: User, now: datetime, at: str = "") -> WaitingView:
    """Nine queries; a few more for a card. `at` is the page that asks: a table shows by itself what its match needs,
    and shows no card of another match."""
    items = [_item(row) for row in my_matches(user) if row.urgency in WAITS] + _reports(user)
    items = [item for item in items + _invitations(user) if item.url != at]
    cards = forfeit_cards(user)
    if at.startswith("/matches/"):
        cards = [card for card in cards if reverse("match", args=[card.match]) == at]
    prefs = usable_prefs(user.table_prefs)
    return WaitingView(
        items=tuple(items),
        news=bell_notifications(user, at, {item.url for item in items}),
        banner=next((item for item in items if _is_pressing(item, now)), None),
        cards=tuple(cards),
        volume=int(prefs.get("volume", 60)) if prefs.get("sound", True) else 0,
    )


def _is_pressing(item: WaitingItem, now: datetime) -> bool:
    return (
        item.is_forfeited_late
        and item.deadline is not None
        and now < item.deadline <= now + BANNER_FROM
    )


def _item(row: MyMatch) -> WaitingItem:
    return WaitingItem(
        kind=row.urgency,
        key=str(row.match),
        url=reverse("match", args=[row.match]),
        opponent=row.opponent.name,
        title=row.title,
        length=row.length,
        deadline=row.deadline,
        is_forfeited_late=row.is_forfeited_late,
        is_correspondence=row.is_correspondence,
    )


def _reports(user: User) -> list[WaitingItem]:
    """Scores that stand unless the player objects: what the other side has reported, and what somebody has reported in
    the player's name with the slip. What the player has confirmed signed in is left out. Two queries."""
    mine = set(Entry.objects.filter(played_by(user)).values_list("pk", flat=True))
    waiting = ScoreReport.objects.filter(
        Q(slip__entry_a__in=mine) | Q(slip__entry_b__in=mine),
        state=ScoreReport.State.WAITING,
        slip__closed_at=None,
        slip__voided_at=None,
    ).exclude(side__in=mine, with_slip=False)
    confirmed = ScoreReport.objects.filter(
        slip=OuterRef("slip"), side__in=mine, state=ScoreReport.State.AGREED, with_slip=False
    )
    rows = waiting.exclude(Exists(confirmed)).exclude(kind=ScoreReport.Kind.OBJECTION)
    rows = rows.select_related(
        "slip__entry_a__player", "slip__entry_b__player",
        "slip__pairing__stage__tournament", "slip__pairing__round",
    )  # fmt: skip
    return [_of_report(report, mine) for report in rows[:SHOWN]]


def _of_report(report: ScoreReport, mine: set[int]) -> WaitingItem:
    slip = report.slip
    opponent = slip.entry_b if slip.entry_a_id in mine else slip.entry_a
    return WaitingItem(
        kind="by_slip" if report.side_id in mine else "report",
        key=f"report-{report.pk}",
        url=reverse("slip", args=[slip.code]),
        opponent=opponent.title,
        title=slip.pairing.stage.tournament.name,
        length=slip.pairing.round.length,
        deadline=report.stands_at,
        is_session=is_session(slip.pairing.round),
    )


def _invitations(user: User) -> list[WaitingItem]:
    """Tournaments in which somebody else has entered the player. One query."""
    return [
        WaitingItem(
            kind="entry",
            key=f"entry-{row.id}",
            url=reverse("entry-invitation", args=[row.id]),
            opponent=row.by,
            title=row.title,
            length=None,
            deadline=None,
        )
        for row in waiting_for(user)
    ]
