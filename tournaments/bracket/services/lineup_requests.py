"""Captains are asked for the line-up of a match; its boards open once both teams have named theirs (T8.5)."""

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse

from notifications import kinds
from notifications.services.notify import News, notify
from notifications.services.notify import settle as settle_news
from tournaments.bracket.selectors.lineups import (
    Side,
    TeamMatch,
    counting_lineups,
    sides_without,
)
from tournaments.bracket.services.growth import Decided
from tournaments.models import Entry, Tournament


def ask_for_lineups(tournament: Tournament, decided: Decided, now: datetime) -> set[int]:
    """The open pairings of two teams that wait for a line-up. Their captains are notified, once for each match. No query
    where captains name no line-ups."""
    if not tournament.names_lineups:
        return set()
    matches = [
        TeamMatch(pairing.pk, *decision.players)
        for pairing, decision in decided.values()
        if decision.is_open and decision.players
    ]
    lineups = counting_lineups({match.pairing for match in matches})
    missing = sides_without(tournament, matches, lineups)
    open_rounds = {pk for pk, (pairing, _decision) in decided.items() if pairing.round.open}
    _notify_captains(tournament, [side for side in missing if side[0] in open_rounds], now)
    return {pairing for pairing, _entry, _opponent in missing}


def settle_lineup_news(side: Side, now: datetime) -> None:
    """The captain of this side has no line-up to name any more."""
    settle_news(kinds.LINEUP, _subject(side), now)


def _notify_captains(tournament: Tournament, sides: Iterable[Side], now: datetime) -> None:
    listed = list(sides)
    if not listed:
        return
    entries = Entry.objects.select_related("player")
    teams = entries.in_bulk(
        {pk for _pairing, entry, opponent in listed for pk in (entry, opponent)}
    )
    url = reverse("tournament-lineups", args=[tournament.slug])
    news = []
    for side in listed:
        _pairing, entry, opponent = side
        user = teams[entry].player.user_id
        rival = teams[opponent]
        if user is not None:
            values = {"title": tournament.name, "team": rival.title}
            news.append(News(user, kinds.LINEUP, _subject(side), url, rival.player_id, values))
    notify(news, now)


def _subject(side: Side) -> str:
    pairing, entry, opponent = side
    return f"lineup:{pairing}:{entry}:{opponent}"
