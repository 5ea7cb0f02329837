"""A browser takes messages for the user who is signed in: logging out ends that, and so does another user's login."""

from typing import Any

from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.http import HttpRequest

from accounts.models import User
from notifications.push_cookie import browser_mark
from notifications.services.push_subscriptions import remove_browser


def connect() -> None:
    """Called once, when the app is ready."""
    user_logged_out.connect(_logged_out, dispatch_uid="notifications.push.logged_out")
    user_logged_in.connect(_logged_in, dispatch_uid="notifications.push.logged_in")


def _logged_out(sender: Any, request: HttpRequest | None, **_more: Any) -> None:
    if mark := browser_mark(request):
        remove_browser(mark)


def _logged_in(sender: Any, request: HttpRequest | None, user: User, **_more: Any) -> None:
    if mark := browser_mark(request):
        remove_browser(mark, unless_of=user)
