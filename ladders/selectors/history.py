"""The log of a ladder: as steps for its order, as lines for its page."""

from datetime import datetime

from django.db.models import QuerySet

from ladders.models import Ladder, LadderEvent
from ladders.order.replay import MOVING, Step, corrected, order_of, places_of


def steps_of(ladder: Ladder) -> list[Step]:
    """What can change the order, oldest first. One query."""
    return [step for _at, step in dated_steps(ladder)]


def dated_steps(ladder: Ladder) -> list[tuple[datetime, Step]]:
    """The same with the time of each. One query."""
    rows = LadderEvent.objects.filter(ladder=ladder, kind__in=MOVING).order_by("pk")
    columns = rows.values_list("at", "pk", "kind", "player", "other", "place", "target")
    return [
        (at, Step(pk, kind, player or 0, other or 0, place or 0, target or 0))
        for at, pk, kind, player, other, place, target in columns
    ]


def places_at(steps: list[tuple[datetime, Step]], moment: datetime) -> dict[int, int]:
    """{player: place} as they were then, with all later corrections."""
    before = {step.number for at, step in steps if at <= moment}
    kept = corrected(step for _at, step in steps)
    return places_of(order_of(step for step in kept if step.number in before))


def log_of(ladder: Ladder) -> QuerySet[LadderEvent]:
    """Newest first, with the players that each line names."""
    rows = LadderEvent.objects.filter(ladder=ladder).order_by("-pk")
    return rows.select_related("player", "other", "challenge")
