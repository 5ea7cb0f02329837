"""The start: draw, freeze the rule card, write every round, pairing and edge; then `advance` makes the matches."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.errors import DomainError
from tournaments.formats.base import (
    Blueprint,
    EntryRef,
    LoserOf,
    Node,
    Seed,
    Source,
    WinnerOf,
)
from tournaments.formats.draw import drawn_order
from tournaments.formats.registry import FORMATS
from tournaments.models import Bracket, Entry, Pairing, Round, Slot, Tournament
from tournaments.permissions import Viewer, require_director, require_status
from tournaments.selectors.agreement import length_of
from tournaments.services.advancement import settle
from tournaments.services.locking import locked, save_changed

Status = Tournament.Status


@transaction.atomic
def start(
    tournament_id: int, *, by: Viewer | None, now: datetime, draw_seed: str | None = None
) -> Tournament:
    """Draw and begin. Refused: too_few_entries, tournament_running (so a second start does nothing)."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_status(tournament, Status.DRAFT, Status.OPEN)
    entries = list(tournament.entries.filter(status=Entry.Status.ACTIVE))
    if len(entries) < 2:
        raise DomainError("too_few_entries", _("A tournament needs at least two entries."))
    tournament.draw_seed = draw_seed or secrets.token_hex(32)
    tournament.card = tournament.agreed
    tournament.status, tournament.started_at = Status.RUNNING, now
    save_changed(tournament, "draw_seed", "card", "status", "started_at")
    _draw(tournament, entries)
    settle(tournament, now)
    return tournament


def _draw(tournament: Tournament, entries: list[Entry]) -> None:
    order = drawn_order(
        tournament.draw_method,
        [entry.pk for entry in entries],
        {entry.pk: entry.seed for entry in entries if entry.seed is not None},
        tournament.draw_seed,
        tournament.seeded_top,
    )
    bracket = Bracket.objects.create(
        tournament=tournament,
        format=tournament.format,
        options=tournament.options,
        seed_order=order,
        draw_seed=tournament.draw_seed,
    )
    write_blueprint(bracket, FORMATS[tournament.format].blueprint(len(order), tournament.options))


def write_blueprint(bracket: Bracket, plan: Blueprint) -> None:
    """Store rounds, pairings and edges; four statements whatever the size."""
    lengths = bracket.tournament.agreed["lengths"]
    rounds = {
        stage.number: Round(
            bracket=bracket,
            number=stage.number,
            name_key=stage.name,
            length=length_of(lengths, stage.from_end),
        )
        for stage in plan.stages
    }
    Round.objects.bulk_create(rounds.values())
    pairings = {
        node.key: Pairing(
            bracket=bracket,
            round=rounds[node.round],
            key=node.key,
            number=int(node.key.rpartition(".")[2]),
            winner_place=node.winner_place,
            loser_place=node.loser_place,
        )
        for node in plan.nodes
    }
    Pairing.objects.bulk_create(pairings.values())
    Slot.objects.bulk_create(
        _slot(pairings, node, side, source)
        for node in plan.nodes
        for side, source in enumerate(node.sources, start=1)
    )


def _slot(pairings: dict[str, Pairing], node: Node, side: int, source: Source) -> Slot:
    slot = Slot(pairing=pairings[node.key], side=side)
    match source:
        case Seed(number):
            slot.source_kind, slot.source_seed = Slot.Source.SEED, number
        case EntryRef(entry):
            slot.source_kind, slot.source_entry_id = Slot.Source.ENTRY, entry
        case WinnerOf(key):
            slot.source_kind, slot.source_pairing = Slot.Source.WINNER, pairings[key]
        case LoserOf(key):
            slot.source_kind, slot.source_pairing = Slot.Source.LOSER, pairings[key]
    return slot
