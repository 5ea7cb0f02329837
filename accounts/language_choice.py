"""The language that a user has chosen comes with them to every browser: kept with the login, and a cookie after logging in."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.i18n import set_language as set_cookie

from accounts.models import User


def set_language(request: HttpRequest) -> HttpResponse:
    """Django's view, which sets the cookie; the choice of somebody with a login stays with the login too."""
    response = set_cookie(request)
    code = request.POST.get("language", "")
    if request.user.is_authenticated and code in dict(settings.LANGUAGES):
        User.objects.filter(pk=request.user.pk).update(language=code)
    return response


def chosen_at_sign_up(user: User) -> None:
    """Emails come in the language in which somebody signed up. Does not save."""
    code = get_language() or settings.LANGUAGE_CODE
    if code != settings.LANGUAGE_CODE:
        user.language = code


def use_from_now_on(request: HttpRequest, user: User) -> None:
    """The answer to this request sets the cookie; without a choice the browser's language counts again."""
    request.language_choice = user.language  # type: ignore[attr-defined]


def connect() -> None:
    user_logged_in.connect(_logged_in, dispatch_uid="accounts.language_choice")


def _logged_in(sender: Any, request: HttpRequest, user: User, **_more: Any) -> None:
    """A choice that this browser made before is newer than that of the login, and stays."""
    if user.language and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        use_from_now_on(request, user)


class LanguageChoiceMiddleware:
    """Writes the cookie of `use_from_now_on`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        code = getattr(request, "language_choice", None)
        if code is None:
            return response
        if code not in dict(settings.LANGUAGES):
            response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
            return response
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            code,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            path=settings.LANGUAGE_COOKIE_PATH,
            domain=settings.LANGUAGE_COOKIE_DOMAIN,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type]
        )
        return response
