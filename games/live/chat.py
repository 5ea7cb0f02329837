"""POST a line of chat: read it, store it, answer with the stored line. Streams get it beside the log."""

from typing import Any
from uuid import UUID

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from games.chat_envelope import LineRequest, parse
from games.live.http import HttpError, Receive, read_body, retry_after
from games.live.threads import DatabaseThreads
from games.live.viewer import Viewer
from games.selectors.chat import wire
from games.services.chat import WITHIN, say
from web.errors import DomainError, NotAllowed

Body = dict[str, Any]


async def post_line(viewer: Viewer, receive: Receive, threads: DatabaseThreads) -> Body:
    """`{"line", "repeated"}` after the commit; HttpError when it was refused."""
    if viewer.user_id is None:
        raise HttpError(403, "log_in_to_write", _("Log in to chat."))
    if not viewer.may_act:
        raise HttpError(403, "token_read_only", "This token may only read.")
    body = await read_body(receive)
    try:
        request = parse(body)
        return await threads.talk(_store, viewer.match_id, viewer.user_id, request, viewer.language)
    except DomainError as error:
        headers = retry_after(WITHIN.total_seconds() / 2) if error.status == 429 else None
        raise HttpError(error.status, error.code, error.detail, headers=headers) from None


def _store(match_id: UUID, user_id: int, request: LineRequest, language: str) -> Body:
    """In the talk thread. The ticket's seat decides nothing: who sits where is looked up."""
    with translation.override(language):
        user = User.objects.filter(pk=user_id).first()
        if user is None:
            raise NotAllowed("log_in_to_write", _("Log in to chat."))
        posted = say(match_id, user, request, timezone.now())
    return {"line": wire(posted.line), "repeated": posted.repeated}
