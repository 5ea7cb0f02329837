"""How every email of this app is addressed and worded: to verified addresses only, without links in names.

Names of tournaments and people come from users. An address in one would be a link in a stranger's inbox, sent by this site.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from allauth.account.models import EmailAddress

from accounts.models import User

LINK = re.compile(r"(?:[a-z][a-z0-9+.-]*:/+|www\.)\S*", re.IGNORECASE)
DOMAIN_DOT = re.compile(r"(?<=[^\W_])[.\u3002\uff0e\uff61](?=[^\W\d_]{2})")
OWN_LINK = "url"  # the names of values that are addresses of this site end so


def verified_address(user: User | None) -> str:
    """Where this user may be written to: an address that they have verified, the primary one first; else empty."""
    if user is None or user.is_suspended:
        return ""
    proven = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return proven.values_list("email", flat=True).first() or ""


def verified_addresses(users: Iterable[User]) -> dict[int, str]:
    """`verified_address` of many users, by their numbers; who has none is left out. One query."""
    ids = [user.pk for user in users if not user.is_suspended]
    proven = EmailAddress.objects.filter(user__in=ids, verified=True).order_by("primary", "-pk")
    return dict(proven.values_list("user_id", "email"))


def without_links(text: str) -> str:
    """A name as it stands in an email: a web address becomes “…”, and the dot of a domain a space."""
    return DOMAIN_DOT.sub(" ", LINK.sub("…", text))


def plain_values(context: Mapping[str, Any]) -> dict[str, Any]:
    """The values of an email's template; every text is without links, but for addresses that the site made."""
    return {
        key: without_links(value)
        if isinstance(value, str) and not key.endswith(OWN_LINK)
        else value
        for key, value in context.items()
    }
