"""Invitations to a role: a link for one person, valid once and for two weeks, by email or passed on.

The link's token is computed from the row's nonce and the site's key, so that the email can be sent later; only its hash
is stored.
"""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

import structlog
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.mailing import plain_values, verified_address
from accounts.models import Player, User
from accounts.selectors import login_name
from tournaments.core.permissions import Subject, may_give, require_verified
from tournaments.event.services.people import (
    locked_subject,
    note_change,
    require_gift,
    save_role,
    subject_filter,
)
from tournaments.models import Event, Invitation, RoleChange, RoleKind
from web.errors import DomainError, NotAllowed, NotFound

log = structlog.get_logger(__name__)

LASTS = timedelta(days=14)
A_DAY = timedelta(days=1)
MAX_A_DAY = 40  # invitations of one login
CLAIM_LAPSES = timedelta(minutes=5)
MAX_AT_ONCE = 100
Verb = RoleChange.Verb


@transaction.atomic
def invite(
    subject: Subject,
    kind: str,
    *,
    by: User,
    now: datetime,
    email: str = "",
    player: Player | None = None,
) -> Invitation:
    """Invite a player of the site or an email address. Refused: no_such_role, above_your_role, cannot_log_in,
    asked_already, too_many_invitations."""
    require_verified(by)
    subject = locked_subject(subject)
    require_gift(by, subject, kind)
    if player is not None and player.user_id is None:
        raise DomainError("cannot_log_in", _("This player has no account."), status=400)
    where = subject_filter(subject)
    mine = Invitation.objects.filter(by=by, at__gt=now - A_DAY)
    if mine.count() >= MAX_A_DAY:
        raise DomainError(
            "too_many_invitations", _("Too many invitations in one day. Try again tomorrow.")
        )
    same = Q(player=player) if player is not None else Q(email__iexact=email, player=None)
    if open_invitations(now).filter(same, **where, kind=kind).exists():
        raise DomainError(
            "asked_already", _("This person already has an invitation for this role.")
        )
    nonce = secrets.token_hex(16)
    made = Invitation.objects.create(
        **where, kind=kind, email=email, player=player, nonce=nonce,
        token_hash=_hash(_token(nonce)), by=by, at=now, expires_at=now + LASTS,
    )  # fmt: skip
    note_change(subject, Verb.INVITED, kind, _whom(made), by=by, now=now)
    return made


@transaction.atomic
def revoke(subject: Subject, invitation_id: int, *, by: User, now: datetime) -> None:
    """Revoke an invitation; its link is no longer valid. Refused: no_invitation, above_your_role."""
    subject = locked_subject(subject)
    invitation = open_invitations(now).filter(**subject_filter(subject), pk=invitation_id).first()
    if invitation is None:
        raise NotFound("no_invitation", _("This no longer exists. Reload the page."))
    require_gift(by, subject, invitation.kind)
    invitation.revoked_at = now
    invitation.save(update_fields=["revoked_at"])
    note_change(subject, Verb.REVOKED, invitation.kind, _whom(invitation), by=by, now=now)


@transaction.atomic
def accept(token: str, *, by: User, now: datetime) -> Invitation:
    """Accept an invitation. Its sender must still be able to give the role; accepting twice is accepting once.
    Refused: no_invitation, not_your_invitation, not_verified."""
    invitation = _by_token(token)
    subject = locked_subject(invitation.event or invitation.tournament)  # type: ignore[arg-type]  # one is there
    invitation = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if invitation.accepted_by_id == by.pk:
        return invitation
    require_open(invitation, now)
    if invitation.player is not None and invitation.player.user_id != by.pk:
        raise NotAllowed("not_your_invitation", _("This invitation is for another player."))
    require_verified(by)
    if invitation.by is None or not may_give(invitation.by, subject, invitation.kind):
        raise _nowhere()
    invitation.accepted_at, invitation.accepted_by = now, by
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    save_role(subject, by, invitation.kind, by=invitation.by, now=now, verb=Verb.ACCEPTED)
    return invitation


