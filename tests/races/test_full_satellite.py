"""Two workers sweep a full satellite at once: it starts once and one next tournament opens. A ticket pressed twice at once is used once."""

import pytest

from satellites.models import EntryTicket, SatelliteTournament
from satellites.services.repeating import advance
from satellites.services.tickets import use_ticket
from tests.races.forcing import race
from tests.satellites.making_satellites import fill, latest, satellite, won_by
from tests.tournaments.making import NOW
from tournaments.models import Entry, Tournament
from web.errors import DomainError

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_workers_start_it_once_and_open_one_next(monkeypatch: pytest.MonkeyPatch) -> None:
    made = satellite(2)
    fill(made.jackpot, "Anna", "Bob")
    place = SatelliteTournament.objects.get()
    outcomes = race(
        monkeypatch,
        lambda: advance(place.pk, NOW),
        lambda: advance(place.pk, NOW),
        at="satellites.services.repeating.start",
    )
    assert outcomes == [True, False]
    assert SatelliteTournament.objects.count() == 2
    assert Tournament.objects.get(pk=made.jackpot.pk).status == Tournament.Status.RUNNING
    assert latest(made.jackpot).name == "Jackpot 2"


def test_a_ticket_that_two_use_at_once_is_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = satellite(2)
    ticket = won_by(made, "Anna", "Bob")
    first, second = race(
        monkeypatch,
        lambda: use_ticket(ticket.pk, by=made.boss, now=NOW),
        lambda: use_ticket(ticket.pk, by=made.boss, now=NOW),
        at="satellites.services.tickets.is_full",
    )
    assert isinstance(first, Entry)
    assert isinstance(second, DomainError)
    assert second.code == "ticket_used"
    assert EntryTicket.objects.get().entry == made.main.entries.get()
