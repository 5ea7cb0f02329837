"""Two players have so many rated friendly matches in 24 hours; beyond the limit a match is casual and says so."""

from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as sized
from hypothesis import strategies as st
from pytest_django import Settings

from accounts.models import Player
from games.engine.rules import Rules
from games.models import Match
from games.selectors.rated_limit import is_at_limit, opponents_at_limit
from games.selectors.view import table_view
from games.services import friendly
from games.services import lobby as lobby_service
from games.services.rematch import rematch
from games.services.setup import create_match
from tests.examples import examples
from tests.games.services.tables import START, Sitting, person
from web.errors import DomainError

pytestmark = pytest.mark.django_db
THREE = Rules.preset("tournament", length=3)
DAY = timedelta(days=1)
CASUAL = "Casual match: two players can play 2 rated friendly matches in 24 hours"


@pytest.fixture(autouse=True)
def limit(settings: Settings) -> None:
    settings.RATED_PER_OPPONENT_A_DAY = 2


def play(match: Match, now: datetime = START) -> None:
    """Both are ready, and B gives up."""
    table = Sitting(match, now)
    for seat in "AB":
        table.act(seat, "ready", {"nonce_hash": None})
    table.act("B", "concede")


def challenge(a: Player, b: Player | None, now: datetime = START) -> Match:
    return friendly.challenge(a, b, THREE, None, now)


def is_rated(match: Match) -> bool:
    match.refresh_from_db()
    return bool(match.context["rated"])


def test_beyond_the_limit_a_match_is_casual_and_the_table_says_why() -> None:
    anna, ben = person(), person()
    play(challenge(anna, ben))
    challenge(ben, anna)
    third = challenge(anna, ben)
    assert not is_rated(third)
    assert table_view(third, "B", START)["rules_card"][0].startswith(CASUAL)
    assert is_rated(challenge(anna, person()))


def test_a_match_counts_for_a_day_after_its_end_and_while_it_is_open() -> None:
    anna, ben = person(), person()
    play(challenge(anna, ben))
    open_still = challenge(anna, ben)
    assert is_at_limit(anna, ben, START)
    assert is_at_limit(ben, anna, START)
    assert not is_at_limit(anna, ben, START + DAY)
    play(challenge(anna, ben, START + DAY), START + DAY)
    assert is_at_limit(anna, ben, START + DAY)  # the open one counts, however old it is
    friendly.decline(open_still.pk, ben, START + DAY)
    assert not is_at_limit(anna, ben, START + DAY)


def test_what_nobody_began_does_not_count_nor_does_a_tournament() -> None:
    anna, ben = person(), person()
    for kind in ("tournament", "friendly"):
        for _ in range(2):
            made = create_match(
                seat_a=anna, seat_b=ben, rules=THREE, clock=None, kind=kind,
                context={"rated": kind == "tournament"}, join_within=None, now=START,
            )  # fmt: skip
            play(made)
    no_show = challenge(anna, ben)
    Match.objects.filter(pk=no_show.pk).update(status="finished", finished_at=START, next_at=None)
    assert opponents_at_limit(anna, START) == frozenset()


def test_whoever_takes_the_free_seat_beyond_the_limit_plays_casual() -> None:
    anna, ben, cleo = person(), person(), person()
    links = [challenge(anna, None) for _ in range(4)]
    for link in links[:3]:
        friendly.accept_invitation(friendly.invitation(link), ben, START)
    friendly.accept_invitation(friendly.invitation(links[3]), cleo, START)
    assert [is_rated(link) for link in links] == [True, True, False, True]


def test_the_lobby_passes_over_whom_the_limit_would_make_casual() -> None:
    anna, ben, cleo = person(), person(), person()
    for _ in range(2):
        play(challenge(anna, ben))
    listed, _ = lobby_service.find_opponent(anna, THREE, None, START)
    own, met = lobby_service.find_opponent(ben, THREE, None, START + timedelta(seconds=1))
    assert not met
    assert own.pk != listed.pk
    assert lobby_service.find_opponent(cleo, THREE, None, START)[0].pk == listed.pk
    again = lobby_service.post(anna, THREE, None, START)
    assert not is_rated(lobby_service.accept(again.pk, ben, START))


def test_a_rematch_keeps_to_the_limit_and_is_rated_again_after_it() -> None:
    anna, ben = person(), person()
    first = challenge(anna, ben)
    play(first)
    made, now = first, START
    seen = []
    for hours in (1, 2, 30):
        now = START + timedelta(hours=hours)
        made = rematch(made.pk, anna.user, now)  # type: ignore[arg-type]
        seen.append(is_rated(made))
        play(made, now)
    assert seen == [True, False, True]


def test_without_a_limit_every_match_is_rated(settings: Settings) -> None:
    settings.RATED_PER_OPPONENT_A_DAY = 0
    anna, ben = person(), person()
    made = []
    for _ in range(5):
        made.append(challenge(anna, ben))
        play(made[-1])
    assert all(is_rated(match) for match in made)


STEPS = ("challenge", "link", "lobby", "play", "decline", "wait")


def make(step: str, a: Player, b: Player, now: datetime) -> Match:
    """A match of these two in one of three ways."""
    if step == "challenge":
        return challenge(a, b, now)
    if step == "link":
        return friendly.accept_invitation(friendly.invitation(challenge(a, None, now)), b, now)
    return lobby_service.accept(lobby_service.post(a, THREE, None, now).pk, b, now)


def go_on(step: str, waiting: list[Match], a: Player, b: Player, now: datetime) -> None:
    """One step; what came too late has lapsed and stays as it is."""
    if step == "play" and waiting:
        with suppress(DomainError):
            play(waiting.pop(0), now)
    elif step == "decline" and waiting:
        friendly.decline(waiting.pop().pk, a, now)
    elif step in ("challenge", "link", "lobby") and len(waiting) < 3:
        waiting.append(make(step, a, b, now))


@given(st.lists(st.tuples(st.sampled_from(STEPS), st.booleans()), max_size=20))
@sized(max_examples=examples(50), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_way_to_a_match_leads_past_the_limit(steps: list[tuple[str, bool]]) -> None:
    anna, ben = person(), person()
    now, waiting = START, list[Match]()
    for step, is_anna in steps:
        a, b = (anna, ben) if is_anna else (ben, anna)
        now += timedelta(hours=9 if step == "wait" else 0, minutes=1)
        go_on(step, waiting, a, b, now)
        rated = Match.objects.filter(context__rated=True, seats__player=anna)
        counted = rated.filter(seats__player=ben).exclude(status="void")
        recent = counted.exclude(finished_at__lte=now - DAY)
        assert recent.count() <= 2
