"""Two officers leave at the same moment: one of them stays."""

from functools import partial
from typing import Any

import pytest

from clubs.models import Club, ClubMember
from clubs.services import membership
from tests.clubs.making import club, joined, login_of, row
from tests.races.forcing import MEETING, pass_by, race, race_unlocked
from tests.tournaments.making import NOW, player
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)


def two_officers(monkeypatch: pytest.MonkeyPatch) -> tuple[Club, Any, Any]:
    anna, bob = player("anna"), player("bob")
    made = club(anna)
    joined(made, bob)
    membership.make_officer(login_of(anna), made.pk, row(made, bob).pk, NOW)
    pass_by(monkeypatch, ClubMember, "delete")
    leaving = (partial(membership.leave, login_of(who), made.pk, NOW) for who in (anna, bob))
    return made, *leaving


def test_the_second_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made, first, second = two_officers(monkeypatch)
    gone, refused = race(monkeypatch, first, second, at=MEETING)
    assert gone == "officer"
    assert isinstance(refused, DomainError)
    assert refused.code == "last_officer"
    assert ClubMember.objects.filter(club=made, status="officer").count() == 1


def test_control_without_the_lock_nobody_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    made, first, second = two_officers(monkeypatch)
    race_unlocked(monkeypatch, first, second, at=MEETING)
    assert not ClubMember.objects.filter(club=made).exists()
