"""Two players that are one person become one: everything that names the duplicate names the other from then on.

Logs are not touched: they name seats, never players. What moves is found from the models themselves, so that whatever
comes to name players is moved, too. The record says row by row what moved; it is not undone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ManyToOneRel, Q
from django.utils.translation import gettext as _

from accounts.account_hooks import before_player_rename
from accounts.models import Player, User
from accounts.services.access import suspend
from accounts.services.audit import Actor, record
from games.models import Match, MatchSeat, Mute
from tournaments.models import Entry, EntryMember, Event, OrganizerBlock, Role, Tournament
from web.errors import DomainError

MOST_NAMED = 500
"""So many row numbers of one kind stand in the record; of more only how many there were."""


@dataclass(frozen=True, slots=True)
class Moving:
    """One kind of row that names the duplicate: what it is called, through which column, and which rows."""

    name: str
    model: Any
    column: str
    ids: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What a merge would do. `digest` changes when anything of it does; `closes` is the login that would be shut."""

    gone: Player
    kept: Player
    moving: tuple[Moving, ...]
    takes: User | None
    closes: User | None
    digest: str


def preview(gone_id: int, kept_id: int) -> MergePreview:
    """What would move; DomainError where the two cannot be one."""
    gone, kept = _both(Player.objects.all(), gone_id, kept_id)
    _require_mergeable(gone, kept)
    moving = tuple(_moving(gone))
    takes = gone.user if kept.user_id is None else None
    closes = gone.user if kept.user_id is not None else None
    digest = "|".join(
        [
            f"{gone.pk}>{kept.pk}",
            *(f"{one.model._meta.label_lower}.{one.column}:{len(one.ids)}" for one in moving),
            f"{takes and takes.pk}/{closes and closes.pk}",
        ]
    )
    return MergePreview(gone, kept, moving, takes, closes, digest)


@transaction.atomic
def merge(gone_id: int, kept_id: int, digest: str, doer: Actor) -> Player:
    """Do what was shown, under locks; refused (`preview_stale`) when it is something else by now."""
    _lock(gone_id, kept_id)
    seen = preview(gone_id, kept_id)
    if seen.digest != digest:
        raise DomainError("preview_stale", _("Something has changed since: look at it once more."))
    before_player_rename(seen.gone)
    both = [seen.gone, seen.kept]
    Mute.objects.filter(player=seen.gone, user__mutes__player=seen.kept).delete()
    Mute.objects.filter(player__in=both, user__player__in=both).delete()  # nobody mutes himself
    same = OrganizerBlock.objects.filter(player=seen.kept).values("organizer")
    OrganizerBlock.objects.filter(player=seen.gone, organizer__in=same).delete()
    for one in seen.moving:
        _move(one, seen)
    _logins(seen, doer.now)
    record(doer, "player.merged", seen.kept, before=_was(seen), after=_moved(seen))
    Player.objects.filter(pk=seen.gone.pk).delete()
    before_player_rename(seen.kept)
    return seen.kept


def _both(players: Any, gone_id: int, kept_id: int) -> tuple[Player, Player]:
    found = {
        one.pk: one for one in players.select_related("user").filter(pk__in=[gone_id, kept_id])
    }
    if gone_id == kept_id or len(found) != 2:
        raise DomainError("no_two_players", _("These are not two players."))
    return found[gone_id], found[kept_id]


def _require_mergeable(gone: Player, kept: Player) -> None:
    if gone.is_bot or kept.is_bot:
        raise DomainError("a_bot", _("A bot is merged with nobody."))
    if gone.anonymised_at or kept.anonymised_at:
        raise DomainError("former_player", _("A former player is merged with nobody."))
    if gone.user is not None and (gone.user.is_staff or gone.user.is_superuser) and kept.user_id:
        raise DomainError("staff_login", _("The login of staff would be closed: keep that player."))
    if gone.user is not None and kept.user_id and (held := _held_by(gone.user)):
        told = _("The login that would be shut holds %(names)s: hand that to somebody else first.")
        raise DomainError("holds_roles", told % {"names": ", ".join(held[:3])})
    both = sorted(str(one) for one in _tournaments(gone) & _tournaments(kept))
    if both:
        told = _("Both are entered in %(names)s.") % {"names": ", ".join(both[:3])}
        raise DomainError("same_tournament", told)
    tables = _seats(gone) & _seats(kept)
    if tables:
        raise DomainError("same_match", _("They have sat at one table: they are two people."))
    if MatchSeat.objects.filter(player=gone, match__finished_at=None).exists():
        raise DomainError("still_playing", _("The duplicate plays a match now: wait for its end."))


