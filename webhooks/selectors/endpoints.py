"""Which endpoints hear of what, and what their owners see of them."""

import json
from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.lists import get_tournament
from tournaments.core.permissions import RIGHTS, Right, directed_by, roles_in
from tournaments.event.selectors.events import get_event
from tournaments.models import Event, Role, Tournament
from web.encryption import decrypt
from web.errors import NotFound
from webhooks.models import WebhookDelivery, WebhookEndpoint

PURPOSE = b"barpoint webhook secrets"
DIRECTING = [kind for kind, rights in RIGHTS.items() if Right.DIRECT in rights]
OWNER_IS_ACTIVE = Q(endpoint__owner__is_active=True, endpoint__owner__suspended_at=None)
"""Deliveries whose owner may log in."""
MANY = 50
OVER = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


def are_many_active() -> bool:
    """Do so many endpoints hear of changes that sending to them takes time from moves?"""
    active = WebhookEndpoint.objects.filter(is_active=True).order_by()
    return active[MANY : MANY + 1].exists()


def sends_beside_the_site() -> bool:
    """Is a process beside the site kept for sending (webhooks/sweeps.py)?"""
    return settings.SWEEPS_IN_OWN_PROCESS and are_many_active()


def endpoints_of(user: User) -> QuerySet[WebhookEndpoint]:
    """The user's own, the newest first."""
    rows = WebhookEndpoint.objects.filter(owner=user)
    return rows.select_related("tournament", "event").order_by("-pk")


def endpoint_of(user: User, pk: int) -> WebhookEndpoint:
    """One of the user's own."""
    row = endpoints_of(user).filter(pk=pk).first()
    if row is None:
        raise NotFound("no_such_webhook", _("Webhook not found."))
    return row


def deliveries_of(endpoint: WebhookEndpoint) -> QuerySet[WebhookDelivery]:
    """Its log, the newest first."""
    return endpoint.deliveries.select_related("event__tournament").order_by("-pk")


def listeners_of(tournament: Tournament) -> list[WebhookEndpoint]:
    """The active endpoints that may hear of this tournament now: their owners direct it, and may log in."""
    here = Q(tournament=tournament) | Q(tournament=None, event=None)
    if tournament.event_id is not None:
        here |= Q(event=tournament.event_id)
    owners = Q(owner__is_active=True, owner__suspended_at=None, owner__in=directors_of(tournament))
    return list(WebhookEndpoint.objects.filter(here, owners, is_active=True).order_by("pk"))


def directors_of(tournament: Tournament) -> set[int]:
    """The ids of users who may direct it by a role of theirs. At most three queries."""
    here = Q(tournament=tournament)
    users = {tournament.organizer_id}
    if tournament.event_id is not None:
        here |= Q(event=tournament.event_id)
        users.add(Event.objects.values_list("organizer", flat=True).get(pk=tournament.event_id))
    roles = Role.objects.filter(here, kind__in=DIRECTING).order_by()
    named = Tournament.directors.through.objects.filter(tournament_id=tournament.pk).order_by()
    users.update(roles.values_list("user_id", flat=True), named.values_list("user_id", flat=True))
    return {user for user in users if user is not None}


def tournaments_heard_by(endpoint: WebhookEndpoint) -> QuerySet[Tournament]:
    """Unfinished tournaments that it is about and its owner directs, the newest first."""
    rows = directed_by(endpoint.owner).filter(is_rehearsal=False).exclude(status__in=OVER)
    if endpoint.tournament_id is not None:
        rows = rows.filter(pk=endpoint.tournament_id)
    if endpoint.event_id is not None:
        rows = rows.filter(event=endpoint.event_id)
    return rows.order_by("-pk")


def secrets_of(endpoint: WebhookEndpoint, now: datetime) -> list[str]:
    """The secrets that sign for it, the newest first; none where the site cannot read them any more."""
    written = [endpoint.secret]
    if endpoint.old_secret_until is not None and endpoint.old_secret_until > now:
        written.append(endpoint.old_secret)
    texts = (decrypt(text, PURPOSE) for text in written if text)
    return [text for text in texts if text is not None]


def target_of(endpoint: WebhookEndpoint) -> dict[str, str] | None:
    """Where a channel's messages go; None where the site cannot read that any more."""
    text = decrypt(endpoint.secret, PURPOSE)
    return json.loads(text) if text is not None else None


def addresses_of(user: User) -> list[str]:
    """The email addresses that the user has confirmed, the usual one first."""
    rows = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return list(rows.values_list("email", flat=True))


def directs(user: User, subject: Tournament | Event) -> bool:
    """Does the user direct it by a role of theirs? What staff may do for others counts for nothing here."""
    kinds = roles_in(user, subject)
    return any(kind in DIRECTING for kind in kinds)


def subject_named(user: User, kind: str, slug: str) -> Tournament | Event:
    """The tournament or event that this user may see by its slug."""
    return get_tournament(slug, user) if kind == "tournament" else get_event(slug, user)
