"""Merging a duplicate player into another: every row that references the duplicate references the other from then on.

Match logs are not touched: they name seats, never players. Foreign keys are found by introspection, so that new models
are covered, too. The audit record lists the moved rows; a merge is not undone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ManyToOneRel, Q

from accounts.account_hooks import before_player_rename, player_merges
from accounts.models import Player, User
from accounts.services.access import suspend
from accounts.services.audit import Actor, record
from games.models import Match, MatchSeat, Mute
from social.services.leaving import prepare_merge
from tournaments.models import (
    EntrantContact,
    Entry,
    EntryMember,
    Event,
    OrganizerBlock,
    Role,
    Tournament,
)
from web.errors import DomainError

MAX_LISTED = 500
"""How many row ids of one kind the audit record lists; of more it has only the number."""


@dataclass(frozen=True, slots=True)
class ReferencingRows:
    """Rows of one model that reference the duplicate through one column."""

    name: str
    model: Any
    column: str
    ids: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What a merge would do. `digest` changes with any of it; `closes` is the login that would be suspended."""

    gone: Player
    kept: Player
    moving: tuple[ReferencingRows, ...]
    takes: User | None
    closes: User | None
    digest: str


def preview(gone_id: int, kept_id: int) -> MergePreview:
    """What would move. Refused: the two players cannot be merged."""
    gone, kept = _both(Player.objects.all(), gone_id, kept_id)
    _require_mergeable(gone, kept)
    moving = tuple(_moving(gone))
    takes = gone.user if kept.user_id is None else None
    closes = gone.user if kept.user_id is not None else None
    digest = "|".join(
        [
            f"{gone.pk}>{kept.pk}",
            *(f"{rows.model._meta.label_lower}.{rows.column}:{len(rows.ids)}" for rows in moving),
            f"{takes and takes.pk}/{closes and closes.pk}",
        ]
    )
    return MergePreview(gone, kept, moving, takes, closes, digest)


@transaction.atomic
def merge(gone_id: int, kept_id: int, digest: str, doer: Actor) -> Player:
    """Merge as previewed, under locks. Refused: preview_stale, when the preview has changed."""
    _lock(gone_id, kept_id)
    seen = preview(gone_id, kept_id)
    if seen.digest != digest:
        raise DomainError("preview_stale", "This page is out of date. Check the preview again.")
    before_player_rename(seen.gone)
    both = [seen.gone, seen.kept]
    Mute.objects.filter(player=seen.gone, user__mutes__player=seen.kept).delete()
    Mute.objects.filter(player__in=both, user__player__in=both).delete()  # nobody mutes themselves
    same = OrganizerBlock.objects.filter(player=seen.kept).values("organizer")
    OrganizerBlock.objects.filter(player=seen.gone, organizer__in=same).delete()
    reached = EntrantContact.objects.filter(player=seen.kept).values("tournament")
    EntrantContact.objects.filter(player=seen.gone, tournament__in=reached).delete()
    prepare_merge(seen.gone, seen.kept)
    for prepare in player_merges.functions().values():
        prepare(seen.gone, seen.kept)
    for rows in seen.moving:
        _move(rows, seen)
    _logins(seen, doer.now)
    record(doer, "player.merged", seen.kept, before=_was(seen), after=_moved(seen))
    Player.objects.filter(pk=seen.gone.pk).delete()
    before_player_rename(seen.kept)
    return seen.kept


def _both(players: Any, gone_id: int, kept_id: int) -> tuple[Player, Player]:
    by_id = {
        player.pk: player
        for player in players.select_related("user").filter(pk__in=[gone_id, kept_id])
    }
    if gone_id == kept_id or len(by_id) != 2:
        raise DomainError("no_two_players", "Choose two different players.")
    return by_id[gone_id], by_id[kept_id]


