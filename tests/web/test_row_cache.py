"""Rows of long lists are rendered once for what they show."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.http import HttpRequest
from django.template import engines
from django.test import RequestFactory
from django.utils import timezone, translation

from accounts.models import Player
from tournaments.desk.selectors.table_map import MapCell
from web import row_cache
from web.bounded_cache import BoundedCache

CELL = MapCell(7, "playing", False, "Playing · Ana – Bo", "/t/7/", True)
LIST = '{% load row_cache %}{% for cell in cells %}{% cached_row "tournaments/desk/table_map_cell.html" cell=cell %}{% endfor %}'


@dataclass(frozen=True)
class Waiting:
    id: int
    name_a: str
    name_b: str = "Bo"
    name: str = "QF 1"
    wants_stream: bool = False
    rests_until: Any = None


def shown(source: str = LIST, request: HttpRequest | None = None, **values: Any) -> str:
    asked = request or RequestFactory().get("/")
    return str(engines["django"].from_string(source).render(values, asked))


def rows() -> int:
    return len(row_cache._rows._kept)


@pytest.fixture(autouse=True)
def empty() -> None:
    row_cache._rows.clear()


def test_the_same_row_is_rendered_once_and_a_changed_one_anew() -> None:
    before = shown(cells=[CELL])
    assert shown(cells=[replace(CELL)]) == before
    assert rows() == 1
    assert "Dispute" in shown(cells=[replace(CELL, label="Dispute · Ana – Bo")])
    assert rows() == 2


def test_each_language_has_its_own_row() -> None:
    assert ">Table 7:" in shown(cells=[CELL])
    with translation.override("fi"):
        assert ">Table 7:" not in shown(cells=[CELL])
    assert ">Table 7:" in shown(cells=[CELL])
    assert rows() == 2


def test_names_are_escaped_in_a_cached_row_too() -> None:
    cell = replace(CELL, label="<b>Ana</b>")
    for _time in range(2):
        assert "<b>Ana" not in shown(cells=[cell])


WAITING = '{% load row_cache %}{% cached_row "tournaments/venue/waiting_match.html" row=row here="/x/" slug="open" has_tables=True %}'


def test_the_forms_of_a_cached_row_have_the_token_of_their_page() -> None:
    row, pages = Waiting(1, "Ana"), list[str]()
    for token in ("a" * 32, "b" * 32):
        request = RequestFactory().get("/")
        request.META["CSRF_COOKIE"] = token
        pages.append(shown(WAITING, request, row=row))
    tokens = [page.partition('csrfmiddlewaretoken" value="')[2].partition('"')[0] for page in pages]
    assert rows() == 1
    assert tokens[0] != tokens[1]
    assert all(len(token) == 64 and token != row_cache.BLANK for token in tokens)


def test_each_time_zone_has_its_own_row() -> None:
    row = Waiting(1, "Ana", rests_until=datetime(2026, 1, 5, 12, tzinfo=UTC))
    with timezone.override("UTC"):
        here = shown(WAITING, row=row)
    with timezone.override("Asia/Tokyo"):
        assert shown(WAITING, row=row) != here


def test_a_model_is_no_key_of_a_row() -> None:
    with pytest.raises(TypeError, match="no key"):
        shown(cells=[Player(pk=1, name="Ana")])


def test_the_cache_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_cache, "_rows", BoundedCache(10_000))
    shown(cells=[replace(CELL, number=n) for n in range(200)])
    assert 0 < row_cache._rows.bytes <= 10_000
