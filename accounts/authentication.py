"""`Authorization: Token bp_…` for DRF; the same token opens the event stream (games/live)."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from accounts.models import ApiToken, Scope, User
from accounts.services.tokens import find_token, touch_token


def _require_scope(request: Request, token: ApiToken) -> None:
    """What a view changes needs the scope it names in `token_scope`: to play, unless it says to direct."""
    if not {Scope.PLAY, Scope.DIRECT} & set(token.scopes):
        raise exceptions.PermissionDenied(_("This token may only read."), "token_read_only")
    needed = getattr(request.parser_context.get("view"), "token_scope", Scope.PLAY)
    if needed not in token.scopes:
        raise exceptions.PermissionDenied(
            _("This token may not do that: it has another scope."), "token_scope"
        )


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
        if request.method not in SAFE_METHODS:
            _require_scope(request, token)
        touch_token(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> Any:
        return self.keyword
