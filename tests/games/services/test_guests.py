"""The matches of guests: how many there may be, and how they go."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player, User
from accounts.services.guests import create_guest
from accounts.services.logins import create_login
from games.engine.rules import Rules
from games.models import Action, Match, MatchSeat
from games.services import friendly, guests
from games.services.play import act
from games.services.rematch import rematch
from games.services.submissions import Submission
from games.tasks import delete_guests
from tests.keeping import forget
from web.errors import DomainError

pytestmark = pytest.mark.django_db
NOW = timezone.now().replace(microsecond=0)
RULES = Rules.preset("tournament", 1)


@pytest.fixture(autouse=True)
def _uncounted() -> None:
    forget()


def seated(network: str = "10.0.0.1") -> tuple[User, Match]:
    return guests.play_bot_as_guest(network, "steady", RULES, NOW)


def end(guest: User, match: Match) -> None:
    seat = match.seats.get(player=guest.player).seat
    for kind in ("ready", "concede"):
        act(Submission(match.pk, seat, kind, {}, NOW, user_id=guest.pk, key=str(uuid4())), NOW)


def test_a_guest_plays_two_matches_at_a_time_rematches_counted() -> None:
    guest, first = seated()
    guests.play_bot(guest.player, "random", RULES, NOW)
    with pytest.raises(DomainError, match="too_many_guest_matches"):
        guests.play_bot(guest.player, "random", RULES, NOW)
    end(guest, first)
    guests.play_bot(guest.player, "random", RULES, NOW)
    with pytest.raises(DomainError, match="too_many_guest_matches"):
        rematch(first.pk, guest, NOW)


def test_a_guest_gets_a_rematch_by_the_bot() -> None:
    guest, first = seated()
    end(guest, first)
    assert rematch(first.pk, guest, NOW).seats.filter(player=guest.player).exists()


def test_so_many_guests_an_hour_from_one_address(settings: Settings) -> None:
    settings.GUESTS_PER_HOUR = 2
    seated()
    seated()
    with pytest.raises(DomainError, match="too_many_guests"):
        seated()
    seated("10.0.0.2")
    assert User.objects.count() == 3


def test_so_many_guests_who_never_started_a_match(settings: Settings) -> None:
    settings.GUESTS_WITHOUT_MATCH = 2
    guest, match = seated()
    seated()
    end(guest, match)
    seated()
    with pytest.raises(DomainError, match="too_many_guests"):
        seated()
    assert User.objects.count() == Match.objects.count() == 3


def test_no_guest_is_made_where_they_are_switched_off(settings: Settings) -> None:
    settings.GUESTS = False
    with pytest.raises(DomainError, match="guests_off"):
        seated()
    assert not User.objects.exists()


def test_the_sweep_deletes_guests_who_were_not_seen_with_their_matches(settings: Settings) -> None:
    settings.GUEST_DAYS = 3
    late = NOW + timedelta(days=3, minutes=1)
    gone, match = seated()
    end(gone, match)
    back, kept = seated()
    User.objects.filter(pk=back.pk).update(guest_seen_at=NOW + timedelta(days=2, hours=12))
    ann = create_login("ann", "ann@example.org", "a long pass phrase")
    own = friendly.challenge(ann.player, friendly.site_bot("steady"), RULES, None, NOW)
    assert [guests.delete_unseen(late), guests.delete_unseen(late)] == [1, 0]
    assert set(User.objects.all()) == {back, ann}
    assert set(Match.objects.all()) == {kept, own}
    assert not Action.objects.filter(match=match.pk).exists()
    assert set(Player.objects.filter(bot_kind="")) == {back.player, ann.player}


def test_the_sweep_deletes_guests_without_a_match_after_a_day() -> None:
    seated()
    started, match = seated()
    end(started, match)
    bare = create_guest("10.0.0.3", NOW)
    assert guests.delete_unseen(NOW + timedelta(hours=23)) == 0
    assert guests.delete_unseen(NOW + timedelta(hours=25)) == 2
    assert set(User.objects.all()) == {started}
    assert not Player.objects.filter(pk=bare.player.pk).exists()


def test_the_sweep_leaves_whoever_signed_up() -> None:
    guest, match = seated()
    User.objects.filter(pk=guest.pk).update(guest_seen_at=None)
    assert guests.delete_unseen(NOW + timedelta(days=99)) == 0
    assert Match.objects.get() == match


def test_the_task_sweeps() -> None:
    guest, _match = seated()
    User.objects.filter(pk=guest.pk).update(guest_seen_at=timezone.now() - timedelta(days=99))
    assert delete_guests() == 1
    assert not MatchSeat.objects.exists()
