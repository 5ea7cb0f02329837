"""What endpoints may hear of a tournament, as small data that can be compared: a state before and one after give the events."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from django.db.models import Max

from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.models import Entry, Pairing, Round, Tournament
from webhooks import event_types as types

Status = Tournament.Status
UNDECIDED = (Pairing.Outcome.OPEN, Pairing.Outcome.BYE, Pairing.Outcome.EMPTY)
IN = (Entry.Status.ACTIVE, Entry.Status.WAITING_LIST)
STARTED = (Status.RUNNING, Status.FINISHED)
NEVER_SEEN = (Status.DRAFT, Status.CANCELLED)
ENDS = {
    Status.FINISHED: types.TOURNAMENT_FINISHED,
    Status.CANCELLED: types.TOURNAMENT_CANCELLED,
}


class Difference(NamedTuple):
    """An event that happened; `id` is that of its entry, round or pairing, 0 where it is about the tournament."""

    type: str
    id: int = 0


@dataclass(frozen=True, slots=True)
class TournamentState:
    """Entries by id with their status, ids of published rounds, and decided pairings by id with what decides them. Keys are
    text, as in JSON."""

    status: str = Status.DRAFT
    entries: Mapping[str, str] = field(default_factory=dict)
    rounds: list[int] = field(default_factory=list)
    pairings: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def state_of(tournament: Tournament) -> TournamentState:
    """The present state; nothing of a draft. Four queries."""
    if tournament.status == Status.DRAFT:
        return TournamentState()
    entries = Entry.objects.filter(tournament=tournament).order_by("pk")
    rounds = Round.objects.filter(stage__tournament=tournament, open=True, voided_at=None)
    decided = Pairing.objects.filter(stage__tournament=tournament, voided_at=None)
    decided = decided.exclude(outcome__in=UNDECIDED).order_by("decided_at", "pk")
    newest = counting_results().filter(pairing__stage__tournament=tournament).order_by()
    results = dict(newest.values_list("pairing").annotate(newest=Max("pk")))
    return TournamentState(
        status=tournament.status,
        entries={str(pk): status for pk, status in entries.values_list("pk", "status")},
        rounds=list(rounds.order_by("stage__number", "number").values_list("pk", flat=True)),
        pairings={
            str(pk): f"{outcome}/{winner or ''}/{results.get(pk, '')}"
            for pk, outcome, winner in decided.values_list("pk", "outcome", "winner")
        },
    )


def differences(before: TournamentState, after: TournamentState) -> list[Difference]:
    """The events between two states, in the order in which they could have happened. None of a draft, nor of one that is
    cancelled."""
    if after.status == Status.DRAFT or (before.status, after.status) == NEVER_SEEN:
        return []
    changes = list(_pairings(before, after))
    events = [
        *_beginnings(before, after),
        *_entries(before, after),
        *(Difference(types.ROUND_PUBLISHED, pk) for pk in after.rounds if pk not in before.rounds),
        *changes,
    ]
    left = any(event.type == types.ENTRY_WITHDRAWN for event in events)
    if after.status in STARTED and (changes or left or before.status not in STARTED):
        events.append(Difference(types.STANDINGS_CHANGED))
    if after.status in ENDS and after.status != before.status:
        events.append(Difference(ENDS[Status(after.status)]))
    return events


def _beginnings(before: TournamentState, after: TournamentState) -> Iterator[Difference]:
    """Opened and started, both where it went through them since. A corrected result may open a finished tournament again:
    that is no start."""
    was_before_start = before.status not in STARTED
    if after.status == Status.OPEN != before.status or (
        before.status == Status.DRAFT and after.status in STARTED
    ):
        yield Difference(types.TOURNAMENT_OPENED)
    if was_before_start and after.status in STARTED:
        yield Difference(types.TOURNAMENT_STARTED)


def _entries(before: TournamentState, after: TournamentState) -> Iterator[Difference]:
    """An entry that has only been invited is not in; one that was deleted has left."""
    for pk in {**before.entries, **after.entries}:
        was_in, is_in = before.entries.get(pk) in IN, after.entries.get(pk) in IN
        if is_in and not was_in:
            yield Difference(types.ENTRY_ADDED, int(pk))
        elif was_in and not is_in:
            yield Difference(types.ENTRY_WITHDRAWN, int(pk))


def _pairings(before: TournamentState, after: TournamentState) -> Iterator[Difference]:
    for pk, decision in after.pairings.items():
        if pk not in before.pairings:
            yield Difference(types.MATCH_FINISHED, int(pk))
        elif before.pairings[pk] != decision:
            yield Difference(types.MATCH_CORRECTED, int(pk))
    for pk in before.pairings:
        if pk not in after.pairings:
            yield Difference(types.MATCH_CORRECTED, int(pk))
