"""Two reach for the same free thing at once: the seat of an open challenge, the house's bot, a draft's form.

Each control takes the lock away and must show the damage that the lock prevents.
"""

import pytest

from accounts.models import BotKind, Player, User
from games.engine.rules import Rules
from games.models import Match, MatchSeat
from games.services import friendly
from games.services.setup import sit_down
from games.services.verify import verify
from tests.games.services.tables import START, person
from tests.races.forcing import Work, race, race_unlocked
from tests.tournaments.making import director
from tournaments.models import Tournament
from tournaments.setup.services import lifecycle
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)
SEAT_FOUND = "games.models.MatchSeat.objects.create"
BOT_MISSING = "games.services.friendly.create_bot"
NOT_SENT_BEFORE = "tournaments.setup.services.lifecycle.rules_with_preset"


def two_come() -> tuple[Match, Work, Work]:
    """An open challenge, and two who follow its link."""
    made = friendly.challenge(person(), None, Rules.preset("tournament", 3), None, START)
    alice, bob = person(), person()
    return made, lambda: sit_down(made, alice, START), lambda: sit_down(made, bob, START)


def test_the_last_seat_of_a_challenge_goes_to_one_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    made, first, second = two_come()
    won, lost = race(monkeypatch, first, second, at=SEAT_FOUND)
    assert won == "B"
    assert isinstance(lost, DomainError)
    assert lost.code == "no_free_seat"
    assert MatchSeat.objects.filter(match=made).count() == 2
    assert verify(made.pk) == []


def test_control_without_the_lock_both_sit_on_the_last_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, first, second = two_come()
    race_unlocked(monkeypatch, first, second, at=SEAT_FOUND)
    assert MatchSeat.objects.filter(match=made, seat="B").count() == 2


def first_need() -> Work:
    return lambda: friendly.site_bot(BotKind.STEADY)


def test_the_house_has_one_bot_however_many_need_it_first(monkeypatch: pytest.MonkeyPatch) -> None:
    first, two = race(monkeypatch, first_need(), first_need(), at=BOT_MISSING)
    assert first == two
    assert Player.objects.filter(bot_kind=BotKind.STEADY).count() == 1


def test_control_without_the_lock_the_house_has_two_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    race_unlocked(monkeypatch, first_need(), first_need(), at=BOT_MISSING)
    assert Player.objects.filter(bot_kind=BotKind.STEADY).count() == 2


def double_click(boss: User) -> Work:
    """The form of a new tournament, sent with the token that stands in it."""
    return lambda: lifecycle.create(
        organizer=boss, name="Spring Open", lengths=[3], once="in the form"
    )


def test_a_double_click_makes_one_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    send = double_click(director())
    first, two = race(monkeypatch, send, send, at=NOT_SENT_BEFORE)
    assert first == two
    assert Tournament.objects.count() == 1


def test_control_without_the_lock_a_double_click_makes_two(monkeypatch: pytest.MonkeyPatch) -> None:
    send = double_click(director())
    race_unlocked(monkeypatch, send, send, at=NOT_SENT_BEFORE)
    assert Tournament.objects.count() == 2
