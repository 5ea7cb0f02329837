"""What a first visit fetches until one can play, and that a page nobody looks at asks seldom."""

from random import Random
from typing import Any

import pytest

from benchmarks.page_loading import first_visit
from benchmarks.weighing import LIMIT_KIB
from tests.e2e.laid import START, Laid, lay
from tests.e2e.people import sign_in
from tests.services.topology import Site

pytestmark = pytest.mark.e2e
MOST_REQUESTS = 8
MOST_BYTES_A_DAY = 5_000_000
BOARDS = 50
CHANGE = """
from accounts.models import Player
Player.objects.filter(user__username="anna").update(name="Annabel")
"""


def position(seed: int) -> Laid:
    """Fifteen checkers of each side where chance puts them: boards that do not compress better than those of real matches."""
    chance, points = Random(seed), dict[int, int]()
    for sign in (1, -1):
        for _ in range(15):
            place = chance.choice([at for at in range(1, 25) if points.get(at, 0) * sign >= 0])
            points[place] = points.get(place, 0) + sign
    return Laid(points, (chance.randint(1, 3), chance.randint(4, 6)))


def test_the_table_can_be_played_at_after_eight_requests_and_a_hundred_kib(
    browser: Any, house: Site
) -> None:
    page = sign_in(browser, house, "anna")
    address = f"{house.url}/matches/{lay(house, Laid(START))[0]}/"
    visit = first_visit(browser, page, address, throttled=False)
    page.context.close()
    assert len(visit.without_fonts) <= MOST_REQUESTS, list(visit.fetched)
    assert sum(visit.without_fonts.values()) <= LIMIT_KIB * 1024, visit.fetched
    assert sum("/static/b/" in address for address in visit.without_fonts) == 4
    assert all(visit.without_fonts.values())


def test_a_page_of_boards_that_nobody_touches_costs_less_than_5_mb_a_day(
    browser: Any, house: Site
) -> None:
    lay(house, *(position(seed) for seed in range(BOARDS)))
    page = browser.new_page(base_url=house.url)
    page.clock.install()
    page.goto("/watch/")
    assert page.locator(".live-card").count() >= BOARDS
    asked: list[Any] = []
    page.on("requestfinished", lambda request: asked.extend([request]))
    with page.expect_response(lambda response: "/watch/" in response.url) as answered:
        page.clock.run_for(5_000)
    assert answered.value.status == 204
    # Two minutes later the page rests; then every board has changed, which is the most that an answer can be.
    page.clock.fast_forward(130_000)
    house.shell(CHANGE)
    page.wait_for_timeout(500)
    asked.clear()
    with page.expect_response(lambda response: "/watch/" in response.url) as answered:
        page.clock.run_for(190_000)
    page.wait_for_timeout(500)
    assert answered.value.status == 200
    watched = [request for request in asked if "/watch/" in request.url]
    assert len(watched) == 1
    sizes = watched[0].sizes()
    a_day = 86_400 / 180 * (sizes["responseBodySize"] + sizes["responseHeadersSize"])
    assert a_day < MOST_BYTES_A_DAY, sizes
    with page.expect_response(lambda response: "/watch/" in response.url):
        page.mouse.move(50, 60)  # somebody is back
