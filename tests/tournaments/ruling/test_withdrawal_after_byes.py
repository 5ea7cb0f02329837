"""T9.3: who leaves keeps what was theirs before: a bye, or a walkover from another withdrawal."""

import pytest

from tests.tournaments.making import NOW, entry, pairing, shown, started, win_all
from tests.tournaments.ruling import rulings
from tournaments.bracket.services import advancement

pytestmark = pytest.mark.django_db


def leave(of: object, name: str) -> object:
    return rulings.withdraw(entry(of, name).pk, by=None, now=NOW, reason="had to go")


def test_t9_3_a_bye_before_leaving_is_not_taken_back() -> None:
    made = started(5)
    win_all(made, "W1.2 4", "W2.1 1")
    leave(made, "1")
    assert (shown(made, "W2.1"), pairing(made, "W2.1").outcome) == ("1 4", "conceded")
    assert shown(made, "W3.1") == "1 ?"
    win_all(made, "W2.2 2")
    made.refresh_from_db()
    assert (made.status, made.champion.player.name) == ("finished", "2")


def test_t9_3_a_walkover_before_leaving_is_not_taken_back() -> None:
    made = started(8)
    win_all(made, "W1.2 4")
    leave(made, "4")
    win_all(made, "W1.1 1", "W1.3 2", "W1.4 3", "W2.2 2")
    assert pairing(made, "W2.1").outcome == "walkover"
    ruling = leave(made, "1")
    assert (shown(made, "W2.1"), pairing(made, "W2.1").outcome) == ("1 4", "walkover")
    assert (shown(made, "W3.1"), pairing(made, "W3.1").outcome) == ("1 2", "forfeit")
    assert advancement.recompute(made.pk, NOW).is_nothing
    made.refresh_from_db()
    assert made.champion.player.name == "2"
    rulings.undo(ruling.pk, by=None, now=NOW, reason="they came back")
    assert advancement.recompute(made.pk, NOW).is_nothing
    assert (shown(made, "W3.1"), pairing(made, "W3.1").outcome) == ("1 2", "")


def test_t9_3_the_next_one_has_a_walkover_against_who_left_with_a_bye() -> None:
    made = started(5)
    leave(made, "1")
    assert (shown(made, "W2.1"), pairing(made, "W1.1").outcome) == ("1 ?", "bye")
    win_all(made, "W1.2 4")
    assert pairing(made, "W2.1").outcome == "walkover"
    assert shown(made, "W3.1") == "4 ?"
