"""The move list beside the board, from a written log: the page's own code in a real browser, no match played."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.services.topology import Site

pytestmark = pytest.mark.e2e
# A session with one automatic double: two ties, the second of which only rolls again.
MURPHY: list[tuple[str, str, dict[str, Any]]] = [
    ("", "opening_roll", {"dice": [3, 3]}),
    ("", "opening_roll", {"dice": [5, 5]}),
    ("", "opening_roll", {"dice": [2, 5]}),
    ("B", "play", {"moves": [[13, 8], [24, 22]]}),
    ("A", "double", {}),
    ("B", "beaver", {}),
    ("A", "raccoon", {}),
    ("B", "take", {}),
]


def numbered(log: list[tuple[str, str, dict[str, Any]]]) -> list[dict[str, Any]]:
    return [
        {"seq": n, "game": 1, "seat": seat, "kind": kind, "payload": payload}
        for n, (seat, kind, payload) in enumerate(log)
    ]


@pytest.fixture(scope="module")
def page(browser: Browser, house: Site) -> Iterator[Page]:
    made = browser.new_page(base_url=house.url)
    made.goto("/")
    yield made
    made.close()


def test_the_move_list_shows_ties_and_counts_the_cube_from_them(page: Page) -> None:
    lines = page.evaluate(
        "async rows => (await import('/static/js/table/words/match_sheet.js')).sheets(rows, 1)[0].lines.map("
        "({number, cells, note}) => note ?? [number, ...['A', 'B'].map(seat => cells[seat] && [cells[seat].text, cells[seat].cube])])",
        numbered(MURPHY),
    )
    assert lines == [
        "Opening roll: both rolled 3. Automatic double: the cube is at 2.",
        "Opening roll: both rolled 5. They roll again.",
        [1, None, ["24/22 13/8", 0]],
        [2, ["Double to 4", 4], ["Beaver to 8", 8]],
        [3, ["Raccoon to 16", 16], ["Take", 0]],
    ]


def test_an_automatic_double_is_put_into_words_for_eye_and_ear(page: Page) -> None:
    text = page.evaluate(
        """async rows => {
          const { rowWords } = await import('/static/js/table/words/spoken.js');
          const { sentence } = await import('/static/js/table/words/sentences.js');
          const player = (name) => ({ id: 1, name, is_bot: false });
          const view = { status: "playing", seat: "A", turn: "B", to_act: "B", waiting_for: "play", dice: [5, 2], game: 1, may: {},
                         players: { A: player("Ann"), B: player("Ben") }, cube: { value: 2, owner: null, offered: null, in_use: true, automatic: 1 } };
          const store = { view, rows: rows.slice(0, 3), prefs: {} };
          return [...store.rows.map((row) => rowWords(store, row)), sentence(store).rest];
        }""",
        numbered(MURPHY),
    )
    assert text == [
        "Opening roll: both rolled 3. Automatic double: the cube is at 2.",
        "Opening roll: both rolled 5. They roll again.",
        "Game 1. Opening roll: Ann 2, Ben 5.",
        "Waiting for your opponent. Automatic double: the cube is at 2.",
    ]


def test_the_move_list_numbers_a_double_like_a_play(browser: Browser, site: Site) -> None:
    log = [
        ("", "opening_roll", {"dice": [2, 5]}),
        ("B", "play", {"moves": [[13, 8], [24, 22]]}),
        ("A", "roll", {"dice": [2, 6]}),
        ("A", "play", {"moves": []}),
        ("B", "double", {}),
        ("A", "take", {}),
        ("B", "roll", {"dice": [2, 5]}),
        ("B", "play", {"moves": [[13, 8], [6, 4]]}),
    ]
    rows = [
        {"seq": n, "game": 1, "seat": seat, "kind": kind, "payload": payload}
        for n, (seat, kind, payload) in enumerate(log)
    ]
    page = browser.new_page(base_url=site.url)
    page.goto("/")
    lines = page.evaluate(
        "async rows => (await import('/static/js/table/words/match_sheet.js')).sheets(rows)[0].lines.map("
        "({number, cells}) => [number, ...['A', 'B'].map(seat => cells[seat]?.text ?? '')])",
        rows,
    )
    page.close()
    assert lines == [
        [1, "", "24/22 13/8"],
        [2, "No move", "Double to 2"],
        [3, "Take", "13/8 6/4"],
    ]
