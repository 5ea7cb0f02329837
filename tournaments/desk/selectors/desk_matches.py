"""The matches at the desk by state and table: one page of rows with everything that a row shows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models.fields.json import KeyTransform
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.clock import Clock
from games.models import Match
from tournaments.bracket.selectors.bracket import pairings_among
from tournaments.bracket.selectors.outline import RoundHead
from tournaments.bracket.selectors.rows import PairingRow
from tournaments.core.permissions import Viewer
from tournaments.desk.selectors.attention_items import AttentionItem
from tournaments.desk.selectors.desk_scope import DeskTournament, filtered
from tournaments.desk.selectors.open_matches import STATES, OpenPairing
from tournaments.desk.selectors.round_progress import EMPTY
from tournaments.models import Pairing

PER_PAGE = 50
LOW_S = 60


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """Which page of which matches is asked for: a round by its id; else all open matches, or those of one tournament
    (by its id) and of one bracket (`DeskTournament.brackets`)."""

    now: datetime
    round: str | None = None
    page: str | None = None
    of: int | None = None
    bracket: str = ""


@dataclass(frozen=True, slots=True)
class ClockLine:
    """The time left on both clocks in whole seconds, first side first, and which of them runs (0: none)."""

    left: tuple[int, int]
    running: int

    @property
    def low(self) -> tuple[bool, bool]:
        return self.left[0] < LOW_S, self.left[1] < LOW_S

    def swapped(self) -> "ClockLine":
        """The other side first."""
        return ClockLine((self.left[1], self.left[0]), (0, 2, 1)[self.running])

    @property
    def labels(self) -> tuple[str, str]:
        first, second = (f"{s // 60}:{s % 60:02}" for s in self.left)
        return first, second


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A pairing in the list, with its tournament; `open` is None once it is decided. `flag` is one word for what
    needs a decision there; `is_late`: a player is not at the table, or came late."""

    at: DeskTournament
    pairing: PairingRow
    head: RoundHead
    open: OpenPairing | None
    clock: ClockLine | None
    flag: str = ""
    is_late: bool = False

    @property
    def since(self) -> datetime | None:
        return self.open.since if self.open else self.pairing.decided_at


@dataclass(frozen=True, slots=True)
class MatchGroup:
    """The rows of one state."""

    state: str
    title: str
    count: int
    rows: tuple[DeskRow, ...]


@dataclass(frozen=True, slots=True)
class MatchPage:
    """One page; `chosen` is the round that is asked for, None where all open matches are shown."""

    groups: tuple[MatchGroup, ...]
    page: Page[int]
    chosen: RoundHead | None
    open: int


def matches(
    scope: Mapping[int, DeskTournament],
    viewer: Viewer,
    rows: Sequence[OpenPairing],
    query: MatchQuery,
    items: Iterable[AttentionItem] = (),
) -> MatchPage:
    """All open matches, or all matches of one round, by state and table; `items` are the queue of the desk. Nine
    queries, whatever the number of tournaments."""
    words = _flags()
    flags = {item.pairing: item.kind for item in items if item.kind in words}
    all_heads = [
        head for at in scope.values() for stage in at.parts.stages for head in stage.rounds
    ]
    head = next((head for head in all_heads if str(head.row.pk) == query.round), None)
    rows = rows if head else filtered(rows, query.of, query.bracket)
    by_pairing = {row.pairing: row for row in rows}
    wanted = [row.pairing for row in rows] if head is None else _of_round(head, by_pairing)
    page = Paginator(wanted, PER_PAGE).get_page(query.page)
    ids = list(page)
    views = _views(scope, viewer, ids)
    clocks = clock_lines([row.match for pk in ids if (row := by_pairing.get(pk))], query.now)
    heads = {head.row.pk: head for head in all_heads}
    groups: dict[str, list[DeskRow]] = {}
    for pk in ids:
        if pk not in views:  # decided or voided since it was listed
            continue
        view, round_id = views[pk]
        on = by_pairing.get(pk)
        clock = _of_sides(clocks, on, view)
        state = on.state if on else "done" if view.state == "done" else "unknown"
        of = heads[round_id]
        at = scope[of.row.stage.tournament_id]
        flag = flags.get(pk, "")
        is_late = flag in ("late", "penalty")
        desk_row = DeskRow(at, view, of, on, clock, words.get(flag, ""), is_late)
        groups.setdefault(state, []).append(desk_row)
    counts = {state: sum(row.state == state for row in rows) for state in STATES}
    titles = _titles()
    shown_groups = tuple(
        MatchGroup(
            state, titles[state], len(group_rows) if head else counts[state], tuple(group_rows)
        )
        for state, group_rows in groups.items()
    )
    return MatchPage(shown_groups, page, head, len(rows))


def _flags() -> dict[str, str]:
    return {"late": _("No-show"), "penalty": pgettext("player", "Late"), "long": _("Long match")}


def _titles() -> dict[str, str]:
    return {
        "ruling": _("Needs a ruling"),
        "playing": pgettext("match state", "Playing"),
        "waiting": _("Waiting for players"),
        "ready": _("No table yet"),
        "lineups": _("Waiting for line-ups"),
        "held": pgettext("round", "On hold"),
        "unknown": _("Players not known yet"),
        "done": pgettext("matches", "Decided"),
    }


def _of_round(head: RoundHead, rows: Mapping[int, OpenPairing]) -> list[int]:
    """Open pairings first, as in the list of all; then those whose players are not known yet; decided ones last."""
    pairings = Pairing.objects.filter(round=head.row, voided_at=None).exclude(outcome__in=EMPTY)
    drawn = list(pairings.order_by("number").values_list("pk", "decided_at"))
    listed = [row.pairing for row in rows.values() if row.head.row.pk == head.row.pk]
    open_ids = set(listed)
    rest = [(at is not None, n, pk) for n, (pk, at) in enumerate(drawn) if pk not in open_ids]
    return listed + [pk for _decided, _n, pk in sorted(rest)]


def _views(
    scope: Mapping[int, DeskTournament], viewer: Viewer, ids: Sequence[int]
) -> dict[int, tuple[PairingRow, int]]:
    if not ids:
        return {}
    drawn = [(at.tournament, at.parts.names) for at in scope.values()]
    rounds = pairings_among(drawn, viewer, ids)
    return {row.id: (row, round_row.id) for round_row in rounds for row in round_row.pairings}


def _of_sides(
    clocks: Mapping[UUID, ClockLine], on: OpenPairing | None, view: PairingRow
) -> ClockLine | None:
    """The clock of a row, first side first."""
    clock = clocks.get(on.match) if on and on.match else None
    if clock is None or on is None or on.seat_a == view.slots[0].entry:
        return clock
    return clock.swapped()


def clock_lines(ids: Sequence[UUID | None], now: datetime) -> dict[UUID, ClockLine]:
    """The clocks of matches that have one, read from their snapshots without the rest. One query."""
    wanted = [pk for pk in ids if pk is not None]
    if not wanted:
        return {}
    matches = Match.objects.filter(pk__in=wanted, clock__isnull=False)
    at = round(now.timestamp() * 1000)
    states = matches.annotate(stands=KeyTransform("clock", "state")).values_list("pk", "stands")
    return {pk: _line(Clock.from_json(stands), at) for pk, stands in states if stands}


def _line(clock: Clock, at: int) -> ClockLine:
    a, b = clock.charged(at).face()
    running = {"A": 1, "B": 2}.get(clock.running or "", 0) if clock.since is not None else 0
    return ClockLine((a // 1000, b // 1000), running)