def _held_by(user: User) -> list[str]:
    """What nobody could direct any more, or not he, if this login were shut."""
    roles = Role.objects.filter(user=user).select_related("tournament", "event")
    held = {one.tournament or one.event for one in roles}
    held |= set(Tournament.objects.filter(Q(organizer=user) | Q(directors=user)))
    held |= set(Event.objects.filter(organizer=user))
    return sorted(str(one) for one in held)


def _tournaments(player: Player) -> set[Tournament]:
    team = EntryMember.objects.filter(player=player).values("entry__tournament")
    single = Entry.objects.filter(player=player).values("tournament")
    return set(Tournament.objects.filter(Q(pk__in=team) | Q(pk__in=single)))


def _seats(player: Player) -> set[Any]:
    return set(MatchSeat.objects.filter(player=player).values_list("match_id", flat=True))


def _moving(gone: Player) -> Iterator[Moving]:
    for model, name in naming():
        ids = model._base_manager.filter(**{name: gone}).order_by("pk")
        if found := tuple(ids.values_list("pk", flat=True)):
            yield Moving(str(model._meta.verbose_name_plural), model, name, found)


def naming() -> Iterator[tuple[Any, str]]:
    """Every column of every model that names a player, those without a way back (related_name "+") among them."""
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel):
            yield relation.related_model, relation.field.name


def _lock(gone_id: int, kept_id: int) -> None:
    """Tournaments first, then matches, then the players: the order everybody keeps."""
    players = [gone_id, kept_id]
    entered = Q(entries__player__in=players) | Q(entries__members__player__in=players)
    ids = set(Tournament.objects.filter(entered).values_list("pk", flat=True))
    list(Tournament.objects.select_for_update().filter(pk__in=ids).order_by("pk").values("pk"))
    live = Match.objects.filter(finished_at=None, seats__player__in=players).values("pk")
    list(Match.objects.select_for_update().filter(pk__in=live).order_by("pk").values("pk"))
    list(Player.objects.select_for_update().filter(pk__in=players).order_by("pk").values("pk"))


def _move(one: Moving, seen: MergePreview) -> None:
    rows = one.model._base_manager.filter(**{one.column: seen.gone})
    try:
        with transaction.atomic():
            rows.update(**{one.column: seen.kept})
    except IntegrityError:
        told = _("Both have something of which there may be one: %(name)s.") % {"name": one.name}
        raise DomainError("cannot_merge", told) from None


def _logins(seen: MergePreview, now: datetime) -> None:
    """The kept player takes the login over, if he has none; a second login is shut."""
    Player.objects.filter(pk=seen.gone.pk).update(user=None)
    if seen.takes is not None:
        Player.objects.filter(pk=seen.kept.pk).update(user=seen.takes)
    if seen.closes is not None:
        said = _("merged with %(name)s") % {"name": seen.kept.name}
        suspend(seen.closes, now, because=said)


def _was(seen: MergePreview) -> dict[str, Any]:
    gone = seen.gone
    user = gone.user.get_username() if gone.user else None
    return {"player": gone.pk, "name": gone.name, "country": str(gone.country), "login": user}


def _moved(seen: MergePreview) -> dict[str, Any]:
    rows = {
        f"{one.model._meta.label_lower}.{one.column}": [str(pk) for pk in one.ids]
        if len(one.ids) <= MOST_NAMED
        else f"{len(one.ids)} rows"
        for one in seen.moving
    }
    closed = seen.closes.get_username() if seen.closes else None
    taken = seen.takes.get_username() if seen.takes else None
    return {"moved": rows, "login taken over": taken, "login closed": closed}
