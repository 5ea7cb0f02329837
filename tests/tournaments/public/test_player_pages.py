"""A player's page: each match says which it is, and leads only to what its reader may see."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match
from tests.tournaments.making import (
    NOW,
    entry,
    join,
    match_of,
    nobody,
    started,
    tournament,
    win,
)
from tournaments.bracket.services.start import start
from tournaments.entry.services import bots, entries
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def record(client: Client, of: Tournament, name: object) -> str:
    page = client.get(f"/players/{entry(of, name).player_id}/").content.decode()
    return page.split('id="matches-h"')[1].split("</section>")[0]


def links(html: str) -> list[str]:
    """What each link to a match is called."""
    anchors = re.findall(r'<a [^>]*href="/matches/[^"]*">(.*?)</a>', html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", "", anchor).split()) for anchor in anchors]


def test_a_link_says_what_it_opens_and_of_which_match(client: Client) -> None:
    made = started(2)
    match = join(made, "W1.1")
    day = f"{match.created_at:%-d %b %Y}"
    assert links(record(client, made, 1)) == [f"Watch: 2, Spring Open · Final · {day}"]
    win(made, "W1.1", "1")
    assert links(record(client, made, 1)) == [f"Review: 2, Spring Open · Final · {day}"]


def test_a_match_that_was_never_begun_says_how_it_ended_and_has_no_review(client: Client) -> None:
    made = started(2)
    win(made, "W1.1", "1")
    shown = record(client, made, 1)
    assert links(shown) == []
    assert "Resignation" in shown
    assert "0 – 0" not in shown


@pytest.mark.parametrize(
    ("reason", "words"), [("conceded", "resignation"), ("time", "time forfeit")]
)
def test_a_match_won_without_points_says_how_in_place_of_the_score(
    client: Client, reason: str, words: str
) -> None:
    made = started(2)
    match = join(made, "W1.1")
    win(made, "W1.1", "1")
    Match.objects.filter(pk=match.pk).update(started_at=timezone.now(), reason=reason)
    for player in (1, 2):
        shown = record(client, made, player)
        assert words in shown
        assert "0 – 0" not in shown


def test_a_match_shown_late_is_opened_to_visitors_once_they_may_see_it(client: Client) -> None:
    made = started(2, spectator_delay_s=300)
    match = match_of(made, "W1.1")
    begun = Match.objects.filter(pk=match.pk)
    begun.update(status="playing", started_at=timezone.now() - timedelta(seconds=30))
    assert links(record(client, made, 1)) == []
    player = Client()
    player.force_login(entry(made, 2).player.user)
    assert len(links(record(player, made, 1))) == 1
    begun.update(started_at=timezone.now() - timedelta(seconds=301), seq=match.seq + 1)
    assert len(links(record(client, made, 1))) == 1


def test_the_score_of_a_match_shown_late_is_its_players_own(client: Client) -> None:
    """Against a bot, too, who has no login: neither has a visitor."""
    made = tournament(spectator_delay_s=300, lengths=[5])
    entrant = nobody("1")
    entries.add_walk_in(made.pk, by=None, now=NOW, player=entrant)
    bots.add_bots(made.pk, by=None, number=1, now=NOW)
    start(made.pk, by=None, now=NOW)
    match = match_of(made, "W1.1")
    Match.objects.filter(pk=match.pk).update(
        status="playing", started_at=timezone.now(), score_a=2, score_b=2
    )
    assert "2 – 2" not in record(client, made, 1)
    assert links(record(client, made, 1)) == []
    player = Client()
    player.force_login(entrant.user)
    assert "2 – 2" in record(player, made, 1)
