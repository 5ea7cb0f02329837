"""Typed helpers that read the user of a request."""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts.models import User
from web.errors import NotAllowed


def me(request: HttpRequest | Request) -> User:
    """The user who is signed in; for views behind login_required or IsAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAllowed("not_authenticated", _("Log in first."))
    return request.user
