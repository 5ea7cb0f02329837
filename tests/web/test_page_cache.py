"""Requests that wait while another one renders the same page."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from tests.keeping import forget
from web import page_cache
from web.page_cache import cached_page

PATIENCE_S = 30.0


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    forget()
    with ThreadPoolExecutor(8) as pool:
        yield pool


class Page:
    """A page whose first request renders until `finish` is set."""

    def __init__(self, first: HttpResponse | None, later: Barrier | None = None) -> None:
        self.first, self.later = first, later
        self.began, self.finish = Event(), Event()
        self.rendered = 0

    def get(self) -> HttpResponse:
        return cached_page(RequestFactory().get("/page/"), "1", self._render)

    def _render(self) -> HttpResponse:
        self.rendered += 1
        if self.rendered > 1:
            if self.later is not None:
                self.later.wait()
            return HttpResponse("later")
        self.began.set()
        assert self.finish.wait(PATIENCE_S)
        if self.first is None:
            raise RuntimeError
        return self.first


def test_a_page_is_rendered_once_for_all_that_ask_meanwhile(threads: ThreadPoolExecutor) -> None:
    page = Page(HttpResponse("first"))
    answers = [threads.submit(page.get) for _ in range(4)]
    assert page.began.wait(PATIENCE_S)
    page.finish.set()
    assert {answer.result(PATIENCE_S).content for answer in answers} == {b"first"}
    assert page.rendered == 1


@pytest.mark.parametrize("first", [None, HttpResponse(status=404)])
def test_after_an_error_the_waiting_requests_render_at_the_same_time(
    threads: ThreadPoolExecutor, first: HttpResponse | None
) -> None:
    page = Page(first, later=Barrier(3, timeout=PATIENCE_S))
    failing = threads.submit(page.get)
    assert page.began.wait(PATIENCE_S)
    waiting = [threads.submit(page.get) for _ in range(3)]
    page.finish.set()
    assert {answer.result(PATIENCE_S).content for answer in waiting} == {b"later"}
    assert (failing.exception() is None) == (first is not None)


def test_nobody_waits_long_for_a_slow_page(
    threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_cache, "WAITED_S", 0.01)
    page = Page(HttpResponse("first"))
    slow = threads.submit(page.get)
    assert page.began.wait(PATIENCE_S)
    try:
        assert threads.submit(page.get).result(PATIENCE_S).content == b"later"
    finally:
        page.finish.set()
    assert slow.result(PATIENCE_S).content == b"first"
