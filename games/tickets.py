"""Signed tickets to one table: who, which match, which seat, for ten minutes. Never put one in a URL.

A ticket is believed without a query. What may have changed since (a suspension, a new password, a log-out) is
caught by its access version and its session (games/live/access.py).
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from uuid import UUID

from django.core import signing

from web.encryption import decrypt, encrypt

LIFETIME_S = 600
LONGEST = 512  # what is cached of forgeries stays small
_SALT = "barpoint.live.ticket.1"
_PURPOSE = b"barpoint session of a ticket"


@dataclass(frozen=True, slots=True)
class Ticket:
    """The claims of a ticket. `user_id` and `seat` are None for an anonymous spectator; `expires_at` is ms UTC.

    `nonce` distinguishes two spectators, so that each has their own rate limit. `token_id` is the API token it was asked for
    with: when that is revoked, the ticket is worth nothing either. `session` is the key of the session it was handed out to,
    with the same effect of a log-out; it is encrypted, since scripts may read a ticket and must not read the cookie.
    """

    match_id: UUID
    user_id: int | None
    seat: str | None
    access_version: int
    expires_at: int
    language: str = "en"
    nonce: str = ""
    token_id: int | None = None
    session: str = ""


def issue(ticket: Ticket) -> str:
    claims: list[str | int | None] = [
        ticket.match_id.hex,
        ticket.user_id,
        ticket.seat,
        ticket.access_version,
        ticket.expires_at,
        ticket.language,
        ticket.nonce,
    ]
    if ticket.session:
        claims += [ticket.token_id, encrypt(ticket.session, _PURPOSE)]
    elif ticket.token_id is not None:
        claims.append(ticket.token_id)
    return signing.Signer(salt=_SALT).sign_object(claims)


def read(text: str, now_ms: int) -> Ticket | None:
    """The ticket, or None when it is forged, damaged or past its time."""
    ticket = _verified(text) if len(text) <= LONGEST else None
    return ticket if ticket is not None and ticket.expires_at > now_ms else None


@lru_cache(maxsize=8192)
def _verified(text: str) -> Ticket | None:
    try:
        match_hex, *rest = signing.Signer(salt=_SALT).unsign_object(text)
    except (signing.BadSignature, ValueError):
        return None
    ticket = Ticket(UUID(match_hex), *rest)
    if not ticket.session:
        return ticket
    session = decrypt(ticket.session, _PURPOSE)
    return None if session is None else replace(ticket, session=session)
