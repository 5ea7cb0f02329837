"""What players are notified of about their matches in a tournament, and everybody in it about the tournament itself."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from django.db.models import Q
from django.urls import reverse

from notifications import kinds
from notifications.services.notify import News
from tournaments.models import Entry, EntryMember, PairingMatch, Slip, Tournament


def match_news(
    kind: str,
    on: PairingMatch,
    user_id: int,
    rival: Entry | None,
    *,
    subject: str = "",
    **more: Any,
) -> News:
    """About an online match. `on.match` has been read; `subject` tells apart what may happen
    to a match twice. That it is ready is of use until the time to join is over."""
    news = _news(
        kind,
        user_id,
        f"{on.match_id}{subject}",
        reverse("match", args=[on.match_id]),
        rival,
        {"title": str(on.match.context.get("title", "")), **more},
    )
    return replace(news, until=on.match.next_at) if kind == kinds.READY else news


def slip_news(
    kind: str, tournament: Tournament, slip: Slip, user_id: int, rival: Entry | None, tag: str = ""
) -> News:
    """About a match over the board. `tag` tells apart what may happen to a slip twice."""
    url = reverse("slip", args=[slip.code])
    subject = f"slip:{slip.pk}{tag}"
    return _news(kind, user_id, subject, url, rival, {"title": tournament.name})


def tournament_news(
    kind: str, tournament: Tournament, user_ids: Iterable[int], subject: str, **values: Any
) -> list[News]:
    """About a tournament, to these logins."""
    url = reverse("tournament", args=[tournament.slug])
    texts = {"title": tournament.name, **values}
    return [News(user, kind, subject, url, values=texts) for user in sorted(set(user_ids))]


def logins_of(entries: Q, *, statuses: Collection[str] = (Entry.Status.ACTIVE,)) -> set[int]:
    """The users who play for these entries: single players, and every member of pairs and teams. Two queries."""
    rows = Entry.objects.filter(entries, status__in=statuses)
    members = EntryMember.objects.filter(entry__in=rows.values("pk"))
    users = {
        *rows.values_list("player__user_id", flat=True),
        *members.values_list("player__user_id", flat=True),
    }
    return {user for user in users if user is not None}


def _news(
    kind: str, user_id: int, subject: str, url: str, rival: Entry | None, values: dict[str, Any]
) -> News:
    if rival is not None and rival.name:
        values["team"] = rival.name
    player = rival.player_id if rival is not None else None
    return News(user_id, kind, subject, url, player_id=player, values=values)
