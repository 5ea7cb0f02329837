"""What may stand behind the `?` of an API address: words that the address takes, and values of the kind its schema says."""

from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django_filters import rest_framework as filters
from rest_framework.mixins import ListModelMixin

from web.errors import DomainError

MOST_DIGITS = 18
"""So many fit into a column of the database."""


class QueryWordsMiddleware:
    """An unknown word is refused, so that a filter with a typing error does not list everything.

    A view takes the words of its filters, of its pages where it lists, and those in `query_words`.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        if not request.GET or not request.path_info.startswith("/api/v1/"):
            return None
        view_class = getattr(view, "cls", None)
        if view_class is None or view_class.__module__.startswith("drf_spectacular"):
            return None
        if request.method not in {"GET", "HEAD"}:
            return None
        return _refusal(view_class, request.GET)


def _refusal(view_class: Any, asked: QueryDict) -> HttpResponse | None:
    words = query_params_of(view_class)
    for word in asked:
        if word not in words:
            text = f"Unknown query parameter: “{word[:64]}”."
            return JsonResponse({"code": "unknown_parameter", "detail": text}, status=400)
        if "" in asked.getlist(word) and not _is_text(view_class, word):
            text = f"The query parameter “{word}” has no value."
            return JsonResponse({"code": "bad_request", "detail": text}, status=400)
    return None


def _is_text(view_class: Any, word: str) -> bool:
    """May the value of this word be empty? A search for nothing finds everything."""
    filterset = getattr(view_class, "filterset_class", None)
    filter_field = None if filterset is None else filterset.base_filters.get(word)
    return type(filter_field) is filters.CharFilter


@cache
def query_params_of(view_class: Any) -> frozenset[str]:
    """The words that a view takes in a query."""
    words = set(getattr(view_class, "query_words", ()))
    filterset = getattr(view_class, "filterset_class", None)
    if filterset is not None:
        words |= filterset.base_filters.keys()
    if issubclass(view_class, ListModelMixin):
        pages = view_class.pagination_class
        words |= {pages.page_query_param, pages.page_size_query_param}
    return frozenset(words)


def whole_number(name: str, text: str, *, most: int = 10**MOST_DIGITS - 1) -> int:
    """A number from a query. Refused: bad_request (400)."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS and int(text) <= most):
        raise DomainError("bad_request", f"{name} must be a whole number.", 400)
    return int(text)


class _WholeNumber(forms.IntegerField):
    """Django takes `1.0`, too."""

    def to_python(self, value: Any) -> int | None:
        text = "" if value is None else str(value)
        if text and not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return int(text) if text else None


class WholeNumberFilter(filters.NumberFilter):
    """The number of a row."""

    field_class = _WholeNumber


def require_year(value: date) -> None:
    """A validator of days and times: databases and time zones cannot reckon with the first and the last years."""
    if not 2000 <= value.year <= 2100:
        raise forms.ValidationError("Use a year from 2000 to 2100.", code="invalid")


class _YesOrNo(forms.Field):
    default_error_messages = {"invalid": "Use true or false."}
    VALUES = {"true": True, "1": True, "false": False, "0": False}

    def to_python(self, value: Any) -> bool | None:
        if value in self.empty_values:
            return None
        if (text := str(value).lower()) not in self.VALUES:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return self.VALUES[text]


class YesNoFilter(filters.BooleanFilter):
    """True or false; anything else is refused, where django-filter passes it over."""

    field_class = _YesOrNo

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"widget": forms.TextInput, **kwargs})
