"""Asking somebody to take a role: a link that ends after two weeks, by e-mail or handed on, for one person and once.

The link's secret is made from the row's nonce and the site's key, so that the letter can be sent later; stored is its hash.
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
    field_of,
    locked_subject,
    note_change,
    require_gift,
    settle_role,
)
from tournaments.models import Event, Invitation, RoleChange, RoleKind
from web.errors import DomainError, NotAllowed, NotFound

log = structlog.get_logger(__name__)

LASTS = timedelta(days=14)
A_DAY = timedelta(days=1)
MOST_A_DAY = 40  # letters that one login may have sent
CLAIM_LAPSES = timedelta(minutes=5)
MOST_AT_ONCE = 100
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
    """Ask a player of the site, or whoever reads that address. Refused: no_such_role, above_your_role, cannot_log_in,
    asked_already, too_many_invitations."""
    require_verified(by)
    subject = locked_subject(subject)
    require_gift(by, subject, kind)
    if player is not None and player.user_id is None:
        raise DomainError("cannot_log_in", _("This player has no login on this site."), status=400)
    where = field_of(subject)
    mine = Invitation.objects.filter(by=by, at__gt=now - A_DAY)
    if mine.count() >= MOST_A_DAY:
        raise DomainError("too_many_invitations", _("That is enough for one day. Go on tomorrow."))
    same = Q(player=player) if player is not None else Q(email__iexact=email, player=None)
    if open_ones(now).filter(same, **where, kind=kind).exists():
        raise DomainError("asked_already", _("They have been asked to do that already."))
    nonce = secrets.token_hex(16)
    made = Invitation.objects.create(
        **where, kind=kind, email=email, player=player, nonce=nonce,
        token_hash=_hash(_token(nonce)), by=by, at=now, expires_at=now + LASTS,
    )  # fmt: skip
    note_change(subject, Verb.INVITED, kind, _whom(made), by=by, now=now)
    return made


@transaction.atomic
def revoke(subject: Subject, invitation_id: int, *, by: User, now: datetime) -> None:
    """Take an invitation back; its link leads nowhere from now on. Refused: no_invitation, above_your_role."""
    subject = locked_subject(subject)
    found = open_ones(now).filter(**field_of(subject), pk=invitation_id).first()
    if found is None:
        raise NotFound("no_invitation", _("There is no such invitation."))
    require_gift(by, subject, found.kind)
    found.revoked_at = now
    found.save(update_fields=["revoked_at"])
    note_change(subject, Verb.REVOKED, found.kind, _whom(found), by=by, now=now)


@transaction.atomic
def accept(token: str, *, by: User, now: datetime) -> Invitation:
    """Take the role that one was asked to take. Who asked must still be able to give it; whoever says yes twice said it once.
    Refused: no_invitation, not_your_invitation, not_verified."""
    found = _meant(token)
    subject = locked_subject(found.event or found.tournament)  # type: ignore[arg-type]  # one is there
    found = Invitation.objects.select_for_update().get(pk=found.pk)
    if found.accepted_by_id == by.pk:
        return found
    require_open(found, now)
    if found.player is not None and found.player.user_id != by.pk:
        raise NotAllowed("not_your_invitation", _("This invitation is for somebody else."))
    require_verified(by)
    if found.by is None or not may_give(found.by, subject, found.kind):
        raise _nowhere()
    found.accepted_at, found.accepted_by = now, by
    found.save(update_fields=["accepted_at", "accepted_by"])
    settle_role(subject, by, found.kind, by=found.by, now=now, verb=Verb.ACCEPTED)
    return found


def invitation_of(token: str, now: datetime, *, by: User) -> Invitation:
    """What a link leads to, while it is open; to whoever accepted it, for good. Refused: no_invitation."""
    found = _meant(token)
    if found.accepted_by_id != by.pk:
        require_open(found, now)
    return found


def _meant(token: str) -> Invitation:
    found = (
        Invitation.objects.filter(token_hash=_hash(token))
        .select_related("event", "tournament", "by__player", "player")
        .first()
    )
    if found is None:
        raise _nowhere()
    return found


def require_open(found: Invitation, now: datetime) -> None:
    """Nobody has accepted it or taken it back, and it has not ended."""
    if found.accepted_at or found.revoked_at or found.expires_at <= now:
        raise _nowhere()


def open_ones(now: datetime):  # type: ignore[no-untyped-def]  # a QuerySet of Invitation
    """Those that can still be accepted."""
    return Invitation.objects.filter(accepted_at=None, revoked_at=None, expires_at__gt=now)


def link_of(invitation: Invitation) -> str:
    """The address that accepts it; for those who may give the role, and for the letter."""
    return settings.SITE_URL + reverse("invitation", args=[_token(invitation.nonce)])


def send_owed(now: datetime) -> int:
    """Send the letters that are owed; returns how many went out. One that nobody can use any more is settled unsent."""
    free = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LAPSES)
    owed = Invitation.objects.filter(free, sent_at=None)
    found = owed.select_related("player__user", "by__player", "event", "tournament")[:MOST_AT_ONCE]
    return sum(_pay(one, now) for one in list(found))


def _pay(one: Invitation, now: datetime) -> bool:
    """Claim, send, settle. A worker killed in between leaves the claim to lapse; then it is sent again."""
    mine = Invitation.objects.filter(pk=one.pk, sent_at=None, claimed_at=one.claimed_at)
    if not mine.update(claimed_at=now):
        return False
    user = one.player.user if one.player else None
    to = one.email or verified_address(user)
    is_open = not one.accepted_at and not one.revoked_at and one.expires_at > now
    is_wanted = bool(to) and is_open and not (user and user.is_suspended)
    if is_wanted and not _send(one, to, user):
        return False
    Invitation.objects.filter(pk=one.pk).update(sent_at=now)
    return is_wanted


def _send(one: Invitation, to: str, user: User | None) -> bool:
    subject = one.event or one.tournament
    language = getattr(user, "language", "") or settings.LANGUAGE_CODE
    with translation.override(language):
        context = plain_values(
            {
                "role": RoleKind(one.kind).label,
                "title": str(subject),
                "is_event": isinstance(subject, Event),
                "by": login_name(one.by),
                "url": link_of(one),
                "days": LASTS.days,
            }
        )
        head = render_to_string("emails/invitation_subject.txt", context).strip()
        body = render_to_string("emails/invitation.txt", context)
    try:
        send_mail(" ".join(head.split()), body, None, [to])
    except OSError as error:  # the mail server's business; the claim lapses and it is tried again
        log.warning("invitation_not_sent", invitation=one.pk, error=str(error))
        return False
    return True


def _whom(one: Invitation) -> User | str:
    user = one.player.user if one.player else None
    return user or one.email or str(one.player)


def _token(nonce: str) -> str:
    return salted_hmac("tournaments.invitation", nonce, algorithm="sha256").hexdigest()[:40]


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _nowhere() -> NotFound:
    return NotFound(
        "no_invitation", _("This invitation leads nowhere any more. Ask for a new link.")
    )
