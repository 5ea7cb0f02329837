"""What views ask of a request, with types."""

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts.errors import NotAllowed
from accounts.models import User

LONGEST_NUMBER = 19  # any shorter fits where databases keep keys


def me(request: HttpRequest | Request) -> User:
    """Who is signed in; for views behind login_required or IsAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAllowed("not_authenticated", _("Log in first."))
    return request.user


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form is given: the data of a POST, an empty one included, or nothing."""
    return request.POST if request.method == "POST" else None


def typed_in(request: HttpRequest, name: str, most: int = 500) -> str:
    """What somebody typed where no form cleans it: one line of what can be printed, no longer than is kept."""
    line = " ".join(request.POST.get(name, "").split())
    return "".join(sign for sign in line if sign.isprintable())[:most]


def number_in(text: str) -> int | None:
    """The number that somebody names a row by; None for whatever cannot be one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER else None


def by_htmx(request: HttpRequest) -> bool:
    """Does a page ask for a part of itself?"""
    return bool(getattr(request, "htmx", False))
