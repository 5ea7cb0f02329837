"""The kinds of notifications, and by which channels each reaches its reader unless they choose otherwise.

Kinds are stored: never give one another meaning.
"""

from datetime import timedelta
from typing import Final

CHALLENGE = "challenge"
ACCEPTED = "accepted"
DECLINED = "declined"
READY = "ready"
TURN = "turn"
FORFEIT_SOON = "forfeit_soon"
FORFEIT = "forfeit"
ROUND = "round"
RESULT = "result"
RULING = "ruling"
ANNOUNCEMENT = "announcement"
APPOINTMENT = "appointment"
SEAT = "seat"
ENTRY = "entry"
AGREEMENT = "agreement"
CLUB = "club"
STARTED = "started"
WEBHOOK = "webhook"
LADDER = "ladder"
LINEUP = "lineup"

KINDS: Final = (
    CHALLENGE, ACCEPTED, DECLINED, READY, TURN, FORFEIT_SOON, FORFEIT, ROUND, LINEUP, RESULT, RULING,
    ANNOUNCEMENT, APPOINTMENT, SEAT, ENTRY, AGREEMENT, CLUB, LADDER, STARTED, WEBHOOK,
)  # fmt: skip
"""In the order of the settings."""

SITE, EMAIL, PUSH = "site", "email", "push"
CHANNELS: Final = (SITE, EMAIL, PUSH)

OFF_BY_DEFAULT: Final = frozenset({STARTED})
"""Kinds that reach only those who have switched a channel on."""

URGENT: Final = frozenset({CHALLENGE, ACCEPTED, READY, TURN, FORFEIT_SOON, LINEUP})
"""Kinds that a sleeping phone is woken for."""

IN_BATCHES: Final = frozenset({ROUND, ANNOUNCEMENT, STARTED})
"""Kinds that many users are notified of at once. Nothing settles or withdraws them, so they may be stored a moment later."""

WAITING: Final = frozenset({CHALLENGE, READY, TURN, FORFEIT_SOON, RESULT, ENTRY})
"""Kinds about something that the bell may also show as waiting now. It is counted once."""

OWN_EMAILS: Final = {
    ACCEPTED: timedelta(minutes=2),
    DECLINED: timedelta(minutes=2),
    FORFEIT_SOON: timedelta(0),
    ROUND: timedelta(minutes=2),
    RULING: timedelta(minutes=2),
    ANNOUNCEMENT: timedelta(minutes=2),
    AGREEMENT: timedelta(minutes=2),
    CLUB: timedelta(minutes=2),
    LADDER: timedelta(minutes=2),
    LINEUP: timedelta(minutes=2),
    STARTED: timedelta(minutes=2),
    WEBHOOK: timedelta(minutes=2),
}
"""Kinds whose email this app sends, and how long it waits for the reader to see the notification on the site.
The emails of the other kinds are sent by `games` and `tournaments`."""

LONGEST_USE: Final = timedelta(days=1)
USE: Final = {
    FORFEIT_SOON: timedelta(minutes=2),
    ACCEPTED: timedelta(hours=1),
    STARTED: timedelta(minutes=30),
}
"""For how long an email or a push message of a kind is of use to its reader, where that is less than LONGEST_USE. A
notification may say of itself that it is of use for less (`News.until`)."""

SWITCHES: Final = {
    CHALLENGE: "mail_challenges",
    TURN: "mail_turns",
    READY: "mail_match_ready",
}
"""Kinds whose choice of emails is a column of the user."""

AS_READY: Final = frozenset(
    {
        FORFEIT, RESULT, RULING, ANNOUNCEMENT, APPOINTMENT, SEAT, ENTRY, AGREEMENT, CLUB, LADDER, LINEUP,
        WEBHOOK,
    }
)  # fmt: skip
"""Kinds whose emails follow `User.mail_match_ready` until the reader chooses for the kind itself.
The emails of the rest are off until the reader switches them on."""
