"""What a ruling draws and sets aside besides its inputs, and how that is undone. Permissions are checked elsewhere."""

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
    """The draw of a tournament before a ruling, to compare with the draw after it."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.noted: set[tuple[int, str]] = set()
        self.stages = {stage.pk: _state(stage) for stage in tournament.stages.all()}
        self.last = _pairings(tournament).aggregate(last=Max("pk"))["last"] or 0
        self.aside = set(_void_ids(tournament))

    def changes(self, noted: Iterable[Change]) -> list[Change]:
        """One change for each stage that drew more pairings, was redrawn, or waits for something else; `noted` are the
        changes of the journal, which are not repeated."""
        self.noted = {
            (c["pks"][0], c["field"]) for c in noted if c.get("model") == Stage._meta.model_name
        }
        drew = _by_stage(_pairings(self.tournament).filter(pk__gt=self.last))
        aside = _by_stage(_pairings(self.tournament).exclude(voided_at=None), self.aside)
        again = self.aside - set(_void_ids(self.tournament))
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
    """A stage that was over may need more rounds when a result in it changes: three lives, until decided.

    Not where everything is drawn at once, or is redrawn automatically (bracket.fresh_draws).
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


def undo_draw(change: Change, now: datetime, *, redraw: bool) -> set[int]:
    """Restore what a ruling set aside and set aside what it drew or restored; returns the pairings that are restored.

    Later rounds that have begun since stay unless `redraw`, as after any correction of a round (T9.5).
    """
    stage = Stage.objects.get(pk=change["stage"])
    back = stage.pairings.filter(pk__in=change["aside"])
    drew = change["drew"]
    since = _live_from(stage, min(drew)) if drew else set()
    gone = _in_the_way(stage, back)
    if back:
        gone |= since & set(drew)
    if redraw or not any_begun(since):
        gone |= since
    gone |= set(change.get("back", ()))
    stages.set_aside(stage, with_dependents(gone), now)
    returned = set(back.values_list("pk", flat=True))
    stages.bring_back(stage, returned, now)
    if not drew or not _live_from(stage, min(drew)):
        for name, value in change["was"].items():
            setattr(stage, name, parse_datetime(value) if name == "due_at" and value else value)
        stage.save(update_fields=list(change["was"]))
        if drew and "grow_after" not in change["was"]:
            _resume_drawing(stage)
        if "field" in change["was"]:
            before = Stage.objects.filter(tournament=stage.tournament, number=stage.number - 1)
            stages.note_outdated(stage.tournament, before.first(), stage)
    return returned


def _resume_drawing(stage: Stage) -> None:
    """Let the format draw again after each result: the stage may have been drawn to its end since."""
    if stage.grow_after is None and FORMATS[stage.format].by_rounds:
        stage.grow_after = list(EACH_RESULT)
        stage.save(update_fields=["grow_after"])


def _in_the_way(stage: Stage, back: QuerySet[Pairing]) -> set[int]:
    """Pairings that have the key of a restored one, or are in a round that was drawn in place of its round or after
    that one."""
    rows = list(back.values_list("key", "round_id", "round__number"))
    keys, rounds = {key for key, _id, _n in rows}, {pk for _key, pk, _n in rows}
    numbers = {number for _key, _id, number in rows}
    standing = list(
        stage.pairings.filter(voided_at=None).values_list("pk", "key", "round_id", "round__number")
    )
    others = [(pk, number) for pk, _key, of, number in standing if of not in rounds]
    instead = [number for _pk, number in others if number in numbers]
    gone = {pk for pk, key, _of, _number in standing if key in keys}
    return gone | {pk for pk, number in others if instead and number >= min(instead)}


def any_begun(pairings: Collection[int]) -> bool:
    """Has any of these pairings begun, or was any of them decided without play?"""
    ids = list(pairings)
    return (
        begun_pairings(pk__in=ids).exists() or counting_results().filter(pairing__in=ids).exists()
    )


def with_dependents(pairings: Iterable[int]) -> set[int]:
    """These pairings and all that depend on one of them."""
    reached: set[int] = set()
    wave = set(pairings)
    while wave:
        reached |= wave
        fed = Slot.objects.filter(source_pairing__in=wave, pairing__voided_at=None)
        wave = set(fed.values_list("pairing_id", flat=True)) - reached
    return reached


def _state(stage: Stage) -> dict[str, Any]:
    due = stage.due_at.isoformat() if stage.due_at else None
    return {name: getattr(stage, name) for name in DRAW_FIELDS} | {"due_at": due}


def _pairings(tournament: Tournament) -> Any:
    return Pairing.objects.filter(stage__tournament=tournament)


def _void_ids(tournament: Tournament) -> Iterable[int]:
    return _pairings(tournament).exclude(voided_at=None).values_list("pk", flat=True)


def _live_from(stage: Stage, first: int) -> set[int]:
    standing = stage.pairings.filter(pk__gte=first, voided_at=None)
    return set(standing.values_list("pk", flat=True))


def _by_stage(pairings: Any, without: Collection[int] = ()) -> dict[int, list[int]]:
    by_stage: dict[int, list[int]] = {}
    for pk, stage_id in pairings.order_by("pk").values_list("pk", "stage_id"):
        if pk not in without:
            by_stage.setdefault(stage_id, []).append(pk)
    return by_stage
