"""The scores and states of pairings, from their matches and results; of team matches board by board. Two queries."""

from collections.abc import Collection, Mapping
from typing import Any, Protocol
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Subquery

from tournaments.bracket.selectors import seated_matches
from tournaments.bracket.selectors.rows import BoardRow
from tournaments.bracket.selectors.sheet_points import points_on_sheet, sheet_score
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.models import Pairing, PairingMatch, Result, Slip, TableUse


class Side(Protocol):
    """What is read of a side of a pairing."""

    @property
    def entry_id(self) -> int | None: ...


Sides = tuple[Side, Side]
Pair = tuple[int | None, int | None]
UNKNOWN: Pair = (None, None)


class Scores:
    """The matches and results of the pairings that a filter names."""

    def __init__(
        self,
        of: dict[str, Any],
        boards: int | Mapping[int, int],
        *,
        on_board: bool = False,
        sits_at: Collection[UUID] | None = None,
    ) -> None:
        """`boards` of a pairing, or of the pairings of each round; `on_board`: some may be played over the board; one query more.

        `sits_at`: the matches whose running score the reader sees though spectators see it late; None: every match.
        """
        self._boards, self._sits_at = boards, sits_at
        self.slips = _slips(of) if on_board else {}
        self.matches: dict[int, dict[int, PairingMatch]] = {}
        live = PairingMatch.objects.filter(**of, voided_at=None)
        for row in live.select_related("match").defer("match__state"):
            self.matches.setdefault(row.pairing_id, {})[row.board] = row
        self.results: dict[int, dict[int, list[Result]]] = {}
        older = Result.objects.filter(superseded_by=OuterRef("pk"))
        for result in counting_results().filter(**of).annotate(corrects=Exists(older)):
            by_board = self.results.setdefault(result.pairing_id, {})
            by_board.setdefault(result.board, []).append(result)

    def boards(self, pairing: Pairing) -> int:
        """How many boards the pairing is played on."""
        boards = self._boards
        return boards if isinstance(boards, int) else boards[pairing.round_id]

    def match(self, pairing_id: int) -> PairingMatch | None:
        """The match of a pairing; of a team match the first that is on, else the first."""
        by_board = self.matches.get(pairing_id)
        if not by_board:
            return None
        on = [board for board, row in sorted(by_board.items()) if row.match.finished_at is None]
        return by_board[on[0] if on else min(by_board)]

    def slip(self, pairing_id: int) -> Slip | None:
        """The slip of a pairing over the board; of a team match the first that is open."""
        slips = self.slips.get(pairing_id, ())
        return next((slip for slip in slips if slip.closed_at is None), next(iter(slips), None))

    def state(self, pairing_id: int) -> str:
        """joining until somebody plays, then playing; nothing without a match. Over the board playing from its start."""
        if any(slip.playing_since for slip in self.slips.get(pairing_id, ())):
            return "playing"
        states = [_state(row) for row in self.matches.get(pairing_id, {}).values()]
        if not states:
            return ""
        return "joining" if set(states) == {"joining"} else "playing"

    def result(self, pairing: Pairing) -> Result | None:
        """The result that decides the pairing: it names its two entries and was not superseded."""
        by_board = self.results.get(pairing.pk, {})
        standing = by_board.get(0 if self.boards(pairing) > 1 else 1, [])
        two = (pairing.winner_id, pairing.loser_id)
        deciding = [result for result in standing if (result.winner_id, result.loser_id) == two]
        return deciding[-1] if deciding and pairing.outcome else None

    def is_ruled(self, pairing: Pairing) -> bool:
        """Did a director overrule a result, or end a match that had begun? A result they merely entered does not count."""
        result = self.result(pairing)
        if result is None or result.source != Result.Source.RULING:
            return False
        corrects: bool = result.corrects  # type: ignore[attr-defined]  # annotated above
        return corrects or any(_begun(row) for row in self.matches.get(pairing.pk, {}).values())

    def of(self, pairing: Pairing, sides: Sides) -> Pair:
        """The score of a ruling if it has one, else that of the match; of teams the boards won."""
        if self.boards(pairing) > 1:
            return self._boards_won(pairing, sides)
        entries = (sides[0].entry_id, sides[1].entry_id)
        result = self.result(pairing)
        if result is not None and result.score is not None:
            return _points(result, entries)
        row = self.matches.get(pairing.pk, {}).get(1)
        if row is not None:
            return self._live(row, entries)
        slip = self.slip(pairing.pk)
        return UNKNOWN if slip is None or slip.closed_at else _on_sheet(slip, entries)

    def boards_of(self, pairing: Pairing, sides: Sides) -> tuple[BoardRow, ...]:
        """The boards of a team match; empty before it has any, and where there is only one."""
        matches = self.matches.get(pairing.pk, {})
        results = self.results.get(pairing.pk, {})
        boards = self.boards(pairing)
        if boards == 1 or not (matches or results):
            return ()
        numbers = range(1, boards + 1)
        return tuple(self._board(n, matches.get(n), results.get(n), sides) for n in numbers)

    def _board(
        self, number: int, row: PairingMatch | None, results: list[Result] | None, sides: Sides
    ) -> BoardRow:
        entries = (sides[0].entry_id, sides[1].entry_id)
        result = results[-1] if results else None
        state = "done" if result else _state(row) if row else "ready"
        scores = UNKNOWN
        if result is not None and result.score is not None:
            scores = _points(result, entries)
        elif row is not None:
            scores = self._live(row, entries)
        winner = result.winner_id if result else None
        match = row.match_id if row else None
        return BoardRow(number, match, state, scores, winner, row is not None and _begun(row))

    def _boards_won(self, pairing: Pairing, sides: Sides) -> Pair:
        by_board = self.results.get(pairing.pk, {})
        winners = [results[-1].winner_id for board, results in by_board.items() if board]
        if not winners:
            return UNKNOWN
        first, second = (slot.entry_id for slot in sides)
        return winners.count(first), winners.count(second)

    def _live(self, row: PairingMatch, entries: Pair) -> Pair:
        """The running score, which spectators of a delayed match do not get, nor team-mates at other boards."""
        match = row.match
        sees = self._sits_at is None or row.match_id in self._sits_at
        if seated_matches.score_hidden(match) and not sees:
            return UNKNOWN
        points = {row.entry_a_id: match.score_a, row.entry_b_id: match.score_b}
        first, second = (None if e is None else points.get(e) for e in entries)
        return first, second


