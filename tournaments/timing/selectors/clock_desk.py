"""The clock desk: the matches of a tournament that are being played, with both clocks, and the deadlines of its rounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, F, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.clock import Clock
from games.models import MatchStatus
from tournaments.bracket.selectors.names import Names, names_of
from tournaments.models import PairingMatch, Round, RoundDeadline, Tournament
from tournaments.timing.selectors.timing import matches_on

SHOWN = 400


@dataclass(frozen=True, slots=True)
class ClockSide:
    """A side of a match: its points, the rest of its reserve in milliseconds (None: no clock), whether it is on the clock and ready."""

    entry: int
    name: str
    score: int
    reserve_ms: int | None
    on_clock: bool
    ready: bool

    @property
    def reserve(self) -> str:
        """Minutes and seconds, hours where there are any."""
        if self.reserve_ms is None:
            return ""
        minutes, seconds = divmod(max(0, self.reserve_ms) // 1000, 60)
        if minutes < 60:
            return f"{minutes}:{seconds:02}"
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


@dataclass(frozen=True, slots=True)
class ClockRow:
    """A match. `flag_at` is when the running clock falls, `start_at` when a waiting match begins; it `is_due` once both
    players are expected."""

    pairing: int
    match: UUID
    board: int | None
    name: str
    length: int | None
    status: str
    status_text: str
    paused: bool
    since: datetime
    sides: tuple[ClockSide, ClockSide]
    flag_at: datetime | None
    join_until: datetime | None
    start_at: datetime | None
    is_due: bool


@dataclass(frozen=True, slots=True)
class ClockRound:
    """A round that is not over: its matches that are being played, and its deadline."""

    id: int
    name: str
    rows: tuple[ClockRow, ...]
    on: int
    paused: int
    undecided: int
    play_until: datetime | None
    started_at: datetime | None


def clock_rounds(tournament: Tournament) -> list[ClockRound]:
    """Rounds with undecided pairings, in order. Five queries."""
    names = names_of(tournament)
    titles = {e.pk: e.title for e in tournament.entries.select_related("player")}
    rows: dict[int, list[ClockRow]] = {}
    for on in _matches(tournament):
        rows.setdefault(on.pairing.round_id, []).append(_row(on, names, titles, tournament.boards))
    deadlines = {
        row.round_id: row
        for row in RoundDeadline.objects.filter(round__stage__tournament=tournament)
    }
    return [
        _round(row, names, rows.get(row.pk, ()), deadlines.get(row.pk))
        for row in _open_rounds(tournament)
    ]


def _open_rounds(tournament: Tournament) -> list[Round]:
    waiting = Q(pairings__decided_at=None, pairings__voided_at=None)
    rounds = Round.objects.filter(stage__tournament=tournament, voided_at=None)
    undecided_rounds = rounds.annotate(undecided=Count("pairings", filter=waiting)).filter(
        undecided__gt=0
    )
    return list(undecided_rounds.order_by("stage__number", "number"))


def _round(
    row: Round, names: Names, rows: Sequence[ClockRow], deadline: RoundDeadline | None
) -> ClockRound:
    return ClockRound(
        id=row.pk,
        name=names.full_round(row),
        rows=tuple(rows),
        on=len(rows),
        paused=sum(match.paused for match in rows),
        undecided=row.undecided,  # type: ignore[attr-defined]  # annotated above
        play_until=deadline.play_until if deadline else None,
        started_at=deadline.started_at if deadline else None,
    )


def _matches(tournament: Tournament) -> list[PairingMatch]:
    matches = matches_on(tournament).annotate(clock=F("match__state__clock"))
    return list(matches.order_by("pairing__number", "board")[:SHOWN])


def _row(on: PairingMatch, names: Names, titles: dict[int, str], boards: int) -> ClockRow:
    match, timing = on.match, getattr(on, "timing", None)
    ready = list(on.ready or (False, False))  # type: ignore[attr-defined]  # annotated above
    clock = None if on.clock is None else Clock.from_json(on.clock)  # type: ignore[attr-defined]
    is_due = timing is None or timing.begin_at is None
    reserves = (None, None) if clock is None else clock.face()
    scores = (match.score_a, match.score_b)
    sides = tuple(
        ClockSide(
            entry=entry,
            name=titles.get(entry, ""),
            score=score,
            reserve_ms=reserve,
            on_clock=match.to_act == seat,
            ready=there,
        )
        for seat, entry, score, reserve, there in zip(
            "AB", (on.entry_a_id, on.entry_b_id), scores, reserves, ready, strict=True
        )
    )
    return ClockRow(
        pairing=on.pairing_id,
        match=match.pk,
        board=on.board if boards > 1 else None,
        name=names.pairing(on.pairing),
        length=match.rules.get("length"),
        status=match.status,
        status_text=_status_text(match.status, paused=match.paused, is_due=is_due),
        paused=match.paused,
        since=match.last_at,
        sides=sides,  # type: ignore[arg-type]  # two of them
        flag_at=None if match.paused else match.flag_at,
        join_until=match.next_at if match.status == MatchStatus.JOINING else None,
        start_at=timing.start_at if timing is not None and not is_due else None,
        is_due=is_due,
    )


def _status_text(status: str, *, paused: bool, is_due: bool) -> str:
    if paused:
        return pgettext("match", "Paused")
    if status == MatchStatus.JOINING and not is_due:
        return _("No time agreed")
    names = {
        MatchStatus.JOINING: _("Waiting for players"),
        MatchStatus.NONCES: _("Preparing the dice"),
        MatchStatus.BREAK: _("Between games"),
        MatchStatus.PLAYING: pgettext("match state", "Playing"),
    }
    return names[MatchStatus(status)]
