"""POST an action: read it, date it, hand it to the batcher, answer after the commit."""

from datetime import UTC, datetime

from django.utils import translation
from django.utils.translation import gettext as _

from games import rule_texts
from games.action_envelope import parse
from games.live.batcher import Batcher
from games.live.http import HttpError, Receive, dump, read_body, retry_after
from games.live.viewer import Viewer
from games.services.submissions import Accepted, Refused, Submission


async def act(viewer: Viewer, receive: Receive, batcher: Batcher) -> Accepted:
    """What was committed; HttpError when it was refused."""
    if viewer.seat is None or not viewer.may_act or viewer.user_id is None:
        raise HttpError(403, "not_your_seat", _("You are not a player in this match."))
    envelope = parse(await read_body(receive))
    submission = Submission(
        match_id=viewer.match_id,
        seat=viewer.seat,
        kind=envelope.kind,
        payload=envelope.payload,
        received_at=datetime.now(UTC),
        key=envelope.key,
        expected_seq=envelope.expected_seq,
        lag_ms=envelope.lag_ms,
        user_id=viewer.user_id,
    )
    outcome = await batcher.submit(submission)
    if isinstance(outcome, Refused):
        raise refusal(outcome, viewer.language)
    return outcome


def refusal(refused: Refused, language: str) -> HttpError:
    """The refusal as the client reads it, with the match's seq."""
    headers = retry_after(1) if refused.status == 503 else None
    with translation.override(language):
        detail = rule_texts.refusal(refused.code, refused.detail)
    return HttpError(
        refused.status, refused.code, detail, extra={"seq": refused.seq}, headers=headers
    )


def accepted_body(accepted: Accepted, name: str, shown: bytes) -> bytes:
    """`{"seq", "actions", "view"}`, or `changes` in place of `view`; what is shown comes as JSON already."""
    parts = (accepted.seq, dump(accepted.rows), name.encode(), shown)
    return b'{"seq":%d,"actions":%b,"%b":%b}' % parts