def _require_mergeable(gone: Player, kept: Player) -> None:
    if gone.is_bot or kept.is_bot:
        raise DomainError("a_bot", "A bot cannot be merged.")
    if gone.anonymised_at or kept.anonymised_at:
        raise DomainError("former_player", "A former player cannot be merged.")
    if gone.user is not None and (gone.user.is_staff or gone.user.is_superuser) and kept.user_id:
        raise DomainError(
            "staff_login", ("This would close a staff account. Keep that player instead.")
        )
    if gone.user is not None and kept.user_id and (duties := _duties_of(gone.user)):
        text = "The account that would be closed holds %(names)s. Hand these over first."
        raise DomainError("holds_roles", text % {"names": ", ".join(duties[:3])})
    both = sorted(str(tournament) for tournament in _tournaments(gone) & _tournaments(kept))
    if both:
        text = "Both are entered in {names}.".format(names=", ".join(both[:3]))
        raise DomainError("same_tournament", text)
    tables = _seats(gone) & _seats(kept)
    if tables:
        raise DomainError(
            "same_match", ("These two have played each other, so they are two people.")
        )
    if MatchSeat.objects.filter(player=gone, match__finished_at=None).exists():
        raise DomainError(
            "still_playing", ("The duplicate has a match in progress. Wait until it ends.")
        )


def _duties_of(user: User) -> list[str]:
    """Tournaments and events in which this login has a role, which suspending it would take away."""
    roles = Role.objects.filter(user=user).select_related("tournament", "event")
    subjects = {role.tournament or role.event for role in roles}
    subjects |= set(Tournament.objects.filter(Q(organizer=user) | Q(directors=user)))
    subjects |= set(Event.objects.filter(organizer=user))
    return sorted(str(subject) for subject in subjects)


def _tournaments(player: Player) -> set[Tournament]:
    team = EntryMember.objects.filter(player=player).values("entry__tournament")
    single = Entry.objects.filter(player=player).values("tournament")
    return set(Tournament.objects.filter(Q(pk__in=team) | Q(pk__in=single)))


def _seats(player: Player) -> set[Any]:
    return set(MatchSeat.objects.filter(player=player).values_list("match_id", flat=True))


def _moving(gone: Player) -> Iterator[ReferencingRows]:
    for model, name in player_foreign_keys():
        ids = model._base_manager.filter(**{name: gone}).order_by("pk")
        if pks := tuple(ids.values_list("pk", flat=True)):
            yield ReferencingRows(str(model._meta.verbose_name_plural), model, name, pks)


def player_foreign_keys() -> Iterator[tuple[Any, str]]:
    """Every foreign key to a player, as (model, column), also those without a reverse accessor (related_name "+")."""
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel):
            yield relation.related_model, relation.field.name


def _lock(gone_id: int, kept_id: int) -> None:
    """Lock tournaments first, then matches, then the players: the order used everywhere."""
    players = [gone_id, kept_id]
    entered = Q(entries__player__in=players) | Q(entries__members__player__in=players)
    ids = set(Tournament.objects.filter(entered).values_list("pk", flat=True))
    list(Tournament.objects.select_for_update().filter(pk__in=ids).order_by("pk").values("pk"))
    live = Match.objects.filter(finished_at=None, seats__player__in=players).values("pk")
    list(Match.objects.select_for_update().filter(pk__in=live).order_by("pk").values("pk"))
    list(Player.objects.select_for_update().filter(pk__in=players).order_by("pk").values("pk"))


def _move(moving: ReferencingRows, seen: MergePreview) -> None:
    rows = moving.model._base_manager.filter(**{moving.column: seen.gone})
    try:
        with transaction.atomic():
            rows.update(**{moving.column: seen.kept})
    except IntegrityError:
        text = f"Both players have a record of which only one may exist: {moving.name}."
        raise DomainError("cannot_merge", text) from None


def _logins(seen: MergePreview, now: datetime) -> None:
    """The kept player takes over the login if they have none; a second login is suspended."""
    Player.objects.filter(pk=seen.gone.pk).update(user=None)
    if seen.takes is not None:
        Player.objects.filter(pk=seen.kept.pk).update(user=seen.takes)
    if seen.closes is not None:
        text = f"merged with {seen.kept.name}"
        suspend(seen.closes, now, because=text)


def _was(seen: MergePreview) -> dict[str, Any]:
    gone = seen.gone
    user = gone.user.get_username() if gone.user else None
    return {"player": gone.pk, "name": gone.name, "country": str(gone.country), "login": user}


def _moved(seen: MergePreview) -> dict[str, Any]:
    rows = {
        f"{moving.model._meta.label_lower}.{moving.column}": [str(pk) for pk in moving.ids]
        if len(moving.ids) <= MAX_LISTED
        else f"{len(moving.ids)} rows"
        for moving in seen.moving
    }
    closed = seen.closes.get_username() if seen.closes else None
    taken = seen.takes.get_username() if seen.takes else None
    return {"moved": rows, "login taken over": taken, "login closed": closed}
