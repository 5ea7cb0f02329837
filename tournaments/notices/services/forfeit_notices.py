"""How a player who did not join in time learns of the forfeit: a card on their pages and an email, both from a Notice row."""

from datetime import datetime

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from tournaments.models import Notice
from tournaments.notices.selectors.forfeits import forfeit_of, stands

KIND = Notice.FORFEIT


def dismiss(user: User, notice_id: int, now: datetime) -> None:
    """The player has read this card. Another player's card stays as it is."""
    shown = Notice.objects.filter(player__user=user, kind=KIND, dismissed_at=None)
    shown.filter(pk=notice_id).update(dismissed_at=now)


def still_stands(notice: Notice) -> bool:
    """Does the forfeit count still, now that the email goes out?"""
    return stands(Notice.objects.filter(pk=notice.pk)).exists()


def email_context(notice: Notice) -> dict[str, object]:
    """The context of its email templates."""
    card = forfeit_of(stands(Notice.objects.filter(pk=notice.pk)).get())
    path = reverse("tournament", args=[card.slug])
    return {
        "title": card.tournament,
        "other": card.opponent,
        "why": card.why,
        "win": card.win,
        "coming": card.coming,
        "url": settings.SITE_URL + path,
    }
