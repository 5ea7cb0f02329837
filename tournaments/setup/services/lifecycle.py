"""Creating, changing, opening and cancelling a tournament. Starting it is in start.py."""

from collections.abc import Mapping
from datetime import datetime
from hashlib import blake2s
from typing import Any

from django.core.cache import cache
from django.db import transaction
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
from web.slugs import save_with_slug

Status = Tournament.Status

# Fields of the rule card: changeable until the start, then frozen (T1.4).
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
        "same_dice",
        "bot_pace_ms",
        "rated",
        "entry_limit",
        "special_terms",
        "later_stages",
        "publishes",
        "tie_breaks",
        "entry_kind",
        "boards",
        "names_lineups",
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
        "admits_bots",
    }
)
ONCE_S = 24 * 3600  # how long a sent form is remembered


@transaction.atomic
def create(
    *, organizer: User, name: str, preset: str = "tournament", once: str = "", **settings: Any
) -> Tournament:
    """Create a draft; any verified user may, and is its organizer.

    `settings` are fields of CARD_FIELDS and OPEN_FIELDS; `rules` are options that override the preset's. The same `once`
    a second time returns the draft created the first time.
    """
    require_verified(organizer)
    if made := created_before(organizer, once):
        return made
    settings["rules"] = rules_with_preset(preset, settings.get("rules") or {})
    name = one_line(name)
    tournament = Tournament(organizer=organizer, name=name)
    _set(tournament, settings)
    save_with_slug(tournament, "tournament")
    if once:
        cache.set(_once_key(organizer, once), tournament.pk, ONCE_S)
    return tournament


@transaction.atomic
def change(tournament_id: int, *, by: Viewer | None, **settings: Any) -> Tournament:
    """Change these settings. Refused: card_frozen, for fields of the rule card after the start."""
    tournament = locked(tournament_id)
    require_director(by, tournament)
    changed = {k: v for k, v in settings.items() if getattr(tournament, k, None) != v}
    if changed.keys() & MONEY_FIELDS:
        require(by, tournament, Right.ORGANIZE)
    if tournament.card is not None and changed.keys() & CARD_FIELDS:
        raise DomainError(
            "card_frozen", _("The tournament has started. Its rule card can no longer change.")
        )
    _set(tournament, changed)
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
    """Make it a draft again that only its directors see; entries stay."""
    return _move(tournament_id, by, Status.OPEN, Status.DRAFT)


@transaction.atomic
def cancel(tournament_id: int, *, by: Viewer | None, now: datetime, reason: str = "") -> Tournament:
    """Cancel a tournament: running matches are voided and stay on record, finished ones are recorded.

    A cancelled draft has no `finished_at` and stays visible to its directors only (NOT_PUBLIC).
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
    running = PairingMatch.objects.filter(
        pairing__stage__tournament=tournament, voided_at=None, match__finished_at=None
    )
    matches = running.select_related("match").defer("match__state")
    match_gateway.void_all(matches, now=now, by=ruling.by, reason=reason)
    void_slips(Slip.objects.filter(pairing__stage__tournament=tournament, voided_at=None), now)
    save_changed(tournament, "status", "finished_at")
    return tournament


def created_before(organizer: User, once: str) -> Tournament | None:
    """The draft that a form sent before has created. Locks the organizer, so that a double click finds the first one."""
    if not once:
        return None
    User.objects.select_for_update().get(pk=organizer.pk)
    pk = cache.get(_once_key(organizer, once))
    return Tournament.objects.filter(pk=pk, organizer=organizer).first() if pk else None


def _once_key(organizer: User, once: str) -> str:
    return f"draft.{organizer.pk}.{blake2s(once.encode(), digest_size=16).hexdigest()}"


def rules_with_preset(preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The rules for `Tournament.rules`: the preset's rules for a match, overridden by the options."""
    own = {name: value for name, value in options.items() if name not in SET_BY_ROUND}
    try:
        return Rules.preset(preset, length=1).to_json() | own | {"preset": preset}
    except RulesError as error:
        raise DomainError(error.code, error.message, status=400) from error


def one_line(name: str) -> str:
    """A name for headings and subjects of emails."""
    return " ".join(name.split())[:120]


def _move(tournament_id: int, by: Viewer | None, before: str, after: str) -> Tournament:
    tournament = locked(tournament_id)
    require_director(by, tournament)
    require_status(tournament, before)
    tournament.status = after
    save_changed(tournament, "status")
    return tournament


def _set(tournament: Tournament, settings: Mapping[str, Any]) -> None:
    if unknown := settings.keys() - CARD_FIELDS - OPEN_FIELDS:
        raise TypeError(f"not settings of a tournament: {sorted(unknown)}")
    for field, value in settings.items():
        setattr(tournament, field, value)
    require_playable(tournament)
