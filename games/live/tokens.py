"""An API token at the live table: the same account, the same rights, the same seat. Runs in a reader thread."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from accounts.models import ApiToken, Scope
from accounts.second_factor import NEEDED, must_add_factor, who_must_add_factor
from accounts.services.tokens import find_token, touch_token
from games.live.http import HttpError
from games.live.viewer import Viewer
from games.models import MatchSeat


def token_viewer(text: str, match_id: UUID) -> Viewer | None:
    """The viewer this token makes at this match, or None when the token is dead. Refused: second_factor_needed."""
    token = _used_token(text)
    if token is None:
        return None
    seat = (
        MatchSeat.objects.filter(match_id=match_id, player__user_id=token.user_id)
        .values_list("seat", flat=True)
        .first()
    )
    return Viewer(
        match_id,
        token.user_id,
        seat,
        token.access_version,
        f"{token.user_id} {match_id}",
        token.user.language or "en",
        token_id=token.pk,
        may_act=Scope.PLAY in token.scopes,
    )


@dataclass(frozen=True, slots=True)
class Login:
    """Whose token it is."""

    user_id: int
    token_id: int
    may_read: bool


def login_of(text: str) -> Login | None:
    """The login behind this token, or None when the token is dead. Refused: second_factor_needed."""
    token = _used_token(text)
    if token is None:
        return None
    return Login(token.user_id, token.pk, Scope.READ in token.scopes)


def living_logins(token_ids: Collection[int]) -> set[int]:
    """Those of these tokens that still let their account in. At most two queries."""
    now = timezone.now()
    rows = ApiToken.objects.filter(pk__in=token_ids).select_related("user")
    alive = [token for token in rows if token.is_alive(now)]
    refused = who_must_add_factor([token.user for token in alive])
    return {token.pk for token in alive if token.user_id not in refused}


def _used_token(text: str) -> ApiToken | None:
    token = find_token(text)
    if token is None:
        return None
    if must_add_factor(token.user):
        raise HttpError(403, "second_factor_needed", NEEDED)
    touch_token(token)
    return token
