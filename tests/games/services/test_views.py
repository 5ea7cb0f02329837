"""What a viewer sees: their own rights and steps, nobody's seed, at a fixed number of queries."""

from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Match
from games.selectors import (
    SEATS,
    actions_after,
    grown,
    load_match,
    load_match_at,
    matches_listed,
    seats_of,
    table_view,
    view_of,
)
from tests.games.services.tables import playing, sit

pytestmark = pytest.mark.django_db


def test_the_start_is_seen_by_a() -> None:
    sitting = sit(length=7)
    view = table_view(sitting.match, None, sitting.now)
    assert view["board"][24] == 2
    assert view["board"][1] == -2
    assert view["pips"] == {"A": 167, "B": 167}
    assert view["away"] == {"A": 7, "B": 7}
    assert view["waiting_for"] == "ready"


def test_only_who_must_play_gets_the_steps() -> None:
    sitting = playing()
    seat = sitting.until("play")
    views = {who: table_view(sitting.fresh(), who, sitting.now) for who in ("A", "B", None)}
    assert [who for who, view in views.items() if view["steps"]] == [seat]
    assert views[None]["may"] == {}
    assert views[seat]["may"]["play"] is None
    code, sentence = views[seat]["may"]["double"]
    assert code == "already_rolled"
    assert sentence


def test_the_last_play_is_shown_with_its_notation() -> None:
    sitting = playing()
    seat = sitting.until("play")
    sitting.step()
    last = table_view(sitting.fresh(), None, sitting.now)["last_play"]
    assert last["seat"] == seat
    assert "/" in last["text"]


def test_an_answer_carries_the_same_view_as_the_database() -> None:
    sitting = playing()
    sitting.until("roll")
    answer = sitting.step()
    again = table_view(sitting.fresh(), "A", sitting.now)
    assert view_of(answer.loaded, "A", sitting.now) == again


def test_a_pending_double_says_what_a_drop_costs() -> None:
    sitting = playing(length=5)
    sitting.until("roll")
    sitting.act(str(sitting.state.to_act), "double")
    view = table_view(sitting.fresh(), None, sitting.now)
    assert (view["cube"]["value"], view["cube"]["offered"], view["drop_costs"]) == (1, 2, 1)


def test_an_offered_resignation_says_what_it_is_worth() -> None:
    sitting = playing(length=5)
    seat = sitting.until("roll")
    sitting.act(seat, "offer_resign", {"level": "gammon"})
    resign = table_view(sitting.fresh(), None, sitting.now)["resign"]
    assert resign == {"by": seat, "level": "gammon", "points": 2}


def test_a_refused_resignation_closes_its_level_and_those_below_until_something_is_played() -> None:
    sitting = playing()
    seat = sitting.until("roll")
    sitting.act(seat, "offer_resign", {"level": "gammon"})
    sitting.act("B" if seat == "A" else "A", "decline_resign")
    assert table_view(sitting.fresh(), None, sitting.now)["resign_declined"] == 2
    sitting.until("play")
    sitting.step()
    assert table_view(sitting.fresh(), None, sitting.now)["resign_declined"] == 0


def test_a_view_costs_two_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    sitting = playing()
    with django_assert_num_queries(2):
        match = Match.objects.prefetch_related(SEATS).get(pk=sitting.match.pk)
        table_view(match, "A", sitting.now)


def test_lists_cost_the_same_however_long(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(3):
        playing()
    with django_assert_num_queries(2):
        assert len([load_match(match) for match in matches_listed()]) == 3


def test_the_seat_of_a_user_is_their_players() -> None:
    sitting = sit()
    holder = sitting.match.seats.get(seat="B").player.user
    assert seats_of(holder, sitting.match) == ["B"]
    assert seats_of(None, sitting.match) == []


def test_the_log_is_read_from_a_cursor() -> None:
    sitting = playing()
    rows = actions_after(sitting.match.pk, 2)
    assert [row["seq"] for row in rows] == list(range(3, sitting.fresh().seq + 1))
    match, seq = sitting.match.pk, sitting.match.seq
    assert grown({match: seq - 1, uuid4(): 0}) == {match: seq}
    assert grown({match: seq}) == grown({}) == {}
    assert rows[0]["at"].endswith("Z")


def test_a_late_spectator_sees_the_match_as_it_was() -> None:
    sitting = playing()
    sitting.until("roll")
    before, then = load_match(sitting.fresh()), sitting.now
    sitting.tick(30)
    sitting.step()
    seen = load_match_at(sitting.match.pk, then)
    assert seen is not None
    assert (seen.seq, seen.table) == (before.seq, before.table)
