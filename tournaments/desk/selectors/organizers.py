"""The first page of the staff for who runs tournaments: what is on and comes, who owes, and what needs a decision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import Count, Q

from tournaments.bracket.selectors.prize_pot import plans_of
from tournaments.core.money_texts import short_amount_text
from tournaments.core.permissions import Viewer
from tournaments.desk.selectors import attention
from tournaments.desk.selectors.attention_items import AttentionItem, DeskSnapshot
from tournaments.desk.selectors.desk_scope import load_outlines
from tournaments.desk.selectors.open_matches import open_rows
from tournaments.models import Entry, Event, FeePlan, Tournament
from tournaments.money.selectors.accounts import accounts_in

MOST_EVENTS = 25
MOST_TOURNAMENTS = 120
MOST_DECISIONS = 15
SHOWN_AFTER = timedelta(days=7)
Status = Tournament.Status
ON = (Status.OPEN, Status.RUNNING)


@dataclass(frozen=True, slots=True)
class OrganizedRow:
    """An event, or a tournament outside events. `entries` are without those withdrawn; `owing` counts entries that still
    owe, `due` is what they owe in words."""

    name: str
    href: str
    first_day: date | None
    last_day: date | None
    place: str
    organizer: str
    status: str
    tournaments: int
    entries: int
    owing: int
    due: str
    decisions: int


@dataclass(frozen=True, slots=True)
class OrganizersPage:
    """Events by date, tournaments outside events, and the decisions that are due: the first of them, and how many."""

    events: tuple[OrganizedRow, ...]
    tournaments: tuple[OrganizedRow, ...]
    decisions: tuple[AttentionItem, ...]
    waiting: int


def organizers_page(viewer: Viewer, now: datetime) -> OrganizersPage:
    """A fixed number of queries, whatever the number of events."""
    since = now.astimezone(UTC).date() - SHOWN_AFTER
    events = list(
        Event.objects.filter(ends_on__gte=since).select_related("organizer").order_by("starts_on", "pk")[:MOST_EVENTS]
    )  # fmt: skip
    tournaments = _tournaments(events)
    on = [tournament for tournament in tournaments if tournament.status in ON]
    scope = load_outlines(on, viewer, {tournament.pk: tournament.name for tournament in on})
    rows = open_rows(*(at.parts for at in scope.values()))
    items, waiting = attention.items(DeskSnapshot.of(scope, rows, now))
    facts = _Facts(tournaments, plans_of(tournaments), items)
    alone = [t for t in tournaments if t.event_id is None]
    return OrganizersPage(
        tuple(facts.of_event(event) for event in events),
        tuple(facts.of_tournament(tournament) for tournament in alone),
        tuple(items[:MOST_DECISIONS]),
        waiting,
    )


def _tournaments(events: Sequence[Event]) -> list[Tournament]:
    """Those of the events, and those outside events that are on. One query."""
    wanted = Q(event__in=events) | Q(event=None, status__in=ON, is_demo=False)
    active = Count("entries", filter=Q(entries__status=Entry.Status.ACTIVE))
    rows = Tournament.objects.filter(wanted, is_rehearsal=False).annotate(entry_count=active)
    return list(rows.select_related("organizer").order_by("-starts_at", "-pk")[:MOST_TOURNAMENTS])


class _Facts:
    """What is read of the tournaments, to be added up by event."""

    def __init__(
        self,
        tournaments: Sequence[Tournament],
        plans: Mapping[int, FeePlan],
        items: Sequence[AttentionItem],
    ) -> None:
        self.tournaments, self.plans, self.items = tournaments, plans, items
        drafts = {t.pk for t in tournaments if t.status in (Status.DRAFT, Status.CANCELLED)}
        charged = {pk: plan for pk, plan in plans.items() if pk not in drafts}
        self.owing = {
            pk: [account.owes for account in accounts if account.owes > 0]
            for pk, accounts in accounts_in(charged).items()
        }

    def of_event(self, event: Event) -> OrganizedRow:
        within = [t for t in self.tournaments if t.event_id == event.pk]
        state = "public" if event.is_public else "draft"
        return self._row(event, within, state, (event.starts_on, event.ends_on), event.place)

    def of_tournament(self, tournament: Tournament) -> OrganizedRow:
        day = None if tournament.starts_at is None else tournament.starts_at.astimezone(UTC).date()
        state = tournament.get_status_display()
        return self._row(tournament, [tournament], state, (day, day), "")

    def _row(
        self,
        subject: Event | Tournament,
        within: Sequence[Tournament],
        state: str,
        days: tuple[date | None, date | None],
        place: str,
    ) -> OrganizedRow:
        ids = {tournament.pk for tournament in within}
        return OrganizedRow(
            name=subject.name,
            href=f"{subject.get_absolute_url()}manage/",
            first_day=days[0],
            last_day=days[1],
            place=place,
            organizer=subject.organizer.get_username() if subject.organizer else "–",
            status=state,
            tournaments=len(within),
            entries=sum(int(getattr(tournament, "entry_count", 0)) for tournament in within),
            owing=sum(len(self.owing.get(pk, ())) for pk in ids),
            due=self._due(ids),
            decisions=sum(item.of in ids for item in self.items),
        )

    def _due(self, ids: set[int]) -> str:
        sums: dict[str, int] = {}
        for pk in ids & self.owing.keys():
            currency = self.plans[pk].currency
            sums[currency] = sums.get(currency, 0) + sum(self.owing[pk])
        return " · ".join(short_amount_text(sums[c], c) for c in sorted(sums) if sums[c])
