"""An API token at the live table: the same account, the same rights, the same seat. Runs in a reader thread."""

from uuid import UUID

from accounts.models import Scope
from accounts.services.tokens import find_token, touch_token
from games.live.viewer import Viewer
from games.models import MatchSeat


def token_viewer(text: str, match_id: UUID) -> Viewer | None:
    """The viewer this token makes at this match, or None when the token is dead."""
    token = find_token(text)
    if token is None:
        return None
    touch_token(token)
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
