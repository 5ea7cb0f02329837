"""Rulings on the result of a pairing: who won, who forfeits, what is void, which match is reopened (T9.4, T9.5).

Any pairing, decided or not, also of earlier rounds; a team's board by its number, 0 for the whole team match.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from django.utils.translation import gettext as _

from games.engine.seats import Seat
from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.selectors.form_version import pairing_version
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.bracket.services import match_gateway
from tournaments.models import Pairing, PairingMatch, Result, Slip, Tournament
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import UNDONE, Journal
from tournaments.ruling.services.record_only import BRACKET, RECORD, keep_bracket
from tournaments.ruling.services.redraw_rulings import draw_after
from tournaments.ruling.services.session_results import session_result
from web.errors import DomainError, NotFound

Kind = Result.Kind
Status = Tournament.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPairing:
    """A ruling on one pairing. `redraw`: rounds that were drawn after it are set aside and drawn anew."""

    pairing_id: int
    redraw: bool = False
    statuses: ClassVar[tuple[str, ...]] = (Status.RUNNING, Status.FINISHED)

    def tournament_id(self) -> int:
        pairings = Pairing.objects.filter(pk=self.pairing_id, voided_at=None)
        tournament_id = pairings.values_list("stage__tournament_id", flat=True).first()
        if tournament_id is None:
            raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
        return tournament_id

    def load(self) -> RulingSubject[Pairing]:
        pairings = Pairing.objects.filter(pk=self.pairing_id, voided_at=None)
        pairing = pairings.select_related("round", "stage__tournament").first()
        if pairing is None:
            raise NotFound("no_such_pairing", _("This no longer exists. Reload the page."))
        return pairing_subject(pairing)


def pairing_subject(pairing: Pairing) -> RulingSubject[Pairing]:
    """A pairing as the subject of a ruling; loaded with its round and tournament."""
    return RulingSubject(pairing, partial(pairing_version, pairing), pairing)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetResult(OnPairing):
    """Set who won, whatever the result was before; `kind`: played, on time or conceded.

    In a session the score decides who won; nobody did with equal points, and then `winner` is None (T5.6). `effect` says
    whether the bracket follows, or only the record is corrected. Refused: not_in_this_pairing, bad_score, and for the
    record what keep_bracket refuses.
    """

    winner: int | None
    score: Mapping[int, int] | None = None
    board: int | None = None
    kind: str = Kind.PLAYED
    effect: str = BRACKET
    verb: ClassVar[str] = "correct_result"

    def apply(self, journal: Journal, subject: RulingSubject[Pairing]) -> None:
        pairing = subject.row
        result = self._result(pairing)
        if self.effect == RECORD:
            keep_bracket(pairing, result, redraw=self.redraw)
        record_result(journal, pairing, result)
        _redraw(self, journal, pairing)

    def _result(self, pairing: Pairing) -> Result:
        if is_session(pairing.round):
            result = session_result(
                both_entries(pairing), self.score, pairing.round.length, self.kind
            )
            result.board = _board(self, pairing)
            return result
        if self.winner is None:
            raise DomainError("bad_score", _("Only a session can end in a tie."), status=400)
        loser, board = opponent_of(pairing, self.winner), _board(self, pairing)
        score = _score(self.score, self.winner, loser)
        if board and score:
            score = _capped(score, self.winner, pairing.round.length)
        return Result(
            winner_id=self.winner, loser_id=loser, kind=self.kind, score=score, board=board
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ForfeitPairing(OnPairing):
    """One of the two entries, or both, lose without play."""

    losers: tuple[int, ...]
    board: int | None = None
    verb: ClassVar[str] = "forfeit"

    def apply(self, journal: Journal, subject: RulingSubject[Pairing]) -> None:
        pairing = subject.row
        two = both_entries(pairing)
        if not self.losers or not set(self.losers) <= set(two):
            text = _("Choose one or both players in this pairing.")
            raise DomainError("not_in_this_pairing", text)
        record_result(journal, pairing, forfeit_result(two, self.losers, _board(self, pairing)))
        _redraw(self, journal, pairing)


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidResult(OnPairing):
    """The result no longer counts; the two entries play again."""

    board: int | None = None
    verb: ClassVar[str] = "void_result"

    def apply(self, journal: Journal, subject: RulingSubject[Pairing]) -> None:
        pairing = subject.row
        both_entries(pairing)
        for on in pairing.pairing_matches.filter(voided_at=None).select_related("match"):
            if self.board in (None, 0, on.board):
                annul_match(journal, on)
        boards = {r.board for r in counting_results_of(pairing) if self.board in (None, 0, r.board)}
        for board in sorted(boards or {_board(self, pairing)}):
            supersede(journal, pairing, Result(kind=Kind.VOID, board=board))
        _redraw(self, journal, pairing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopen(OnPairing):
    """A match that is over is reopened: its result is taken back; with `replay_game` its last game is played again."""

    board: int = 1
    replay_game: bool = False
    score: Mapping[int, int] | None = None
    verb: ClassVar[str] = "reopen"

    def apply(self, journal: Journal, subject: RulingSubject[Pairing]) -> None:
        pairing = subject.row
        on = live_match(pairing, self.board)
        if on is None or not on.match.is_over:
            raise DomainError("no_match_over", _("This pairing has no finished match."))
        supersede(journal, pairing, Result(kind=Kind.VOID, board=self.board))
        journal.set(on, recorded_at=None)
        seats = {on.entry_a_id: "A", on.entry_b_id: "B"}
        score = {seats[entry]: points for entry, points in (self.score or {}).items()} or None
        journal.reopen(on, replay_game=self.replay_game, score=score)
        _redraw(self, journal, pairing)


def record_result(journal: Journal, pairing: Pairing, result: Result) -> None:
    """Record a director's result over those that counted before, and end the running match accordingly."""
    on = live_match(pairing, result.board)
    if on is not None:
        result.match = on.match
        if not on.match.is_over:
            _end(journal, on, result)
        if on.recorded_at is None:
            journal.set(on, recorded_at=journal.now)
    supersede(journal, pairing, result)


