"""What views ask of a request, with types."""

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts.errors import NotAllowed
from accounts.models import User


def me(request: HttpRequest | Request) -> User:
    """Who is signed in; for views behind login_required or IsAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAllowed("not_authenticated", _("Log in first."))
    return request.user


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form is given: the data of a POST, an empty one included, or nothing."""
    return request.POST if request.method == "POST" else None


def by_htmx(request: HttpRequest) -> bool:
    """Does a page ask for a part of itself?"""
    return bool(getattr(request, "htmx", False))
