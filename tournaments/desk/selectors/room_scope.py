"""The tournaments that share a playing room: those of the event that run, or the tournament alone."""

from datetime import datetime

from tournaments.core.permissions import Right, Viewer, preload_roles, rights_in
from tournaments.desk.selectors.desk_scope import DeskTournament, load_names, load_outlines
from tournaments.desk.selectors.room_plan import PlanView, RoomPlan, room_plan
from tournaments.event.selectors import events
from tournaments.models import Tournament


def running_together(tournament: Tournament, viewer: Viewer) -> list[Tournament]:
    """The tournament itself and the running ones of its event that the viewer may see, in the event's order. One query."""
    if tournament.event is None or tournament.is_rehearsal:
        return [tournament]
    return [
        other
        for other in events.tournaments_of(tournament.event, viewer)
        if other.pk == tournament.pk or other.status == Tournament.Status.RUNNING
    ]


def short_names_of(tournament: Tournament, listed: list[Tournament]) -> dict[int, str]:
    """The short names of several tournaments of an event; none for one alone."""
    if tournament.event is None or len(listed) < 2:
        return {}
    return events.short_names(tournament.event, listed)


def preload_rights(tournament: Tournament, listed: list[Tournament], viewer: Viewer) -> None:
    """Read the viewer's rights in all of them in two queries."""
    if tournament.event is not None and viewer.is_authenticated:
        preload_roles(viewer, tournament.event, listed)


def scored_together(tournament: Tournament, viewer: Viewer) -> dict[int, DeskTournament]:
    """Those of them at whose desks the viewer works. Six queries."""
    listed = running_together(tournament, viewer)
    preload_rights(tournament, listed, viewer)
    scope = load_outlines(listed, viewer, short_names_of(tournament, listed))
    return {pk: at for pk, at in scope.items() if Right.SCORE in at.rights}


def plan_at_desk(
    tournament: Tournament, viewer: Viewer, now: datetime, listed: list[Tournament] | None = None
) -> RoomPlan:
    """The plan of the tables as the desk sees it; `listed` are those of `running_together`, where they have been read."""
    if listed is None:
        listed = running_together(tournament, viewer)
        preload_rights(tournament, listed, viewer)
    shorts = short_names_of(tournament, listed)
    desks = {
        at.tournament.pk: at
        for at in load_names(listed, viewer, shorts)
        if Right.SCORE in rights_in(viewer, at.tournament)
    }
    return room_plan(tournament, PlanView(listed, shorts, desks, now))
