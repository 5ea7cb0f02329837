"""The page of an event as a poster: before it, while it is live, and when it is finished. A fixed number of queries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games import rule_texts
from tournaments.bracket.selectors.agreement import clock_from
from tournaments.bracket.selectors.lists import tournament_row
from tournaments.bracket.selectors.outline import Outline, outlines
from tournaments.bracket.selectors.prize_pot import Pot, due, plans_of, pots_of
from tournaments.bracket.selectors.rows import TournamentRow
from tournaments.core import format_texts
from tournaments.core.money_texts import short_amount_text
from tournaments.core.permissions import Viewer
from tournaments.event.selectors.entrants import EventEntrants, entrants_of
from tournaments.event.selectors.events import EventTournament, short_names
from tournaments.event.selectors.facts import ScheduleDay, begun_lines, marked, schedule_days
from tournaments.event.selectors.live_scores import ReadPairings, read_pairings, round_on
from tournaments.event.selectors.winners import DrawWinners, winners_of
from tournaments.models import Event, FeePlan, Pairing, Tournament
from tournaments.setup.selectors.rule_card import rule_card

BEFORE, LIVE, FINISHED = "before", "live", "finished"
LEAD_LETTERS = 220
RULES_SHOWN = 4
Status = Tournament.Status


@dataclass(frozen=True, slots=True)
class DivisionRow:
    """A tournament of the event. `left` are its free places, None without a limit; `filled` the share of its places that
    is taken, in per cent. `round` is the one that is being played."""

    row: TournamentRow
    id: int
    name: str
    format: str
    lengths: tuple[int, ...]
    is_session: bool
    kind: str
    fee: str
    left: int | None
    filled: int
    waiting: int
    round: str

    @property
    def is_full(self) -> bool:
        return self.left == 0

    @property
    def joins_waiting_list(self) -> bool:
        """Does the next one join the waiting list: of a full tournament, or because others wait for a place already?"""
        waits = self.left is not None and self.waiting > 0 and self.kind == "single"
        return self.is_full or waits


@dataclass(frozen=True, slots=True)
class EventPage:
    """All that the page shows. `lead` is the tournament that the ticket is about, None where none is shown yet.

    `fees` is an amount or from the lowest to the highest; `matches` counts those played, once the event is finished.
    """

    state: str
    day: int
    lead_text: str
    more_text: str
    divisions: tuple[DivisionRow, ...]
    lead: DivisionRow | None
    fees: tuple[str, ...]
    prizes: str
    live: int
    days: tuple[ScheduleDay, ...]
    entrants: EventEntrants
    played: ReadPairings
    winners: tuple[DrawWinners, ...]
    podium: DrawWinners | None
    matches: int
    rules: tuple[str, ...]


def state_of(tournaments: Sequence[Tournament]) -> str:
    """Live while a tournament runs; finished once one has been played and none is open any more."""
    statuses = {tournament.status for tournament in tournaments}
    if Status.RUNNING in statuses:
        return LIVE
    return FINISHED if Status.FINISHED in statuses and Status.OPEN not in statuses else BEFORE


def time_key(event: Event, rows: Sequence[EventTournament], state: str, now: datetime) -> str:
    """Changes when time alone changes the page: at midnight of the event, with each line of a live timetable, and at the end of
    each early entry. One query before the event."""
    today = now.astimezone(ZoneInfo(event.time_zone)).date()
    begun = begun_lines(schedule_days(event, rows), now) if state == LIVE else 0
    early = 0
    if state == BEFORE:
        early = FeePlan.objects.filter(
            tournament__in=[row.id for row in rows], early_until__lte=now
        ).count()
    return f"{today}.{begun}.{early}"


def event_page(
    event: Event,
    tournaments: Sequence[Tournament],
    rows: Sequence[EventTournament],
    viewer: Viewer,
    now: datetime,
) -> EventPage:
    """`tournaments` and their `rows` as the viewer may see them. About twenty queries."""
    state = state_of(tournaments)
    lead = _lead(tournaments, state)
    public = [t for t in tournaments if t.status not in (Status.DRAFT, Status.CANCELLED)]
    running = [t for t in public if t.status == Status.RUNNING]
    over = [t for t in public if t.status == Status.FINISHED]
    drawn = [*running, *over]
    parts = outlines(drawn) if drawn else {}
    names = short_names(event, tournaments)
    plans = plans_of(public)
    pots = pots_of(public, plans)
    entrants = entrants_of(public, lead)
    divisions = tuple(
        _division(tournament, names, plans, entrants.waiting, parts.get(tournament.pk), now)
        for tournament in tournaments
    )
    winners = winners_of(over, parts, pots, names) if over else ()
    champion = lead if state == FINISHED else None
    days = schedule_days(event, rows)
    lead_text, more_text = _texts(event)
    return EventPage(
        state=state,
        day=(now.astimezone(ZoneInfo(event.time_zone)).date() - event.starts_on).days + 1,
        lead_text=lead_text,
        more_text=more_text,
        divisions=divisions,
        lead=next((row for row in divisions if lead is not None and row.id == lead.pk), None),
        fees=_fees(plans.values(), now),
        prizes=_prizes(pots.values()),
        live=sum(row.row.live for row in divisions),
        days=marked(days, now) if state == LIVE else days,
        entrants=entrants,
        played=read_pairings(running, champion, parts, names, viewer),
        winners=winners,
        podium=next(
            (draw for draw in winners if champion and draw.tournament == champion.pk), None
        ),
        matches=_matches(over) if state == FINISHED else 0,
        rules=tuple(_rules(lead)) if lead is not None else (),
    )


def _lead(tournaments: Sequence[Tournament], state: str) -> Tournament | None:
    """The first tournament that one can enter, that runs, or that was won; else the first at all."""
    status = {BEFORE: Status.OPEN, LIVE: Status.RUNNING, FINISHED: Status.FINISHED}[state]
    fitting = [t for t in tournaments if t.status == status]
    if state == BEFORE:
        fitting.sort(key=_is_full)
    if state == FINISHED:
        fitting.sort(key=lambda t: t.champion_id is None)
    return next(iter([*fitting, *tournaments]), None)


def _is_full(tournament: Tournament) -> bool:
    limit = tournament.entry_limit
    return limit is not None and tournament_row(tournament).entries >= limit


def _division(  # the rows that were read for all
    tournament: Tournament,
    names: Mapping[int, str],
    plans: Mapping[int, FeePlan],
    waiting: Mapping[int, int],
    parts: Outline | None,
    now: datetime,
) -> DivisionRow:
    row = tournament_row(tournament)
    agreed = tournament.agreed
    games = agreed["options"].get("session_games")
    limit = row.entry_limit
    head = round_on(parts) if parts is not None and tournament.status == Status.RUNNING else None
    return DivisionRow(
        row=row,
        id=tournament.pk,
        name=names[tournament.pk],
        format=format_texts.format_name(agreed["format"]),
        lengths=(games,) if games else (agreed["lengths"][-1], agreed["lengths"][0]),
        is_session=bool(games),
        kind=tournament.entry_kind,
        fee=_fee(plans.get(tournament.pk), now),
        left=None if limit is None else max(0, limit - row.entries),
        filled=min(100, 100 * row.entries // limit) if limit else 0,
        waiting=waiting.get(tournament.pk, 0),
        round=head.full_name if head else "",
    )


def _fee(plan: FeePlan | None, now: datetime) -> str:
    """What a first entry costs in all at this time."""
    total = _total(plan, now) if plan is not None else 0
    return short_amount_text(total, plan.currency) if plan is not None and total else ""


def _total(plan: FeePlan, now: datetime) -> int:
    return sum(amount for _kind, amount in due(plan, 1, None, None, now).fees)


def _fees(plans: Iterable[FeePlan], now: datetime) -> tuple[str, ...]:
    """The lowest and the highest fee, or the only one; nothing without fees or in several currencies."""
    totals = {(_total(plan, now), plan.currency) for plan in plans}
    if len({currency for _total, currency in totals}) != 1 or max(totals)[0] == 0:
        return ()
    return tuple(short_amount_text(*fee) for fee in sorted({min(totals), max(totals)}))


def _prizes(pots: Iterable[Pot]) -> str:
    """The prize money of the whole event; nothing where there is none, or in several currencies."""
    amounts = [(pot.currency, pot.amount) for pot in pots if pot.amount]
    currencies = {currency for currency, _amount in amounts}
    if len(currencies) != 1:
        return ""
    return short_amount_text(sum(amount for _currency, amount in amounts), *currencies)


def _texts(event: Event) -> tuple[str, str]:
    """The description's first paragraph for the poster if it is short, and the rest."""
    first, _empty, rest = event.description.strip().replace("\r", "").partition("\n\n")
    if len(first) > LEAD_LETTERS:
        return "", event.description
    return first, rest


def _rules(lead: Tournament) -> list[str]:
    """The clock of most matches of the leading tournament, and its first rules."""
    agreed = lead.agreed
    length = agreed["options"].get("session_games") or agreed["lengths"][-1]
    clock = rule_texts.clock_sentence(clock_from(agreed["clock"], length))
    if agreed["clock"] and len(set(agreed["lengths"])) > 1:
        clock = _("Matches to %(n)s: %(clock)s") % {"n": length, "clock": clock}
    rules = [line.text for line in rule_card(lead) if line.label == _("Rules")]
    return [clock, *rules[: RULES_SHOWN - 1]]


def _matches(over: Sequence[Tournament]) -> int:
    """How many pairings were played. One query."""
    played = Pairing.objects.filter(stage__tournament__in=over, voided_at=None)
    return played.exclude(winner=None).exclude(outcome__in=["bye", "walkover"]).count()
