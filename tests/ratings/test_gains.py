"""Staff see whose rating comes from one opponent, or from accounts without a verified email; others see nothing of it."""

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.models import Player
from ratings.formulas.replay import RatedResult
from ratings.models import RatingChange
from ratings.selectors.gains import (
    gains_from_one_opponent,
    gains_from_unverified_accounts,
    pairs_at_limit,
)
from ratings.services.incremental import apply
from tests.games.services.tables import person
from tests.staff.people import root, signed_in, staff
from tests.tournaments.making import NOW

pytestmark = pytest.mark.django_db


def wins(
    winner: Player, loser: Player, n: int, *, days: int = 1, tournament: int | None = None
) -> None:
    """So many wins of one player over another, each of seven points, so many days ago."""
    apply([], [
        RatedResult(
            source=f"{winner.pk}.{loser.pk}.{days}.{tournament}.{k}", pool="online",
            ended_at=NOW - timedelta(days=days) + timedelta(minutes=k), length=7,
            winner=winner.pk, loser=loser.pk, tournament=tournament,
        )
        for k in range(n)
    ])  # fmt: skip


def verified(player: Player) -> Player:
    assert player.user is not None
    EmailAddress.objects.create(user=player.user, email=player.user.email, verified=True)
    return player


def test_gains_from_one_opponent_are_net_and_recent_and_friendly() -> None:
    farmer, prey = verified(person("farmer")), person("prey")
    even, rival = verified(person("even")), verified(person("rival"))
    wins(farmer, prey, 6)
    wins(even, rival, 3, days=5)
    wins(rival, even, 3, days=4)
    wins(verified(person()), verified(person()), 6, days=40)
    wins(verified(person()), verified(person()), 6, tournament=1)
    (row,) = gains_from_one_opponent(NOW)
    assert (row.player, row.opponent, row.won, row.matches, row.unverified) == (
        farmer,
        prey,
        6,
        6,
        True,
    )
    assert row.gain > 80


def test_gains_from_several_unverified_accounts_add_up() -> None:
    farmer, honest = person("farmer"), person("honest")
    for _ in range(4):
        wins(farmer, person(), 1)
        wins(honest, verified(person()), 1)
    assert gains_from_one_opponent(NOW) == []
    (row,) = gains_from_unverified_accounts(NOW)
    assert (row.player, row.opponent, row.matches, row.opponents) == (farmer, None, 4, 4)


def test_a_pair_at_the_limit_on_several_days_is_listed_even_without_a_large_gain(
    settings: Settings,
) -> None:
    """Staff see them on the page; whoever met it once or twice, or stayed below it, is not listed."""
    settings.RATED_PER_OPPONENT_A_DAY = 4
    farmer, friend = verified(person("farmer")), verified(person("friend"))
    third = person()
    wins(friend, third, 30, days=21)
    wins(third, friend, 30, days=20)
    for days in (1, 5, 9):
        wins(farmer, friend, 3, days=days)
        wins(friend, farmer, 1, days=days)
    twice, other = person(), person()
    for days in (1, 2):
        wins(twice, other, 4, days=days)
    for days in range(1, 8):
        wins(verified(person()), verified(person()), 3, days=days)
    (row,) = pairs_at_limit(NOW)
    assert (row.player, row.opponent, row.days) == (farmer, friend, 3)
    assert (row.matches, row.won) == (12, 9)
    changes = RatingChange.objects.filter(player=farmer, opponent=friend)
    assert row.gain == pytest.approx(
        sum(each.rating_after - each.rating_before for each in changes)
    )
    with time_machine.travel(NOW, tick=False):
        page = signed_in(root()).get("/admin/ratings/ratinggain/").content.decode()
    assert f'<a href="/players/{farmer.pk}/">' in page[page.index("limit-h") :]
    settings.RATED_PER_OPPONENT_A_DAY = 0
    assert pairs_at_limit(NOW) == []


def test_the_page_is_for_staff_with_the_right_and_has_few_queries() -> None:
    for _ in range(5):
        wins(person(), person(), 5)
    address = "/admin/ratings/ratinggain/"
    assert signed_in(staff("sam")).get(address).status_code == 403
    client = signed_in(root())
    client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = client.get(address)
    assert page.status_code == 200
    assert len([q for q in queries if "ratings_ratingchange" in q["sql"]]) == 3
    assert signed_in(staff("eva", "ratings.view_ratinggain")).get(address).status_code == 200
