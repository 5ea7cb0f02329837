"""Friendly matches: challenge a player, invite by a link, or play a bot. Nothing here belongs to a tournament."""

from datetime import datetime
from uuid import UUID

from django.core import signing
from django.utils.translation import gettext as _

from accounts.errors import NotFound
from accounts.models import BotKind, Player
from accounts.services.players import create_bot
from games.engine.clock import ClockSettings
from games.engine.rules import Rules
from games.models import Match
from games.services.setup import create_match, sit_down

_SALT = "barpoint.invitation.1"
BOT_NAMES = {BotKind.RANDOM: "Dicey (bot)", BotKind.STEADY: "Steady (bot)"}


def challenge(
    player: Player,
    opponent: Player | None,
    rules: Rules,
    clock: ClockSettings | None,
    now: datetime,
) -> Match:
    """A match that waits until both press ready; without an opponent the other seat is free."""
    return create_match(
        seat_a=player,
        seat_b=opponent,
        rules=rules,
        clock=clock,
        context={},
        join_within=None,
        now=now,
    )


def house_bot(kind: str) -> Player:
    """The bot of this kind that plays friendlies; made on first need."""
    name = BOT_NAMES[BotKind(kind)]
    found = Player.objects.filter(bot_kind=kind, name=name).order_by("id").first()
    return found or create_bot(name, kind)


def invitation(match: Match) -> str:
    """What stands in the link: the match, signed, so that links cannot be guessed."""
    return signing.dumps(match.pk.hex, salt=_SALT)


def invited_match(token: str) -> Match:
    """The match an invitation leads to."""
    nowhere = NotFound("no_invitation", _("This invitation leads nowhere. Ask for a new link."))
    try:
        pk = UUID(signing.loads(token, salt=_SALT))
    except (signing.BadSignature, ValueError):
        raise nowhere from None
    match = Match.objects.filter(pk=pk).prefetch_related("seats__player").first()
    if match is None:
        raise nowhere
    return match


def accept_invitation(token: str, player: Player, now: datetime) -> Match:
    """Take the free seat; whoever sits there already just comes back."""
    match = invited_match(token)
    sit_down(match, player, now)
    return match
