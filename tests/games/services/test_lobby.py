"""Open challenges: who sees them, who may accept them, and that two players meet."""

from datetime import UTC, datetime, timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match, MatchSeat
from games.selectors.lobby import clock_text, lobby, rules_text
from games.services import lobby as lobby_service
from games.services.friendly import challenge, decline, decline_all
from tests.games.services.sweeps import settle_next
from tests.games.services.tables import person
from web.errors import DomainError

pytestmark = pytest.mark.django_db
RULES = Rules.preset("tournament", 3)
NOW = datetime(2026, 7, 1, 18, tzinfo=UTC)
FAST = ClockSettings.preset("fast", 3)


def test_a_listed_challenge_is_seen_by_everybody_with_its_terms() -> None:
    anna = person("anna")
    lobby_service.post(anna, RULES, FAST, NOW)
    (row,) = lobby(None)
    assert (row.player, row.length, row.clock, row.rules) == (
        anna,
        "3 points",
        "3 min + 10 s",
        "Rated · Crawford",
    )
    assert not row.is_mine
    assert lobby(anna)[0].is_mine


def test_who_accepts_sits_opposite_and_the_challenge_is_gone() -> None:
    anna, bob = person("anna"), person("bob")
    listed = lobby_service.post(anna, RULES, None, NOW)
    match = lobby_service.accept(listed.pk, bob, NOW)
    assert match.pk == listed.pk
    assert dict(MatchSeat.objects.values_list("seat", "player__name")) == {"A": "anna", "B": "bob"}
    assert lobby(None) == []


def test_the_second_who_accepts_is_refused() -> None:
    anna, bob, carol = person("anna"), person("bob"), person("carol")
    listed = lobby_service.post(anna, RULES, None, NOW)
    lobby_service.accept(listed.pk, bob, NOW)
    with pytest.raises(DomainError) as refused:
        lobby_service.accept(listed.pk, carol, NOW)
    assert refused.value.code == "challenge_gone"


def test_a_withdrawn_challenge_cannot_be_accepted() -> None:
    anna, bob = person("anna"), person("bob")
    listed = lobby_service.post(anna, RULES, None, NOW)
    decline(listed.pk, anna, NOW)
    with pytest.raises(DomainError, match="challenge_gone"):
        lobby_service.accept(listed.pk, bob, NOW)


def test_an_invitation_by_link_is_not_in_the_lobby() -> None:
    challenge(person("anna"), None, RULES, None, NOW)
    assert lobby(None) == []


def test_a_challenge_that_nobody_accepts_lapses() -> None:
    listed = lobby_service.post(person("anna"), RULES, None, NOW)
    settle_next(listed.pk, NOW + lobby_service.LISTED_FOR + timedelta(seconds=1))
    assert lobby(None) == []


def test_two_who_want_the_same_match_meet() -> None:
    anna, bob = person("anna"), person("bob")
    first, has_opponent = lobby_service.find_opponent(anna, RULES, FAST, NOW)
    assert not has_opponent
    second, has_opponent = lobby_service.find_opponent(bob, RULES, FAST, NOW)
    assert has_opponent
    assert second.pk == first.pk


@pytest.mark.parametrize(("rules", "clock"), [(Rules.preset("tournament", 5), FAST), (RULES, None)])
def test_other_terms_do_not_meet(rules: Rules, clock: ClockSettings | None) -> None:
    lobby_service.find_opponent(person("anna"), RULES, FAST, NOW)
    _match, has_opponent = lobby_service.find_opponent(person("bob"), rules, clock, NOW)
    assert not has_opponent
    assert len(lobby(None)) == 2


def test_pressed_twice_there_is_one_challenge() -> None:
    anna = person("anna")
    first, _ = lobby_service.find_opponent(anna, RULES, FAST, NOW)
    second, _ = lobby_service.find_opponent(anna, RULES, FAST, NOW)
    assert first.pk == second.pk


def test_a_player_lists_at_most_three() -> None:
    anna = person("anna")
    for length in (1, 3, 5):
        lobby_service.post(anna, Rules.preset("tournament", length), None, NOW)
    with pytest.raises(DomainError) as refused:
        lobby_service.post(anna, Rules.preset("tournament", 7), None, NOW)
    assert (refused.value.code, refused.value.status) == ("too_many_in_lobby", 429)


