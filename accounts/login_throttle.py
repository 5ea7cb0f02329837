"""How often a password may be guessed and an email be asked for, so that neither keeps the owner of a login out.

Wrong passwords are counted by address, by address and login, and – far higher – by login. A browser in which the owner
has logged in before (known_browser.py) has a count of its own and is held up by none of these: whoever guesses from
elsewhere cannot use it up. Nothing here asks whether the login exists.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from web.rate_limit import give_back, is_used_up, is_within

EMAILS, EMAILS_PER = 5, 3600
WRONG_CODES, WRONG_CODES_PER = 40, 60


@dataclass(frozen=True, slots=True)
class Bound:
    """At most `most` wrong passwords in `seconds` under this name."""

    name: str
    most: int
    seconds: int


def bounds(network: str, login: str, known_to: list[int] | None) -> list[Bound]:
    """What holds for one try; `known_to` are the users whose browser this is, None for a stranger's (known_browser.py).

    All browsers of a user share a count: a new cookie gives no new guesses.
    """
    login = digest(login)
    if known_to is not None:
        return [Bound(f"guess:browser:{user}", 8, 300) for user in known_to]
    return [
        Bound(f"guess:network:{network}", 20, 60),
        Bound(f"guess:network:{network}:{login}", 8, 300),
        Bound(f"guess:login:{login}", 60, 900),
    ]


def bounds_again(user: int) -> list[Bound]:
    """What holds for a logged-in user who shows the password once more; apart from the browsers of its owner."""
    return [Bound(f"guess:again:{user}", 8, 300)]


def take(wanted: list[Bound], now: datetime) -> bool:
    """Count one try, before its password is looked at; False once a bound is reached.

    The first bound that is reached ends it: what one address tries in vain is not laid to the login's charge.
    """
    return all(is_within(b.name, b.most, b.seconds, now) for b in wanted)


def forgive(taken: list[Bound], now: datetime) -> None:
    """The password was right: the try is not counted. `now` is the time given to `take`."""
    for bound in taken:
        give_back(bound.name, bound.seconds, now)


def may_mail(address: str, now: datetime) -> bool:
    """May one more email about its password go to this address? The answer to the visitor is the same either way.

    The links in the emails before it work for longer than the hour of the count, so the owner has one.
    """
    return is_within(f"letter:{digest(address)}", EMAILS, EMAILS_PER, now)


def may_try_code(who: str, now: datetime) -> bool:
    """Has this visitor a try left at the short codes of slips and check-ins? Asked before a code is looked up."""
    return not is_used_up(f"code:{who}", WRONG_CODES, WRONG_CODES_PER, now)


def count_wrong_code(who: str, now: datetime) -> None:
    """A code that does not exist was tried."""
    is_within(f"code:{who}", WRONG_CODES, WRONG_CODES_PER, now)


def digest(login: str) -> str:
    """A typed login or address as counts and logs name it, however it was written."""
    return hashlib.sha256(login.strip().lower().encode()).hexdigest()[:32]
