"""Above a page beside the desk: the steps of its tournament, for those who have something to do there."""

from typing import Any

from django import template

from tournaments.core.permissions import Right, rights_in
from tournaments.desk.selectors.steps import steps_beside_desk
from tournaments.models import Tournament

register = template.Library()


@register.inclusion_tag("tournaments/desk/steps_beside.html", takes_context=True)
def desk_steps(
    context: template.Context, tournament: object, step: str, shown: str = ""
) -> dict[str, Any]:
    """`step`: the key of the step that the page belongs to, unless the present one has it too; `shown`: the name of its
    route, where it is one of the pages of the step. Nothing for readers without a right to score."""
    if not isinstance(tournament, Tournament):
        return {}
    rights = rights_in(context["request"].user, tournament)
    if Right.SCORE not in rights:
        return {}
    steps = steps_beside_desk(tournament, rights)
    step = steps.step_of(shown, step)
    return {"steps": steps, "step": step, "shown": shown, "pages": steps.pages(step)}
