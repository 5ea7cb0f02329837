"""A match sent as a file, as far as whoever asks may see it: the same answer to a page and to a program."""

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from accounts.models import User
from games import selectors
from games.errors import NoSuchMatch
from games.match_files import stem_of
from games.records.kinds import KINDS
from games.selectors.records import record_of
from web.errors import NotFound


def file_of(user: User | AnonymousUser | None, match_id: UUID, kind: str) -> HttpResponse:
    """The file, or NotFound when there is no such match or nothing of it may be seen yet."""
    match = selectors.match_with_seats(match_id)
    if match is None or kind not in KINDS:
        raise NoSuchMatch()
    until = selectors.hidden_from(user, match, timezone.now())
    record = record_of(match, until)
    if until is not None and not record.entries:
        raise NotFound("not_yet", _("Spectators cannot see this match yet. Try again later."))
    written = KINDS[kind]
    answer = HttpResponse(written.write(record), content_type=written.content_type)
    name = f"{stem_of(record)}.{kind}"
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "private, no-store"
    return answer
