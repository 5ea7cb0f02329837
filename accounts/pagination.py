"""Paging of API lists: `?page=2&page_size=100` → `{count, next, previous, results}`."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from rest_framework.pagination import PageNumberPagination


class _KeysFirst(Paginator):
    """Sorts and cuts the keys alone, then reads the rows of the page: a database that sorts whole rows carries them all."""

    object_list: QuerySet[Any]

    def page(self, number: int | str) -> Any:
        found = super().page(number)
        if isinstance(found.object_list, QuerySet):
            keys = list(found.object_list.values_list("pk", flat=True))
            rows = self.object_list.order_by().in_bulk(keys)
            found.object_list = [
                rows[key] for key in keys if key in rows
            ]  # a row may just have gone
        return found


class Pages(PageNumberPagination):
    """Fifty rows a page unless asked, two hundred at most."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


class KeyedPages(Pages):
    """The same for lists of heavy rows, with a query more."""

    django_paginator_class = _KeysFirst
