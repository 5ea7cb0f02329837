"""A finished match makes the next one: record it, decide what follows, make matches, draw the next part, finish.

Everything follows from what is stored, so doing it twice changes nothing, and undoing means revoking an input.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from tournaments.bracket.selectors.positions import position_of
from tournaments.bracket.selectors.re_entries import pairings_of_re_entries, superseded
from tournaments.bracket.services import recording, stages, table_assignment
from tournaments.bracket.services.batches import in_batches
from tournaments.bracket.services.fresh_draws import set_outdated_aside
from tournaments.bracket.services.growth import propose, write_growth
from tournaments.bracket.services.incremental import StageUpdate
from tournaments.bracket.services.matches import Decided, settle_matches
from tournaments.core.locking import locked, save_changed
from tournaments.models import Entry, Pairing, PairingMatch, Stage, Tournament

LARGE = ("seed_order", "field")  # as long as the field, so loaded only when needed
Status = Tournament.Status
MOVING = (Status.RUNNING, Status.FINISHED)


@dataclass(slots=True)
class Advance:
    """How many rows of each kind one run wrote."""

    recorded: int = 0
    changed: int = 0
    created: int = 0
    voided: int = 0
    restored: int = 0
    grown: int = 0
    seated: int = 0
    finished: bool = False

    @property
    def is_nothing(self) -> bool:
        return not any(getattr(self, name) for name in self.__slots__)


@transaction.atomic
def advance(tournament_id: int, now: datetime, ended: Collection[UUID] | None = None) -> Advance:
    """Bring a tournament up to date with its matches; safe at any time, any number of times.

    `ended` names matches that are known to have ended, so that they need not be searched for.
    """
    return settle(locked(tournament_id), now, ended=ended)


@transaction.atomic
def recompute(tournament_id: int, now: datetime) -> Advance:
    """The same from every pairing; it changes nothing unless something has gone wrong."""
    tournament = locked(tournament_id)
    whole = Pairing.objects.filter(stage__tournament=tournament, voided_at=None)
    return settle(tournament, now, touched=whole.values_list("id", flat=True), reseated=True)


def owed_tournaments() -> list[int]:
    """Tournaments with a match that ended and is not recorded yet: work owed, visible as rows."""
    owed = PairingMatch.objects.filter(
        recorded_at=None,
        voided_at=None,
        match__finished_at__isnull=False,
        pairing__stage__tournament__status__in=MOVING,
    )
    return sorted(set(owed.values_list("pairing__stage__tournament_id", flat=True)))


def settle(
    tournament: Tournament,
    now: datetime,
    *,
    touched: Iterable[int] = (),
    ended: Collection[UUID] | None = None,
    reseated: bool = False,
) -> Advance:
    """`advance` for a caller that has the tournament's lock. `touched` are pairings with a changed input; `reseated` says
    that a drawn order was changed."""
    if tournament.status not in MOVING:
        return Advance()
    recorded = recording.record_finished(tournament, now, ended)
    done = Advance(recorded=len(recorded))
    changes = {*touched, *recorded}
    if changes:
        changes |= pairings_of_re_entries(tournament)
    superseded_before = superseded(tournament)
    _settle_stages(tournament, _by_stage(changes), now, done, reseated)
    if changes and superseded(tournament) != superseded_before:  # a new entry plays elsewhere now
        again = _by_stage(pairings_of_re_entries(tournament))
        _settle_stages(tournament, again, now, done, reseated=False)
    champion, was_over = tournament.champion_id, tournament.status == Status.FINISHED
    done.finished = stages.finish(tournament, now, renewed=bool(changes))
    done.changed += champion != tournament.champion_id  # maybe by a score alone
    done.changed += was_over and tournament.status != Status.FINISHED  # maybe by an undo alone
    done.seated = table_assignment.assign_tables(tournament, now)
    if not done.is_nothing:
        save_changed(tournament, "status", "champion", "finished_at")
    return done


def _settle_stages(
    tournament: Tournament,
    touched: dict[int, set[int]],
    now: datetime,
    done: Advance,
    reseated: bool,
) -> None:
    """Each stage in turn; the next begins when the one before is over, and checks its field when that has changed."""
    gone = frozenset(
        tournament.entries.exclude(status=Entry.Status.ACTIVE).values_list("pk", flat=True)
    ) | superseded(tournament)
    standing = {stage.number: stage for stage in tournament.stages.defer(*LARGE)}
    before: Stage | None = None
    renewed = False  # a score may change who goes on, although nobody else wins
    for number in range(1, stages.planned(tournament) + 1):
        stage = standing.get(number)
        drawn: Decided = {}
        if stage is None:
            begun = stages.begin(tournament, before, number, now)
            if begun is None:
                return
            stage, drawn = begun
        elif renewed or stage.is_undrawn:
            drawn = stages.renew_field(tournament, before, stage, now)
        stage.tournament = tournament
        if before is not None:
            waits = stages.waits_after(before, stage)
            _set_due(before, before.due_at or now if waits else None)
        done.grown += len(drawn)
        _settle_matches(stage, drawn, now, done, fresh=True)
        reached = touched.get(stage.pk, set())
        _update(StageUpdate(stage, gone, reseated=reseated), reached, now, done)
        renewed = renewed or bool(reached) or done.changed > 0
        before = stage


def _update(part: StageUpdate, touched: set[int], now: datetime, done: Advance) -> None:
    stage = part.stage
    done.changed += part.follow(touched, now)
    aside = set_outdated_aside(stage, (part.pairings[pk] for pk in part.decisions), now)
    done.changed += len(aside)
    stands = [pk for pk in part.decisions if pk not in aside]
    _settle_matches(
        stage, {pk: (part.pairings[pk], part.decisions[pk]) for pk in stands}, now, done
    )
    while grown := grow(stage, now):
        done.grown += len(grown)
        _settle_matches(stage, grown, now, done, fresh=True)


def grow(stage: Stage, now: datetime, *, published: bool = False) -> Decided:
    """Let the format draw what comes next, if what it waits for has come; a draw that the director has to publish waits."""
    after = stage.grow_after
    if after is None or stage.is_undrawn:
        return {}  # `due_at` of a stage that is drawn whole speaks of the next stage
    if stages.is_open(stage, after):
        _set_due(stage, None)
        return {}
    position = position_of(stage)
    growth = propose(stage, position)
    waits = stage.tournament.agreed.get("publishes") and not published
    if growth.blueprint.nodes and waits:
        _set_due(stage, stage.due_at or now)
        return {}
    return write_growth(stage, growth, position, now)


def _set_due(stage: Stage, since: datetime | None) -> None:
    """Store since when its next part waits for the director; None where something it waits for was opened again."""
    if stage.due_at != since:
        stage.due_at = since
        stage.save(update_fields=["due_at"])


def _settle_matches(
    stage: Stage, decided: Decided, now: datetime, done: Advance, *, fresh: bool = False
) -> None:
    changes = settle_matches(stage.tournament, decided, now, fresh=fresh)
    done.created += changes.created
    done.voided += changes.voided
    done.restored += changes.restored


def _by_stage(touched: set[int]) -> dict[int, set[int]]:
    """Ids of pairings by stage."""
    by_stage: dict[int, set[int]] = {}
    for ids in in_batches(touched):
        standing = Pairing.objects.filter(pk__in=ids, voided_at=None)
        for pk, stage_id in standing.values_list("pk", "stage_id"):
            by_stage.setdefault(stage_id, set()).add(pk)
    return by_stage
