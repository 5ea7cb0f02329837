"""The address of a match in notifications: the process that writes moves imports no pages for it."""

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.match_address import match_path
from games.services import friendly
from notifications import kinds
from notifications.models import Notification
from tests.games.services.tables import START, Sitting, person

pytestmark = pytest.mark.django_db
RULES = Rules.preset("tournament", 5)


def test_it_is_the_address_of_the_page() -> None:
    match_id = uuid4()
    assert match_path(match_id) == reverse("match", args=[match_id])


@pytest.mark.parametrize(
    ("clock", "kind"),
    [(None, kinds.ACCEPTED), (ClockSettings.correspondence(3), kinds.TURN)],
)
def test_a_match_that_begins_notifies_players_without_the_pages_of_the_site(
    monkeypatch: pytest.MonkeyPatch, clock: ClockSettings | None, kind: str
) -> None:
    def pages(*_arguments: Any) -> None:
        raise AssertionError("this imports every page")

    host, guest = person(), person()
    sitting = Sitting(friendly.challenge(host, guest, RULES, clock, START))
    monkeypatch.setattr("django.urls.base.get_resolver", pages)
    for seat, is_ready in zip("AB", sitting.state.ready, strict=True):
        if not is_ready:
            sitting.act(seat, "ready")
    for _ in range(3):
        sitting.step()
    urls = Notification.objects.filter(kind=kind).values_list("url", flat=True)
    assert set(urls) == {match_path(sitting.match.pk)}
