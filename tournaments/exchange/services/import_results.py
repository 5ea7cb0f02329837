"""Results from a table, as one ruling that can be undone: each row is a result as a director types it (result_rulings.py).

Rows of later rounds are read once earlier rows have seated their players. The caller holds the tournament's lock.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.agreement import is_session
from tournaments.bracket.selectors.scores import Scores
from tournaments.bracket.services.advancement import settle
from tournaments.exchange.selectors.exports import titles
from tournaments.exchange.services.import_cells import WrongCell
from tournaments.exchange.services.import_preview import BAD, CHANGED, SAME, SET, TWICE, ImportLine
from tournaments.models import Pairing, Result, Slot, Tournament
from tournaments.ruling.services.journal import UNDONE, Journal
from tournaments.ruling.services.result_rulings import forfeit_result, record_result
from web.csv_reading import CsvTable

Kind = Result.Kind
PLAYED = (Kind.PLAYED, Kind.TIME, Kind.CONCEDED)
LOST = (Kind.FORFEIT, Kind.WALKOVER)
HIGHEST_SCORE = 999
Numbered = tuple[int, dict[str, str]]
Score = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class RowResult:
    """The result of a pairing in a row: winner (None: both lost), points in the order of its sides, kind."""

    winner: int | None
    score: Score
    kind: str


class _NotYet(Exception):  # noqa: N818  # not an error: earlier rows seat its players
    pass


def apply_table(tournament: Tournament, table: CsvTable, journal: Journal) -> list[ImportLine]:
    """Write every row with a new result, and return a line for each; wrong rows write nothing."""
    lines: dict[int, ImportLine] = {}
    seen: dict[int, int] = {}
    waiting: list[Numbered] = list(table.rows)
    while waiting:
        board = _Board(tournament)
        fresh: list[Result] = []
        later: list[Numbered] = []
        for number, row in waiting:
            try:
                pairing = board.pairing(row)
                line = _apply_row(journal, board, pairing, (number, row), seen, fresh)
            except _NotYet:
                later.append((number, row))
                continue
            except WrongCell as wrong:
                line = ImportLine(number, BAD, _title(row), str(wrong), wrong.column)
            lines[number] = line
        journal.added(Result.objects.bulk_create(fresh, batch_size=500), revoked_at=UNDONE)
        if not later or len(later) == len(waiting):
            text = _("Pairing not found, or its players are not known yet.")
            lines |= {n: ImportLine(n, BAD, _title(row), text, "pairing") for n, row in later}
            break
        settle(tournament, journal.now, touched=set(journal.touched))
        waiting = later
    return [lines[number] for number, _row in table.rows]


def _apply_row(
    journal: Journal,
    board: "_Board",
    pairing: Pairing,
    numbered: Numbered,
    seen: dict[int, int],
    fresh: list[Result],
) -> ImportLine:
    number, row = numbered
    title = f"{pairing.key}: {_title(row)}"
    row_result = board.row_result(pairing, row)
    if row_result is None:
        return ImportLine(number, SAME, title, _("Skipped: no winner given."))
    if pairing.pk in seen:
        text = _("Skipped: same pairing as line %(line)d.") % {"line": seen[pairing.pk]}
        return ImportLine(number, TWICE, title, text)
    seen[pairing.pk] = number
    before = board.current(pairing)
    if before is not None and before == row_result:
        return ImportLine(number, SAME, title)
    result = board.result(pairing, row_result)
    if before is None and board.is_free(pairing):
        result.pairing, result.source, result.ruling = pairing, Result.Source.RULING, journal.ruling
        result.by, result.created_at = journal.ruling.by, journal.now
        fresh.append(result)
    else:
        record_result(journal, pairing, result)
    text = board.text(pairing, row_result)
    if before is None:
        return ImportLine(number, SET, title, text)
    return ImportLine(number, CHANGED, title, f"{board.text(pairing, before)} → {text}")


class _Board:
    """All pairings as they are now, with their players and results. Seven queries."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament, self.boards = tournament, tournament.boards
        of = {"stage__tournament": tournament, "voided_at": None}
        pairings = Pairing.objects.filter(**of).select_related("stage__tournament", "round")
        self.pairings = {p.pk: p for p in pairings}
        self.by_key = {(p.stage.number, p.key.casefold()): p for p in self.pairings.values()}
        self.last = max((p.stage.number for p in self.pairings.values()), default=1)
        self.sides: dict[int, dict[int, int | None]] = {}
        slots = Slot.objects.filter(pairing__stage__tournament=tournament, pairing__voided_at=None)
        for pairing, side, entry in slots.values_list("pairing_id", "side", "entry_id"):
            self.sides.setdefault(pairing, {})[side] = entry
        self.met: dict[frozenset[int | None], list[Pairing]] = {}
        for pk, paired in self.pairings.items():
            self.met.setdefault(frozenset(self.sides.get(pk, {}).values()), []).append(paired)
        self.scores = Scores({f"pairing__{name}": value for name, value in of.items()}, self.boards)
        self.names = titles(tournament)
        self.called: dict[str, int] = {}
        for pk, name in self.names.items():
            key = " ".join(name.split()).casefold()
            self.called[key] = 0 if key in self.called else pk

    def two(self, pairing: Pairing) -> tuple[int | None, int | None]:
        sides = self.sides.get(pairing.pk, {})
        return sides.get(1), sides.get(2)

    def pairing(self, row: Mapping[str, str]) -> Pairing:
        """The named pairing with the named players, or the only open pairing of these players."""
        two = [self._entry(row, column) for column in ("player_1", "player_2") if row.get(column)]
        key = row.get("pairing", "").casefold()
        if not key:
            return self._of_two(two)
        stage = row.get("stage", "") or str(self.last)
        pairing = self.by_key.get((int(stage) if stage.isdecimal() else 0, key))
        if pairing is None and self.tournament.status == self.tournament.Status.RUNNING:
            raise _NotYet
        if pairing is None:
            raise WrongCell("pairing", _("Pairing not found."))
        if None in self.two(pairing) or (two and not set(two) <= set(self.two(pairing))):
            raise _NotYet
        return pairing

    def _of_two(self, two: list[int]) -> Pairing:
        if len(two) < 2:
            raise WrongCell("pairing", _("Enter the pairing, or both players."))
        met = self.met.get(frozenset(two), [])
        still = [p for p in met if not p.outcome] or met
        if not still:
            raise _NotYet
        if len(still) > 1:
            raise WrongCell(
                "pairing", _("These players have more than one match. Enter the pairing.")
            )
        return still[0]

    def _entry(self, row: Mapping[str, str], column: str) -> int:
        entry = self.called.get(" ".join(row[column].split()).casefold())
        if entry is None:
            text = _("No entry has this name: %(name)s.")
            raise WrongCell(column, text % {"name": row[column]})
        if not entry:
            text = _("Several entries have this name: %(name)s. Enter the pairing instead.")
            raise WrongCell(column, text % {"name": row[column]})
        return entry

    def row_result(self, pairing: Pairing, row: Mapping[str, str]) -> RowResult | None:
        """The result in the row, in the order of the pairing's sides; None if it names no winner."""
        kind = row.get("kind", "").casefold().replace(" ", "_") or str(Kind.PLAYED)
        if kind in ("bye", "empty"):
            return None
        if kind not in Kind.values or kind == Kind.VOID:
            raise WrongCell("kind", _("Unknown result kind: %(kind)s.") % {"kind": row["kind"]})
        if kind == Kind.DOUBLE_FORFEIT:
            return RowResult(None, None, kind)
        turned = bool(row.get("player_1")) and self._entry(row, "player_1") == self.two(pairing)[1]
        score = self._points(pairing, row, turned=turned)
        winner = self._winner(pairing, row.get("winner", ""), turned=turned)
        if winner is None:
            if score is None or score[0] == score[1]:
                return None
            winner = self.two(pairing)[0 if score[0] > score[1] else 1]
        if score and kind == Kind.PLAYED and self.boards == 1:
            won = score[0] if winner == self.two(pairing)[0] else score[1]
            if won != max(score) or score[0] == score[1]:
                raise WrongCell("score_1", _("The winner must have more points than the loser."))
        return RowResult(winner, score if kind in PLAYED and self.boards == 1 else None, kind)

    def _points(self, pairing: Pairing, row: Mapping[str, str], *, turned: bool) -> Score:
        """In the order of the pairing's sides."""
        score = _score(row)
        score = (score[1], score[0]) if score and turned else score
        return _capped(score, pairing) if score and self.boards == 1 else score

    def _winner(self, pairing: Pairing, name: str, *, turned: bool) -> int | None:
        """By name, or 1 or 2 for the side."""
        if not name:
            return None
        entry = self.called.get(" ".join(name.split()).casefold())
        if not entry and name in ("1", "2"):
            side = int(name) - 1
            entry = self.two(pairing)[1 - side if turned else side]
        if entry not in self.two(pairing):
            raise WrongCell("winner", _("The winner must be one of the two players."))
        return entry

    def current(self, pairing: Pairing) -> RowResult | None:
        """The result that counts now; None if the pairing is undecided."""
        if not pairing.outcome:
            return None
        result = self.scores.result(pairing)
        kind = result.kind if result else pairing.outcome
        if kind == Kind.DOUBLE_FORFEIT:
            return RowResult(None, None, kind)
        score = None
        if kind in PLAYED and self.boards == 1 and result is not None and result.score:
            first, second = (int(result.score.get(str(entry), 0)) for entry in self.two(pairing))
            score = (first, second)
        return RowResult(pairing.winner_id, score, str(kind))

    def is_free(self, pairing: Pairing) -> bool:
        """Has the pairing no match and no earlier result?"""
        stored = self.scores.results.get(pairing.pk)
        return not stored and pairing.pk not in self.scores.matches

    def result(self, pairing: Pairing, row_result: RowResult) -> Result:
        two = [entry for entry in self.two(pairing) if entry is not None]
        board = 0 if self.boards > 1 else 1
        if row_result.winner is None:
            return forfeit_result(two, tuple(two), board)
        loser = next(entry for entry in two if entry != row_result.winner)
        if row_result.kind in LOST:
            return forfeit_result(two, (loser,), board)
        points: dict[str, int] | None = None
        if row_result.score:
            points = {str(e): n for e, n in zip(two, row_result.score, strict=True)}
        return Result(
            winner_id=row_result.winner,
            loser_id=loser,
            kind=row_result.kind,
            score=points,
            board=board,
        )

    def text(self, pairing: Pairing, row_result: RowResult) -> str:
        if row_result.winner is None:
            return _("Double forfeit")
        values: dict[str, Any] = {"name": self.names.get(row_result.winner, "–")}
        score = f" {row_result.score[0]}–{row_result.score[1]}" if row_result.score else ""
        how = "" if row_result.kind == Kind.PLAYED else f" · {Kind(row_result.kind).label}"
        return (_("%(name)s wins") % values) + score + how


