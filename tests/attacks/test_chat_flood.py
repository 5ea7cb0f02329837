"""Twelve lines of one writer in the same moment: no more than five are taken, on PostgreSQL."""

from threading import Barrier, Thread

import pytest
from django.db import connections
from django.utils import timezone

from games.chat_envelope import LineRequest
from games.models import ChatLine
from games.services.chat import MOST_LINES, say
from tests.games.services.tables import playing
from web.errors import DomainError

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
AT_ONCE = 12


def test_lines_sent_at_once_are_counted_one_after_the_other() -> None:
    sitting = playing()
    user = sitting.match.seats.get(seat="A").player.user
    assert user is not None
    now, together, refused = timezone.now(), Barrier(AT_ONCE), list[str]()

    def speak(number: int) -> None:
        try:
            together.wait(10)
            say(sitting.match.pk, user, LineRequest(f"k{number}", f"line {number}"), now)
        except DomainError as error:
            refused.append(error.code)
        finally:
            connections.close_all()

    speakers = [Thread(target=speak, args=[number]) for number in range(AT_ONCE)]
    for speaker in speakers:
        speaker.start()
    for speaker in speakers:
        speaker.join(20)
    assert ChatLine.objects.count() == MOST_LINES
    assert refused == ["too_many_lines"] * (AT_ONCE - MOST_LINES)
