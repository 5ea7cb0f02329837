"""`Authorization: Bearer bp_…` for DRF, or `Token` in place of `Bearer`; the same token opens the event stream (games/live)."""

from typing import Any
from urllib.parse import urlsplit

from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from accounts.models import ApiToken, Scope, User
from accounts.second_factor import NEEDED, must_add_factor
from accounts.services.tokens import find_token, touch_token
from web.security_log import note

KINDS = frozenset({"bearer", "token"})
CHALLENGE = "Bearer"


def _is_of_another_site(request: Request) -> bool:
    """Does a page of another site ask? A browser says whose page it is; a program says nothing."""
    origin = request.headers.get("Origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != request.get_host()
    except ValueError:
        return True


def _require_scope(request: Request, token: ApiToken) -> None:
    """What a view changes needs the scope it names in `token_scope`: to play, unless it says to direct."""
    if _is_of_another_site(request):  # no browser asks first before it sends a POST without a body
        raise exceptions.PermissionDenied(
            "A token used from another site’s page may only read.", "other_origin"
        )
    if not {Scope.PLAY, Scope.DIRECT} & set(token.scopes):
        raise exceptions.PermissionDenied("This token may only read.", "token_read_only")
    require_scope(token, getattr(request.parser_context.get("view"), "token_scope", Scope.PLAY))


def require_scope(token: object, needed: str) -> None:
    """For a view where one thing needs more than another; `token` is what a request was let in by (`request.auth`), a session
    or a token."""
    if isinstance(token, ApiToken) and needed not in token.scopes:
        raise exceptions.PermissionDenied("This token lacks the scope for that.", "token_scope")


class TokenAuthentication(BaseAuthentication):
    """A known token is its user; a wrong one is refused rather than read as nobody."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        kind, _space, text = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() not in KINDS:
            return None
        token = find_token(text.strip())
        if token is None:
            note("api_token.refused", request)
            raise exceptions.AuthenticationFailed(
                "This token is unknown, expired or revoked.", "token_refused"
            )
        if must_add_factor(token.user):
            raise exceptions.PermissionDenied(NEEDED, "second_factor_needed")
        if request.method not in SAFE_METHODS:
            _require_scope(request, token)
        touch_token(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> Any:
        return CHALLENGE
