"""PURE. Errors by their size, and what a PR is called.

An error costs at least 0.02 of the cube's value, a mistake 0.04, a blunder 0.08: the limits of eXtreme Gammon for errors and
blunders, with one in between. The classes of PR are those of the BMAB (usbgf.org), with beginners besides.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext, pgettext_lazy

INACCURACY, MISTAKE, BLUNDER = 0.02, 0.04, 0.08
LEVELS = (
    (BLUNDER, "blunder", pgettext_lazy("analysis", "Blunder"), "??"),
    (MISTAKE, "mistake", pgettext_lazy("analysis", "Mistake"), "?"),
    (INACCURACY, "inaccuracy", pgettext_lazy("analysis", "Inaccuracy"), "?!"),
)


def level_of(error: float) -> str:
    """The name of an error's size in data and styles; empty below an inaccuracy."""
    return next((name for limit, name, _label, _mark in LEVELS if error >= limit), "")


def tally(decisions: list[dict[str, Any]], seat: str) -> dict[str, int]:
    """{"blunders", "mistakes", "inaccuracies"} of one seat; a double that was missed counts."""
    levels = [
        level_of(error) for _seq, owner, error, _kind in errors_of(decisions) if owner == seat
    ]
    return {
        "blunders": levels.count("blunder"),
        "mistakes": levels.count("mistake"),
        "inaccuracies": levels.count("inaccuracy"),
    }


def errors_of(decisions: list[dict[str, Any]]) -> list[tuple[int, str, float, str]]:
    """(seq, seat, equity lost, "play" | "cube") for every error of at least an inaccuracy, in order."""
    rows = []
    for entry in decisions:
        kind = "play" if entry["kind"] == "play" else "cube"
        rows.append((entry["seq"], entry["seat"], entry["error"], kind))
        cube = entry.get("cube")
        if kind == "play" and cube:
            rows.append((entry["seq"], entry["seat"], cube["error"], "cube"))
    return [row for row in rows if row[2] >= INACCURACY]


def error_rows(decisions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The errors for a list without a script."""
    labels = {name: (label, mark) for _limit, name, label, mark in LEVELS}
    return [
        {"seq": seq, "seat": seat, "loss": error, "kind": kind, "level": level_of(error)}
        | dict(zip(("label", "mark"), labels[level_of(error)], strict=True))
        for seq, seat, error, kind in errors_of(decisions)
    ]


def luck_adjusted(winner: str | None, totals: Mapping[str, Mapping[str, Any]]) -> dict[str, float]:
    """{"A": …, "B": …}: the result of a match that was played to its end, 100 or 0, less the luck of both, as eXtreme Gammon has it.

    What is left is the chance that the errors of both would have given with even luck. Empty where there is none.
    """
    luck_a, luck_b = totals["A"].get("luck_percent"), totals["B"].get("luck_percent")
    if winner not in ("A", "B") or luck_a is None or luck_b is None:
        return {}
    of_a = min(100.0, max(0.0, (100 if winner == "A" else 0) - luck_a + luck_b))
    return {"A": of_a, "B": 100 - of_a}


def class_of_pr(pr: float | None) -> str:
    """What the BMAB calls such a PR; empty without decisions."""
    if pr is None:
        return ""
    classes = (
        (2.5, pgettext("PR", "super grandmaster")),
        (4, pgettext("PR", "grandmaster")),
        (6.5, pgettext("PR", "master")),
        (10, pgettext("PR", "advanced")),
        (16, pgettext("PR", "intermediate")),
    )
    return next((name for limit, name in classes if pr <= limit), pgettext("PR", "beginner"))
