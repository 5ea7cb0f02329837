"""Two directors at once: the second begins while the first is about to write; what he saw is out of date by then.

Each control takes the tournament's lock away and must show the damage that the lock prevents.
"""

import pytest
from django.db import IntegrityError

from accounts.errors import DomainError
from tests.races.forcing import Work, race, race_unlocked
from tests.tournaments.making import entry, later, pairing, started, win
from tournaments.models import Result, Ruling, Tournament
from tournaments.selectors.drawsheet import counting_results
from tournaments.selectors.seen import Stale
from tournaments.services.deciding import SetResult
from tournaments.services.preview import Order, rule
from tournaments.services.undo import Undo

pytestmark = pytest.mark.django_db(transaction=True)
STOP_AT = "tournaments.services.preview.Picture"


def two_directors() -> tuple[Tournament, Work, Work]:
    """One sets a win for 1, the other for 4; both look at the same undecided pairing."""
    made = started(4)
    place = pairing(made, "W1.1").pk
    actions = [SetResult(pairing_id=place, winner=entry(made, name).pk) for name in (1, 4)]
    seen = actions[0].seen().mark

    def orders(action: SetResult) -> Work:
        return lambda: rule(action, Order(None, later(1), "at the desk", seen=seen))

    return made, orders(actions[0]), orders(actions[1])


def test_of_two_directors_the_second_is_told_what_the_first_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, first, second = two_directors()
    done, refused = race(monkeypatch, first, second, at=STOP_AT)
    assert isinstance(done, Ruling)
    assert isinstance(refused, Stale)
    assert refused.ruling == done
    assert pairing(made, "W1.1").winner == entry(made, 1)
    assert (Ruling.objects.count(), Result.objects.count()) == (1, 1)


def test_control_without_the_lock_the_second_overwrites(monkeypatch: pytest.MonkeyPatch) -> None:
    _made, first, second = two_directors()
    race_unlocked(monkeypatch, first, second, at=STOP_AT)
    assert Ruling.objects.count() == 2 or counting_results().count() != 1


def two_undo() -> tuple[Ruling, Work]:
    made = started(4)
    win(made, "W1.1", 1)
    action = SetResult(pairing_id=pairing(made, "W1.1").pk, winner=entry(made, 4).pk)
    ruling = rule(action, Order(None, later(1), "wrong sheet"))
    return ruling, lambda: rule(Undo(ruling_id=ruling.pk), Order(None, later(2), "right sheet"))


IN_UNDO = "tournaments.services.undo._revoke_what_came_since"


def test_a_ruling_is_undone_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ruling, undo = two_undo()
    done, refused = race(monkeypatch, undo, undo, at=IN_UNDO)
    assert isinstance(done, Ruling)
    assert isinstance(refused, DomainError)
    assert refused.code == "already_undone"
    assert Ruling.objects.filter(undoes=ruling).count() == 1


def test_control_without_the_lock_only_the_database_stops_the_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _ruling, undo = two_undo()
    _done, second = race_unlocked(monkeypatch, undo, undo, at=IN_UNDO)
    assert isinstance(second, IntegrityError)
