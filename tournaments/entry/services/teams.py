"""Pairs and teams: entering one, its members and their boards, and substituting a reserve (T8.3, T8.4)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.selectors import NO_GUEST
from accounts.services.players import create_walk_in
from accounts.staff_access import act_as_staff
from tournaments.bracket.selectors.started import begun_pairings
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.bracket.services.advancement import settle
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import Viewer, may_direct, require_director, require_status
from tournaments.entry.services import consent
from tournaments.entry.services.entries import admit, enter_self, entry_of
from tournaments.entry.services.namesakes import (
    NEW,
    choose_player,
    normalize_name,
    players_by_name,
)
from tournaments.entry.services.places import (
    Applicant,
    require_free_name,
    require_lineup,
    require_nobody_twice,
    require_room,
    save_members,
)
from tournaments.models import Entry, EntryMember, Pairing, Ruling, Tournament
from tournaments.ruling.services.journal import ruling
from web.errors import DomainError, NotAllowed, NotFound

Status = Tournament.Status
Kind = Tournament.EntryKind
NO_CHOICES: Mapping[int, str] = {}
BETWEEN = 0  # a temporary board while two members exchange theirs


@transaction.atomic
def enter_team(
    tournament_id: int, captain: Player, *, name: str, partners: Sequence[Player], now: datetime
) -> Entry:
    """A captain enters their pair or team and has the first board. Refused besides: team_needed, pair_needed, name_taken."""
    tournament = locked(tournament_id)
    return enter_self(tournament, _team(tournament, name, (captain, *partners)), now=now)


@transaction.atomic
def add_team(
    tournament_id: int, *, by: Viewer | None, name: str, members: Sequence[Player], now: datetime,
    confirm: str = "",
) -> Entry:  # fmt: skip
    """A director enters a pair or a team, in the order of its boards, reserves last; the first is its captain."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    who = _team(tournament, name, members)
    return admit(tournament, who, by=by, now=now, confirm=confirm)


@transaction.atomic
def add_team_by_names(  # noqa: PLR0913  # who enters, by name
    tournament_id: int, names: Sequence[str], *, by: Viewer | None, name: str,
    choices: Mapping[int, str], now: datetime, confirm: str = "",
) -> Entry:  # fmt: skip
    """The same by names. New players are created with the team, or not at all if it is refused."""
    members = team_players(names, may_be_new=True, choices=choices)
    return add_team(tournament_id, by=by, name=name, members=members, now=now, confirm=confirm)


@transaction.atomic
def set_members(
    entry_id: int, *, by: Viewer | None, name: str, members: Sequence[Player], now: datetime
) -> Entry:
    """Change the members before the start, by a director or the captain, who stays. New players with a login are invited."""
    entry, tournament = entry_of(entry_id)
    _require_captain(by, tournament, entry)
    require_status(tournament, Status.DRAFT, Status.OPEN)
    if entry.player not in members:
        raise DomainError("captain_stays", _("The captain must be a member of the team."))
    who = _team(tournament, name, members)
    require_free_name(tournament, who.name, besides=entry)
    before = set(entry.members.values_list("player_id", flat=True))
    require_lineup(tournament, who, before)
    require_nobody_twice(tournament, who.members, besides=entry)
    new = [player for player in members if player.pk not in before]
    asked = consent.players_to_invite(tournament, new, by=by, entry=entry)
    entry.name = who.name.strip()[:80]
    save_members(entry, who.members)
    consent.invite(tournament, ((entry, player) for player in asked), by=by, now=now)
    _settle_status(tournament, entry)
    save_changed(tournament)
    return entry


def _settle_status(tournament: Tournament, entry: Entry) -> None:
    """Online an entry has a place once all its players have accepted, and loses it when a new one is invited."""
    entry.awaits_consent = bool(consent.awaiting(entry))
    if is_online(tournament) and entry.awaits_consent and entry.is_active:
        entry.status = Entry.Status.INVITED
    elif entry.status == Entry.Status.INVITED and not entry.awaits_consent:
        require_room(tournament)
        entry.status = Entry.Status.ACTIVE
    entry.save(update_fields=["name", "status", "awaits_consent"])


