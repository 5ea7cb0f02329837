"""Emails about match times: times in the reader's own zone, an agreed time also as a calendar file."""

from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from tournaments.models import MatchTiming, Notice, PairingMatch, RoundDeadline
from tournaments.timing.selectors.calendar import match_ics


def email_context(notice: Notice) -> dict[str, Any]:
    """The context of its email templates; `files` are attached."""
    on: PairingMatch = notice.pairing_match  # type: ignore[assignment]  # these kinds have one
    row = MatchTiming.objects.select_related("pairing_match__match").get(pairing_match=on)
    seat = on.match.seats.filter(player=notice.player_id).values_list("seat", flat=True).first()
    other = on.entry_b if seat == "A" else on.entry_a
    offered = row.proposals.filter(closed_at=None, entry=other).values_list("at", flat=True)
    dated = notice.kind == "agreed" and row.start_at is not None
    return {
        "kind": notice.kind,
        "title": on.match.context.get("title", ""),
        "other": other.title,
        "offered": list(offered),
        "start_at": row.start_at,
        "url": settings.SITE_URL + reverse("match", args=[on.match_id]),
        "files": [("match.ics", match_ics(row), "text/calendar")] if dated else [],
        **until(on),
    }


def until(on: PairingMatch) -> dict[str, Any]:
    """The deadline of a match and the page where its players agree on a time; empty where its round has no deadline."""
    deadline = RoundDeadline.objects.filter(round__pairings=on.pairing_id).first()
    if deadline is None:
        return {}
    path = reverse("match-time", args=[on.match_id])
    return {"play_until": deadline.play_until, "agree_url": settings.SITE_URL + path}


def zone_of(user: User) -> ZoneInfo:
    """The user's time zone; UTC if it no longer exists."""
    try:
        return ZoneInfo(user.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