def invitation_of(token: str, now: datetime, *, by: User) -> Invitation:
    """The invitation of a link, while it is open, and later for the user who accepted it. Refused: no_invitation."""
    invitation = _by_token(token)
    if invitation.accepted_by_id != by.pk:
        require_open(invitation, now)
    return invitation


def _by_token(token: str) -> Invitation:
    invitation = (
        Invitation.objects.filter(token_hash=_hash(token))
        .select_related("event", "tournament", "by__player", "player")
        .first()
    )
    if invitation is None:
        raise _nowhere()
    return invitation


def require_open(invitation: Invitation, now: datetime) -> None:
    """Refused: no_invitation, when it was accepted or revoked or has expired."""
    if invitation.accepted_at or invitation.revoked_at or invitation.expires_at <= now:
        raise _nowhere()


def open_invitations(now: datetime):  # type: ignore[no-untyped-def]  # a QuerySet of Invitation
    """Invitations that can still be accepted."""
    return Invitation.objects.filter(accepted_at=None, revoked_at=None, expires_at__gt=now)


def link_of(invitation: Invitation) -> str:
    """The link to accept an invitation; for those who may give the role, and for the email."""
    return settings.SITE_URL + reverse("invitation", args=[_token(invitation.nonce)])


def send_due(now: datetime) -> int:
    """Send the emails that are due; returns how many were sent. Emails of invalid invitations count as sent."""
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LAPSES)
    due = Invitation.objects.filter(free, sent_at=None)
    rows = due.select_related("player__user", "by__player", "event", "tournament")[:MAX_AT_ONCE]
    return sum(_send_once(row, now) for row in list(rows))


def _send_once(invitation: Invitation, now: datetime) -> bool:
    """Claim, send, mark as sent. If the worker is killed in between, the claim lapses and the email is sent again."""
    mine = Invitation.objects.filter(
        pk=invitation.pk, sent_at=None, claimed_at=invitation.claimed_at
    )
    if not mine.update(claimed_at=now):
        return False
    user = invitation.player.user if invitation.player else None
    to = invitation.email or verified_address(user)
    is_open = (
        not invitation.accepted_at and not invitation.revoked_at and invitation.expires_at > now
    )
    is_wanted = bool(to) and is_open and not (user and user.is_suspended)
    if is_wanted and not _send(invitation, to, user):
        return False
    Invitation.objects.filter(pk=invitation.pk).update(sent_at=now)
    return is_wanted


def _send(invitation: Invitation, to: str, user: User | None) -> bool:
    subject = invitation.event or invitation.tournament
    language = getattr(user, "language", "") or settings.LANGUAGE_CODE
    with translation.override(language):
        context = plain_values(
            {
                "role": RoleKind(invitation.kind).label,
                "title": str(subject),
                "is_event": isinstance(subject, Event),
                "by": login_name(invitation.by),
                "url": link_of(invitation),
                "days": LASTS.days,
            }
        )
        head = render_to_string("emails/invitation_subject.txt", context).strip()
        body = render_to_string("emails/invitation.txt", context)
    try:
        send_mail(" ".join(head.split()), body, None, [to])
    except OSError as error:  # the mail server's business; the claim lapses and it is tried again
        log.warning("invitation_not_sent", invitation=invitation.pk, error=str(error))
        return False
    return True


def _whom(invitation: Invitation) -> User | str:
    user = invitation.player.user if invitation.player else None
    return user or invitation.email or str(invitation.player)


def _token(nonce: str) -> str:
    return salted_hmac("tournaments.invitation", nonce, algorithm="sha256").hexdigest()[:40]


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _nowhere() -> NotFound:
    return NotFound("no_invitation", _("This invitation link is not valid. Ask for a new one."))
