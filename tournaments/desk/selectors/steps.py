"""The steps of a tournament – set up, entries, check-in, draw, play, prizes – and the pages of each, for its desk."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import NOT_HOUSE_BOTS
from tournaments.bracket.selectors.next_round import waiting
from tournaments.bracket.selectors.outline import Outline, outlines
from tournaments.bracket.selectors.prize_pot import plan_of
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.core import format_texts
from tournaments.core.money_texts import short_amount_text
from tournaments.core.permissions import Right
from tournaments.desk.selectors.open_matches import open_count
from tournaments.desk.selectors.palette_actions import link
from tournaments.models import Entry, Tournament
from tournaments.money.selectors.accounts import accounts
from tournaments.money.selectors.payouts import payout_sheet
from web.date_texts import day_time_text, time_text

Status = Tournament.Status
SETUP, ENTRIES, CHECK_IN, DRAW, PLAY, PRIZES = STEPS = (
    "setup", "entries", "check-in", "draw", "play", "prizes",
)  # fmt: skip
STEP_OF_TAB: Mapping[str, str] = {
    "setup": SETUP,
    "entries": ENTRIES,
    "draw": DRAW,
    "matches": PLAY,
    "standings": PLAY,
    "record": PLAY,
    "prizes": PRIZES,
}


@dataclass(frozen=True, slots=True)
class StepPage:
    """A page of a step. `key` is its tab of the desk or the name of its route; `press`: the key that opens it from the
    desk; `opens`: in a dialog over the desk; `count` is shown beside the name."""

    key: str
    name: str
    href: str = ""
    press: str = ""
    opens: bool = False
    count: str = ""


@dataclass(frozen=True, slots=True)
class DeskStep:
    """A step with a fact of its own. `is_present`: where the tournament stands; `warns`: something is owed in it."""

    key: str
    name: str
    fact: str
    href: str
    is_done: bool
    is_present: bool
    warns: bool
    pages: tuple[StepPage, ...]


@dataclass(frozen=True, slots=True)
class DeskSteps:
    """All steps that the viewer may open. `next_action` is what the tournament waits for, empty where nothing does."""

    steps: tuple[DeskStep, ...]
    next_action: str
    next_href: str

    def pages(self, key: str) -> tuple[StepPage, ...]:
        """The pages of one step."""
        return next((step.pages for step in self.steps if step.key == key), ())

    def step_of(self, page: str, otherwise: str) -> str:
        """The step in which to show a page: the present one if the page is in it, else the one that is given."""
        present = next((step for step in self.steps if step.is_present), None)
        here = present is not None and page in [each.key for each in present.pages]
        return present.key if present is not None and here else otherwise

    def pressed_elsewhere(self, key: str) -> tuple[StepPage, ...]:
        """The pages of all other steps that a key opens."""
        return tuple(p for s in self.steps if s.key != key for p in s.pages if p.press)


@dataclass(frozen=True, slots=True)
class StepFacts:
    """What the steps say of a tournament. `owing` counts entries that still owe; amounts are smallest units."""

    entered: int
    people: int
    here: int
    checks_in: bool
    is_drawn: bool
    draw_due: bool
    open_matches: int
    owing: int = 0
    to_pay: int = 0
    currency: str = ""


def steps_at_desk(
    tournament: Tournament, rights: frozenset[Right], parts: Outline, open_matches: int
) -> DeskSteps:
    """The steps where the draw and its open matches have been read. Three queries; with fees, those of the accounts
    and, once the tournament is over, of the payout sheet."""
    return _steps(tournament, rights, _facts(tournament, parts, open_matches))


def steps_beside_desk(tournament: Tournament, rights: frozenset[Right]) -> DeskSteps:
    """The same on a page beside the desk, which has not read the draw. Three queries more."""
    parts = outlines([tournament])[tournament.pk]
    return steps_at_desk(tournament, rights, parts, open_count(parts))


def present_step(tournament: Tournament, facts: StepFacts) -> str:
    """Where the tournament stands; empty once it is cancelled."""
    match tournament.status:
        case Status.DRAFT:
            return SETUP if facts.entered < 2 else _before_draw(tournament, facts)
        case Status.OPEN:
            return _before_draw(tournament, facts)
        case Status.RUNNING:
            return DRAW if facts.draw_due else PLAY
        case Status.FINISHED:
            return PRIZES
    return ""


def _before_draw(tournament: Tournament, facts: StepFacts) -> str:
    if facts.checks_in and facts.here < facts.people:
        return CHECK_IN
    limit = tournament.entry_limit
    is_full = limit is not None and facts.entered >= limit
    return DRAW if facts.checks_in or is_full or tournament.draw_preview else ENTRIES


def _facts(tournament: Tournament, parts: Outline, open_matches: int) -> StepFacts:
    active = Entry.objects.filter(tournament=tournament, status=Entry.Status.ACTIVE)
    counted = active.filter(player__bot_kind__in=NOT_HOUSE_BOTS).aggregate(
        people=Count("pk"), here=Count("check_in")
    )
    entered = getattr(tournament, "entry_count", None)  # annotated by lists
    venue = venue_of(tournament)
    owing, to_pay, currency = _money(tournament)
    return StepFacts(
        entered=active.count() if entered is None else int(entered),
        people=counted["people"],
        here=counted["here"],
        checks_in=bool(counted["here"]) or (venue is not None and venue.check_in_opened_at is not None),
        is_drawn=bool(parts.stages),
        draw_due=any(wait.due for wait in waiting(tournament, parts, named=False)),
        open_matches=open_matches,
        owing=owing,
        to_pay=to_pay,
        currency=currency,
    )  # fmt: skip


def _money(tournament: Tournament) -> tuple[int, int, str]:
    """How many entries still owe, and what is still to be paid out: nothing without a plan of fees."""
    plan = plan_of(tournament)
    if plan is None or tournament.status not in (Status.RUNNING, Status.FINISHED):
        return 0, 0, ""
    owing = sum(account.owes > 0 for account in accounts(tournament, plan))
    over = tournament.status == Status.FINISHED
    return owing, payout_sheet(tournament).left if over else 0, plan.currency


def _steps(tournament: Tournament, rights: frozenset[Right], facts: StepFacts) -> DeskSteps:
    present = present_step(tournament, facts)
    at = STEPS.index(present) if present else 0
    names = dict(
        zip(
            STEPS,
            (
                pgettext("step", "Set up"), _("Entries"), _("Check-in"), pgettext("act of drawing", "Draw"),
                pgettext("step", "Play"), _("Prizes"),
            ),
            strict=True,
        )
    )  # fmt: skip
    texts, warned = _fact_texts(tournament, facts), _warnings(tournament, facts)
    pages = _pages(tournament, rights, facts)
    steps = tuple(
        DeskStep(
            key=key,
            name=names[key],
            fact=texts[key],
            href=pages[key][0].href,
            is_done=_is_done(key, at, facts),
            is_present=key == present,
            warns=key in warned,
            pages=pages[key],
        )
        for key in STEPS
        if pages[key]
    )  # fmt: skip
    action, tab = _next_action(tournament, present)
    return DeskSteps(steps, action, f"{link('tournament-manage', tournament)}{tab}")


def _is_done(key: str, at: int, facts: StepFacts) -> bool:
    """Is the step behind the present one, and was it used?"""
    if key == CHECK_IN and not facts.checks_in:
        return False
    return STEPS.index(key) < at


def _warnings(tournament: Tournament, facts: StepFacts) -> frozenset[str]:
    missing = tournament.status == Status.OPEN and facts.checks_in and facts.here < facts.people
    return frozenset(
        key
        for key, warns in (
            (CHECK_IN, missing),
            (DRAW, facts.draw_due),
            (PRIZES, facts.owing or facts.to_pay),
        )
        if warns
    )


def _fact_texts(tournament: Tournament, facts: StepFacts) -> dict[str, str]:
    return {
        SETUP: format_texts.format_name(tournament.agreed["format"]),
        ENTRIES: _entered(tournament, facts),
        CHECK_IN: _checked_in(tournament, facts),
        DRAW: _drawn(tournament, facts),
        PLAY: _playing(tournament, facts),
        PRIZES: _prizes(tournament, facts),
    }


def _entered(tournament: Tournament, facts: StepFacts) -> str:
    if tournament.entry_limit is not None:
        values = {"n": facts.entered, "limit": tournament.entry_limit}
        return _("%(n)d of %(limit)d entered") % values
    return ngettext("%(n)d entered", "%(n)d entered", facts.entered) % {"n": facts.entered}


def _checked_in(tournament: Tournament, facts: StepFacts) -> str:
    if facts.checks_in:
        return _("%(here)d of %(n)d here") % {"here": facts.here, "n": facts.people}
    return _("Not used") if tournament.started_at is not None else _("Not open")


def _drawn(tournament: Tournament, facts: StepFacts) -> str:
    if facts.draw_due:
        return _("Ready to publish")
    if tournament.started_at is None:
        return _("Preview ready") if tournament.draw_preview else _("Not drawn")
    at = tournament.started_at.astimezone(ZoneInfo(tournament.time_zone))
    is_today = at.date() == timezone.now().astimezone(at.tzinfo).date()
    return _("Published %(time)s") % {"time": time_text(at) if is_today else day_time_text(at)}


def _playing(tournament: Tournament, facts: StepFacts) -> str:
    match tournament.status:
        case Status.FINISHED:
            return _("All decided")
        case Status.CANCELLED:
            return pgettext("tournament", "Cancelled")
        case Status.RUNNING:
            text = ngettext("%(n)d open match", "%(n)d open matches", facts.open_matches)
            return text % {"n": facts.open_matches}
    return _("After the draw")


def _prizes(tournament: Tournament, facts: StepFacts) -> str:
    if facts.owing:
        return ngettext("%(n)d owes a fee", "%(n)d owe a fee", facts.owing) % {"n": facts.owing}
    if facts.to_pay:
        amount = short_amount_text(facts.to_pay, facts.currency)
        return _("To pay: %(amount)s") % {"amount": amount}
    if tournament.status == Status.FINISHED:
        return tournament.champion.title if tournament.champion else _("No winner")
    return _("After the last match")


def _next_action(tournament: Tournament, present: str) -> tuple[str, str]:
    """What the tournament waits for, and the tab of the desk where it is done."""
    if present == SETUP:
        return _("Open entry"), "?tab=setup"
    if tournament.status in (Status.DRAFT, Status.OPEN):
        at_door = (_("Check players in, then preview the draw"), "?tab=draw")
        return at_door if present == CHECK_IN else (_("Preview draw"), "?tab=draw")
    if present == DRAW:
        return _("Publish the next draw"), "?tab=draw"
    if present == PLAY:
        return pgettext("next action", "Enter results"), "?tab=matches"
    return (_("Pay the prizes"), "?tab=prizes") if present == PRIZES else ("", "")


def _pages(
    tournament: Tournament, rights: frozenset[Right], facts: StepFacts
) -> dict[str, tuple[StepPage, ...]]:
    """By step the pages that the viewer may open and this site has."""
    listed = {
        SETUP: _setup_pages(),
        ENTRIES: _entry_pages(facts),
        CHECK_IN: _door_pages(),
        DRAW: _draw_pages(tournament),
        PLAY: _play_pages(facts),
        PRIZES: _prize_pages(),
    }
    return {
        key: tuple(
            page
            for right, page in ((right, _linked(page, tournament)) for right, page in pages)
            if right in rights and page.href
        )
        for key, pages in listed.items()
    }


def _linked(page: StepPage, tournament: Tournament) -> StepPage:
    """The page with its address: that of a tab of the desk, or of a route, empty where this site does not have it."""
    if page.key in STEP_OF_TAB:
        href = f"{link('tournament-manage', tournament)}?tab={page.key}"
    else:
        href = link(page.key, tournament)
    return StepPage(page.key, page.name, href, page.press, page.opens, page.count)


Listed = Iterator[tuple[Right, StepPage]]


def _setup_pages() -> Listed:
    yield Right.SCORE, StepPage("setup", _("Overview"))
    yield Right.DIRECT, StepPage("tournament-settings", _("Settings"))
    yield Right.ORGANIZE, StepPage("tournament-money-plan", _("Fee settings"))
    yield Right.SCORE, StepPage("tournament-tables", pgettext("furniture", "Tables"))
    yield Right.DIRECT, StepPage("tournament-timing", _("Lateness and deadlines"))
    yield Right.SCORE, StepPage("tournament-people", _("Roles"))
    yield Right.SCORE, StepPage("tournament-part", _("Your role"))
    yield Right.DIRECT, StepPage("tournament-clone", _("Duplicate tournament"))


def _entry_pages(facts: StepFacts) -> Listed:
    yield Right.SCORE, StepPage("entries", _("Entries"), press="2", count=str(facts.entered))
    yield Right.SCORE, StepPage("tournament-entries-table", _("Entries table"))
    yield Right.DIRECT, StepPage("tournament-contacts", pgettext("people", "Contacts"))
    yield Right.DIRECT, StepPage("tournament-registrations", _("Entry without an account"))
    yield Right.SCORE, StepPage("tournament-exchange", _("Files"))


def _door_pages() -> Listed:
    yield Right.SCORE, StepPage("tournament-check-in", _("Check-in"))
    yield Right.SCORE, StepPage("tournament-door", _("Door list"))


def _draw_pages(tournament: Tournament) -> Listed:
    yield Right.SCORE, StepPage("draw", pgettext("act of drawing", "Draw"))
    if tournament.started_at is not None:
        yield Right.DIRECT, StepPage("tournament-pairings-text", _("Pairings as text"))
    yield Right.SCORE, StepPage("tournament-papers", pgettext("button", "Print"))


def _play_pages(facts: StepFacts) -> Listed:
    open_matches = str(facts.open_matches) if facts.is_drawn else ""
    yield Right.SCORE, StepPage("matches", _("Matches"), press="1", count=open_matches)
    if facts.is_drawn:
        yield Right.SCORE, StepPage("standings", _("Standings"), press="3")
        yield Right.SCORE, StepPage("record", _("Rulings"), press="4")
    yield Right.SCORE, StepPage("tournament-tables", pgettext("furniture", "Tables"))
    yield Right.SCORE, StepPage("tournament-room-plan", _("Room plan"))
    yield Right.SCORE, StepPage("tournament-slow", _("Slow matches"))
    yield Right.DIRECT, StepPage("tournament-clocks", _("Clocks"), opens=True)
    announce = pgettext("button", "Announce")
    yield Right.SCORE, StepPage("tournament-announcements", announce, opens=True)
    yield Right.SCORE, StepPage("tournament-papers", pgettext("button", "Print"))
    yield Right.SCORE, StepPage("tournament-wall", _("Big screen"))
    yield Right.SCORE, StepPage("tournament-tv", _("TV"))


def _prize_pages() -> Listed:
    yield Right.SCORE, StepPage("prizes", _("Prizes"))
    yield Right.SCORE, StepPage("tournament-payout", _("Payout"))
    yield Right.SCORE, StepPage("tournament-money", _("Fees"))
    yield Right.SCORE, StepPage("tournament-pools", _("Side pools"))
    yield Right.SCORE, StepPage("tournament-calcutta", _("Calcutta"))
    yield Right.SCORE, StepPage("tournament-ledger", _("Ledger"))
    yield Right.ORGANIZE, StepPage("tournament-money-plan", _("Fee settings"))
