"""Open challenges for a range of ratings: who meets whom, and what the lobby shows to those outside."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Player
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match
from games.selectors.rating_range import START_RATING, rating_range
from games.services import lobby
from ratings.formulas.fibs import FibsOptions
from ratings.models import PlayerRating
from tests.games.services.tables import person
from tests.ratings.test_pages import league
from tests.tournaments.making import NOW
from web.errors import DomainError

pytestmark = pytest.mark.django_db
RULES = Rules.preset("tournament", 3)


def rated(*ratings: int) -> list[Player]:
    """Players with these ratings online."""
    people = league(len(ratings))
    for player, rating in zip(people, ratings, strict=True):
        PlayerRating.objects.filter(player=player).update(rating=rating)
    return people


def find(player: Player, width: int | None = None, seconds: int = 0) -> tuple[Match, bool]:
    now = NOW + timedelta(seconds=seconds)
    return lobby.find_opponent(player, RULES, None, now, width=width)


def test_who_has_no_rating_counts_as_everybody_starts() -> None:
    assert FibsOptions().start == START_RATING


def test_a_challenge_keeps_its_range_and_includes_both_ends() -> None:
    anna, below, low, high = rated(1600, 1499, 1500, 1700)
    listed, met = find(anna, 100)
    assert not met
    assert str(rating_range(listed.context)) == "1500–1700"
    with pytest.raises(DomainError) as refused:
        lobby.accept(listed.pk, below, NOW)
    assert (refused.value.code, refused.value.status) == ("rating_out_of_range", 409)
    assert "from 1500 to 1700. Yours is 1499" in refused.value.detail
    PlayerRating.objects.filter(player=anna).update(rating=2000)  # the range is that of the listing
    assert lobby.accept(listed.pk, low, NOW).pk == listed.pk
    again, _met = find(anna)
    assert rating_range(again.context) is None
    assert lobby.accept(again.pk, high, NOW).pk == again.pk


def test_two_meet_only_where_each_is_in_the_range_of_the_other() -> None:
    anna, ben, cleo = rated(1500, 1650, 1580)
    wide, _met = find(anna, 400)
    _own, met = find(ben, 100, seconds=1)
    assert not met, "Anna's challenge is open to Ben, who wants somebody closer"
    assert find(cleo, 100, seconds=2) == (wide, True)


def test_a_challenge_with_a_range_is_passed_over_by_those_outside() -> None:
    anna, ben = rated(1500, 1900)
    narrow, _met = find(anna, 100)
    other, met = find(ben)
    assert not met
    assert other.pk != narrow.pk


def test_pressed_twice_lists_once_and_another_range_lists_again() -> None:
    (anna, _ben) = rated(1500, 1500)
    first, _met = find(anna, 100)
    assert find(anna, 100)[0].pk == first.pk
    assert find(anna, 200)[0].pk != first.pk


def test_correspondence_counts_its_own_rating() -> None:
    anna, ben = rated(1500, 1900)  # neither has a rating in correspondence
    clock = ClockSettings.correspondence(3)
    listed, _met = lobby.find_opponent(anna, RULES, clock, NOW, width=100)
    assert lobby.find_opponent(ben, RULES, clock, NOW, width=100)[0].pk == listed.pk


def test_the_lobby_says_why_a_reader_cannot_accept() -> None:
    anna, ben = rated(1500, 1900)
    listed, _met = find(anna, 100)
    assert ben.user
    outside, visitor = Client(), Client()
    outside.force_login(ben.user)
    page = outside.get("/play/").content.decode()
    assert "Rating 1400–1600" in page
    assert "Your rating: 1900" in page
    assert f"/play/challenges/{listed.pk}/" not in page.split("<template", 1)[0]
    assert "Log in to play" in visitor.get("/play/").content.decode()


def test_the_page_sends_and_remembers_the_range() -> None:
    ann = person("ann")
    assert ann.user
    client = Client()
    client.force_login(ann.user)
    terms = {"length": 3, "clock": "fast", "opponent_rating": "200"}
    client.post("/play/quick/", terms)
    (match,) = Match.objects.filter(context__open=True)
    assert match.context["rating_range"] == [1300, 1700]
    assert re.search(r'value="200"[^>]* checked', client.get("/play/").content.decode())
    client.post("/play/quick/", terms | {"opponent_rating": "9999"})
    assert Match.objects.filter(context__open=True).count() == 1
