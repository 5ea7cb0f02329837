"""The life of a tournament up to its start, and its end by cancelling. The start itself is start.py."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from hashlib import blake2s
from typing import Any

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.errors import RulesError
from games.engine.rules import Rules
from tournaments.bracket.services import match_gateway
from tournaments.bracket.services.advancement import settle
from tournaments.bracket.services.slips import void_slips
from tournaments.core.locking import locked, save_changed
from tournaments.core.permissions import (
    Right,
    Viewer,
    require,
    require_director,
    require_status,
    require_verified,
)
from tournaments.models import PairingMatch, Ruling, Slip, Tournament
from tournaments.setup.services.settings_checks import require_playable
from web.errors import DomainError

Status = Tournament.Status
RESERVED_SLUGS = frozenset({"new"})

# What the rule card shows: changeable until the start, then frozen (T1.4).
CARD_FIELDS = frozenset(
    {
        "format",
        "options",
        "rules",
        "clock",
        "lengths",
        "draw_method",
        "seeded_top",
        "join_within_s",
        "spectator_delay_s",
        "delay_results",
        "bot_pace_ms",
        "entry_limit",
        "special_terms",
        "later_stages",
        "publishes",
        "tie_breaks",
        "entry_kind",
        "boards",
        "apart",
        "reentries",
        "reentry_keeps_line",
        "pay_table",
    }
)
MONEY_FIELDS = frozenset({"prize_pool", "pay_table"})  # an organizer's (T9.8)
SET_BY_ROUND = frozenset({"kind", "length", "games"})
OPEN_FIELDS = frozenset(
    {
        "name",
        "description",
        "division",
        "starts_at",
        "time_zone",
        "late_entry",
        "prize_pool",
        "chat",
    }
)
ONCE_S = 24 * 3600  # how long a form is remembered that was sent


@transaction.atomic
def create(
    *, organizer: User, name: str, preset: str = "tournament", once: str = "", **settings: Any
) -> Tournament:
    """A draft of a tournament; any verified account may make one and is its organizer.

    `settings` are fields of CARD_FIELDS and OPEN_FIELDS; `rules` are options laid over the preset's. The same `once`
    a second time gives the draft that was made the first time.
    """
    require_verified(organizer)
    if made := made_already(organizer, once):
        return made
    settings["rules"] = rules_with_preset(preset, settings.get("rules") or {})
    name = one_line(name)
    tournament = Tournament(organizer=organizer, name=name, slug=_free_slug(name))
    _lay(tournament, settings)
    _save_new(tournament)
    if once:
        cache.set(_once_key(organizer, once), tournament.pk, ONCE_S)
    return tournament


@transaction.atomic
def change(tournament_id: int, *, by: Viewer | None, **settings: Any) -> Tournament:
    """Change the settings given; refused: card_frozen for what the rule card says, once started."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    changed = {k: v for k, v in settings.items() if getattr(tournament, k, None) != v}
    if changed.keys() & MONEY_FIELDS:
        require(by, tournament, Right.ORGANIZE)
    if tournament.card is not None and changed.keys() & CARD_FIELDS:
        raise DomainError("card_frozen", _("The rule card is fixed once the tournament started."))
    _lay(tournament, changed)
    save_changed(tournament, *changed)
    if "chat" in changed:
        match_gateway.switch_chat(tournament)
    return tournament


@transaction.atomic
def open_entry(tournament_id: int, *, by: Viewer | None) -> Tournament:
    """Let players enter themselves."""
    return _move(tournament_id, by, Status.DRAFT, Status.OPEN)


@transaction.atomic
def close_entry(tournament_id: int, *, by: Viewer | None) -> Tournament:
    """Back to a draft that only its directors see; entries stay."""
    return _move(tournament_id, by, Status.OPEN, Status.DRAFT)


@transaction.atomic
def cancel(tournament_id: int, *, by: Viewer | None, now: datetime, reason: str = "") -> Tournament:
    """An organizer ends it without a winner; matches that are on are voided and stay on record, what has ended is recorded.

    A draft has no end that anybody else could hear of: it stays with its directors (NOT_PUBLIC).
    """
    tournament = locked(tournament_id)
    require(by, tournament, Right.ORGANIZE)
    settle(tournament, now)
    require_status(tournament, Status.DRAFT, Status.OPEN, Status.RUNNING)
    before = tournament.status
    tournament.status = Status.CANCELLED
    tournament.finished_at = None if before == Status.DRAFT else now
    ruling = Ruling.objects.create(
        tournament=tournament,
        by=by if isinstance(by, User) else None,
        at=now,
        verb="cancel",
        before={"status": before},
        after={"status": tournament.status},
        reason=reason,
    )
    on = PairingMatch.objects.filter(
        pairing__stage__tournament=tournament, voided_at=None, match__finished_at=None
    )
    waiting = on.select_related("match").defer("match__state")
    match_gateway.void_all(waiting, now=now, by=ruling.by, reason=reason)
    void_slips(Slip.objects.filter(pairing__stage__tournament=tournament, voided_at=None), now)
    save_changed(tournament, "status", "finished_at")
    return tournament


def made_already(organizer: User, once: str) -> Tournament | None:
    """The lock on the organizer makes a double click take turns, so that the second finds what the first made."""
    if not once:
        return None
    User.objects.select_for_update().get(pk=organizer.pk)
    pk = cache.get(_once_key(organizer, once))
    return Tournament.objects.filter(pk=pk, organizer=organizer).first() if pk else None


def _once_key(organizer: User, once: str) -> str:
    return f"draft.{organizer.pk}.{blake2s(once.encode(), digest_size=16).hexdigest()}"


def rules_with_preset(preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """What `Tournament.rules` stores: the preset's rules for a match, options laid over them."""
    laid = {name: value for name, value in options.items() if name not in SET_BY_ROUND}
    try:
        return Rules.preset(preset, length=1).to_json() | laid | {"preset": preset}
    except RulesError as error:
        raise DomainError(error.code, error.message, status=400) from error


def one_line(name: str) -> str:
    """A name as it stands in headings and in the subjects of letters."""
    return " ".join(name.split())[:120]


def _move(tournament_id: int, by: Viewer | None, before: str, after: str) -> Tournament:
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_status(tournament, before)
    tournament.status = after
    save_changed(tournament, "status")
    return tournament


def _lay(tournament: Tournament, settings: Mapping[str, Any]) -> None:
    if unknown := settings.keys() - CARD_FIELDS - OPEN_FIELDS:
        raise TypeError(f"not settings of a tournament: {sorted(unknown)}")
    for field, value in settings.items():
        setattr(tournament, field, value)
    require_playable(tournament)


def _save_new(tournament: Tournament) -> None:
    """Two of the same name made at the same moment find the same address free: one gets a longer one."""
    try:
        with transaction.atomic():
            tournament.save()
    except IntegrityError:
        tournament.slug = f"{tournament.slug}-{secrets.token_hex(4)}"
        tournament.save()


def _free_slug(name: str) -> str:
    base = slugify(name)[:60].strip("-") or "tournament"
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    taken |= RESERVED_SLUGS
    candidates = (base if n == 1 else f"{base}-{n}" for n in range(1, len(taken) + 3))
    return next(slug for slug in candidates if slug not in taken)
