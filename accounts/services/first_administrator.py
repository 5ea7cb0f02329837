"""The first administrator of a new site: a link that works once, while there is no superuser.

The link is signed and expires, so that nobody but a reader of the terminal can use it. It carries how many administrators
such links have made; that number rises with its use, so a link never works twice.
"""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.db import connection, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import AuditLine, User
from accounts.services.audit import Actor, record
from accounts.services.players import ensure_player
from web.errors import NotFound

VALID_FOR = timedelta(hours=24)
CREATED = "user.first_administrator"
_SALT = "accounts.first_administrator.1"
_LOCK = 0x61646D69  # "admi": the number of an advisory lock, used for nothing else


def needs_first_administrator() -> bool:
    """Is there no superuser, not even a deactivated one?"""
    return not User.objects.filter(is_superuser=True).exists()


def first_administrator_link() -> str:
    """A link that is valid for 24 hours; for the eyes of whoever runs the site."""
    key = signing.dumps(_number_created(), salt=_SALT)
    return settings.SITE_URL + reverse("first-administrator", args=[key])


def require_usable(key: str) -> None:
    """Raise NotFound `first_administrator_link` unless this key can still be used."""
    try:
        number = signing.loads(key, salt=_SALT, max_age=VALID_FOR)
    except signing.BadSignature:
        number = None
    if number != _number_created() or not needs_first_administrator():
        raise NotFound(
            "first_administrator_link",
            _("This link was used or has expired. Whoever runs the site can print another one."),
        )


@transaction.atomic
def create_first_administrator(
    key: str, username: str, email: str, password: str, now: datetime, *, ip: str = ""
) -> User:
    """A superuser with a player. Of two who use the link at once, the second gets NotFound."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    require_usable(key)
    user = User.objects.create_superuser(username, email, password)
    if email:
        EmailAddress.objects.create(user=user, email=user.email, primary=True)
    ensure_player(user)
    record(Actor(user, now, ip), CREATED, user)
    return user


def _number_created() -> int:
    return AuditLine.objects.filter(what=CREATED).count()
