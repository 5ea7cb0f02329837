"""Paging of API lists: `?page=2&page_size=100` → `{count, next, previous, results}`."""

from typing import Any

from django.core.paginator import InvalidPage, Page, Paginator
from django.db.models import QuerySet
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from web.errors import DomainError
from web.query_params import whole_number


class _KeysFirst(Paginator):
    """Sorts and cuts the keys alone, then reads the rows of the page: a database that sorts whole rows carries them all."""

    object_list: QuerySet[Any]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._keys: dict[int, list[Any]] = {}

    def keys(self, number: int | str) -> list[Any]:
        """Of the rows of a page, in order; raises InvalidPage. Asked once, however often it is."""
        number = self.validate_number(number)
        if number not in self._keys:
            bottom = (number - 1) * self.per_page
            keys = self.object_list.values_list("pk", flat=True)
            self._keys[number] = list(keys[bottom : bottom + self.per_page])
        return self._keys[number]

    def page(self, number: int | str) -> Any:
        keys = self.keys(number)
        rows = self.object_list.order_by().in_bulk(keys)
        page = [rows[key] for key in keys if key in rows]  # a row may just have gone
        return Page(page, self.validate_number(number), self)


class StandardPagination(PageNumberPagination):
    """Fifty rows a page unless asked, two hundred at most."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int:
        """As asked, within the bounds. Refused: bad_request (400) for what is no number."""
        text = request.query_params.get(self.page_size_query_param)
        size = self.page_size if text is None else whole_number("page_size", text)
        if size < 1:
            raise DomainError("bad_request", "page_size must be 1 or more.", 400)
        return min(size, self.max_page_size)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        parameters = super().get_schema_operation_parameters(view)
        return [{**each, "schema": {**each["schema"], "minimum": 1}} for each in parameters]

    def get_page_number(self, request: Request, paginator: Any) -> int | str:
        text = request.query_params.get(self.page_query_param)
        return 1 if text is None else whole_number("page", text)


class KeyedPagination(StandardPagination):
    """The same for lists of heavy rows, with a query more."""

    django_paginator_class: Any = _KeysFirst

    def keys(self, rows: QuerySet[Any], request: Request) -> tuple[int, list[Any]] | None:
        """How many rows there are and the keys of this page's, before any row is read; None where there is no such page.

        What is asked here is not asked again when the page is read.
        """
        cut = _KeysFirst(rows, self.get_page_size(request))
        self.django_paginator_class = lambda *_given: cut
        try:
            return cut.count, cut.keys(self.get_page_number(request, cut))
        except InvalidPage:
            return None
