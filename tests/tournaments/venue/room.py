"""Tournaments over the board for tests: tables, and results as the players report them."""

from datetime import datetime
from typing import Any

from tests.tournaments import making
from tests.tournaments.making import NOW, SEED
from tournaments.bracket.services.start import start
from tournaments.models import PlayingTable, Slip, TablePool, Tournament, Venue
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Claim, Reporter


def on_board(n: int, tables: int = 0, where: str = "board", **settings: Any) -> Tournament:
    """Started, with n players called 1 … n and so many tables."""
    made = making.entered(n, **settings)
    Venue.objects.create(tournament=made, where=where)
    if tables:
        pool = TablePool.objects.create(tournament=made, created_at=NOW)
        PlayingTable.objects.bulk_create(
            PlayingTable(table_pool=pool, number=k) for k in range(1, tables + 1)
        )
    return start(made.pk, by=None, now=NOW, draw_seed=SEED)


def slip(of: Tournament, key: str, board: int = 1) -> Slip:
    slips = Slip.objects.select_related("pairing__round")
    return slips.get(pairing=making.pairing(of, key), board=board, voided_at=None)


def won(of: Slip, winner: int | None = None, lost: int = 0) -> Claim:
    """The claim that this entry, else the first, has won to nothing or so."""
    winner = of.entry_a_id if winner is None else winner
    loser = of.entry_b_id if winner == of.entry_a_id else of.entry_a_id
    return Claim(winner, {winner: of.pairing.round.length, loser: lost})


def both_say(of: Slip, winner: int | None = None, now: datetime = NOW) -> None:
    """One reports, the other confirms, both signed in."""
    claim = won(of, winner)
    text = reporting.report(of.pk, Reporter(of.entry_a_id), claim, now=now)
    reporting.confirm(of.pk, Reporter(of.entry_b_id), report_id=text.pk, now=now)
