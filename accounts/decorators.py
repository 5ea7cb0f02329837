"""Decorators of views."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.account.decorators import verified_email_required
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.selectors import is_verified

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def verified_login_required(view: View[P]) -> View[P]:
    """For logins with a verified email address, and for staff, as `is_verified` decides for pages and API alike.

    Others are asked to log in, or are shown how to verify their address.
    """
    asking = verified_email_required(view)

    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        user = request.user
        allowed = isinstance(user, User) and is_verified(user)
        return view(request, *args, **kwargs) if allowed else asking(request, *args, **kwargs)

    return checked
