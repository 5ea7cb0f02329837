"""Giving an applicant a place: an entry with the right number of players, each in one entry, no more than the limit.

The caller has locked the tournament, so that two applicants for the last place take turns.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import BotKind, Player
from tournaments.core.locking import save_changed
from tournaments.models import Entry, EntryMember, Tournament
from web.errors import DomainError, NotFound

Kind = Tournament.EntryKind
MOST_RESERVES = 4


@dataclass(frozen=True, slots=True)
class Applicant:
    """Who wants a place: a player, or a captain with all members in the order of the boards, reserves last.

    `asked` are those who have not accepted yet (consent.py).
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
    """Enter an applicant, or restore an entry that was withdrawn before the draw. An invited entry takes no place yet."""
    entry = latest_entry(tournament, who.player)
    if entry is not None and entry.status == Entry.Status.DISQUALIFIED:
        raise DomainError("disqualified", _("This player is disqualified from this tournament."))
    require_lineup(tournament, who)
    if tournament.entry_kind != Kind.SINGLE:
        require_free_name(tournament, who.name)
    require_nobody_twice(tournament, who.persons)
    require_room(tournament)
    if entry is None:
        entry = Entry(tournament=tournament, player=who.player)
    entry.joined_round = joined_round
    return save_entry(tournament, entry, who, now, status=status)


def require_lineup(
    tournament: Tournament, who: Applicant, entered: Container[int] = frozenset()
) -> None:
    """Refused: pair_needed, team_needed, when the number of players does not fit the kind of entry; bots_not_admitted, for
    players who have not `entered` yet."""
    if bots_kept_out(tournament, (person for person in who.persons if person.pk not in entered)):
        raise DomainError("bots_not_admitted", bots_not_admitted())
    kind, n = tournament.entry_kind, len(who.persons)
    if kind == Kind.DOUBLES and n != 2:
        raise DomainError("pair_needed", _("A doubles entry needs two players."))
    if kind == Kind.TEAM and not tournament.boards <= n <= tournament.boards + MOST_RESERVES:
        text = _("One player per board is needed. Boards: %(n)s. Reserves: 4 at most.")
        raise DomainError("team_needed", text % {"n": tournament.boards})


def bots_kept_out(tournament: Tournament, persons: Iterable[Player]) -> bool:
    """Is there a bot account among these players, and does the tournament not admit them? Bots of the site are no accounts."""
    return not tournament.admits_bots and any(
        person.bot_kind == BotKind.ACCOUNT for person in persons
    )


def bots_not_admitted() -> str:
    return _("This tournament does not admit bots.")


def require_nobody_twice(
    tournament: Tournament, persons: Iterable[Player], *, besides: Entry | None = None
) -> None:
    """Refused: already_entered, when a player is in another entry. Waits for players that are being merged."""
    persons = list(persons)
    ids = {player.pk for player in persons}
    if len(ids) != len(persons):
        raise DomainError("already_entered", _("The same player is listed twice."))
    players = Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    if len(players.values_list("pk")) < len(ids):
        raise NotFound("no_such_player", _("This no longer exists. Reload the page."))
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
        raise DomainError("tournament_full", _("This tournament is full."))


def others_wait(tournament: Tournament) -> bool:
    """Are there players on the waiting list, whom nobody who enters by themselves overtakes? Of single players only: a captain
    cannot put a pair or a team on it."""
    if tournament.entry_limit is None or tournament.entry_kind != Kind.SINGLE:
        return False
    return tournament.entries.filter(status=Entry.Status.WAITING_LIST).exists()


def require_free_name(
    tournament: Tournament, name: str, *, besides: Entry | None = None, needed: str = ""
) -> None:
    """Refused: name_taken, since two entries of one name could not be told apart in the bracket; name_needed."""
    name = name.strip()[:80]
    if not name:
        raise DomainError("name_needed", needed or _("A team needs a name."), status=400)
    active = tournament.entries.filter(status=Entry.Status.ACTIVE)
    if besides is not None:
        active = active.exclude(pk=besides.pk)
    if active.filter(Q(name__iexact=name) | Q(name="", player__name__iexact=name)).exists():
        text = _("This name is already entered. Add something to make it unique.")
        raise DomainError("name_taken", text)


def latest_entry(tournament: Tournament, player: Player) -> Entry | None:
    """The last entry of a player, who may have re-entered."""
    return tournament.entries.filter(player=player).order_by("attempt").last()


def save_entry(
    tournament: Tournament,
    entry: Entry,
    who: Applicant,
    now: datetime,
    *,
    status: str = Entry.Status.ACTIVE,
) -> Entry:
    """Save a checked entry with its members, and raise the tournament's version."""
    entry.status, entry.entered_at, entry.name = status, now, who.name.strip()[:80]
    entry.awaits_consent = bool(who.asked)
    entry.save()
    save_members(entry, who.members)
    save_changed(tournament)
    return entry


def save_members(entry: Entry, members: Iterable[Player]) -> None:
    """Save the members of an entry, in the order of the boards."""
    entry.members.all().delete()
    EntryMember.objects.bulk_create(
        EntryMember(entry=entry, player=player, board=board)
        for board, player in enumerate(members, start=1)
    )
