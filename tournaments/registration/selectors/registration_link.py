"""The link of a registration: its token and address, and the registration behind it."""

from hashlib import sha256

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournaments.models import Registration
from web.errors import NotFound


def token_of(nonce: str) -> str:
    """The token of a link, 40 hexadecimal digits; nobody without the site's key can compute it."""
    return salted_hmac("tournaments.registration", nonce, algorithm="sha256").hexdigest()[:40]


def token_hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def email_hash(email: str) -> str:
    """Recognizes an address without keeping it."""
    text = email.strip().casefold()
    return salted_hmac("tournaments.registration.email", text, algorithm="sha256").hexdigest()


def link_of(registration: Registration) -> str:
    """The address in the email, with the site's name."""
    lead = registration.lead or registration
    return settings.SITE_URL + reverse("registration", args=[token_of(lead.nonce)])


def group_of(registration: Registration) -> list[Registration]:
    """All registrations of the same form, in the order of the form. One query."""
    lead = registration.lead_id or registration.pk
    rows = Registration.objects.filter(Q(pk=lead) | Q(lead=lead))
    rows = rows.select_related("tournament__event", "tournament__venue", "entry__player", "lead")
    return list(rows.order_by("pk"))


def reference_of(registration: Registration) -> str:
    """What the person writes beside a payment: the event's reference or initials, and the number of the form."""
    tournament = registration.tournament
    event = tournament.event
    words = (event.name if event else tournament.name).split()
    initials = "".join(word[0] for word in words if word[0].isalnum())[:4].upper()
    prefix = (event.payment_reference if event else "") or initials or "E"
    return f"{prefix}-{registration.lead_id or registration.pk:04d}"


def registration_of(token: str) -> Registration:
    """The registration of a link, with its entry and tournament. One query. Refused: no_registration."""
    rows = Registration.objects.select_related("tournament__event", "tournament__venue", "lead")
    row = rows.select_related("entry__player").filter(token_hash=token_hash(token)).first()
    if row is None:
        text = _("This link is no longer valid. Enter again on the tournament page.")
        raise NotFound("no_registration", text)
    return row
