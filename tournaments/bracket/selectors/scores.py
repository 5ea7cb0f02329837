"""How pairings stand: what their matches say, what was decided; of team matches board by board. Two queries."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Subquery

from tournaments.bracket.selectors import seated_matches
from tournaments.bracket.selectors.rows import BoardRow
from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.models import Pairing, PairingMatch, Result, Slip, Slot, TableUse

Sides = tuple[Slot, Slot]
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
        """`boards` a pairing has, or has in each round; `on_board`: some may be played over the board; one query more.

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
            told = self.results.setdefault(result.pairing_id, {})
            told.setdefault(result.board, []).append(result)

    def boards(self, pairing: Pairing) -> int:
        """How many boards it is played on."""
        told = self._boards
        return told if isinstance(told, int) else told[pairing.round_id]

    def match(self, pairing_id: int) -> PairingMatch | None:
        """The match that stands for it; of a team's the first that is on, else the first."""
        found = self.matches.get(pairing_id)
        if not found:
            return None
        on = [board for board, row in sorted(found.items()) if row.match.finished_at is None]
        return found[on[0] if on else min(found)]

    def slip(self, pairing_id: int) -> Slip | None:
        """The slip of a pairing over the board; of a team's the first that is open."""
        found = self.slips.get(pairing_id, ())
        return next((slip for slip in found if slip.closed_at is None), next(iter(found), None))

    def state(self, pairing_id: int) -> str:
        """joining until somebody plays, then playing; nothing without a match. Over the board playing from its start."""
        if any(slip.playing_since for slip in self.slips.get(pairing_id, ())):
            return "playing"
        states = [_state(row) for row in self.matches.get(pairing_id, {}).values()]
        if not states:
            return ""
        return "joining" if set(states) == {"joining"} else "playing"

    def result(self, pairing: Pairing) -> Result | None:
        """The result that decides it: names its two, was not superseded."""
        told = self.results.get(pairing.pk, {})
        standing = told.get(0 if self.boards(pairing) > 1 else 1, [])
        two = (pairing.winner_id, pairing.loser_id)
        found = [result for result in standing if (result.winner_id, result.loser_id) == two]
        return found[-1] if found and pairing.outcome else None

    def is_ruled(self, pairing: Pairing) -> bool:
        """Did a director decide otherwise than was said, or end what was begun? A result he merely wrote down is none."""
        result = self.result(pairing)
        if result is None or result.source != Result.Source.RULING:
            return False
        corrects: bool = result.corrects  # type: ignore[attr-defined]  # annotated above
        return corrects or any(_begun(row) for row in self.matches.get(pairing.pk, {}).values())

    def of(self, pairing: Pairing, sides: Sides) -> Pair:
        """A ruling's score if it gave one, else what the match says; boards won by each team."""
        if self.boards(pairing) > 1:
            return self._boards_won(pairing, sides)
        entries = (sides[0].entry_id, sides[1].entry_id)
        result = self.result(pairing)
        if result is not None and result.score is not None:
            return _told(result, entries)
        row = self.matches.get(pairing.pk, {}).get(1)
        return UNKNOWN if row is None else self._live(row, entries)

    def boards_of(self, pairing: Pairing, sides: Sides) -> tuple[BoardRow, ...]:
        """A team match board by board, nothing before it has a board; and nothing where there is one only."""
        matches = self.matches.get(pairing.pk, {})
        told = self.results.get(pairing.pk, {})
        boards = self.boards(pairing)
        if boards == 1 or not (matches or told):
            return ()
        numbers = range(1, boards + 1)
        return tuple(self._board(n, matches.get(n), told.get(n), sides) for n in numbers)

    def _board(
        self, number: int, row: PairingMatch | None, told: list[Result] | None, sides: Sides
    ) -> BoardRow:
        entries = (sides[0].entry_id, sides[1].entry_id)
        result = told[-1] if told else None
        state = "done" if result else _state(row) if row else "ready"
        scores = UNKNOWN
        if result is not None and result.score is not None:
            scores = _told(result, entries)
        elif row is not None:
            scores = self._live(row, entries)
        winner = result.winner_id if result else None
        match = row.match_id if row else None
        return BoardRow(number, match, state, scores, winner, row is not None and _begun(row))

    def _boards_won(self, pairing: Pairing, sides: Sides) -> Pair:
        told = self.results.get(pairing.pk, {})
        winners = [results[-1].winner_id for board, results in told.items() if board]
        if not winners:
            return UNKNOWN
        one, two = (slot.entry_id for slot in sides)
        return winners.count(one), winners.count(two)

    def _live(self, row: PairingMatch, entries: Pair) -> Pair:
        """The running score, which spectators of a delayed match do not get: who plays at another board of his team is one."""
        match = row.match
        sees = self._sits_at is None or row.match_id in self._sits_at
        if seated_matches.score_hidden(match) and not sees:
            return UNKNOWN
        points = {row.entry_a_id: match.score_a, row.entry_b_id: match.score_b}
        one, two = (None if e is None else points.get(e) for e in entries)
        return one, two


def _slips(of: dict[str, Any]) -> dict[int, list[Slip]]:
    """Those that stand, each with the number of its table."""
    use = TableUse.objects.filter(slip=OuterRef("pk"), ended_at=None)
    standing = Slip.objects.filter(**of, voided_at=None).order_by("board")
    found: dict[int, list[Slip]] = {}
    for slip in standing.annotate(table_number=Subquery(use.values("table__number")[:1])):
        found.setdefault(slip.pairing_id, []).append(slip)
    return found


def _begun(row: PairingMatch) -> bool:
    return row.match.started_at is not None


def _state(row: PairingMatch) -> str:
    return "joining" if row.match.status in {"joining", "nonces"} else "playing"


def _told(result: Result, entries: Pair) -> Pair:
    score = result.score or {}
    one, two = (None if e is None else int(score.get(str(e), 0)) for e in entries)
    return one, two
