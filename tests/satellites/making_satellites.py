"""Satellites for tests: a weekend with a main tournament and a small jackpot, made through the services."""

from typing import NamedTuple

from accounts.models import User
from satellites.models import EntryTicket, SatelliteTournament
from satellites.services import satellites
from satellites.services.repeating import run_due
from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, director
from tournaments.entry.services import entries
from tournaments.event.services import events
from tournaments.models import Pairing, Tournament
from tournaments.ruling.services.preview import RulingRequest, rule
from tournaments.ruling.services.result_rulings import ForfeitPairing
from tournaments.setup.services import lifecycle

WHY = "They had to leave."


class Weekend(NamedTuple):
    """`jackpot` is open for four players, `main` for eight; both are the boss's and of one event."""

    boss: User
    main: Tournament
    jackpot: Tournament


def weekend(most: int = 4) -> Weekend:
    boss = director()
    made = event(boss=boss)
    main, jackpot = (
        lifecycle.create(
            organizer=boss,
            name=name,
            lengths=[3],
            clock=None,
            draw_method="manual",
            entry_limit=limit,
        )
        for name, limit in (("Main Open", 8), ("Jackpot", most))
    )
    for each in (main, jackpot):
        events.add_existing(made.pk, by=boss, tournament_id=each.pk)
        lifecycle.open_entry(each.pk, by=boss)
        each.refresh_from_db()
    return Weekend(boss, main, jackpot)


def satellite(most: int = 4) -> Weekend:
    """A weekend whose jackpot repeats; its winners enter the main tournament."""
    made = weekend(most)
    satellites.begin(made.jackpot.pk, made.main.pk, by=made.boss, now=NOW)
    return made


def fill(of: Tournament, *names: str) -> None:
    for name in names:
        entries.add_walk_in(of.pk, by=None, now=NOW, name=name, choice="new")


def latest(first: Tournament) -> Tournament:
    """The latest tournament of the satellite, read anew."""
    places = SatelliteTournament.objects.filter(satellite__places__tournament=first)
    return places.select_related("tournament").order_by("-number")[0].tournament


def win(of: Tournament, name: str) -> None:
    """Everybody else leaves, match by match, until this player has won."""
    for _round in range(6):
        of.refresh_from_db()
        open_pairings = Pairing.objects.filter(
            stage__tournament=of, decided_at=None, voided_at=None
        )
        for pairing in open_pairings.order_by("round__number", "pk"):
            slots = [s for s in pairing.slots.select_related("entry__player") if s.entry]
            if len(slots) < 2:
                continue
            losers = [slot.entry_id for slot in slots if slot.entry.player.name != name][-1:]
            action = ForfeitPairing(pairing_id=pairing.pk, losers=tuple(losers))
            rule(action, RulingRequest(None, NOW, WHY))
    of.refresh_from_db()
    assert of.champion is not None
    assert of.champion.player.name == name


def won_by(made: Weekend, *names: str) -> EntryTicket:
    """The ticket of the first of these players, who has won against the others."""
    fill(made.jackpot, *names)
    run_due(NOW)
    win(made.jackpot, names[0])
    run_due(NOW)
    return EntryTicket.objects.get(source__tournament=made.jackpot)
