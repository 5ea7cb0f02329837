"""Standings are computed once for what they are computed from: nothing old is shown after a change, and nothing is computed anew
after one that does not concern them."""

from unittest.mock import patch

import pytest
from django.core.cache import caches
from django.test import Client

from accounts.models import Player, User
from tests.keeping import forget
from tests.tournaments.desk.test_live_desk import over_the_board
from tests.tournaments.making import NOW, director, entered, entry, pairing
from tests.tournaments.ruling.rulings import correct_result, undo, withdraw
from tournaments.bracket.selectors import standings_cache
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.bracket.services.start import start
from tournaments.models import Tournament
from tournaments.venue.services.table_desk import begin

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> User:
    forget()
    return director()


@pytest.fixture
def swiss(boss: User) -> Tournament:
    made = entered(4, organizer=boss, format="swiss", options={"rounds": 2})
    return start(made.pk, by=None, now=NOW, draw_seed="5e" * 32)


def shown(of: Tournament) -> list[tuple[str, int, int]]:
    """By place: the name, how many matches were won and how many were lost."""
    of.refresh_from_db()
    return [(row.player.name, row.won, row.lost) for row in standing_rows(of)]


def wall(of: Tournament) -> str:
    return Client().get(f"/tournaments/{of.slug}/wall/").content.decode()


def won(of: Tournament, key: str, side: int, boss: User) -> tuple[int, str, str]:
    """Rule that a side of a pairing won; the ruling, the winner and the loser."""
    two = [slot.entry for slot in pairing(of, key).slots.order_by("side") if slot.entry]
    winner, loser = two[side - 1], two[2 - side]
    ruling = correct_result(
        pairing(of, key).pk, winner=winner.pk, score={winner.pk: 3, loser.pk: 1},
        by=boss, now=NOW, reason="slip",
    )  # fmt: skip
    return ruling.pk, winner.title, loser.title


def test_a_correction_and_its_undoing_are_in_the_standings_at_once(
    swiss: Tournament, boss: User
) -> None:
    before = shown(swiss)
    first, winner, loser = won(swiss, "R1.1", 1, boss)
    after = shown(swiss)
    assert {(winner, 1, 0), (loser, 0, 1)} <= set(after)
    second, winner, loser = won(swiss, "R1.1", 2, boss)
    assert {(winner, 1, 0), (loser, 0, 1)} <= set(shown(swiss))
    undo(second, by=boss, now=NOW, reason="typing error")
    assert shown(swiss) == after
    undo(first, by=boss, now=NOW, reason="typing error")
    assert shown(swiss) == before


def test_a_withdrawal_is_in_the_standings_at_once(swiss: Tournament, boss: User) -> None:
    won(swiss, "R1.1", 1, boss)
    shown(swiss)
    gone = entry(swiss, 1)
    withdraw(gone.pk, by=boss, now=NOW, reason="ill")
    swiss.refresh_from_db()
    row = next(row for row in standing_rows(swiss) if row.entry == gone.pk)
    assert row.status == "withdrawn"


def test_a_new_name_is_on_the_wall_with_unchanged_standings(swiss: Tournament, boss: User) -> None:
    assert "Renamed" not in wall(swiss)
    Player.objects.filter(pk=entry(swiss, 1).player_id).update(name="Renamed")
    Tournament.objects.filter(pk=swiss.pk).update(version=swiss.version + 1)
    assert "Renamed" in wall(swiss)
    assert "Renamed" in [name for name, _won, _lost in shown(swiss)]


def test_another_order_of_tie_breaks_orders_anew(swiss: Tournament, boss: User) -> None:
    won(swiss, "R1.1", 1, boss)
    before = standing_rows(swiss)
    swiss.refresh_from_db()
    card = swiss.agreed | {"tie_breaks": ["buchholz"]}
    Tournament.objects.filter(pk=swiss.pk).update(version=swiss.version + 1, card=card)
    swiss.refresh_from_db()
    assert standing_rows(swiss)[0].tie_breaks.keys() != before[0].tie_breaks.keys()


def test_what_does_not_concern_the_standings_computes_nothing(boss: User) -> None:
    made = over_the_board(4, boss)
    before = shown(made)
    version = made.version
    begin(made.pk, by=boss, now=NOW)
    with patch.object(standings_cache, "counted", side_effect=AssertionError):
        assert shown(made) == before
    assert made.version > version


def test_tables_that_the_cache_has_dropped_are_computed_again(boss: User) -> None:
    made = over_the_board(4, boss)
    before = shown(made)
    kept = standings_cache.CachedTables(made, 1)
    caches["pages"].delete(f"{kept.key}.main.1")
    Tournament.objects.filter(pk=made.pk).update(version=made.version + 1)
    assert shown(made) == before
    caches["pages"].delete(kept.key)
    assert shown(made) == before


def test_a_called_match_that_starts_changes_its_row_on_the_wall(boss: User) -> None:
    made = over_the_board(4, boss)
    assert wall(made).count("Please start") == 2
    begin(made.pk, by=boss, now=NOW)
    forget()
    assert "Please start" not in wall(made)
