"""The data of events: written down when they happen, with names only when they are sent."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.models import Entry, Pairing, Result, Round, Tournament
from webhooks.models import WebhookEvent
from webhooks.selectors.tournament_state import Difference


def data_of(tournament: Tournament, events: Sequence[Difference]) -> list[dict[str, Any]]:
    """The data of each, in the same order. Its `tournament` is the same for all; at most five queries."""
    subject = _tournament(tournament)
    ids = {event.type.partition(".")[0]: set[int]() for event in events}
    for event in events:
        ids[event.type.partition(".")[0]].add(event.id)
    parts = {
        "match": _matches(ids.get("match", set())),
        "round": _rounds(ids.get("round", set())),
        "entry": _entries(ids.get("entry", set())),
    }
    rows = []
    for event in events:
        kind = event.type.partition(".")[0]
        data = {"tournament": subject}
        if kind in parts:
            data[kind] = parts[kind].get(event.id, {"id": event.id})
        elif kind == "standings":
            data[kind] = {"api_url": _api("api-standings", tournament.slug)}
        rows.append(data)
    return rows


def _tournament(tournament: Tournament) -> dict[str, Any]:
    event = tournament.event
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "status": tournament.status,
        "version": tournament.version,
        "event": event.slug if event is not None else None,
        "url": settings.SITE_URL + tournament.get_absolute_url(),
        "api_url": _api("api-tournament", tournament.slug),
    }


def _api(name: str, slug: str) -> str:
    return settings.SITE_URL + reverse(name, args=[slug])


def _matches(ids: set[int]) -> dict[int, dict[str, Any]]:
    if not ids:
        return {}
    rows = Pairing.objects.filter(pk__in=ids).select_related("round", "stage__tournament")
    rows = rows.prefetch_related("slots", "pairing_matches")
    results = {row.pairing_id: row for row in counting_results().filter(pairing__in=ids)}
    return {row.pk: _match(row, results.get(row.pk)) for row in rows}


def _match(pairing: Pairing, result: Result | None) -> dict[str, Any]:
    """Without points in a match of teams, where each board has its own, and without a result where the pairing was removed."""
    removed = pairing.voided_at is not None
    counted = pairing.stage.tournament.boards == 1 and not removed
    points = (result.score if result is not None and counted else None) or {}
    winner = None if removed else pairing.winner_id
    slots = sorted(pairing.slots.all(), key=lambda slot: slot.side)
    matches = [row.match_id for row in pairing.pairing_matches.all() if row.voided_at is None]
    single = matches[0] if len(matches) == 1 else None
    page = (
        reverse("match", args=[single]) if single else pairing.stage.tournament.get_absolute_url()
    )
    return {
        "id": pairing.pk,
        "pairing": pairing.key,
        "stage": pairing.stage.number,
        "section": pairing.round.section,
        "round": pairing.round.number,
        "length": pairing.round.length,
        "outcome": None if removed else pairing.outcome or None,
        "entries": [
            {
                "id": slot.entry_id,
                "points": points.get(str(slot.entry_id)),
                "is_winner": slot.entry_id == winner,
            }
            for slot in slots
            if slot.entry_id is not None
        ],
        "match": str(single) if single else None,
        "url": settings.SITE_URL + page,
    }


def _rounds(ids: set[int]) -> dict[int, dict[str, Any]]:
    if not ids:
        return {}
    rows = Round.objects.filter(pk__in=ids).select_related("stage__tournament")
    return {
        row.pk: {
            "id": row.pk,
            "stage": row.stage.number,
            "section": row.section,
            "number": row.number,
            "length": row.length,
            "api_url": _api("api-bracket", row.stage.tournament.slug),
        }
        for row in rows
    }


def _entries(ids: set[int]) -> dict[int, dict[str, Any]]:
    rows = Entry.objects.filter(pk__in=ids) if ids else ()
    return {row.pk: {"id": row.pk, "status": row.status, "seed": row.seed} for row in rows}


def body_of(event: WebhookEvent) -> bytes:
    """The JSON that is sent: `type`, `timestamp` and `data`, with the names that entries have now. One query, or none."""
    return bodies_of([event])[0]


def bodies_of(events: Sequence[WebhookEvent]) -> list[bytes]:
    """The same of each, in their order. One query, or none."""
    ids = {each["id"] for event in events for each in _entries_in(event.data)}
    names = Entry.objects.select_related("player").in_bulk(ids) if ids else {}
    return [_body(event, names) for event in events]


def _body(event: WebhookEvent, names: Mapping[int, Entry]) -> bytes:
    data = json.loads(json.dumps(event.data))
    for each in _entries_in(data):
        entry = names.get(each["id"])
        each["name"] = entry.title if entry is not None else ""
        each["player"] = entry.player_id if entry is not None else None
    message = {"type": event.type, "timestamp": _time(event.at), "data": data}
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def _entries_in(data: dict[str, Any]) -> list[dict[str, Any]]:
    entries = data.get("match", {}).get("entries", ())
    return [*entries, *([data["entry"]] if "entry" in data else ())]


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
