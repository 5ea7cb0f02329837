"""What is kept of an analysed document (OGXM, as gvanalysis returns it): the decisions of each game, and the totals.

Equities are normalized to the cube and seen by the player who decides: +1 is a game won, without a gammon, at this cube.
Errors are equity lost, at least 0. PR is 500 times the error of a counted decision, as in eXtreme Gammon.
"""

from typing import Any, TypedDict

CANDIDATES = 5
LEAST_MISSED = 0.001
"""A double that was missed counts where it cost at least this much (gvformat.stats, as in eXtreme Gammon)."""
DOUBLE = 21
ANSWERS = {DOUBLE: "double", 22: "take", 23: "drop"}
OTHER = {"A": "B", "B": "A"}


class JudgedPlay(TypedDict):
    play: str
    equity: float
    win: float
    gammon: float
    played: bool


class CubeJudgement(TypedDict):
    """A decision about the cube: the three equities, and what was best."""

    no_double: float
    double_take: float
    double_drop: float
    best: str
    error: float
    counts: bool


class JudgedDecision(TypedDict, total=False):
    """One entry of the log that the engine has judged: a play, or a cube action."""

    seat: str
    kind: str  # play, double, take, drop
    dice: list[int]
    error: float
    counts: bool
    luck: float | None
    win_a: float  # chance of seat A to win the game, before the roll or the answer
    candidates: list[JudgedPlay]
    cube: CubeJudgement | None  # of a play: the double that was not made


class Totals(TypedDict):
    pr: float | None
    error: float
    decisions: int
    luck: float
    luck_percent: float | None  # of the match, in points of a hundred


def compact(document: dict[str, Any], white: str = "A") -> dict[str, Any]:
    """{"decisions": [[JudgedDecision, …] for each game], "totals": {"A": Totals, "B": Totals}}.

    `white` is the seat of the document's white player. The library makes the player white whose name comes first in the alphabet.
    """
    from gvformat.stats import compute_aggregates

    match = compute_aggregates(document)["match"]
    seats = (OTHER[white], white)  # by colour: 0 is black
    sides = {white: match["white"], OTHER[white]: match["black"]}
    return {
        "decisions": [_game(game, seats) for game in document["games"]],
        "totals": {seat: _totals(sides[seat]) for seat in "AB"},
    }


def _game(game: dict[str, Any], seats: tuple[str, str]) -> list[JudgedDecision]:
    return [
        entry for ply in game["plies"] if (entry := _decision(ply, seats[ply["color"]])) is not None
    ]


def _decision(ply: dict[str, Any], seat: str) -> JudgedDecision | None:
    analysis = ply.get("analysis") or {}
    if ply.get("d1"):
        return JudgedDecision(
            seat=seat,
            kind="play",
            dice=sorted((ply["d1"], ply["d2"]), reverse=True),
            error=_error(analysis),
            counts=bool(analysis.get("decision")),
            luck=analysis.get("luck"),
            win_a=_win_a(analysis, seat),
            candidates=_candidates(analysis.get("alternatives") or []),
            cube=_cube(analysis.get("cube_decision")) or _missed(analysis.get("missed_double")),
        )
    if ply["action_id"] not in ANSWERS:
        return None
    doubler = (
        seat if ply["action_id"] == DOUBLE else OTHER[seat]
    )  # the answer is judged with the doubler's chances
    return JudgedDecision(
        seat=seat,
        kind=ANSWERS[ply["action_id"]],
        error=_error(analysis),
        counts=bool(analysis.get("decision")),
        luck=None,
        win_a=_win_a(analysis, doubler),
        candidates=[],
        cube=_cube(analysis),
    )


def _error(analysis: dict[str, Any]) -> float:
    return max(0.0, round(analysis.get("equity_loss") or 0.0, 4))


def _win_a(analysis: dict[str, Any], seat: str) -> float:
    before = (analysis.get("cube_decision") or analysis.get("missed_double") or {}).get("eval")
    win = float((before or analysis.get("eval") or {}).get("win", 0.5))
    return round(win if seat == "A" else 1 - win, 3)


def _candidates(alternatives: list[dict[str, Any]]) -> list[JudgedPlay]:
    """The best ones and, where it is not among them, the one that was played."""
    rows = [
        JudgedPlay(
            play=row["notation"],
            equity=row["equity"],
            win=row["eval"]["win"],
            gammon=row["eval"]["gammon_win"],
            played=bool(row["is_played"]),
        )
        for row in alternatives
        if row.get("eval") and "notation" in row
    ]
    return rows[:CANDIDATES] + [row for row in rows[CANDIDATES:] if row["played"]]


def _cube(analysis: dict[str, Any] | None) -> CubeJudgement | None:
    if not analysis or analysis.get("no_double_equity") is None:
        return None
    return CubeJudgement(
        no_double=analysis["no_double_equity"],
        double_take=analysis["double_take_equity"],
        double_drop=analysis["double_pass_equity"],
        best=analysis.get("correct_action") or analysis.get("action") or "",
        error=_error(analysis),
        counts=bool(analysis.get("decision")),
    )


def _missed(analysis: dict[str, Any] | None) -> CubeJudgement | None:
    """The library does not say of a missed double whether it counts: its totals count those that cost something."""
    cube = _cube(analysis)
    if cube is not None and analysis is not None and "decision" not in analysis:
        lost = min(cube["double_take"], cube["double_drop"]) - cube["no_double"]
        cube["counts"] = lost >= LEAST_MISSED
    return cube


def _totals(figures: dict[str, Any]) -> Totals:
    share = figures.get("total_luck_mwc")
    return Totals(
        pr=figures["pr"] if figures["total_decisions"] else None,
        error=figures["total_error"],
        decisions=figures["total_decisions"],
        luck=figures["total_luck"],
        luck_percent=None if share is None else round(100 * share, 2),
    )
