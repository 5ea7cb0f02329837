"""Paging of API lists: `?page=2&page_size=100` → `{count, next, previous, results}`."""

from rest_framework.pagination import PageNumberPagination


class Pages(PageNumberPagination):
    """Fifty rows a page unless asked, two hundred at most."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
