"""Redrawing rounds, or a whole later stage, because the results they were drawn from have changed (T9.5).

The old draw is set aside and stays on record; journal.py notes it, so that undoing restores it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.form_version import FormVersion
from tournaments.bracket.selectors.fresh_brackets import KEPT, WrongBracket, find_wrong_brackets
from tournaments.bracket.selectors.outdated_stages import KEPT as KEPT_STAGE
from tournaments.bracket.selectors.outdated_stages import OutdatedStage, find_outdated_stages
from tournaments.bracket.selectors.outline import outline
from tournaments.bracket.services import fresh_draws, stages
from tournaments.formats.protocol import FreshDraw
from tournaments.models import Pairing, Slot, Stage, Tournament
from tournaments.ruling.selectors.preview_text import OutdatedDraw
from tournaments.ruling.selectors.stage_snapshots import Key
from tournaments.ruling.services.action import RulingSubject
from tournaments.ruling.services.journal import Journal
from web.errors import DomainError, NotFound

Status = Tournament.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class RedrawStage:
    """A later stage is redrawn from those who advance now, or a bracket of a stage from those who have lost by now.

    Refused: same_field, when they are the same; stage_not_over, while it is open who advances.
    """

    stage_id: int
    verb: ClassVar[str] = "redraw_stage"
    statuses: ClassVar[tuple[str, ...]] = (Status.RUNNING, Status.FINISHED)

    def tournament_id(self) -> int:
        stages_ = Stage.objects.filter(pk=self.stage_id)
        tournament_id = stages_.values_list("tournament_id", flat=True).first()
        if tournament_id is None:
            raise NotFound("no_such_stage", _("This no longer exists. Reload the page."))
        return tournament_id

    def load(self) -> RulingSubject[Stage]:
        stage = Stage.objects.get(pk=self.stage_id)
        return RulingSubject(stage, partial(_draw_version, stage))

    def apply(self, journal: Journal, subject: RulingSubject[Stage]) -> None:
        tournament, stage = journal.ruling.tournament, subject.row
        stage.tournament = tournament
        bracket = fresh_draws.outdated(stage)
        if bracket is not None and stage.pk not in {
            kept.pk for kept, _field in _outdated_stages(tournament)
        }:
            fresh_draws.set_aside(stage, bracket.draw, journal.now)
            return
        before = tournament.stages.filter(number=stage.number - 1).first()
        if before is not None and not stages.is_over(before):
            raise DomainError("stage_not_over", _("The previous stage is not over."))
        by_lot = stage.lots is not None
        if before is None or stages.field_after(tournament, before, by_lot=by_lot) == stage.field:
            raise DomainError(
                "same_field", _("The same players qualify. You do not need to draw again.")
            )
        before.tournament = tournament
        journal.touch(stages.redraw(tournament, before, stage, journal.now))


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepBracket(RedrawStage):
    """A bracket of a stage stays as it is although others belong in it; the desk asks again only if that changes.

    Refused: same_field, when nobody else belongs in it.
    """

    verb: ClassVar[str] = KEPT

    def apply(self, journal: Journal, subject: RulingSubject[Stage]) -> None:
        tournament = journal.ruling.tournament
        _keep(journal, subject.row, find_wrong_brackets([(tournament, outline(tournament))]))


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepStage(RedrawStage):
    """A later stage keeps its field although others would advance to it; the desk asks again only if that changes.

    Refused: same_field, when the same advance or that was decided already.
    """

    verb: ClassVar[str] = KEPT_STAGE

    def apply(self, journal: Journal, subject: RulingSubject[Stage]) -> None:
        tournament = journal.ruling.tournament
        _keep(journal, subject.row, find_outdated_stages([(tournament, outline(tournament))]))


def _draw_version(stage: Stage) -> FormVersion:
    """The field of a stage and the rounds drawn from it."""
    rounds = stage.rounds.filter(voided_at=None).order_by("pk")
    drawn = list(rounds.values_list("pk", flat=True))
    return FormVersion({"field": stage.field, "rounds": drawn}, None)


def _keep(journal: Journal, stage: Stage, outdated: Iterable[WrongBracket | OutdatedStage]) -> None:
    """Record in the ruling whom it concerns. Refused: same_field, when it concerns nobody."""
    mark = next((draw.mark for draw in outdated if draw.stage == stage.number), None)
    if mark is None:
        raise DomainError(
            "same_field", _("The same players qualify. You do not need to draw again.")
        )
    journal.ruling.after = {"kept": mark}


def outdated_draws(tournament: Tournament) -> list[OutdatedDraw]:
    """Stages and brackets that keep their field although another would be drawn now; players who only left do not
    count."""
    return [OutdatedDraw.of(key) for key in sorted(outdated_fields(tournament))]


def outdated_fields(tournament: Tournament) -> dict[Key, tuple[list[int], list[int]]]:
    """Of each, by stage number and section: the field it keeps, and the one it would be drawn from now."""
    fields: dict[Key, tuple[list[int], list[int]]] = {}
    for stage, field in _outdated_stages(tournament):
        fields[stage.number,] = (stage.field, field)
    for stage in tournament.stages.defer("seed_order", "field"):
        stage.tournament = tournament
        bracket = None if (stage.number,) in fields else fresh_draws.outdated(stage)
        if bracket is not None:
            fields[stage.number, bracket.draw.sections[0]] = (bracket.seated, bracket.belonging)
    return fields


def _outdated_stages(tournament: Tournament) -> Iterator[tuple[Stage, list[int]]]:
    """With the field that each would be drawn from now."""
    drawn = list(tournament.stages.order_by("number"))
    for stage in drawn:
        stage.tournament = tournament
    for before, stage in pairwise(drawn):
        if (
            stage.field
            and stages.is_over(before)
            and not stages.follows_from(tournament, before, stage)
        ):
            yield stage, stages.field_after(tournament, before)


def draw_after(stage: Stage, number: int, now: datetime) -> None:
    """Set aside the rounds that were drawn from this one, and let the format redraw them when it is decided."""
    fresh = _fresh_after(stage, number)
    if fresh is not None:
        fresh_draws.set_aside(stage, fresh, now)
        return
    later = _drawn_by_rounds(stage, number)
    if not later:
        text = _("No later round has been drawn. You do not need to draw again.")
        raise DomainError("nothing_drawn_later", text)
    stages.set_aside(stage, later, now)
    if stage.grow_after != []:
        stage.grow_after = [number]
        stage.save(update_fields=["grow_after"])


def drawn_later(stage: Stage, number: int) -> bool:
    """Was anything drawn from what this round decided?"""
    return _fresh_after(stage, number) is not None or bool(_drawn_by_rounds(stage, number))


def _fresh_after(stage: Stage, number: int) -> FreshDraw | None:
    """The bracket that was drawn among the losers of this round, if one was."""
    fed = (draw for draw in fresh_draws.draws_of(stage) if number in draw.after)
    return next((draw for draw in fed if fresh_draws.pairings_of(stage, draw)), None)


def _drawn_by_rounds(stage: Stage, number: int) -> set[int]:
    """Pairings of later rounds whose entries were drawn: no seed, no edge leads in from outside."""
    later = Pairing.objects.filter(stage=stage, voided_at=None, round__number__gt=number)
    rounds = dict(later.values_list("pk", "round_id"))
    slots = list(
        Slot.objects.filter(pairing__in=later).values_list(
            "pairing_id", "source_kind", "source_pairing_id"
        )
    )
    while True:
        led = {
            rounds[pairing]
            for pairing, kind, source in slots
            if pairing in rounds
            and (kind == Slot.Source.SEED or (source is not None and source not in rounds))
        }
        if not led:
            return set(rounds)
        rounds = {pk: round_id for pk, round_id in rounds.items() if round_id not in led}