def _capped(score: tuple[int, int], pairing: Pairing) -> tuple[int, int]:
    """Without points beyond the match length, which count for nothing (R9.1)."""
    length = pairing.round.length
    if is_session(pairing.round):
        return score
    if min(score) >= length:
        text = _("Match to %(n)s: the loser’s score must be lower than %(n)s.")
        raise WrongCell("score_1", text % {"n": length})
    return min(score[0], length), min(score[1], length)


def _score(row: Mapping[str, str]) -> Score:
    """Two numbers in two columns, or in one with a dash or a colon between."""
    first, second = row.get("score_1", ""), row.get("score_2", "")
    if not first and not second and row.get("score"):
        parts = row["score"].replace("–", "-").replace(":", "-").split("-")
        if len(parts) != 2:
            raise WrongCell("score", _("Enter the score as two numbers, such as 7-3."))
        first, second = (part.strip() for part in parts)
    if not first and not second:
        return None
    numbers = [text.removesuffix(".0") for text in (first, second)]
    if not all(
        n.isascii() and n.isdigit() and int(n) <= HIGHEST_SCORE for n in numbers if len(n) < 9
    ) or not all(numbers):
        raise WrongCell("score_1", _("Enter the score as two numbers, such as 7-3."))
    return int(numbers[0]), int(numbers[1])


def _title(row: Mapping[str, str]) -> str:
    return " – ".join(filter(None, (row.get("player_1"), row.get("player_2")))) or row.get(
        "pairing", ""
    )
