"""The letter to somebody of the stand-by list who has got a place (Notice rows are the queue; `tag` is his entry)."""

from typing import Any

from django.conf import settings
from django.urls import reverse

from tournaments.models import Entry, Notice


def still_seated(notice: Notice) -> bool:
    """Has he still got the place when the letter goes out?"""
    return Entry.objects.filter(pk=int(notice.tag), status=Entry.Status.ACTIVE).exists()


def told(notice: Notice) -> dict[str, Any]:
    """For the template."""
    entry = Entry.objects.select_related("tournament").get(pk=int(notice.tag))
    path = reverse("tournament", args=[entry.tournament.slug])
    return {"title": entry.tournament.name, "url": settings.SITE_URL + path}
