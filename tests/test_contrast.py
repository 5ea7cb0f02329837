"""The colours of static/css/tokens.css in both themes: text 4.5 : 1 on whatever it stands on, edges of controls 3 : 1 (WCAG 2.2)."""

import re
from pathlib import Path

import pytest

from tests.test_boards import ratio

TOKENS = (Path(__file__).parent.parent / "static/css/tokens.css").read_text()
COLOUR = r"#[0-9a-f]{6}"
THEMES = ("light", "dark")

PAPER = ("bg", "surface", "raised")
TEXT = [
    *((ink, paper) for ink in ("text", "text-2", "accent", "warn", "danger", "mistake") for paper in PAPER),
    ("text", "accent-soft"), ("text", "warn-soft"), ("text", "danger-soft"), ("text-2", "accent-soft"),
    ("accent", "accent-soft"), ("warn", "warn-soft"), ("danger", "danger-soft"),
    ("on-accent", "accent-fill"), ("on-accent", "accent-fill-hover"), ("on-warn", "warn-fill"),
    ("on-bar", "bar"), ("on-bar-2", "bar"), ("on-bar", "bar-on"), ("on-felt", "felt"), ("on-felt-2", "felt"),
    ("on-felt-2", "felt-2"), ("on-seat-a", "seat-a"), ("on-seat-b", "seat-b"),
    *((f"on-draw-{draw}", f"draw-{draw}") for draw in ("main", "consolation", "last")),
    *(("on-division", f"division-{colour}") for colour in ("teal", "wood", "slate")),
    *((ink, f"poster-{colour}") for colour in ("felt", "blue", "wine", "plum", "wood", "slate") for ink in ("on-felt", "on-felt-2")),
    ("draw-consolation", "draw-consolation-soft"), ("draw-last", "draw-last-soft"),
]  # fmt: skip
EDGES = [
    *(("line-control", paper) for paper in PAPER),
    *(("focus", paper) for paper in PAPER),
    ("focus-on-felt", "bar"), ("focus-on-felt", "felt"), ("felt-line", "bar"), ("felt-line", "felt"),
]  # fmt: skip


def colours(theme: str) -> dict[str, str]:
    """Name without dashes in front → #rrggbb, of those tokens that are one colour a theme."""
    both = rf"--([\w-]+): (?:light-dark\(({COLOUR}), ({COLOUR})\)|({COLOUR}));"
    rows = re.findall(both, TOKENS)
    return {name: alone or (light, dark)[THEMES.index(theme)] for name, light, dark, alone in rows}


def too_close(pairs: list[tuple[str, str]], least: float, theme: str) -> dict[str, float]:
    palette = colours(theme)
    ratios = {f"{a} on {b}": round(ratio(palette[a], palette[b]), 2) for a, b in pairs}
    return {pair: ratio for pair, ratio in ratios.items() if ratio < least}


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read(theme: str) -> None:
    assert too_close(TEXT, 4.5, theme) == {}


@pytest.mark.parametrize("theme", THEMES)
def test_edges_of_controls_and_focus_can_be_seen(theme: str) -> None:
    assert too_close(EDGES, 3.0, theme) == {}


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert ratio("#000000", "#ffffff") == pytest.approx(21)
