"""Rated or casual: agreed when a friendly match is made, kept by a rematch, shown before it is accepted."""

import pytest
from django.utils import timezone

from accounts.models import Player
from accounts.services.guests import create_guest
from accounts.services.players import ensure_player
from games.engine.rules import Rules
from games.selectors.lobby import lobby
from games.selectors.rated import rated_sentence
from games.selectors.view import table_view
from games.services import friendly
from games.services import lobby as lobby_service
from games.services.setup import sit_down
from tests.games.services.tables import START, bot, person

pytestmark = pytest.mark.django_db
THREE = Rules.preset("tournament", length=3)


def guest() -> Player:
    return ensure_player(create_guest("192.0.2.1", timezone.now()))


def test_a_match_between_two_accounts_is_rated_unless_it_is_casual() -> None:
    anna, ben = person(), person()
    rated = friendly.challenge(anna, ben, THREE, None, START)
    casual = friendly.challenge(anna, ben, THREE, None, START, rated=False)
    assert (rated.context["rated"], casual.context["rated"]) == (True, False)
    assert "Rated match" in table_view(rated, "B", START)["rules_card"][0]
    assert "Casual match" in table_view(casual, "B", START)["rules_card"][0]


def test_bots_guests_and_sessions_are_casual() -> None:
    anna, session = person(), Rules.preset("money", games=3)
    made = [
        friendly.challenge(anna, bot(), THREE, None, START),
        friendly.challenge(guest(), bot(), THREE, None, START),
        friendly.challenge(anna, person(), session, None, START),
    ]
    assert [match.context["rated"] for match in made] == [False] * 3


def test_a_guest_who_takes_the_free_seat_makes_the_match_casual() -> None:
    made = friendly.challenge(person(), None, THREE, None, START)
    assert made.context["rated"] is True
    sit_down(made, guest(), START)
    made.refresh_from_db()
    assert made.context["rated"] is False


def test_only_who_want_the_same_rating_meet_in_the_lobby() -> None:
    anna, ben, cleo = person(), person(), person()
    listed, _ = lobby_service.find_opponent(anna, THREE, None, START, rated=False)
    other, met = lobby_service.find_opponent(ben, THREE, None, START)
    assert not met
    assert {row.rules for row in lobby(None)} == {"Casual · Crawford", "Rated · Crawford"}
    match, met = lobby_service.find_opponent(cleo, THREE, None, START, rated=False)
    assert met
    assert match.pk == listed.pk != other.pk


def test_nothing_is_said_where_nothing_was_agreed() -> None:
    assert rated_sentence({}) == ""