@pytest.mark.parametrize("field", ["suspended", "inactive"])
def test_a_host_who_may_not_play_is_neither_listed_nor_met(field: str) -> None:
    anna, bob = person("anna"), person("bob")
    listed = lobby_service.post(anna, RULES, None, NOW)
    changes = {"suspended": {"suspended_at": NOW}, "inactive": {"is_active": False}}[field]
    User.objects.filter(pk=anna.user_id).update(**changes)
    assert lobby(None) == []
    with pytest.raises(DomainError, match="challenge_gone"):
        lobby_service.accept(listed.pk, bob, NOW)
    match, has_opponent = lobby_service.find_opponent(bob, RULES, None, NOW)
    assert (match.pk == listed.pk, has_opponent) == (False, False)


def test_nobody_accepts_their_own_challenge() -> None:
    anna = person("anna")
    listed = lobby_service.post(anna, RULES, None, NOW)
    with pytest.raises(DomainError, match="challenge_gone"):
        lobby_service.accept(listed.pk, anna, NOW)


def test_accepted_twice_or_searched_again_it_is_the_same_match() -> None:
    anna, bob = person("anna"), person("bob")
    listed = lobby_service.post(anna, RULES, FAST, NOW)
    lobby_service.accept(listed.pk, bob, NOW)
    assert lobby_service.accept(listed.pk, bob, NOW).pk == listed.pk
    again, has_opponent = lobby_service.find_opponent(bob, RULES, FAST, NOW)
    assert (again.pk, has_opponent) == (listed.pk, True)
    assert Match.objects.count() == 1


def test_what_both_have_listed_beside_it_is_withdrawn() -> None:
    anna, bob = person("anna"), person("bob")
    listed = lobby_service.post(anna, RULES, FAST, NOW)
    lobby_service.post(anna, RULES, None, NOW)
    lobby_service.post(bob, Rules.preset("tournament", 7), None, NOW)
    lobby_service.accept(listed.pk, bob, NOW)
    assert lobby(None) == []
    assert Match.objects.filter(status="joining").count() == 1


def test_who_accepts_at_the_last_moment_has_five_minutes_to_get_ready() -> None:
    listed = lobby_service.post(person("anna"), RULES, FAST, NOW)
    late = NOW + lobby_service.LISTED_FOR - timedelta(seconds=1)
    match = lobby_service.accept(listed.pk, person("bob"), late)
    match.refresh_from_db()
    assert match.next_at == late + lobby_service.READY_WITHIN


def test_a_challenge_whose_time_is_over_cannot_be_accepted() -> None:
    listed = lobby_service.post(person("anna"), RULES, FAST, NOW)
    with pytest.raises(DomainError, match="challenge_gone"):
        lobby_service.accept(listed.pk, person("bob"), NOW + lobby_service.LISTED_FOR)


def test_one_player_accepts_at_most_three_that_have_not_started() -> None:
    bob = person("bob")
    for name in ("anna", "carol", "dora"):
        lobby_service.accept(lobby_service.post(person(name), RULES, None, NOW).pk, bob, NOW)
    listed = lobby_service.post(person("eve"), RULES, None, NOW)
    with pytest.raises(DomainError) as refused:
        lobby_service.accept(listed.pk, bob, NOW)
    assert (refused.value.code, refused.value.status) == ("too_many_accepted", 429)


def test_an_accepted_challenge_is_no_challenge_to_decline() -> None:
    anna, bob = person("anna"), person("bob")
    lobby_service.accept(lobby_service.post(anna, RULES, None, NOW).pk, bob, NOW)
    assert decline_all(bob, NOW) == 0


def test_the_readers_own_come_first_however_long_the_lobby_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.selectors.lobby.SHOWN", 2)
    for number, name in enumerate(("anna", "bob", "carol")):
        lobby_service.post(person(name), RULES, None, NOW + timedelta(seconds=number))
    dora = person("dora")
    lobby_service.post(dora, RULES, None, NOW + timedelta(minutes=1))
    assert [row.player.name for row in lobby(dora)] == ["dora", "anna", "bob"]


def test_the_lobby_asks_the_same_of_many_as_of_one(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    anna = person("anna")
    for number in range(5):
        lobby_service.post(person(f"p{number}"), RULES, FAST, NOW)
    with django_assert_num_queries(4):
        lobby(anna)


def test_terms_in_one_line() -> None:
    assert clock_text(None) == "No clock"
    assert rules_text(Rules.preset("tournament", 1)) == ""
    assert rules_text(Rules.open_session("money")) == "Jacoby · Beavers"