def supersede(journal: Journal, pairing: Pairing, result: Result) -> None:
    """Record a director's result over those of the two current entries; results of other pairs may count again."""
    before = [old for old in counting_results_of(pairing) if old.board == result.board]
    result.pairing, result.source, result.by = pairing, Result.Source.RULING, journal.ruling.by
    result.ruling, result.created_at = journal.ruling, journal.now
    journal.add(result, revoked_at=UNDONE)
    for old in before:
        journal.set(old, superseded_by_id=result.pk)


def annul_match(journal: Journal, on: PairingMatch) -> None:
    """The two entries are to play again: this match does not come back when they meet again."""
    ruling = journal.ruling
    match_gateway.void(on, now=journal.now, by=ruling.by, reason=ruling.reason)
    journal.set(on, annulled=True)


def forfeit_result(two: list[int], losers: tuple[int, ...], board: int) -> Result:
    """The result of a forfeit by one of the two entries, or by both."""
    if set(losers) == set(two):
        return Result(
            kind=Kind.DOUBLE_FORFEIT, loser_id=two[0], second_loser_id=two[1], board=board
        )
    winner = next(entry for entry in two if entry not in losers)
    return Result(kind=Kind.FORFEIT, winner_id=winner, loser_id=losers[0], board=board)


def both_entries(pairing: Pairing) -> list[int]:
    """The two entries of a pairing. Refused: not_in_this_pairing, when it does not have two."""
    seats = pairing.slots.order_by("side").values_list("entry_id", flat=True)
    entries = [entry for entry in seats if entry is not None]
    if len(entries) < 2:
        raise DomainError("not_in_this_pairing", _("This pairing does not have two players yet."))
    return entries


def opponent_of(pairing: Pairing, entry: int) -> int:
    """The opponent of this entry. Refused: not_in_this_pairing."""
    two = both_entries(pairing)
    if entry not in two:
        text = _("Choose one of the two players in this pairing.")
        raise DomainError("not_in_this_pairing", text)
    return two[0] if two[1] == entry else two[1]


def counting_results_of(pairing: Pairing) -> list[Result]:
    """Counting results between the two entries that the pairing has now."""
    two = set(both_entries(pairing))
    return [r for r in counting_results().filter(pairing=pairing) if entries_named(r) == two]


def entries_named(result: Result) -> set[int]:
    entries = (result.winner_id, result.loser_id, result.second_loser_id)
    return {entry for entry in entries if entry is not None}


def live_match(pairing: Pairing, board: int) -> PairingMatch | None:
    """The live match on a board of this pairing; its entries may differ from the current ones."""
    live = pairing.pairing_matches.filter(voided_at=None, board=board)
    return live.select_related("match").first()


def open_slip_of(pairing: Pairing, board: int) -> Slip | None:
    """Over the board, the match slip that is not closed yet."""
    slips = pairing.slips.filter(board=board, voided_at=None, closed_at=None)
    return slips.first()


def _score(score: Mapping[int, int] | None, winner: int, loser: int) -> dict[str, int] | None:
    """The points of both, as Result.score stores them. Refused: bad_score (400)."""
    if not score:
        return None
    if set(score) != {winner, loser} or score[winner] <= score[loser]:
        text = _("Enter the points of both players. The winner must have more.")
        raise DomainError("bad_score", text, status=400)
    return {str(entry): points for entry, points in score.items()}


def _capped(score: dict[str, int], winner: int, length: int) -> dict[str, int]:
    """Without points beyond the match length, which count for nothing (R9.1). Refused: bad_score (400)."""
    if any(points >= length for entry, points in score.items() if entry != str(winner)):
        text = _("Match to %(n)s: the loser’s score must be lower than %(n)s.")
        raise DomainError("bad_score", text % {"n": length}, status=400)
    return {entry: min(points, length) for entry, points in score.items()}


def _board(action: SetResult | ForfeitPairing | VoidResult, pairing: Pairing) -> int:
    """The board that the action names; otherwise the only one, or 0 for the whole team match."""
    if action.board is not None:
        return action.board
    return 1 if pairing.stage.tournament.boards == 1 else 0


def _end(journal: Journal, on: PairingMatch, result: Result) -> None:
    """End the match as the result says, so that its log agrees."""
    seats: dict[int | None, Seat] = {on.entry_a_id: "A", on.entry_b_id: "B"}
    if result.kind in (Kind.FORFEIT, Kind.DOUBLE_FORFEIT):
        losers = [pk for pk in (result.loser_id, result.second_loser_id) if pk is not None]
        journal.end(on, "forfeit", [seats[loser] for loser in losers])
    elif result.winner_id is not None:
        journal.end(on, "award", [seats[result.winner_id]])
    else:
        journal.end(on, "award", [])


def _redraw(action: OnPairing, journal: Journal, pairing: Pairing) -> None:
    if action.redraw:
        draw_after(pairing.stage, pairing.round.number, journal.now)
