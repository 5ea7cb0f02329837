"""Directors correct names and countries of players without a login; others name themselves (accounts.services.profile)."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.account_hooks import before_player_rename
from accounts.models import Player, User
from tournaments.core.permissions import Viewer, may_direct, require_director
from tournaments.models import Entry, EntryMember, Ruling, Tournament
from web.errors import DomainError, NotFound

LONGEST = 80


@transaction.atomic
def correct_names(
    entry_id: int, *, by: Viewer | None, now: datetime, names: Mapping[int, str]
) -> list[Player]:
    """Rename these players of an entry (by id), in all their tournaments and at any time; each tournament's record shows
    it. Returns the renamed players.

    Refused: no_such_entry, no_such_player (404), name_needed (400), names_himself, entered_elsewhere, name_taken.
    """
    entry = Entry.objects.filter(pk=entry_id).prefetch_related("members").first()
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    tournaments = _locked({entry.tournament_id, *_tournaments_of(*names)})
    require_director(by, tournaments[entry.tournament_id])
    if not names.keys() <= {entry.player_id, *(member.player_id for member in entry.members.all())}:
        raise NotFound("no_such_player", _("This no longer exists. Reload the page."))
    people = list(Player.objects.select_for_update().filter(pk__in=names).order_by("pk"))
    changed = []
    for player in people:
        name = " ".join(names[player.pk].split())[:LONGEST]
        if name != player.name:
            _correct(player, name, tournaments, by=by, now=now)
            changed.append(player)
    return changed


@transaction.atomic
def correct_country(entry_id: int, country: str, *, by: Viewer | None) -> Player:
    """Set the country of a player without a login (a code of two letters, or nothing), in all their tournaments.

    Refused: no_such_entry, names_himself, entered_elsewhere.
    """
    entry = Entry.objects.filter(pk=entry_id).first()
    if entry is None:
        raise NotFound("no_such_entry", _("This no longer exists. Reload the page."))
    tournaments = _locked({entry.tournament_id, *_tournaments_of(entry.player_id)})
    require_director(by, tournaments[entry.tournament_id])
    player = Player.objects.select_for_update().get(pk=entry.player_id)
    if player.country == country:
        return player
    if not may_be_corrected(player):
        text = _("Players with an account set their own country.")
        raise DomainError("names_himself", text)
    _require_all_directed(player, list(tournaments.values()), by)
    player.country = country
    player.save(update_fields=["country"])
    before_player_rename(player)
    return player


def _correct(
    player: Player,
    name: str,
    tournaments: Mapping[int, Tournament],
    *,
    by: Viewer | None,
    now: datetime,
) -> None:
    theirs = [t for t in tournaments.values() if t.pk in _tournaments_of(player.pk)]
    _require_nameless(player)
    _require_all_directed(player, theirs, by)
    _require_free(player, name, theirs)
    pairs = _pairs_named_after(player)
    before, player.name = player.name, name
    player.save(update_fields=["name"])
    for pair in pairs:
        pair.name = _joined(pair)
        pair.save(update_fields=["name"])
    who = by if isinstance(by, User) else None
    fields = {"before": {"name": before}, "after": {"name": name}}
    Ruling.objects.bulk_create(
        Ruling(tournament=tournament, by=who, at=now, verb="rename", **fields)
        for tournament in theirs
    )
    before_player_rename(player)


def _tournaments_of(*player_ids: int) -> set[int]:
    """Tournaments in which they are or were entered, alone or in a team."""
    entered = Q(player__in=player_ids) | Q(members__player__in=player_ids)
    return set(Entry.objects.filter(entered).values_list("tournament_id", flat=True))


def _locked(ids: set[int]) -> dict[int, Tournament]:
    """Lock the tournaments, in the order of their ids as everywhere."""
    rows = Tournament.objects.select_for_update(of=("self",)).filter(pk__in=ids)
    return {tournament.pk: tournament for tournament in rows.order_by("pk")}


def may_be_corrected(player: Player) -> bool:
    """Is the player a person without a login?"""
    return player.user_id is None and not player.is_bot and player.anonymised_at is None


def _require_nameless(player: Player) -> None:
    if not may_be_corrected(player):
        text = _("Only players without an account can be renamed here.")
        raise DomainError("names_himself", text)


def _require_all_directed(player: Player, theirs: list[Tournament], by: Viewer | None) -> None:
    if by is not None and not all(may_direct(by, tournament) for tournament in theirs):
        text = _(
            "%(name)s is also entered in a tournament that you do not direct, so you cannot "
            "change this player."
        )
        raise DomainError("entered_elsewhere", text % {"name": player.name})


def _require_free(player: Player, name: str, theirs: list[Tournament]) -> None:
    """Refused: name_taken, since two entries of one name could not be told apart in the bracket; name_needed."""
    if not name:
        raise DomainError("name_needed", _("Enter a name."), status=400)
    alone = [t for t in theirs if t.entry_kind == Tournament.EntryKind.SINGLE]
    others = Entry.objects.filter(tournament__in=alone, status=Entry.Status.ACTIVE)
    if others.exclude(player=player).filter(player__name__iexact=name).exists():
        text = _("This name is already entered. Add something to make it unique.")
        raise DomainError("name_taken", text)


def _pairs_named_after(player: Player) -> list[Entry]:
    """Pairs of this player that are named after their two players."""
    pairs = Entry.objects.filter(
        pk__in=EntryMember.objects.filter(player=player).values("entry"),
        tournament__entry_kind=Tournament.EntryKind.DOUBLES,
    )
    return [pair for pair in pairs if pair.name == _joined(pair)]


def _joined(pair: Entry) -> str:
    members = pair.members.select_related("player").order_by("board")
    return " / ".join(member.player.name for member in members)[:LONGEST]
