"""The slips of pairings over the board: made when two players are known, voided when they no longer meet, restored when
they do, closed when a result counts; as matches.py does online."""

import secrets
from collections.abc import Iterable
from datetime import datetime

from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.bracket.services.batches import pairings_in
from tournaments.bracket.services.growth import Decided
from tournaments.formats.base import Decision
from tournaments.models import Pairing, ScoreReport, Slip, TableUse, Tournament

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another on paper
CODE_LENGTH = 12
AT_ONCE = 5000
Place = tuple[int, int]


class Slips:
    """Every slip that was ever made for some pairings, made to agree with their decisions."""

    def __init__(self, tournament: Tournament, decided: Decided, now: datetime) -> None:
        self.tournament = tournament
        self.decided = decided
        self.now = now
        self.made: list[Slip] = []
        self.voided: list[Slip] = []
        self.restored: list[Slip] = []
        self.closed: list[Slip] = []
        self.slips = self._slips_of_pairings() if venue_of(tournament) is not None else []
        self.over = self._boards_over() if self.slips else set()

    def begun(self) -> set[int]:
        """Pairings that stay over the board in any case, because their players have begun."""
        return {s.pairing_id for s in self.slips if s.voided_at is None and s.begun_at is not None}

    def settle(self, on_board: set[int]) -> None:
        """Make the slips agree with the decisions; `on_board` are the pairings over the board. Six statements at most."""
        for slip in self.slips:
            if slip.voided_at is None:
                self._settle_slip(slip, on_board)
        standing = {_place(slip) for slip in self.slips if slip.voided_at is None}
        for pairing, decision in self.decided.values():
            if pairing.pk in on_board and _is_due(pairing, decision):
                for board in range(1, self.tournament.boards + 1):
                    place = (pairing.pk, board)
                    if place not in standing and place not in self.over:
                        self._restore_or_make(pairing, board, decision)
        self._write()

    def _slips_of_pairings(self) -> list[Slip]:
        whole = {"pairing__stage__tournament": self.tournament}
        return pairings_in(Slip.objects.order_by("pk"), self.decided, whole=whole)

    def _boards_over(self) -> set[Place]:
        """Boards of team matches that have a result while the match goes on."""
        if self.tournament.boards == 1:
            return set()
        results = counting_results().filter(pairing__in=self.decided).exclude(board=0)
        return {
            (result.pairing_id, result.board)
            for result in results
            if {result.winner_id, result.loser_id} == set(self.decided[result.pairing_id][1].slots)
        }

    def _settle_slip(self, slip: Slip, on_board: set[int]) -> None:
        pairing, decision = self.decided[slip.pairing_id]
        if not _meet(slip, decision):
            self._void(slip)
        elif not decision.is_open or _place(slip) in self.over:
            if slip.closed_at is None:
                slip.closed_at, slip.disputed_at = self.now, None
                self.closed.append(slip)
        elif slip.begun_at is None and (pairing.pk not in on_board or not pairing.round.open):
            self._void(slip)
        elif slip.closed_at is not None:  # what was played does not count: they begin again
            slip.closed_at = slip.begun_at = slip.assumed_at = None
            self.restored.append(slip)

    def _void(self, slip: Slip) -> None:
        slip.voided_at, slip.disputed_at = self.now, None
        self.voided.append(slip)

    def _restore_or_make(self, pairing: Pairing, board: int, decision: Decision) -> None:
        before = [s for s in self.slips if _place(s) == (pairing.pk, board) and s.voided_at]
        same = [slip for slip in before if _meet(slip, decision)]
        if same:
            slip = same[-1]
            slip.voided_at = slip.closed_at = slip.assumed_at = None
            self.restored.append(slip)
            return
        first, second = decision.players or (0, 0)  # never None, by _is_due
        self.made.append(
            Slip(
                pairing=pairing,
                board=board,
                entry_a_id=first,
                entry_b_id=second,
                code=new_code(),
                stream=any(slip.stream for slip in before),
                created_at=self.now,
            )
        )

    def _write(self) -> None:
        _mark(
            self.voided, voided_at=self.now, disputed_at=None
        )  # a voided slip makes room for another
        if self.restored:
            columns = ["voided_at", "closed_at", "begun_at", "assumed_at"]
            Slip.objects.bulk_update(self.restored, columns, batch_size=100)
        _mark(self.closed, closed_at=self.now, disputed_at=None)
        if self.made:
            Slip.objects.bulk_create(self.made, batch_size=1000)
        ended = [*self.voided, *self.closed]
        if ended:
            free(ended, self.now)
            answer_open(ended, self.now)


def _mark(slips: list[Slip], **columns: datetime | None) -> None:
    """Set these columns on all slips, in one statement for each few thousand."""
    for start in range(0, len(slips), AT_ONCE):
        ids = [slip.pk for slip in slips[start : start + AT_ONCE]]
        Slip.objects.filter(pk__in=ids).update(**columns)


def _is_due(pairing: Pairing, decision: Decision) -> bool:
    return decision.is_open and bool(decision.players) and pairing.round.open


def _meet(slip: Slip, decision: Decision) -> bool:
    return {slip.entry_a_id, slip.entry_b_id} == set(decision.slots)


def _place(slip: Slip) -> Place:
    return slip.pairing_id, slip.board


def free(slips: Iterable[Slip], now: datetime) -> None:
    """Free the tables of these slips."""
    TableUse.objects.filter(slip__in=list(slips), ended_at=None).update(ended_at=now)


def answer_open(slips: Iterable[Slip], now: datetime) -> None:
    """Settle open reports by the result: confirmed where they agree with it, else overruled."""
    states = ScoreReport.State
    open_still = ScoreReport.objects.filter(slip__in=list(slips), state__in=ScoreReport.OPEN)
    reports = list(open_still.select_related("slip"))
    if not reports:
        return
    pairings = {report.slip.pairing_id for report in reports}
    results = {(r.pairing_id, r.board): r for r in counting_results().filter(pairing__in=pairings)}
    for report in reports:
        result = results.get(_place(report.slip))
        right = result is not None and (report.winner_id, report.score) == (
            result.winner_id,
            result.score,
        )
        report.state = states.CONFIRMED if right else states.OVERRULED
        report.result = result if right else None
        report.stands_at, report.settled_at = None, now
    columns = ["state", "result", "stands_at", "settled_at"]
    ScoreReport.objects.bulk_update(reports, columns, batch_size=500)


def new_code() -> str:
    """A code of sixty bits, which nobody guesses."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def void_slips(slips: Iterable[Slip], now: datetime) -> None:
    """Void slips whose pairings no longer stand, or that are not to be played; they stay on record."""
    listed = list(slips)
    if not listed:
        return
    pks = [slip.pk for slip in listed]
    Slip.objects.filter(pk__in=pks).update(voided_at=now, disputed_at=None)
    free(listed, now)
    answer_open(listed, now)