@transaction.atomic
def set_members_by_names(
    entry_id: int, names: Sequence[str], *, by: Viewer | None, name: str,
    choices: Mapping[int, str], now: datetime,
) -> Entry:  # fmt: skip
    """The same by names, by a director; current members of that name come first."""
    sitting = EntryMember.objects.filter(entry=entry_id).select_related("player")
    current = [member.player for member in sitting]
    members = team_players(names, current=current, may_be_new=True, choices=choices)
    return set_members(entry_id, by=by, name=name, members=members, now=now)


@transaction.atomic
def change_boards(
    entry_id: int, *, by: Viewer | None, board: int, other: int, now: datetime, reason: str
) -> Ruling:
    """Two members of a team exchange boards between rounds; one may be a reserve.

    Refused while a match of the team is on: match_on.
    """
    entry, tournament = entry_of(entry_id)
    require_director(by, tournament)
    settle(tournament, now)
    require_status(tournament, Status.RUNNING)
    sitting = {member.board: member for member in entry.members.select_related("player")}
    if board == other or not {board, other} <= sitting.keys():
        raise NotFound("no_such_board", _("This team has no player on this board."))
    _require_between_rounds(entry)
    first, second = sitting[board], sitting[other]
    with ruling(tournament, "boards", by=by, now=now, reason=reason) as journal:
        journal.ruling.before = {"entry": entry.pk, "player": entry.title}
        journal.ruling.after = {str(board): second.player.name, str(other): first.player.name}
        journal.set(first, board=BETWEEN)
        journal.set(second, board=board)
        journal.set(first, board=other)
        waiting = entry.slots.filter(pairing__outcome="", pairing__voided_at=None)
        journal.touch(waiting.values_list("pairing_id", flat=True))
    return journal.ruling


@transaction.atomic
def team_players(
    names: Sequence[str],
    *,
    current: Iterable[Player] = (),
    may_be_new: bool,
    choices: Mapping[int, str] = NO_CHOICES,
) -> list[Player]:
    """A player for each of these names: one of `current`, else of the site; with `may_be_new` (for directors) the chosen
    one of that name, by the index of the name, or a walk-in.

    Refused: name_needed, no_such_player, several_players, which_player.
    """
    by_name = {normalize_name(player.name): player for player in current}
    return [
        by_name.get(normalize_name(name))
        or _player_named(name, may_be_new, choices.get(at, ""), at)
        for at, name in enumerate(names)
    ]


def _player_named(name: str, may_be_new: bool, choice: str, at: int) -> Player:
    name = name.strip()[:80]
    if not name:
        raise DomainError("name_needed", _("Every team member needs a name."), status=400)
    if may_be_new:
        people = players_by_name([name], bots=True).get(normalize_name(name), [])
        if (picked := choose_player(name, people, choice, at)) is not None:
            return picked
        if choice == NEW:
            return create_walk_in(name)
    players = Player.objects.filter(NO_GUEST, anonymised_at=None, name__iexact=name)
    matches = list(players.filter(Q(user__isnull=False) | ~Q(bot_kind="")).order_by("id")[:2])
    if len(matches) > 1:
        text = _("%(name)s: several players have this name and cannot be told apart here.")
        raise DomainError("several_players", text % {"name": name})
    if matches:
        return matches[0]
    if may_be_new:
        return create_walk_in(name)
    text = _("%(name)s: player not found. Every team member needs an account.")
    raise DomainError("no_such_player", text % {"name": name}, status=400)


def _team(tournament: Tournament, name: str, members: Sequence[Player]) -> Applicant:
    """The applicant for a team; a pair without a name of its own is named after its two players."""
    if tournament.entry_kind == Kind.SINGLE:
        raise DomainError("no_team", _("This tournament is for individual players."))
    if not members:
        raise DomainError("team_needed", _("A team needs players."))
    if not name.strip() and tournament.entry_kind == Kind.DOUBLES:
        name = " / ".join(player.name for player in members)
    return Applicant(members[0], tuple(members), name)


def _require_captain(by: Viewer | None, tournament: Tournament, entry: Entry) -> None:
    is_captain = by is not None and by.pk is not None and entry.player.user_id == by.pk
    if by is None or is_captain:
        return
    if not may_direct(by, tournament):
        raise NotAllowed("not_the_captain", _("Only the team captain or a director can do this."))
    act_as_staff(by)


def _require_between_rounds(entry: Entry) -> None:
    open_still = Pairing.objects.filter(slots__entry=entry, outcome="", voided_at=None)
    if begun_pairings(pk__in=open_still).exists():
        raise DomainError("match_on", _("The team is playing. Change boards between rounds."))
