"""What a ruling draws and sets aside on its way, and how that is taken back. Who may do so is asked elsewhere."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db.models import Max, QuerySet
from django.utils.dateparse import parse_datetime

from tournaments.bracket.selectors.stage_loader import counting_results
from tournaments.bracket.selectors.started import begun_pairings
from tournaments.bracket.services import stages
from tournaments.formats.protocol import EACH_RESULT
from tournaments.formats.registry import FORMATS
from tournaments.models import Pairing, Slot, Stage, Tournament

DRAW_FIELDS = ("field", "seed_order", "grow_after", "due_at")
Change = dict[str, Any]


class DrawSnapshot:
    """The draw of a tournament as it was, to be compared with what it is after a ruling."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.noted: set[tuple[int, str]] = set()
        self.stages = {stage.pk: _state(stage) for stage in tournament.stages.all()}
        self.last = _pairings(tournament).aggregate(last=Max("pk"))["last"] or 0
        self.aside = set(_set_aside(tournament))

    def changes(self, noted: Iterable[Change]) -> list[Change]:
        """One change for each stage that was drawn on, drawn anew, or waits for something else; beside what is noted."""
        self.noted = {
            (c["pks"][0], c["field"]) for c in noted if c.get("model") == Stage._meta.model_name
        }
        drew = _by_stage(_pairings(self.tournament).filter(pk__gt=self.last))
        aside = _by_stage(_pairings(self.tournament).exclude(voided_at=None), self.aside)
        again = self.aside - set(_set_aside(self.tournament))
        back = _by_stage(_pairings(self.tournament).filter(pk__in=again)) if again else {}
        return [
            {"stage": pk, "drew": new, "aside": old, "back": returned, "was": was}
            for stage in self.tournament.stages.order_by("number")
            for pk in [stage.pk]
            for new, old, returned in [(drew.get(pk, []), aside.get(pk, []), back.get(pk, []))]
            for was in [self._was(stage)]
            if new or old or returned or was
        ]

    def _was(self, stage: Stage) -> dict[str, Any]:
        before = self.stages.get(stage.pk, {"field": [], "seed_order": []})
        now = _state(stage)
        changed = [name for name in DRAW_FIELDS if before.get(name) != now[name]]
        return {name: before.get(name) for name in changed if (stage.pk, name) not in self.noted}


def reopen_finished_stages(tournament: Tournament, touched: Collection[int]) -> None:
    """A stage that was over may have to be drawn on when a result in it changes: three lives, until decided.

    Not where everything was drawn at once, or is drawn again by itself (bracket.fresh_draws).
    """
    wanted = set(touched)
    for stage in tournament.stages.defer("field", "seed_order"):
        if not wanted or not FORMATS[stage.format].by_rounds or not stages.is_over(stage):
            continue
        concerned = stage.pairings.filter(voided_at=None, round__voided_at=None)
        numbers = {
            number for pk, number in concerned.values_list("pk", "round__number") if pk in wanted
        }
        if numbers:
            last = stage.rounds.filter(voided_at=None).aggregate(last=Max("number"))["last"]
            stage.grow_after = sorted(numbers | {last})
            stage.save(update_fields=["grow_after"])


def take_back(change: Change, now: datetime, *, redraw: bool) -> set[int]:
    """Bring back what a ruling set aside, set aside what it drew or brought back; returns the pairings that stand again.

    What was only drawn on, and has begun since, stays unless `redraw`: as after any correction of a round (T9.5).
    """
    stage = Stage.objects.get(pk=change["stage"])
    back = stage.pairings.filter(pk__in=change["aside"])
    drew = change["drew"]
    since = _standing_from(stage, min(drew)) if drew else set()
    gone = _in_the_way(stage, back)
    if back:
        gone |= since & set(drew)
    if redraw or not any_begun(since):
        gone |= since
    gone |= set(change.get("back", ()))
    stages.set_aside(stage, with_what_they_feed(gone), now)
    returned = set(back.values_list("pk", flat=True))
    stages.bring_back(stage, returned, now)
    if not drew or not _standing_from(stage, min(drew)):
        for name, value in change["was"].items():
            setattr(stage, name, parse_datetime(value) if name == "due_at" and value else value)
        stage.save(update_fields=list(change["was"]))
        if drew and "grow_after" not in change["was"]:
            _draw_on(stage)
        if "field" in change["was"]:
            before = Stage.objects.filter(tournament=stage.tournament, number=stage.number - 1)
            stages.note_outdated(stage.tournament, before.first(), stage)
    return returned


def _draw_on(stage: Stage) -> None:
    """What a ruling drew without changing when its format is asked again is drawn after each result, or at once: the one
    may have been drawn to its end since."""
    if stage.grow_after is None and FORMATS[stage.format].by_rounds:
        stage.grow_after = list(EACH_RESULT)
        stage.save(update_fields=["grow_after"])


def _in_the_way(stage: Stage, back: QuerySet[Pairing]) -> set[int]:
    """What stands under the key of a pairing that comes back, or in a round that was drawn in place of its round, with
    every round that was drawn from that one since, however many more they are."""
    told = list(back.values_list("key", "round_id", "round__number"))
    keys, rounds = {key for key, _id, _n in told}, {pk for _key, pk, _n in told}
    numbers = {number for _key, _id, number in told}
    standing = list(
        stage.pairings.filter(voided_at=None).values_list("pk", "key", "round_id", "round__number")
    )
    others = [(pk, number) for pk, _key, of, number in standing if of not in rounds]
    instead = [number for _pk, number in others if number in numbers]
    gone = {pk for pk, key, _of, _number in standing if key in keys}
    return gone | {pk for pk, number in others if instead and number >= min(instead)}


def any_begun(pairings: Collection[int]) -> bool:
    """Has anybody begun to play one of these, or was one decided by a word?"""
    ids = list(pairings)
    return (
        begun_pairings(pk__in=ids).exists() or counting_results().filter(pairing__in=ids).exists()
    )


def with_what_they_feed(pairings: Iterable[int]) -> set[int]:
    """These pairings and all that wait for one of them."""
    found: set[int] = set()
    wave = set(pairings)
    while wave:
        found |= wave
        fed = Slot.objects.filter(source_pairing__in=wave, pairing__voided_at=None)
        wave = set(fed.values_list("pairing_id", flat=True)) - found
    return found


def _state(stage: Stage) -> dict[str, Any]:
    due = stage.due_at.isoformat() if stage.due_at else None
    return {name: getattr(stage, name) for name in DRAW_FIELDS} | {"due_at": due}


def _pairings(tournament: Tournament) -> Any:
    return Pairing.objects.filter(stage__tournament=tournament)


def _set_aside(tournament: Tournament) -> Iterable[int]:
    return _pairings(tournament).exclude(voided_at=None).values_list("pk", flat=True)


def _standing_from(stage: Stage, first: int) -> set[int]:
    standing = stage.pairings.filter(pk__gte=first, voided_at=None)
    return set(standing.values_list("pk", flat=True))


def _by_stage(pairings: Any, without: Collection[int] = ()) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for pk, stage_id in pairings.order_by("pk").values_list("pk", "stage_id"):
        if pk not in without:
            found.setdefault(stage_id, []).append(pk)
    return found
