"""The boards to choose from: on each, both players' checkers can be told from everything they lie on."""

import re
from pathlib import Path

import pytest

from accounts.table_prefs import KNOWN

CSS = Path(__file__).resolve().parent.parent / "static/css"
BOARDS = [str(board) for board in KNOWN["board"]]
FIELDS = ("--board-field", "--board-point-1", "--board-point-2")


def declared(text: str, selector: str) -> dict[str, str]:
    """The custom properties of one selector that are plain colours; `light-dark` gives its first."""
    block = re.search(rf"(?:^|[\s,]){re.escape(selector)} \{{(.*?)\}}", text, re.DOTALL)
    assert block, selector
    matches = re.findall(r"(--[\w-]+):\s*(?:light-dark\()?(#[0-9a-f]{6})", block[1])
    return dict(matches)


def colours(board: str) -> dict[str, str]:
    """Every colour of a table with this board, as the cascade leaves them."""
    tokens, boards = (
        (CSS / "tokens.css").read_text(),
        (CSS / "components/board_themes.css").read_text(),
    )
    plain = dict(re.findall(r"(--[\w-]+):\s*(?:light-dark\()?(#[0-9a-f]{6})", tokens))
    own = {} if board == "club" else declared(boards, f'[data-board="{board}"]')
    checkers = {
        "--light": plain["--seat-a"],
        "--dark": plain["--seat-b"],
        "--dark-inlay": plain["--seat-b-inlay"],
        "--on-light": plain["--on-seat-a"],
        "--on-dark": plain["--on-seat-b"],
    }
    return plain | checkers | own


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(first: str, second: str) -> float:
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("board", BOARDS)
def test_field_and_points_lie_between_the_two_checkers(board: str) -> None:
    has = colours(board)
    for part in FIELDS:
        assert 0.15 <= luminance(has[part]) <= 0.25, part
        assert ratio(has[part], has["--light"]) >= 3, part
        assert ratio(has[part], has["--dark"]) >= 3, part


@pytest.mark.parametrize("board", BOARDS)
def test_bar_tray_and_numbers_can_be_read(board: str) -> None:
    has = colours(board)
    assert ratio(has["--board-rail"], has["--light"]) >= 3
    assert ratio(has["--board-rail"], has["--dark-inlay"]) >= 3
    assert ratio(has["--board-frame"], has["--board-number"]) >= 4.5
    assert ratio(has["--cube"], has["--on-cube"]) >= 4.5
    assert ratio(has["--light"], has["--on-light"]) >= 4.5
    assert ratio(has["--dark"], has["--on-dark"]) >= 4.5


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_lit_stands_out_from_the_field(board: str) -> None:
    """Hints are brass with a dark edge: one of the two is seen on every field."""
    has = colours(board)
    for part in FIELDS:
        lit = max(ratio(has[part], has[hint]) for hint in ("--board-hint", "--board-hint-edge"))
        assert lit >= 3, part


def test_every_board_can_be_chosen_in_the_preferences() -> None:
    sheet = (CSS.parents[1] / "templates/games/table_prefs.html").read_text()
    assert re.findall(r'swatch.html" with board="(\w+)"', sheet) == BOARDS
