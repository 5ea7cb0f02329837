"""On a tournament's public pages: the way in for people without an account, and the public waiting list."""

from django import template
from django.utils import timezone

from tournaments.entry.services.places import others_wait
from tournaments.models import Tournament
from tournaments.registration.selectors import registration_state

register = template.Library()


@register.simple_tag
def takes_registrations(tournament: Tournament) -> bool:
    """Can somebody without an account enter now? One query while entry is open, none else."""
    if tournament.status != Tournament.Status.OPEN:
        return False
    plan = registration_state.registration_plan(tournament)
    return registration_state.is_open_for_all(tournament, plan, timezone.now())


@register.simple_tag
def joins_waiting_list(tournament: Tournament) -> bool:
    """Does the next one join the waiting list? One query where there is a limit and a place is free, none else."""
    if tournament.entry_limit is None:
        return False
    if int(tournament.entry_count) >= tournament.entry_limit:  # type: ignore[attr-defined]  # annotated by lists
        return True
    return others_wait(tournament)


@register.simple_tag
def waiting_list_names(tournament: Tournament) -> list[str]:
    """Who waits for a place, in order; names only. One query where there is a limit, none else."""
    over = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)
    if tournament.entry_limit is None or tournament.status in over:
        return []
    return registration_state.waiting_names(tournament)
