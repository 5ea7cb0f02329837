"""Looking at the next part of a stage before it is published: another draw, the one before, two players swapped. It
writes nothing but `Stage.draft`, so no page of players changes."""

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.bracket.selectors.next_draw import KeptDraft, NextDraw, next_draw
from tournaments.bracket.services import stages
from tournaments.bracket.services.draw_previews import (
    require_draw_number,
    require_swap,
)
from tournaments.core.locking import locked
from tournaments.core.permissions import Viewer, require_director, require_status
from tournaments.models import Stage, Tournament
from web.errors import DomainError, NotFound


@transaction.atomic
def show_next_draw(stage_id: int, *, by: Viewer | None, number: int) -> KeptDraft:
    """Show the draw of this number: one that was shown before, or the next one. Refused: not_due, nothing_to_draw,
    no_such_draw, too_many_draws, no_chance."""
    stage, shown = _due(stage_id, by)
    kept = shown.kept
    require_draw_number(number, kept.last)
    if number > 1 and not shown.has_chance:
        text = _("Chance has no part in this draw. Swap players instead.")
        raise DomainError("no_chance", text)
    return _keep(stage, replace(kept, number=number, last=max(kept.last, number)))


@transaction.atomic
def swap_in_next_draw(stage_id: int, *, by: Viewer | None, first: int, second: int) -> KeptDraft:
    """Exchange the places of two entries in the draw that is shown. Refused: not_due, nothing_to_draw, bad_swap,
    too_many_swaps."""
    stage, shown = _due(stage_id, by)
    require_swap((first, second), shown.entries, shown.kept.own_swaps)
    return _keep_swaps(stage, shown.kept, (*shown.kept.own_swaps, (first, second)))


@transaction.atomic
def undo_next_swap(stage_id: int, *, by: Viewer | None) -> KeptDraft:
    """Take the last swap of the draw that is shown back; nothing happens without one. Refused: not_due, nothing_to_draw."""
    stage, shown = _due(stage_id, by)
    return _keep_swaps(stage, shown.kept, shown.kept.own_swaps[:-1])


def require_due(stage: Stage) -> None:
    """Refused: something that the next part waits for is not decided, or nothing is left to draw."""
    if stage.grow_after is None:
        raise DomainError("nothing_to_draw", _("Everything in this stage has been drawn."))
    if stage.is_undrawn:
        before = Stage.objects.get(tournament=stage.tournament_id, number=stage.number - 1)
        if not stages.waits_after(before, stage):
            text = _("The previous stage is still open. The draw needs its results.")
            raise DomainError("not_due", text)
    elif stages.is_open(stage, stage.grow_after):
        raise DomainError(
            "not_due", _("Some matches are still open. The next round needs their results.")
        )


def _due(stage_id: int, by: Viewer | None) -> tuple[Stage, NextDraw]:
    tournament_id = (
        Stage.objects.filter(pk=stage_id).values_list("tournament_id", flat=True).first()
    )
    if tournament_id is None:
        raise NotFound("no_such_stage", _("This no longer exists. Reload the page."))
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_status(tournament, Tournament.Status.RUNNING)
    stage = Stage.objects.get(pk=stage_id)
    stage.tournament = tournament
    require_due(stage)
    return stage, next_draw(stage)


def _keep_swaps(stage: Stage, kept: KeptDraft, swaps: tuple[tuple[int, int], ...]) -> KeptDraft:
    return _keep(stage, replace(kept, swaps={**kept.swaps, kept.number: swaps}))


def _keep(stage: Stage, kept: KeptDraft) -> KeptDraft:
    stage.draft = kept.to_json()
    stage.save(update_fields=["draft"])
    return kept
