"""A rehearsal: a copy of a tournament with practice players, started at once and deleted without a trace.

Only its directors see it; it makes no matches and sends no notices. simulated_play.py plays it.
"""

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import BotKind, Player
from tournaments.bracket.services.start import start
from tournaments.core.locking import locked
from tournaments.core.permissions import Viewer, require_director
from tournaments.formats.plans import USUAL_FIELD, most_entries
from tournaments.models import (
    Entry,
    EntryMember,
    Override,
    Pairing,
    Result,
    Ruling,
    Slot,
    Stage,
    Tournament,
)
from web.errors import DomainError

COPIED = (
    "description", "organizer", "time_zone", "format", "options", "rules", "clock", "lengths",
    "special_terms", "later_stages", "tie_breaks", "entry_kind", "boards", "names_lineups", "apart", "late_entry",
    "reentries", "reentry_keeps_line", "prize_pool", "pay_table", "draw_method", "seeded_top",
    "admits_bots", "same_dice",
)  # fmt: skip
BATCH = 1000
MOST = 1024


@transaction.atomic
def rehearse(
    tournament_id: int,
    *,
    by: Viewer | None,
    number: int,
    now: datetime,
    draw_seed: str | None = None,
) -> Tournament:
    """Begin a rehearsal with so many entries; the previous rehearsal of this tournament is deleted.

    Its draws publish themselves. Refused: is_rehearsal, bad_number (400).
    """
    origin = locked(tournament_id)
    require_director(by, origin)
    if origin.is_rehearsal:
        raise DomainError("is_rehearsal", _("This is already a rehearsal."))
    most = most_here(origin)
    if not 2 <= number <= most:
        text = _("The number of players for this format must be from 2 to %(most)d.")
        raise DomainError("bad_number", text % {"most": most}, status=400)
    for old in rehearsals_of(origin).select_for_update():  # somebody may be playing it
        _delete(old)
    copy = Tournament(**{name: getattr(origin, name) for name in COPIED}, is_rehearsal=True)
    copy.name = (_("Rehearsal: %(name)s") % {"name": origin.name})[:120]
    copy.slug = f"{_address(origin)}{secrets.token_hex(6)}"
    copy.save()
    copy.directors.set(origin.directors.all())
    _fill(copy, number, now)
    return start(copy.pk, by=None, now=now, draw_seed=draw_seed)


@transaction.atomic
def throw_away(tournament_id: int, *, by: Viewer | None) -> None:
    """Delete a rehearsal with everything in it. Refused for other tournaments: no_rehearsal."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_rehearsal(tournament)
    _delete(tournament)


def require_rehearsal(tournament: Tournament) -> None:
    if not tournament.is_rehearsal:
        raise DomainError("no_rehearsal", _("This is not a rehearsal."))


def rehearsals_of(origin: Tournament) -> QuerySet[Tournament]:
    """The rehearsal of a tournament, if there is one."""
    return Tournament.objects.filter(is_rehearsal=True, slug__startswith=_address(origin))


def origin_of(rehearsal: Tournament) -> Tournament | None:
    """The tournament that this is a rehearsal of."""
    number = rehearsal.slug.split("-")[2]
    return Tournament.objects.filter(pk=int(number)).first() if number.isdecimal() else None


def usual_number(tournament: Tournament) -> int:
    """The suggested number of players: those who are entered, otherwise the entry limit or a usual field."""
    entered = tournament.entries.filter(status=Entry.Status.ACTIVE).count()
    number = entered if entered >= 2 else tournament.entry_limit or USUAL_FIELD
    return min(number, most_here(tournament))


def most_here(tournament: Tournament) -> int:
    """A rehearsal is played within one request while others wait, so its field is limited."""
    return min(MOST, most_entries(tournament.format))


def _address(origin: Tournament) -> str:
    return f"rehearsal-of-{origin.pk}-"


def _fill(copy: Tournament, number: int, now: datetime) -> None:
    """Entries of practice players. `anonymised_at` keeps these players off every list and out of every choice of
    opponents."""
    team_size = copy.boards if copy.entry_kind == Tournament.EntryKind.TEAM else 1
    if copy.entry_kind == Tournament.EntryKind.DOUBLES:
        team_size = 2
    names = [_("Practice player %(n)d") % {"n": n} for n in range(1, number * team_size + 1)]
    players = Player.objects.bulk_create(
        (Player(name=name, bot_kind=BotKind.RANDOM, anonymised_at=now) for name in names),
        batch_size=BATCH,
    )
    seeded = copy.seeded_top or number
    entries = Entry.objects.bulk_create(
        (
            Entry(
                tournament=copy,
                player=players[index * team_size],
                name="" if team_size == 1 else _("Practice team %(n)d") % {"n": index + 1},
                seed=index + 1 if copy.draw_method == "seeded" and index < seeded else None,
                entered_at=now,
            )
            for index in range(number)
        ),
        batch_size=BATCH,
    )
    if team_size > 1:
        EntryMember.objects.bulk_create(
            (
                EntryMember(entry=entry, player=players[index * team_size + board], board=board + 1)
                for index, entry in enumerate(entries)
                for board in range(team_size)
            ),
            batch_size=BATCH,
        )


def _delete(tournament: Tournament) -> None:
    """From the leaves to the root: entries are protected by the rows that refer to them."""
    entries = Entry.objects.filter(tournament=tournament)
    members = EntryMember.objects.filter(entry__in=entries)
    players = {
        *entries.values_list("player_id", flat=True),
        *members.values_list("player_id", flat=True),
    }
    pairings = Pairing.objects.filter(stage__tournament=tournament)
    Result.objects.filter(pairing__in=pairings).update(superseded_by=None, ruling=None)
    Override.objects.filter(pairing__in=pairings).delete()
    Result.objects.filter(pairing__in=pairings).delete()
    Ruling.objects.filter(tournament=tournament).update(undoes=None)
    Ruling.objects.filter(tournament=tournament).delete()
    Slot.objects.filter(pairing__in=pairings).update(source_pairing=None)
    Slot.objects.filter(pairing__in=pairings).delete()
    pairings.delete()
    Stage.objects.filter(tournament=tournament).delete()
    Tournament.objects.filter(pk=tournament.pk).update(champion=None)
    members.delete()
    entries.delete()
    tournament.delete()
    nobody = Player.objects.filter(user=None, anonymised_at__isnull=False)
    for first in range(0, len(players), BATCH):
        nobody.filter(pk__in=sorted(players)[first : first + BATCH]).delete()
