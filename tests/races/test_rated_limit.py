"""Two requests reach for the last rated match of two players at the same moment: one is rated, the other is casual."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player
from games.engine.rules import Rules
from games.models import Match
from games.services import friendly, lobby, rated_limit
from games.services.rematch import rematch
from tests.games.services.tables import person
from tests.games.services.test_rated_limit import play
from tests.races.forcing import MEETING, Work, pass_by, race, race_unlocked

pytestmark = pytest.mark.django_db(transaction=True)
THREE = Rules.preset("tournament", length=3)


@pytest.fixture(autouse=True)
def limit(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """One match a day, and a place to stop between the count and the match."""
    settings.RATED_PER_OPPONENT_A_DAY = 1
    pass_by(monkeypatch, rated_limit, "casual_at_limit")


def challenging(a: Player, b: Player) -> Work:
    return lambda: friendly.challenge(a, b, THREE, None, timezone.now())


def accepting_link(a: Player, b: Player) -> Work:
    link = friendly.invitation(friendly.challenge(a, None, THREE, None, timezone.now()))
    return lambda: friendly.accept_invitation(link, b, timezone.now())


def accepting_listed(a: Player, b: Player) -> Work:
    listed = lobby.post(a, THREE, None, timezone.now())
    return lambda: lobby.accept(listed.pk, b, timezone.now())


def again(a: Player, b: Player) -> Work:
    """A match of another day, and the wish for a rematch."""
    now = timezone.now()
    old = friendly.challenge(a, b, THREE, None, now)
    play(old, now)
    Match.objects.filter(pk=old.pk).update(finished_at=now - timedelta(days=2))
    return lambda: rematch(old.pk, a.user, timezone.now())  # type: ignore[arg-type]


Way = Callable[[Player, Player], Work]
PAIRS: list[tuple[Way, Way]] = [
    (challenging, challenging),
    (challenging, accepting_listed),
    (accepting_link, challenging),
    (accepting_link, accepting_listed),
    (accepting_listed, accepting_listed),
    (again, accepting_link),
    (challenging, again),
]


def open_rated() -> int:
    return Match.objects.filter(finished_at=None, context__rated=True, seats__seat="B").count()


@pytest.mark.parametrize(("way", "other"), PAIRS)
def test_one_is_rated_and_the_other_is_casual(
    monkeypatch: pytest.MonkeyPatch, way: Way, other: Way
) -> None:
    anna, ben = person("anna"), person("ben")
    works = way(anna, ben), other(ben, anna)
    first, second = race(monkeypatch, *works, at=MEETING)
    assert isinstance(first, Match)
    withdrawn = getattr(second, "code", "") == "challenge_gone"  # two who meet list nothing more
    assert isinstance(second, Match) or withdrawn
    assert open_rated() == 1


def test_control_without_the_locks_both_are_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben = person("anna"), person("ben")
    race_unlocked(monkeypatch, challenging(anna, ben), challenging(ben, anna), at=MEETING)
    assert open_rated() == 2
