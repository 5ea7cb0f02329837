"""Emails of correspondence matches: that it is a player's turn, and that their time is nearly up.

Both are sent once a turn at most. Who has been on the site a moment ago is not written to: the bar tells them.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.last_seen import seen_at
from accounts.mailing import plain_values, verified_address
from accounts.models import Player, User
from games.engine.seats import other
from games.models import Match, MatchStatus, TurnEmail
from games.selectors.vacations import current_vacation
from games.services.locked_match import LockedMatch
from games.timestamps import from_ms
from notifications import kinds
from notifications.selectors.preferences import email_time

log = structlog.get_logger(__name__)

AWAY = timedelta(minutes=10)
REMINDER = timedelta(hours=12)
CLAIM_LAPSES = timedelta(minutes=5)
LOOK_AGAIN = timedelta(hours=1)
MOST_AT_ONCE = 100


def note_turns(changed: Iterable[LockedMatch]) -> None:
    """In the transaction that writes an action: whose turn it is now, if it is another turn."""
    for locked in changed:
        if not locked.is_correspondence:
            continue
        seat = None if locked.is_over() else locked.table.match.to_act
        if seat is None:
            TurnEmail.objects.filter(match=locked.match_id).update(due_at=None)
        elif is_new_turn(locked):
            TurnEmail.objects.update_or_create(
                match_id=locked.match_id,
                defaults={
                    "seat": seat,
                    "due_at": from_ms(locked.last_ms) + AWAY,
                    "turn_sent_at": None,
                    "reminder_sent_at": None,
                },
            )


def is_new_turn(locked: LockedMatch) -> bool:
    """Did the clock pass to this player, perhaps away from them and back?"""
    seat = locked.table.match.to_act
    return locked.before.match.to_act != seat or any(
        row.seat and row.seat != seat for row in locked.written
    )


def send_due(now: datetime) -> int:
    """Send what is due; returns how many went out."""
    rows = TurnEmail.objects.filter(due_at__lte=now).select_related("match").defer("match__state")
    return sum(_pay(row, now) for row in list(rows.order_by("due_at")[:MOST_AT_ONCE]))


def _pay(row: TurnEmail, now: datetime) -> bool:
    """Claim, send, settle. A worker killed in between leaves the claim to lapse."""
    claim = now + CLAIM_LAPSES
    mine = TurnEmail.objects.filter(pk=row.pk, due_at=row.due_at)
    if not mine.update(due_at=claim):
        return False
    player = _player(row)
    due_at = _later(row, player, now)
    is_reminder = row.turn_sent_at is not None or _is_short(row.match, now)
    is_sent = due_at is not None and due_at <= now and _send(row, player, now, is_reminder)
    if due_at is not None and due_at <= now and not is_sent:
        return False  # the mail server is away; the claim lapses and the sweep tries again
    changes: dict[str, datetime | None] = {"due_at": due_at}
    if is_sent:
        changes = {"due_at": _reminder_at(row.match), "turn_sent_at": row.turn_sent_at or now}
        if is_reminder:
            changes |= {"due_at": None, "reminder_sent_at": now}
    # A turn that has begun in the meantime owes emails of its own.
    TurnEmail.objects.filter(pk=row.pk, due_at=claim).update(**changes)
    return is_sent


def _player(row: TurnEmail) -> Player | None:
    seated = row.match.seats.filter(seat=row.seat).select_related("player__user").first()
    return None if seated is None else seated.player


def _later(row: TurnEmail, player: Player | None, now: datetime) -> datetime | None:
    """When to look again: now where an email is due, None where none is wanted any more."""
    match = row.match
    if match.status != MatchStatus.PLAYING or match.to_act != row.seat or player is None:
        return None
    at = _email_time(player.user, now)
    if at is None or at > now:
        return at
    if match.paused or match.flag_at is None:
        return now + LOOK_AGAIN
    if vacation := current_vacation(player, now):
        return vacation.ends_at
    if row.turn_sent_at is not None:
        return max(now, match.flag_at - REMINDER)
    seen = seen_at(player.user_id)
    return now if seen is None else max(now, seen + AWAY)


def _email_time(user: User | None, now: datetime) -> datetime | None:
    """Now, or when the player's quiet hours end; None where they want no email or have no address."""
    if user is None or not user.is_active or not verified_address(user):
        return None
    return email_time(user, kinds.TURN, now)


def _is_short(match: Match, now: datetime) -> bool:
    return match.flag_at is not None and match.flag_at - REMINDER <= now


def _reminder_at(match: Match) -> datetime | None:
    return None if match.flag_at is None else match.flag_at - REMINDER


def _send(row: TurnEmail, player: Player | None, now: datetime, is_reminder: bool) -> bool:
    user: User = player.user  # type: ignore[union-attr,assignment]  # _later has looked
    match = row.match
    rival = match.seats.filter(seat=other(row.seat)).select_related("player").first()  # type: ignore[arg-type]
    with (
        translation.override(user.language or settings.LANGUAGE_CODE),
        timezone.override(user.time_zone),
    ):
        context = plain_values(
            {
                "name": player.name,  # type: ignore[union-attr]
                "opponent": "" if rival is None else rival.player.name,
                "url": settings.SITE_URL + reverse("match", args=[match.pk]),
                "settings_url": settings.SITE_URL + reverse("notification-settings"),
            }
        ) | {"ends_at": match.flag_at, "zone": user.time_zone, "is_reminder": is_reminder}
        subject = render_to_string("emails/turn_subject.txt", context).strip()
        body = render_to_string("emails/turn.txt", context)
    try:
        EmailMessage(subject, body, None, [verified_address(user)]).send()
    except OSError as error:
        log.warning("mail_not_sent", turn=str(match.pk), error=str(error))
        return False
    return True
