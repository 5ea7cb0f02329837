"""The email to a player of the waiting list who has got a place. `tag` of the notice is the entry's id."""

from typing import Any

from django.conf import settings
from django.urls import reverse

from tournaments.models import Entry, Notice


def still_seated(notice: Notice) -> bool:
    """Does the player still have the place when the email goes out?"""
    return Entry.objects.filter(pk=int(notice.tag), status=Entry.Status.ACTIVE).exists()


def email_context(notice: Notice) -> dict[str, Any]:
    """The context of its email templates."""
    entry = Entry.objects.select_related("tournament").get(pk=int(notice.tag))
    path = reverse("tournament", args=[entry.tournament.slug])
    return {"title": entry.tournament.name, "url": settings.SITE_URL + path}
