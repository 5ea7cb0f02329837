"""Pages go first, where one process serves the whole site.

All threads of a process share one interpreter. While 300 clocks tap and poll, a page takes as much longer as they compute meanwhile.
So while a page is being rendered, what devices send by themselves waits before it takes a thread, and a task of the worker waits
before it begins: for a limited time, because a page can take seconds.

The time counts from when the page came, not from when the device asked. Otherwise a queue of devices that is longer than the time,
as when a whole room opens its clocks, no longer lets any page go first.
"""

import asyncio
import threading
from contextlib import suppress
from typing import Any

from config.client_timeouts import Application, Message, Receive, Send


class PagePriority:
    """How many pages are being rendered now, and the requests that wait for them. For one event loop; other threads may wait, too."""

    def __init__(self) -> None:
        self._pages = 0
        self._since = 0.0
        """When there was no page last, by the loop."""
        self._no_page = asyncio.Event()
        self._no_page_for_threads = threading.Event()
        self._no_page.set()
        self._no_page_for_threads.set()

    def pages(self, app: Application) -> Application:
        """The application whose requests go first, from when they have come until their response begins: what a client then
        takes to read it delays nobody."""

        async def rendering(scope: Any, receive: Receive, send: Send) -> None:
            is_rendered = False

            def end() -> None:
                nonlocal is_rendered
                if not is_rendered:
                    is_rendered = True
                    self._end_page()

            async def sending(message: Message) -> None:
                end()
                await send(message)

            self._begin_page()
            try:
                await app(scope, receive, sending)
            finally:
                end()

        return rendering

    def after_pages(self, app: Application, most_s: float, at_once: int) -> Application:
        """The application whose requests wait while pages are rendered: for the first `most_s` seconds of each stretch of pages.

        `at_once` of them run: its threads, so that no request waits for one of them and has passed here already.
        """
        free = asyncio.Semaphore(at_once)

        async def waiting(scope: Any, receive: Receive, send: Send) -> None:
            async with free:
                if self._pages:
                    with suppress(TimeoutError):
                        async with asyncio.timeout_at(self._since + most_s):
                            await self._no_page.wait()
                await app(scope, receive, send)

        return waiting

    def wait_for_pages(self, most_s: float) -> bool:
        """Wait in a thread until no page is being rendered, so many seconds at most; is none?"""
        return self._no_page_for_threads.wait(most_s)

    def _begin_page(self) -> None:
        if not self._pages:
            self._since = asyncio.get_running_loop().time()
        self._pages += 1
        self._no_page.clear()
        self._no_page_for_threads.clear()

    def _end_page(self) -> None:
        self._pages -= 1
        if not self._pages:
            self._no_page.set()
            self._no_page_for_threads.set()
