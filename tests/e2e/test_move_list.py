"""The move list beside the board, from a written log: the page's own code in a real browser, no match played."""

import pytest
from playwright.sync_api import Browser

from tests.services.topology import Site

pytestmark = pytest.mark.e2e


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
        "async rows => (await import('/static/js/table/history.js')).sheets(rows)[0].lines.map("
        "({number, cells}) => [number, ...['A', 'B'].map(seat => cells[seat]?.text ?? '')])",
        rows,
    )
    page.close()
    assert lines == [
        [1, "", "24/22 13/8"],
        [2, "no move", "Double to 2"],
        [3, "Take", "13/8 6/4"],
    ]
