"""What a new webhook or channel would be about, as the query of an address names it."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.models import Event, Tournament
from web.errors import NotAllowed
from webhooks.selectors.endpoints import directs, subject_named

Subject = Tournament | Event | None


def subject_in(request: HttpRequest, user: User) -> Subject:
    """`tournament` or `event` by its slug. Refused: not_a_director."""
    for kind in ("tournament", "event"):
        slug = request.GET.get(kind, "")[:80]
        if slug:
            subject = subject_named(user, kind, slug)
            if not directs(user, subject):
                raise NotAllowed("not_a_director", _("Only a director can add a webhook here."))
            return subject
    return None


def query_of(subject: Subject) -> str:
    """The query that names it."""
    if subject is None:
        return ""
    return f"?{'event' if isinstance(subject, Event) else 'tournament'}={subject.slug}"
