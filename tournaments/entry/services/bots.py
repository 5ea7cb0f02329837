"""Filling free places with built-in bots, so that an organizer can try a tournament alone."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import NOT_HOUSE_BOTS, Player
from accounts.services.players import create_bot
from tournaments.core.locking import locked
from tournaments.core.permissions import Viewer, require_director
from tournaments.entry.services.entries import add_walk_in
from tournaments.entry.services.teams import add_team
from tournaments.formats.plans import most_entries
from tournaments.models import Entry, EntryMember, Tournament
from web.errors import DomainError

NAMES = (
    "Aino", "Bruno", "Celia", "Darko", "Elo", "Frida", "Goran", "Helmi", "Ilmar", "Jadwiga",
    "Kalle", "Lea", "Milan", "Nadja", "Otso", "Piotr",
)  # fmt: skip


@transaction.atomic
def add_bots(tournament_id: int, *, by: Viewer | None, number: int, now: datetime) -> list[Entry]:
    """Enter this many bots (or pairs or teams of bots), at most as many as there are free places. Refused:
    tournament_full."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    number = min(number, _free(tournament))
    if number < 1:
        raise DomainError("tournament_full", _("This tournament is full."))
    each = _size(tournament)
    bots = _idle(tournament, number * each)
    if tournament.entry_kind == Tournament.EntryKind.SINGLE:
        return [add_walk_in(tournament_id, by=by, now=now, player=bot) for bot in bots]
    return [
        add_team(tournament_id, by=by, now=now, name=_team_name(tournament, team), members=team)
        for team in (bots[first : first + each] for first in range(0, len(bots), each))
    ]


def _size(tournament: Tournament) -> int:
    """How many players an entry has."""
    if tournament.entry_kind == Tournament.EntryKind.TEAM:
        return tournament.boards
    return 2 if tournament.entry_kind == Tournament.EntryKind.DOUBLES else 1


def _team_name(tournament: Tournament, team: list[Player]) -> str:
    """A team of bots is named after its first member; a pair after both, as every pair."""
    if tournament.entry_kind == Tournament.EntryKind.DOUBLES:
        return ""
    return _("Team %(name)s") % {"name": team[0].name}


def _free(tournament: Tournament) -> int:
    taken = tournament.entries.filter(status=Entry.Status.ACTIVE).count()
    return (tournament.entry_limit or most_entries(tournament.format)) - taken


def _idle(tournament: Tournament, number: int) -> list[Player]:
    """Bots that are not entered here, created as needed; a bot may play in several tournaments at once."""
    bots = Player.objects.exclude(bot_kind__in=NOT_HOUSE_BOTS).filter(anonymised_at=None)
    busy = EntryMember.objects.filter(entry__tournament=tournament).values("player")
    free = bots.exclude(entries__tournament=tournament).exclude(pk__in=busy)
    idle = list(free.order_by("id")[:number])
    made = bots.count()
    while len(idle) < number:
        name, round_ = NAMES[made % len(NAMES)], made // len(NAMES) + 1
        idle.append(
            create_bot(_("%(name)s (bot)") % {"name": f"{name} {round_}" if round_ > 1 else name})
        )
        made += 1
    return idle
