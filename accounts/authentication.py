"""`Authorization: Token bp_…` for DRF; the same token opens the event stream (games/live)."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from accounts.models import ApiToken, Scope, User
from accounts.services.tokens import find_token, touch_token


class TokenAuthentication(BaseAuthentication):
    """A known token is its user; a wrong one is refused rather than read as nobody."""

    keyword = "Token"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        kind, _space, text = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != self.keyword.lower():
            return None
        token = find_token(text.strip())
        if token is None:
            raise exceptions.AuthenticationFailed(
                _("This token is unknown, expired or revoked."), "token_refused"
            )
        if request.method not in SAFE_METHODS and Scope.PLAY not in token.scopes:
            raise exceptions.PermissionDenied(_("This token may only read."), "token_read_only")
        touch_token(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> Any:
        return self.keyword