def _slips(of: dict[str, Any]) -> dict[int, list[Slip]]:
    """The slips that stand, each with the number of its table and the points on its score sheet."""
    use = TableUse.objects.filter(slip=OuterRef("pk"), ended_at=None)
    standing = Slip.objects.filter(**of, voided_at=None).order_by("board")
    by_pairing: dict[int, list[Slip]] = {}
    annotated = standing.annotate(
        table_number=Subquery(use.values("table__number")[:1]),
        length=F("pairing__round__length"),
        own_rules=F("pairing__round__rules"),
        points_a=points_on_sheet("entry_a"),
        points_b=points_on_sheet("entry_b"),
    )
    for slip in annotated:
        by_pairing.setdefault(slip.pairing_id, []).append(slip)
    return by_pairing


def _on_sheet(slip: Any, entries: Pair) -> Pair:
    """The running score of a slip, annotated by `_slips`."""
    score = sheet_score(slip.points_a, slip.points_b, slip.length, slip.own_rules)
    if score is None:
        return UNKNOWN
    points = dict(zip((slip.entry_a_id, slip.entry_b_id), score, strict=True))
    first, second = (None if e is None else points.get(e) for e in entries)
    return first, second


def _begun(row: PairingMatch) -> bool:
    return row.match.started_at is not None


def _state(row: PairingMatch) -> str:
    return "joining" if row.match.status in {"joining", "nonces"} else "playing"


def _points(result: Result, entries: Pair) -> Pair:
    score = result.score or {}
    first, second = (None if e is None else int(score.get(str(e), 0)) for e in entries)
    return first, second
