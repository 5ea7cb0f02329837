"""Entering many single players at once before the start, in a fixed number of statements: the next season of a league.

Import of files is in exchange/services/import_entries.py.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Player
from tournaments.bracket.selectors.venue_mode import is_online
from tournaments.core.locking import save_changed
from tournaments.core.permissions import Right, Viewer, require, require_status
from tournaments.entry.services import consent
from tournaments.entry.services.places import bots_kept_out, bots_not_admitted
from tournaments.models import Entry, Tournament
from web.errors import DomainError

BATCH = 500
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class RefusedPlayer:
    """A player who could not be entered, and why."""

    name: str
    reason: str


def locked_players(ids: Iterable[int]) -> dict[int, Player]:
    """Players by id, locked in that order until the transaction ends; one who was merged into another meanwhile is missing."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=set(ids))
    return {player.pk: player for player in rows.order_by("pk")}


def enter_many(
    tournament: Tournament,
    players: Sequence[Player],
    names: Sequence[str],
    *,
    by: Viewer | None,
    now: datetime,
) -> list[RefusedPlayer]:
    """Enter these players into a tournament without entries, and a new player without a login for each name.

    The caller holds the lock of the tournament, and those of the players (`locked_players`). Players with a login are asked as
    in `admit`: online they are invited. Refused: not_your_role, tournament_… by its status, has_entries.
    """
    require(by, tournament, Right.SCORE)
    require_status(tournament, Tournament.Status.DRAFT, Tournament.Status.OPEN)
    if tournament.entries.exists():
        raise DomainError("has_entries", _("This tournament has entries already."))
    entering, refused = _sorted_out(tournament, players, by)
    new, taken = _new_players(names, entering)
    refused += taken
    pairs = [
        (Entry(tournament=tournament, player=player, entered_at=now), player)
        for player in (*entering, *new)
    ]
    asked = consent.entries_to_invite(tournament, pairs, by=by)
    for entry, _player in asked:
        entry.awaits_consent = True
        entry.status = Entry.Status.INVITED if is_online(tournament) else entry.status
    if tournament.entry_limit is not None:
        active = [entry for entry, _player in pairs if entry.status == Entry.Status.ACTIVE]
        left_out = {id(entry) for entry in active[tournament.entry_limit :]}
        full = [player for entry, player in pairs if id(entry) in left_out]
        refused += [RefusedPlayer(row.name, _("This tournament is full.")) for row in full]
        pairs = [pair for pair in pairs if id(pair[0]) not in left_out]
        asked = [pair for pair in asked if id(pair[0]) not in left_out]
    strangers = [player for _entry, player in pairs if player.pk is None]
    Player.objects.bulk_create(strangers, batch_size=BATCH)
    Entry.objects.bulk_create([entry for entry, _player in pairs], batch_size=BATCH)
    consent.invite(tournament, asked, by=by, now=now)
    save_changed(tournament)
    return refused


def _new_players(
    names: Sequence[str], entering: Iterable[Player]
) -> tuple[list[Player], list[RefusedPlayer]]:
    """Players to create, and those whose name another player of the tournament has."""
    used = {player.name.casefold() for player in entering}
    new, refused = [], []
    for name in names:
        if name.casefold() in used:
            text = _("This name is already entered. Add something to make it unique.")
            refused.append(RefusedPlayer(name, text))
        else:
            new.append(Player(name=name.strip()[:LONGEST_NAME]))
        used.add(name.casefold())
    return new, refused


def _sorted_out(
    tournament: Tournament, players: Sequence[Player], by: Viewer | None
) -> tuple[list[Player], list[RefusedPlayer]]:
    """Who may be entered, and who may not."""
    reasons = consent.refusals(tournament, players, by)
    for player in players:
        if bots_kept_out(tournament, [player]):
            reasons.setdefault(player.pk, bots_not_admitted())
    entering = [player for player in players if player.pk not in reasons]
    return entering, [
        RefusedPlayer(player.name, reasons[player.pk]) for player in players if player.pk in reasons
    ]
