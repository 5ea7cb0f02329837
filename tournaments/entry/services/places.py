"""Who may have a place: as many persons as an entry has, each in one entry, and no more entries than places.

Whoever calls holds the tournament's lock, which makes two who reach for the last place take turns.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.core.locking import save_changed
from tournaments.models import Entry, EntryMember, Tournament
from web.errors import DomainError, NotFound

Kind = Tournament.EntryKind
MOST_RESERVES = 4


@dataclass(frozen=True, slots=True)
class Applicant:
    """Who wants a place: a player, or a captain with everybody who plays, in the order of the boards, reserves last.

    `asked` are those of them who have not accepted yet (consent.py).
    """

    player: Player
    members: tuple[Player, ...] = ()
    name: str = ""
    asked: tuple[Player, ...] = ()

    @property
    def persons(self) -> tuple[Player, ...]:
        return self.members or (self.player,)


def take_place(
    tournament: Tournament,
    who: Applicant,
    now: datetime,
    *,
    joined_round: int = 1,
    status: str = Entry.Status.ACTIVE,
) -> Entry:
    """Enter somebody, or revive an entry that was given up before it was drawn. An invited one takes no place yet."""
    entry = latest_entry(tournament, who.player)
    if entry is not None and entry.status == Entry.Status.DISQUALIFIED:
        raise DomainError("disqualified", _("This player was disqualified here."))
    require_makeup(tournament, who)
    if tournament.entry_kind != Kind.SINGLE:
        require_free_name(tournament, who.name)
    require_nobody_twice(tournament, who.persons)
    require_room(tournament)
    if entry is None:
        entry = Entry(tournament=tournament, player=who.player)
    entry.joined_round = joined_round
    return save_entry(tournament, entry, who, now, status=status)


def require_makeup(tournament: Tournament, who: Applicant) -> None:
    """A player alone, a pair, or a team with a player for every board."""
    kind, n = tournament.entry_kind, len(who.persons)
    if kind == Kind.DOUBLES and n != 2:
        raise DomainError("pair_needed", _("Doubles are entered by two players."))
    if kind == Kind.TEAM and not tournament.boards <= n <= tournament.boards + MOST_RESERVES:
        text = _("A team has a player for each of its %(n)s boards, and at most 4 reserves.")
        raise DomainError("team_needed", text % {"n": tournament.boards})


def require_nobody_twice(
    tournament: Tournament, persons: Iterable[Player], *, besides: Entry | None = None
) -> None:
    """A person is in one entry of a tournament only. Whoever is being merged with another, or was, is waited for."""
    persons = list(persons)
    ids = {player.pk for player in persons}
    if len(ids) != len(persons):
        raise DomainError("already_entered", _("Nobody can sit at two boards of a team."))
    held = Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    if len(held.values_list("pk")) < len(ids):
        raise NotFound("no_such_player", _("There is no such player."))
    entries = tournament.entries.filter(status=Entry.Status.ACTIVE)
    members = EntryMember.objects.filter(entry__in=entries, player__in=persons)
    alone = entries.filter(members=None, player__in=persons)
    if besides is not None:
        members, alone = members.exclude(entry=besides), alone.exclude(pk=besides.pk)
    taken = {*members.values_list("player__name", flat=True)}
    taken |= {*alone.values_list("player__name", flat=True)}
    if taken:
        text = _("This player is already entered.")
        if len(persons) > 1:
            text = _("Already entered: %(names)s.") % {"names": ", ".join(sorted(taken))}
        raise DomainError("already_entered", text)


def require_room(tournament: Tournament) -> None:
    taken = tournament.entries.filter(status=Entry.Status.ACTIVE).count()
    if tournament.entry_limit is not None and taken >= tournament.entry_limit:
        raise DomainError("tournament_full", _("All places of this tournament are taken."))


def require_free_name(
    tournament: Tournament, name: str, *, besides: Entry | None = None, needed: str = ""
) -> None:
    """Two of one name could not be told apart in the bracket."""
    name = name.strip()[:80]
    if not name:
        raise DomainError("name_needed", needed or _("A team needs a name."), status=400)
    active = tournament.entries.filter(status=Entry.Status.ACTIVE)
    if besides is not None:
        active = active.exclude(pk=besides.pk)
    if active.filter(Q(name__iexact=name) | Q(name="", player__name__iexact=name)).exists():
        text = _("There is already an entry of that name. Add something to tell them apart.")
        raise DomainError("name_taken", text)


def latest_entry(tournament: Tournament, player: Player) -> Entry | None:
    """Of a player who entered more than once the last."""
    return tournament.entries.filter(player=player).order_by("attempt").last()


def save_entry(
    tournament: Tournament,
    entry: Entry,
    who: Applicant,
    now: datetime,
    *,
    status: str = Entry.Status.ACTIVE,
) -> Entry:
    """Write an entry that may be, with who plays, and let caches go."""
    entry.status, entry.entered_at, entry.name = status, now, who.name.strip()[:80]
    entry.awaits_consent = bool(who.asked)
    entry.save()
    set_down(entry, who.members)
    save_changed(tournament)
    return entry


def set_down(entry: Entry, members: Iterable[Player]) -> None:
    """Write who plays, in the order of the boards."""
    entry.members.all().delete()
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, player=player, board=board)
        for board, player in enumerate(members, start=1)
    )
