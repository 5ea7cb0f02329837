"""PURE. Errors by their size, and what a PR is called.

An error costs at least 0.02 of the cube's value, a mistake 0.04, a blunder 0.08: the limits of eXtreme Gammon for errors and
blunders, with one in between. The classes of PR are those of the BMAB (usbgf.org), with beginners besides.
"""

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
