"""While a page is rendered, what devices send by themselves waits, for a limited time."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, cast

import pytest

from config.page_priority import PagePriority

LONG_S = 30.0


App = Callable[..., Coroutine[Any, Any, None]]


async def nothing(*_given: Any) -> None:
    """A client that sends and takes nothing."""


def pages(priority: PagePriority, app: App) -> App:
    return cast(App, priority.pages(app))


def after_pages(priority: PagePriority, app: App, most_s: float = LONG_S, at_once: int = 2) -> App:
    return cast(App, priority.after_pages(app, most_s, at_once))


class Site:
    """A page that is rendered until `rendered` is set and read until `read` is; `order` is what has been answered."""

    def __init__(self, most_s: float) -> None:
        self.rendered, self.read = asyncio.Event(), asyncio.Event()
        self.order: list[str] = []
        priority = PagePriority()
        self.pages = pages(priority, self._page)
        self.taps = after_pages(priority, self._tap, most_s)

    async def _page(self, _scope: Any, _receive: Any, send: Any) -> None:
        await self.rendered.wait()
        self.order.append("page")
        await send({"type": "http.response.start"})
        await self.read.wait()
        await send({"type": "http.response.body"})

    async def _tap(self, *_given: Any) -> None:
        self.order.append("tap")

    async def asked(self) -> list[asyncio.Task[None]]:
        """A page, and a tap that comes after it."""
        page = asyncio.create_task(self.pages({}, nothing, nothing))
        await asyncio.sleep(0)
        tap = asyncio.create_task(self.taps({}, nothing, nothing))
        await asyncio.sleep(0.01)
        return [page, tap]


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 10))


def test_a_tap_waits_until_the_page_is_rendered_and_not_until_it_is_read() -> None:
    async def story() -> None:
        site = Site(LONG_S)
        page, tap = await site.asked()
        assert site.order == []
        site.rendered.set()
        await tap
        assert site.order == ["page", "tap"]
        assert not page.done()
        site.read.set()
        await page

    run(story)


def test_a_tap_waits_for_a_limited_time() -> None:
    async def story() -> None:
        site = Site(0.05)
        page, tap = await site.asked()
        await tap
        assert site.order == ["tap"]
        page.cancel()

    run(story)


def test_a_tap_that_has_waited_long_for_a_thread_lets_a_page_go_first_all_the_same() -> None:
    async def story() -> None:
        priority, order = PagePriority(), list[str]()
        is_free, rendered = asyncio.Event(), asyncio.Event()

        async def page(*_given: Any) -> None:
            await rendered.wait()
            order.append("page")

        async def tap(number: int, *_given: Any) -> None:
            await is_free.wait()
            order.append(f"tap {number}")

        one_at_once = after_pages(priority, tap, most_s=0.2, at_once=1)
        taps = [asyncio.create_task(one_at_once(n, nothing, nothing)) for n in (0, 1)]
        await asyncio.sleep(0.25)
        shown = asyncio.create_task(pages(priority, page)({}, nothing, nothing))
        await asyncio.sleep(0)
        is_free.set()
        await asyncio.sleep(0.05)
        assert order == ["tap 0"]
        rendered.set()
        await asyncio.gather(shown, *taps)
        assert order == ["tap 0", "page", "tap 1"]

    run(story)


def test_taps_wait_for_the_beginning_of_a_long_page_alone() -> None:
    async def story() -> None:
        site = Site(0.5)
        page, first = await site.asked()
        await first
        await asyncio.wait_for(site.taps({}, nothing, nothing), 0.4)
        assert site.order == ["tap", "tap"]
        page.cancel()

    run(story)


def test_a_page_that_fails_holds_nobody_up() -> None:
    async def failing(*_given: Any) -> None:
        raise RuntimeError("a bug")

    async def story() -> None:
        priority, order = PagePriority(), list[str]()

        async def tap(*_given: Any) -> None:
            order.append("tap")

        with pytest.raises(RuntimeError):
            await pages(priority, failing)({}, nothing, nothing)
        await after_pages(priority, tap)({}, nothing, nothing)
        assert order == ["tap"]

    run(story)


def test_of_two_pages_the_later_one_counts() -> None:
    async def story() -> None:
        priority, order, ends = PagePriority(), list[str](), [asyncio.Event(), asyncio.Event()]

        async def page(number: int, *_given: Any) -> None:
            await ends[number].wait()
            order.append(f"page {number}")

        async def tap(*_given: Any) -> None:
            order.append("tap")

        shown = pages(priority, page)
        first, second = (asyncio.create_task(shown(n, nothing, nothing)) for n in (0, 1))
        await asyncio.sleep(0)
        later = asyncio.create_task(after_pages(priority, tap)({}, nothing, nothing))
        ends[0].set()
        await first
        await asyncio.sleep(0.01)
        assert order == ["page 0"]
        ends[1].set()
        await asyncio.gather(second, later)
        assert order == ["page 0", "page 1", "tap"]

    run(story)


def test_what_queues_when_a_page_comes_lets_it_go_first() -> None:
    async def story() -> None:
        priority, order, ends = PagePriority(), list[str](), asyncio.Event()

        async def page(*_given: Any) -> None:
            await asyncio.sleep(0.02)
            order.append("page")

        async def tap(number: int, *_given: Any) -> None:
            await ends.wait()
            order.append(f"tap {number}")

        one_at_once = after_pages(priority, tap, at_once=1)
        taps = [asyncio.create_task(one_at_once(n, nothing, nothing)) for n in (0, 1, 2)]
        await asyncio.sleep(0)
        shown = asyncio.create_task(pages(priority, page)({}, nothing, nothing))
        await asyncio.sleep(0)
        ends.set()
        await asyncio.gather(shown, *taps)
        assert order == ["tap 0", "page", "tap 1", "tap 2"]

    run(story)


def test_a_thread_waits_for_a_page_and_goes_on_when_it_is_rendered_or_its_time_is_over() -> None:
    async def story() -> None:
        priority = PagePriority()
        rendered = asyncio.Event()

        async def page(_scope: Any, _receive: Any, send: Any) -> None:
            await rendered.wait()
            await send({"type": "http.response.start"})

        assert await asyncio.to_thread(priority.wait_for_pages, LONG_S)
        shown = asyncio.create_task(pages(priority, page)({}, nothing, nothing))
        await asyncio.sleep(0)
        assert not await asyncio.to_thread(priority.wait_for_pages, 0.01)
        task = asyncio.create_task(asyncio.to_thread(priority.wait_for_pages, LONG_S))
        await asyncio.sleep(0.01)
        assert not task.done()
        rendered.set()
        assert await task
        await shown

    run(story)
