"""Log-in by user name or email. A suspended user can neither log in nor go on with an open session."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.models import User


class LoginBackend(AuthenticationBackend):
    """allauth's backend; `get_user` asks `user_can_authenticate` on every request of an open session, too."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """An address typed as the login arrives as both credentials: hash the password once, as for an unknown login."""
        if credentials.get("email") and credentials.get("email") == credentials.get("username"):
            del credentials["email"]
        return super().authenticate(request, **credentials)

    def user_can_authenticate(self, user: User) -> bool:
        return super().user_can_authenticate(user) and not user.is_suspended
