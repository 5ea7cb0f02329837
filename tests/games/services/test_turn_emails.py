"""The emails of a turn in correspondence: one when it begins, one before its time is up, and none to who is here."""

from datetime import timedelta

import pytest
from django.core import mail

from accounts.last_seen import note_seen
from accounts.models import Player
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match, TurnEmail
from games.services import friendly
from games.services.turn_emails import send_due
from games.services.vacations import start_vacation
from games.vacation_days import DAY
from tests.games.services.tables import Sitting
from tests.tournaments.making import NOW, player

pytestmark = pytest.mark.django_db
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def sitting() -> Sitting:
    clock = ClockSettings.correspondence(3)
    made = friendly.challenge(player("alice"), None, Rules.preset("tournament", 5), clock, NOW)
    friendly.accept_invitation(friendly.invitation(made), player("bob"), NOW)
    return Sitting(made, NOW)


def on_turn(match: Match) -> Player:
    match.refresh_from_db()
    return Player.objects.get(match_seats__match=match, match_seats__seat=match.to_act)


def receivers() -> list[str]:
    return [address for message in mail.outbox for address in message.to]


def test_a_turn_owes_one_email_to_a_player_who_is_away(sitting: Sitting) -> None:
    mover = on_turn(sitting.match)
    assert send_due(NOW + 9 * MINUTE) == 0
    assert send_due(NOW + 10 * MINUTE) == 1
    assert send_due(NOW + DAY) == 0
    assert receivers() == [f"{mover.name}@example.org"]
    other = "bob" if mover.name == "alice" else "alice"
    assert mail.outbox[0].subject == f"Your turn. Opponent: {other}"
    assert f"/matches/{sitting.match.pk}/" in mail.outbox[0].body


def test_who_is_on_the_site_is_written_to_only_after_they_left(sitting: Sitting) -> None:
    user_id = on_turn(sitting.match).user_id
    assert user_id is not None
    note_seen(user_id, NOW + 9 * MINUTE)
    assert send_due(NOW + 10 * MINUTE) == 0
    assert send_due(NOW + 18 * MINUTE) == 0
    assert send_due(NOW + 19 * MINUTE) == 1


def test_a_reminder_follows_when_12_hours_are_left(sitting: Sitting) -> None:
    send_due(NOW + 10 * MINUTE)
    assert send_due(NOW + 3 * DAY - 12 * HOUR - MINUTE) == 0
    assert send_due(NOW + 3 * DAY - 12 * HOUR) == 1
    assert send_due(NOW + 3 * DAY - HOUR) == 0
    assert mail.outbox[1].subject.startswith("Less than 12 hours left")
    assert "you lose the match" in mail.outbox[1].body


def test_a_roll_is_the_same_turn_and_the_answer_another(sitting: Sitting) -> None:
    send_due(NOW + 10 * MINUTE)
    mover = on_turn(sitting.match)
    sitting.tick(3600)
    sitting.step()
    while on_turn(sitting.match) == mover:
        sitting.step()
    assert send_due(sitting.now + 10 * MINUTE) == 1
    assert len(set(receivers())) == 2
    opponent = on_turn(sitting.match)
    sitting.act(str(sitting.match.to_act), "roll")
    if on_turn(sitting.match) == opponent:  # the roll can be played
        assert send_due(sitting.now + DAY) == 0


def test_who_played_owes_nothing_any_more(sitting: Sitting) -> None:
    mover = on_turn(sitting.match)
    sitting.tick(60)
    while on_turn(sitting.match) == mover:
        sitting.step()
    send_due(NOW + 12 * MINUTE)
    assert receivers() == [f"{on_turn(sitting.match).name}@example.org"]


def test_nobody_is_written_to_against_their_will(sitting: Sitting) -> None:
    user = on_turn(sitting.match).user
    assert user is not None
    user.mail_turns = False
    user.save()
    assert send_due(NOW + DAY) == 0
    assert TurnEmail.objects.get().due_at is None


def test_a_vacation_puts_the_emails_off(sitting: Sitting) -> None:
    mover = on_turn(sitting.match)
    start_vacation(mover, 2, NOW + MINUTE)
    assert send_due(NOW + DAY) == 0
    assert send_due(NOW + MINUTE + 2 * DAY) == 1
    assert send_due(NOW + 5 * DAY - 13 * HOUR) == 0
    assert send_due(NOW + 5 * DAY - 11 * HOUR) == 1


def test_a_match_that_is_over_sends_nothing(sitting: Sitting) -> None:
    sitting.act(str(sitting.fresh().to_act), "concede")
    assert send_due(NOW + DAY) == 0


def test_the_challenge_says_how_long_it_waits() -> None:
    from games.services import challenge_emails

    clock = ClockSettings.correspondence(3)
    rules = Rules.preset("tournament", 5)
    friendly.challenge(player("ann"), player("ben"), rules, clock, NOW)
    friendly.challenge(player("cid"), player("dan"), rules, None, NOW)
    challenge_emails.send_owed(NOW)
    assert "expires after 7 days" in mail.outbox[0].body
    assert "expires after one day" in mail.outbox[1].body
