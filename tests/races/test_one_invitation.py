"""One link, two logins that say yes at once: the first has the role."""

import pytest

from tests.races.forcing import Work, race, race_unlocked
from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, director
from tournaments.event.services import invitations
from tournaments.models import Event, Role
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
SEEN_OPEN = "tournaments.event.services.invitations.may_give"


def two_who_say_yes() -> tuple[Event, Work, Work]:
    whole, first, two = event("league"), director(), director()
    assert whole.organizer is not None
    asked = invitations.invite(
        whole, "assistant", by=whole.organizer, now=NOW, email="helper@example.org"
    )
    token = invitations.link_of(asked).rstrip("/").rpartition("/")[2]
    return (
        whole,
        lambda: invitations.accept(token, by=first, now=NOW),
        lambda: invitations.accept(token, by=two, now=NOW),
    )


def helpers(whole: Event) -> int:
    return Role.objects.filter(event=whole, kind="assistant").count()


def test_an_invitation_is_accepted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, first, second = two_who_say_yes()
    _role, refused = race(monkeypatch, first, second, at=SEEN_OPEN)
    assert isinstance(refused, DomainError)
    assert refused.code == "no_invitation"
    assert helpers(whole) == 1


def test_control_without_the_lock_it_is_accepted_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, first, second = two_who_say_yes()
    race_unlocked(monkeypatch, first, second, at=SEEN_OPEN)
    assert helpers(whole) == 2
