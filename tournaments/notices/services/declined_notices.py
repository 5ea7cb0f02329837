"""The email to the captain of a pair or a team in which somebody declined. `tag` of the notice is the entry's id."""

from typing import Any

from django.conf import settings
from django.urls import reverse

from tournaments.models import Entry, EntryInvitation, Notice, Tournament


def still_withdrawn(notice: Notice) -> bool:
    """Is the team still out when the email goes out, and can it be entered again?"""
    left = Entry.objects.filter(pk=int(notice.tag), status=Entry.Status.WITHDRAWN)
    return left.filter(tournament__status=Tournament.Status.OPEN).exists()


def email_context(notice: Notice) -> dict[str, Any]:
    """The context of its email templates."""
    entry = Entry.objects.select_related("tournament").get(pk=int(notice.tag))
    declined = entry.invitations.filter(
        answer=EntryInvitation.Answer.DECLINED, player__in=entry.members.values("player")
    )
    names = declined.order_by("answered_at").values_list("player__name", flat=True)
    path = reverse("tournament-own-team", args=[entry.tournament.slug])
    return {
        "title": entry.tournament.name,
        "other": " · ".join(names),
        "url": settings.SITE_URL + path,
    }
