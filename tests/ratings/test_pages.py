"""Ratings where people see them: chips, the leaderboard, the card of a player, the end of a match, the API."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.rating_chips import ratings_of
from games.engine.rules import Rules
from games.services import lobby
from ratings.formulas.replay import RatedResult
from ratings.models import PlayerRating
from ratings.selectors.current import LeaderFilter, leaders, match_figures, rank_in, standing
from ratings.selectors.history import MOST_POINTS, graph_of, rating_card
from ratings.services import sweep
from ratings.services.incremental import apply
from tests.games.services import tables
from tests.ratings.test_sweep import conceded, friendly
from tests.tournaments import making
from tests.tournaments.making import NOW, later

pytestmark = pytest.mark.django_db


def league(n: int, matches: int = 1, start: datetime = NOW) -> list[Player]:
    """Players of whom each wins against all after them."""
    people = [tables.person(f"p{k}") for k in range(n)]
    results = [
        RatedResult(
            source=f"{start:%d}.{round_}.{i}.{j}",
            pool="online",
            ended_at=start + timedelta(minutes=100 * round_ + i),
            length=7,
            winner=a.pk,
            loser=b.pk,
        )
        for round_ in range(matches)
        for i, a in enumerate(people)
        for j, b in enumerate(people)
        if i < j
    ]
    apply([], results)
    return people


def queries(ask: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        ask()
    return len(captured)


def test_a_chip_has_a_question_mark_while_the_rating_is_provisional() -> None:
    first, second = league(2)
    text = '{% load people %}{% rating ratings pk "online" %}'
    ratings = ratings_of([first.pk, second.pk])
    html = Template(text).render(Context({"ratings": ratings, "pk": first.pk}))
    assert "1526?" in html
    PlayerRating.objects.filter(player=second).update(experience=100)
    ratings = ratings_of([first.pk, second.pk])
    html = Template(text).render(Context({"ratings": ratings, "pk": second.pk}))
    assert "1474" in html
    assert "?" not in html
    assert Template(text).render(Context({"ratings": ratings, "pk": None})) == ""
    assert Template(text).render(Context({"ratings": {}, "pk": first.pk})) == ""


def test_the_lobby_and_the_entries_show_ratings(client: Client) -> None:
    first, _second = league(2)
    lobby.post(first, Rules.preset("tournament", length=3), None, NOW)
    assert "1526?" in client.get("/play/").content.decode()
    made = making.entered(2)
    conceded_by = making.started(2)
    conceded(conceded_by, "W1.1", 1)
    sweep.run_due(later(1))
    address = f"/tournaments/{conceded_by.slug}/entries/"
    assert 'title="Provisional rating"' in client.get(address).content.decode()
    assert "Provisional rating" not in client.get(f"/tournaments/{made.slug}/").content.decode()


def test_the_leaderboard_counts_places_over_pages_and_filters(client: Client) -> None:
    people = league(6)
    html = client.get("/ratings/").content.decode()
    assert html.index("p0<") < html.index("p5<")
    Player.objects.filter(pk=people[3].pk).update(country="EE")
    filtered = client.get("/ratings/?country=EE").content.decode()
    assert "p3<" in filtered
    assert "p0<" not in filtered
    assert "p4<" in client.get("/ratings/?name=P4").content.decode()
    assert "No players match" in client.get("/ratings/?least=1000").content.decode()
    assert "No rated matches yet" in client.get("/ratings/?pool=correspondence").content.decode()
    for odd in ("pool=x", "least=x", "country=%00", "page=999", "name=%00"):
        assert client.get(f"/ratings/?{odd}").status_code == 200


def test_the_reader_finds_their_own_place(client: Client) -> None:
    people = league(4)
    assert people[2].user is not None
    client.force_login(people[2].user)
    assert 'Your place: <b class="num">3</b> of 4' in client.get("/ratings/").content.decode()
    row = PlayerRating.objects.get(player=people[2])
    assert [rank_in(LeaderFilter(), row), rank_in(LeaderFilter(least=1000), row)] == [3, None]
    assert [each.player_id for each in leaders(LeaderFilter())] == [p.pk for p in people]


def test_a_card_counts_places_as_the_leaderboard_does() -> None:
    people = league(12)
    PlayerRating.objects.filter(player__in=people[3:6]).update(rating=1500)
    Player.objects.filter(pk__in=[people[0].pk, people[4].pk]).update(anonymised_at=NOW)
    listed = list(leaders(LeaderFilter()))
    for place, row in enumerate(listed, 1):
        assert standing(row) == (place, len(listed)) == (rank_in(LeaderFilter(), row), len(listed))
    people[0].refresh_from_db()
    card = rating_card(people[0])
    assert card is not None
    assert (card.place, card.of) == (None, len(listed))


def test_pages_need_the_same_queries_for_few_and_for_many(client: Client) -> None:
    people = league(3)
    client.get("/ratings/")  # reads the countries, which are kept for a minute
    few = queries(lambda: client.get("/ratings/"))
    card = queries(lambda: rating_card(people[0]))
    many = league(8, matches=3, start=NOW + timedelta(days=1))
    assert queries(lambda: client.get("/ratings/")) == few
    assert queries(lambda: rating_card(many[0])) == card <= 7


def test_the_card_of_a_player(client: Client) -> None:
    people = league(4, matches=3)
    card = rating_card(people[0])
    assert card is not None
    assert (card.place, card.of, card.matches, card.experience) == (1, 4, 9, 63)
    assert [row.opponent for row in card.latest][:1] != []
    html = client.get(f"/players/{people[0].pk}/").content.decode()
    assert "rating-card" in html
    assert "g-line" in html
    assert "rating-card" not in client.get(f"/players/{tables.person().pk}/").content.decode()


def test_a_graph_is_thinned_and_lies_in_its_box() -> None:
    graph = graph_of([1500 + k for k in range(1001)], later(0), later(999))
    assert graph.line.count(" ") == 2 * MOST_POINTS - 1
    assert (graph.lowest, graph.highest) == (1500, 2500)
    assert all(0 <= y <= 100 for _level, y in graph.levels)
    assert len(graph.levels) <= 6
    assert (graph.since, graph.until) == (later(0), later(999))


def test_the_end_of_a_match_says_what_it_did_to_both_ratings(client: Client) -> None:
    match = friendly(tables.person(), tables.person())
    address = f"/matches/{match.pk}/summary.json"
    before = client.get(address).json()
    assert before["awaits_rating"] is True
    sweep.rate_match(match.pk, NOW)
    after = client.get(address).json()
    assert after["awaits_rating"] is False
    assert after["rows"][0] == ["Rating", "1500 → 1522 (+22)", "1500 → 1478 (−22)"]
    casual = friendly(tables.person(), tables.person(), context={"rated": False})
    assert client.get(f"/matches/{casual.pk}/summary.json").json()["awaits_rating"] is False
    assert match_figures(casual.pk) == []


def test_programs_read_lists_and_changes(client: Client) -> None:
    people = league(3)
    listed = client.get("/api/v1/ratings?min_experience=7").json()
    assert [row["player"]["name"] for row in listed["results"]] == ["p0", "p1", "p2"]
    assert listed["results"][0]["provisional"] is True
    changes = client.get(f"/api/v1/players/{people[0].pk}/ratings").json()["results"]
    assert [row["won"] for row in changes] == [True, True]
    for wrong in ("pool=x", "min_experience=x"):
        assert client.get(f"/api/v1/ratings?{wrong}").status_code == 400
    assert client.get("/api/v1/players/999999/ratings").status_code == 404
