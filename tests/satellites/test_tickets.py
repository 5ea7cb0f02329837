"""Tickets: the winner's, moved after a correction while unused, used once, given back with the entry."""

import pytest

from satellites.models import EntryTicket
from satellites.services.repeating import run_due
from satellites.services.tickets import use_ticket
from tests.satellites.making_satellites import Weekend, fill, satellite, won_by
from tests.tournaments.event.making_events import person
from tests.tournaments.making import NOW, director
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Entry, EntryFee, FeePlan, Pairing, RoleKind, Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import SetResult
from web.errors import DomainError, NotAllowed

pytestmark = pytest.mark.django_db


def correct(made: Weekend, name: str) -> None:
    """The final was won by this player after all."""
    final = Pairing.objects.get(stage__tournament=made.jackpot, round__name_key="final")
    winner = made.jackpot.entries.get(player__name=name)
    rule(SetResult(pairing_id=final.pk, winner=winner.pk, score=None), RulingRequest(None, NOW, "A slip was misread."))  # fmt: skip
    run_due(NOW)


def refused(ticket: EntryTicket, made: Weekend) -> str:
    with pytest.raises(DomainError) as error:
        use_ticket(ticket.pk, by=made.boss, now=NOW)
    return error.value.code


def test_a_ticket_enters_its_player_without_a_fee_and_only_once() -> None:
    made = satellite()
    FeePlan.objects.create(tournament=made.main, currency="EUR", entry_fee=12000, registration_fee=1000)  # fmt: skip
    ticket = won_by(made, "Anna", "Bob", "Cleo", "Dan")
    entry = use_ticket(ticket.pk, by=made.boss, now=NOW)
    assert (entry.tournament, entry.player, entry.status) == (made.main, ticket.player, "active")
    fee = EntryFee.objects.get(entry=entry)
    assert (fee.entry_fee, fee.registration_fee, fee.note) == (0, 0, "Winner of Jackpot")
    assert refused(ticket, made) == "ticket_used"
    assert made.main.entries.count() == 1


def test_an_unused_ticket_goes_to_the_corrected_winner() -> None:
    made = satellite(2)
    ticket = won_by(made, "Anna", "Bob")
    correct(made, "Bob")
    ticket.refresh_from_db()
    assert ticket.player.name == "Bob"
    assert use_ticket(ticket.pk, by=made.boss, now=NOW).player.name == "Bob"


def test_an_unused_ticket_is_taken_back_while_the_tournament_is_played_again() -> None:
    made = satellite(2)
    won_by(made, "Anna", "Bob")
    Tournament.objects.filter(pk=made.jackpot.pk).update(status="running", champion=None)
    assert run_due(NOW) == 1
    assert not EntryTicket.objects.exists()
    assert run_due(NOW) == 0


def test_a_used_ticket_stays_and_says_that_another_has_won() -> None:
    made = satellite(2)
    ticket = won_by(made, "Anna", "Bob")
    use_ticket(ticket.pk, by=made.boss, now=NOW)
    correct(made, "Bob")
    ticket = EntryTicket.objects.get()
    assert (ticket.player.name, ticket.is_used, ticket.is_won_by_another) == ("Anna", True, True)


def test_a_ticket_comes_back_with_an_entry_that_is_removed_before_the_start() -> None:
    made = satellite(2)
    ticket = won_by(made, "Anna", "Bob")
    entry = use_ticket(ticket.pk, by=made.boss, now=NOW)
    entries.remove(entry.pk, by=made.boss)
    assert not EntryTicket.objects.get().is_used
    assert use_ticket(ticket.pk, by=made.boss, now=NOW) == entry
    entries.remove(entry.pk, by=made.boss)
    correct(made, "Bob")
    assert not EntryFee.objects.filter(entry=entry).exists()
    assert use_ticket(ticket.pk, by=made.boss, now=NOW).player.name == "Bob"
    fill(made.main, "Eva")
    start(made.main.pk, by=made.boss, now=NOW)
    assert EntryTicket.objects.get().is_used


def test_a_full_target_puts_the_player_on_its_waiting_list() -> None:
    made = satellite(2)
    fill(made.main, *"ABCDEFGH")
    ticket = won_by(made, "Anna", "Bob")
    entry = use_ticket(ticket.pk, by=made.boss, now=NOW)
    assert entry.status == Entry.Status.WAITING_LIST
    assert refused(ticket, made) == "ticket_used"


def test_a_player_who_has_entered_already_pays_nothing_any_more() -> None:
    made = satellite(2)
    ticket = won_by(made, "Anna", "Bob")
    entry = entries.add_walk_in(made.main.pk, by=made.boss, now=NOW, player=ticket.player)
    assert use_ticket(ticket.pk, by=made.boss, now=NOW) == entry
    assert EntryFee.objects.get(entry=entry).entry_fee == 0


def test_the_desk_of_the_target_uses_tickets_and_nobody_else() -> None:
    made = satellite(2)
    ticket = won_by(made, "Anna", "Bob")
    for stranger in (director(), person(made.jackpot, RoleKind.DIRECTOR)):
        with pytest.raises(NotAllowed):
            use_ticket(ticket.pk, by=stranger, now=NOW)
    assert use_ticket(ticket.pk, by=person(made.main, RoleKind.ASSISTANT), now=NOW)
