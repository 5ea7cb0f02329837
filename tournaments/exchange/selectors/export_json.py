"""A whole tournament as one JSON document, written piece by piece (docs/exchange.md)."""

import json
from collections.abc import Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from tournaments.bracket.selectors.prize_pot import plan_of, pot_of
from tournaments.exchange.selectors.exports import TABLES
from tournaments.models import Tournament

FORMAT_NAME = "barpoint-tournament"
VERSION = 1


def tournament_json(tournament: Tournament) -> Iterator[str]:
    """`{"format", "version", "tournament", "stages", "entries", "results", "standings"}`; never more than a few rows in memory."""
    head = {
        "format": FORMAT_NAME,
        "version": VERSION,
        "tournament": _tournament(tournament),
        "stages": list(_stages(tournament)),
    }
    yield _dumped(head)[:-1]
    for name, (columns, rows) in TABLES.items():
        yield f',\n"{name}": ['
        for number, row in enumerate(rows(tournament)):
            cells = {column: cell for column, cell in zip(columns, row, strict=True) if cell != ""}
            yield (",\n" if number else "\n") + _dumped(cells)
        yield "]"
    yield "}\n"


def _dumped(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)


def _tournament(tournament: Tournament) -> dict[str, Any]:
    plan, pot = plan_of(tournament), pot_of(tournament)
    fees = {
        "currency": pot.currency,
        "prize_pool": pot.amount,
        "entry_fee": plan.entry_fee if plan else None,
        "registration_fee": plan.registration_fee if plan else None,
        "returned_percent": float(plan.returned) if plan else None,
        "added": plan.added if plan else None,
    }
    event = tournament.event
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "event": event.name if event else None,
        "status": tournament.status,
        "starts_at": tournament.starts_at,
        "started_at": tournament.started_at,
        "finished_at": tournament.finished_at,
        "time_zone": tournament.time_zone,
        "draw_seed": tournament.draw_seed if tournament.started_at else "",
        "agreed": tournament.agreed,
        "fees": fees,
    }


def _stages(tournament: Tournament) -> Iterator[dict[str, Any]]:
    for stage in tournament.stages.order_by("number"):
        rounds = stage.rounds.filter(voided_at=None).order_by("number")
        yield {
            "number": stage.number,
            "format": stage.format,
            "options": stage.options,
            "rounds": [
                {
                    "number": row.number,
                    "section": row.section,
                    "name": row.name_key,
                    "length": row.length,
                }
                for row in rounds
            ],
        }
