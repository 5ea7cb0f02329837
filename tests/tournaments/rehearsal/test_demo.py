"""The demo: there at once, there again, and always something to watch."""

import pytest
from django.conf import settings as site
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts.models import Player, User
from games.models import Match
from games.services.bots import play_due
from tests.tournaments.making import NOW, later
from tests.tournaments.ruling import rulings
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import PairingMatch, Tournament
from tournaments.public.selectors.home import home_view
from tournaments.rehearsal.services import demo, demo_cleanup
from tournaments.setup.services import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo_data(settings: Settings) -> None:
    """All but the finished cup, whose matches take seconds to play."""
    settings.DEMO = True
    Tournament.objects.create(name="Winter Cup", slug="cup", is_demo=True, status="finished")
    demo.prepare(NOW)


def statuses() -> dict[str, str]:
    return dict(Tournament.objects.values_list("name", "status"))


@pytest.mark.slow
def test_there_is_something_finished_running_and_open(settings: Settings) -> None:
    settings.DEMO = True
    demo.prepare(NOW)
    assert statuses() == {
        "Winter Cup": "finished",
        "Thursday Night": "open",
        "Round the Clock 1": "running",
        "Club Evening 1": "running",
    }
    cup = Tournament.objects.get(name="Winter Cup")
    assert cup.champion is not None
    assert cup.finished_at < NOW
    assert Match.objects.filter(status="finished", reason="played").count() == 7


@pytest.mark.usefixtures("demo_data")
def test_the_demo_logins_work() -> None:
    for username, password in site.DEMO_LOGINS.items():
        assert authenticate(username=username, password=password) is not None


@pytest.mark.usefixtures("demo_data")
def test_doing_it_again_changes_nothing() -> None:
    counted = (Tournament, Match, User, Player)
    before = [model.objects.count() for model in counted]
    assert demo.prepare(later(1)) == []
    assert [model.objects.count() for model in counted] == before


@pytest.mark.usefixtures("demo_data")
def test_alice_has_a_match_to_play_and_a_tournament_to_enter() -> None:
    alice = User.objects.get(username="alice")
    home = home_view(alice)
    assert [m.urgency for m in home.matches] == ["join"]
    assert [t.name for t in home.open] == ["Thursday Night"]


@pytest.mark.usefixtures("demo_data")
def test_the_director_can_start_what_alice_entered() -> None:
    night = Tournament.objects.get(name="Thursday Night")
    entries.enter(night.pk, Player.objects.get(user__username="alice"), now=NOW)
    director = User.objects.get(username="director")
    assert start(night.pk, by=director, now=NOW).status == "running"


@pytest.mark.usefixtures("demo_data")
def test_the_bots_of_the_running_tournament_play() -> None:
    assert play_due(later(1)) == 8 + 4 + 1  # and the one that waits for alice


@pytest.mark.usefixtures("demo_data")
def test_when_the_running_one_ends_another_starts() -> None:
    assert not demo.keep_playing(later(1))
    Tournament.objects.filter(name="Round the Clock 1").update(status="finished")
    assert demo.keep_playing(later(1)) == ["Round the Clock"]
    assert statuses()["Round the Clock 2"] == "running"
    assert Tournament.objects.get(name="Round the Clock 2").format == "double_elimination"


@pytest.mark.slow
@pytest.mark.usefixtures("demo_data")
def test_each_series_goes_through_every_format_of_its_own() -> None:
    for _ in range(4):
        Tournament.objects.filter(status="running").update(status="finished")
        assert demo.keep_playing(later(1)) == ["Round the Clock", "Club Evening"]
    formats = set(Tournament.objects.values_list("format", flat=True))
    assert formats >= {"double_elimination", "consolation", "swiss", "groups", "lives"}


@pytest.mark.slow
@pytest.mark.usefixtures("demo_data")
def test_the_oldest_tournaments_of_bots_are_forgotten_with_their_matches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(demo_cleanup, "KEPT", 1)
    first = Tournament.objects.get(name="Round the Clock 1")
    director = User.objects.get(username="director")
    pairing = PairingMatch.objects.filter(pairing__stage__tournament=first)[0].pairing
    losers = [slot.entry_id for slot in pairing.slots.all()][:1]
    rulings.forfeit(pairing.pk, by=director, losers=losers, now=later(1), reason="a test")
    for _ in range(3):
        lifecycle.cancel(
            Tournament.objects.get(name__startswith=demo.LIVE, status="running").pk,
            by=director, now=later(2), reason="a test",
        )  # fmt: skip
        assert demo.keep_playing(later(3))
    assert sorted(statuses()) == [
        "Club Evening 1",
        "Round the Clock 3",
        "Round the Clock 4",
        "Thursday Night",
        "Winter Cup",
    ]
    assert Match.objects.filter(kind="tournament").count() == 8 + 8 + 4
    assert Match.objects.filter(kind="friendly").count() == 1


def test_without_demo_mode_nothing_is_made(settings: Settings) -> None:
    settings.DEMO = False
    with pytest.raises(CommandError):
        call_command("demo")
    assert not demo.keep_playing(NOW)
    assert not Tournament.objects.exists()
