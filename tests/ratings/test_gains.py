"""Staff see whose rating comes from one opponent, or from accounts without a verified email; others see nothing of it."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from ratings.formulas.replay import RatedResult
from ratings.selectors.gains import gains_from_one_opponent, gains_from_unverified_accounts
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
    assert len([q for q in queries if "ratings_ratingchange" in q["sql"]]) == 2
    assert signed_in(staff("eva", "ratings.view_ratinggain")).get(address).status_code == 200
