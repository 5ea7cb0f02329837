"""Friendly matches: challenge a player, invite by a link, or play a bot. Nothing here belongs to a tournament."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.core import signing
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.models import BotKind, Player
from accounts.services.players import create_bot
from games.engine.actions import DirectorRuling
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.loaded_match import SeatedPlayer
from games.models import Match, MatchKind, MatchSeat, MatchStatus
from games.selectors.friendly_hosts import challenger
from games.selectors.rated import may_be_rated
from games.selectors.seats import SEATS
from games.selectors.site_bots import BOT_NAMES, existing_site_bot
from games.selectors.vacations import is_correspondence
from games.services import challenge_emails, match_notifications
from games.services.batch import Batch
from games.services.bots import offered_kinds
from games.services.challenge_limits import require_room
from games.services.challenge_privacy import require_may_meet, require_welcome
from games.services.correspondence import BOTH, make_ready, time_to_accept
from games.services.maintenance import require_open
from games.services.rated_limit import terms_of_rating
from games.services.setup import create_match, sit_down
from games.timestamps import to_ms
from web.errors import DomainError, NotAllowed, NotFound

_SALT = "barpoint.invitation.1"
TIME_TO_TAKE_UP = timedelta(days=1)
WITHDRAWN, DECLINED = "withdrawn", "declined"
SITE_BOT_LOCK = 0x626F74  # "bot": the number of an advisory lock, used for nothing else


@transaction.atomic
def challenge(  # noqa: PLR0913  # the terms of a match, by name
    player: Player,
    opponent: Player | None,
    rules: Rules,
    clock: ClockSettings | None,
    now: datetime,
    *,
    context: Mapping[str, Any] = MappingProxyType({}),
    join_within: timedelta = TIME_TO_TAKE_UP,
    rated: bool = True,
    is_agreed: bool = False,
) -> Match:
    """A match that waits for both to press ready, then lapses; without an opponent the other seat is free.

    It is rated where that is wanted, both have accounts and their limit of a day is not reached. `context` is added to
    the match's: `open` lists it in the lobby, `starts_at_once` presses ready for the player. Where the opponent has agreed
    beforehand (`is_agreed`), a block counts, but not who may challenge them.
    """
    require_open(now)
    require_room(player, opponent, now)
    # Both are locked: a block comes before the match or after it.
    if opponent is not None and is_agreed:
        require_may_meet(player, [opponent])
    else:
        require_welcome(player, opponent)
    wanted = rated and may_be_rated(rules, (player, opponent))
    made = create_match(
        seat_a=player,
        seat_b=opponent,
        rules=rules,
        clock=clock,
        context={"lapses": True, **terms_of_rating(player, opponent, wanted, now), **context},
        join_within=time_to_accept(clock, join_within),
        now=now,
    )
    if clock is not None and clock.days:
        make_ready(made.pk, ("A",), now)
        made.refresh_from_db()
    if opponent is not None:
        challenge_emails.owe(made, player, opponent, now)
        match_notifications.note_challenge(made, player, opponent, now)
    return made


@transaction.atomic
def decline(match_id: UUID, player: Player, now: datetime) -> None:
    """Before it begins either side may call a friendly match off; it counts for nobody."""
    batch, locked = Batch.of_one(match_id)
    own_seats = [seat for seat, players in locked.seats.items() if player.pk in _ids(players)]
    if not own_seats:
        raise NotAllowed("not_your_seat", _("You are not a player in this match."))
    if locked.row.kind != MatchKind.FRIENDLY or locked.table.match.phase != "joining":
        raise DomainError(
            "already_begun", _("Only a friendly match that has not started can be cancelled.")
        )
    withdrawn = challenger(locked.row.context) in own_seats
    locked.apply(DirectorRuling("void", reason=WITHDRAWN if withdrawn else DECLINED), to_ms(now))
    batch.write()
    match_notifications.note_declined(locked, own_seats[0], now)


def call_off_between(player: Player, other: Player, now: datetime) -> None:
    """`player` has blocked `other`: the friendly matches of the two that have not started are called off."""
    waiting = Match.objects.filter(kind=MatchKind.FRIENDLY, status=MatchStatus.JOINING)
    of_both = waiting.filter(Exists(_seat(player)), Exists(_seat(other)))
    for match_id in list(of_both.values_list("pk", flat=True)):
        with suppress(DomainError):  # it began in the meantime
            decline(match_id, player, now)


def _seat(player: Player) -> QuerySet[MatchSeat]:
    return MatchSeat.objects.filter(match=OuterRef("pk"), player=player)


def decline_all(player: Player, now: datetime) -> int:
    """Decline every challenge that waits for this player; returns how many there were."""
    waiting = Match.objects.filter(
        kind=MatchKind.FRIENDLY,
        status=MatchStatus.JOINING,
        seats__player=player,
        seats__seat="B",
        context__rematch_by__isnull=True,
        context__open__isnull=True,
        context__lapses=True,
    )
    declined = 0
    for match_id in list(waiting.values_list("pk", flat=True)):
        with suppress(DomainError):  # it began, or was withdrawn, in the meantime
            decline(match_id, player, now)
            declined += 1
    return declined


def _ids(players: Iterable[SeatedPlayer]) -> set[int]:
    return {player.player_id for player in players}


def site_bot(kind: str) -> Player:
    """The bot of this kind that plays friendlies; made on first need, and once however many need it.

    Raises DomainError no_such_bot (422) where the site has no engine for it.
    """
    if kind not in offered_kinds():
        raise DomainError("no_such_bot", _("This bot does not play on this site."), 422)
    return existing_site_bot(kind) or _make_site_bot(kind)


@transaction.atomic
def _make_site_bot(kind: str) -> Player:
    """Look again in turn: there is no row to lock yet. On SQLite the immediate transaction is the turn."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [SITE_BOT_LOCK])
    return existing_site_bot(kind) or create_bot(BOT_NAMES[BotKind(kind)], kind)


def invitation(match: Match) -> str:
    """What stands in the link: the match, signed, so that links cannot be guessed."""
    return invitation_to(match.pk)


def invitation_to(match_id: UUID) -> str:
    """The same from the id of the match."""
    return signing.dumps(match_id.hex, salt=_SALT)


def invited_match(token: str) -> Match:
    """The match an invitation leads to."""
    nowhere = NotFound("no_invitation", _("This invitation link is not valid. Ask for a new one."))
    try:
        pk = UUID(signing.loads(token, salt=_SALT))
    except (signing.BadSignature, ValueError):
        raise nowhere from None
    match = Match.objects.filter(pk=pk).prefetch_related(SEATS).first()
    if match is None:
        raise nowhere
    return match


@transaction.atomic
def accept_invitation(token: str, player: Player, now: datetime) -> Match:
    """Take the free seat; whoever sits there already just comes back."""
    match = invited_match(token)
    sit_down(match, player, now)
    if is_correspondence(match):
        make_ready(match.pk, BOTH, now)
    return match
