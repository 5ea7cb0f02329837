"""Sessions of a user, one by one: noted where they are used, and ended. Open tables of an ended session close by themselves."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.sessions.models import Session
from django.db import transaction

from accounts.models import User
from accounts.session_models import LoginSession
from web.security_log import note

LONGEST_AGENT = 300


@dataclass(frozen=True, slots=True)
class BrowserFacts:
    """What a request tells of where it comes from."""

    user_agent: str
    network: str


def note_session(user: User, session_key: str, browser: BrowserFacts, now: datetime) -> None:
    """This session is used now, by this user."""
    used = {
        "user": user,
        "access_version": user.access_version,
        "user_agent": browser.user_agent[:LONGEST_AGENT],
        "network": browser.network[:45],
        "last_used_at": now,
    }
    LoginSession.objects.update_or_create(session_key=session_key, defaults=used)


@transaction.atomic
def end_session(user: User, session_id: int) -> bool:
    """Log one browser out; False for an unknown id, so a second click is harmless."""
    row = LoginSession.objects.select_for_update().filter(user=user, pk=session_id).first()
    if row is None:
        return False
    Session.objects.filter(pk=row.session_key).delete()
    row.delete()
    note("session.ended", user_id=user.pk)
    return True


def sweep_login_sessions() -> int:
    """Delete what is kept of sessions that are gone; returns how many."""
    living = Session.objects.values("session_key")
    return int(LoginSession.objects.exclude(session_key__in=living).delete()[0])
