"""On the page behind a slip: my opponent is not here; he has come. Who speaks for whom is as for a score."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.bracket.selectors.venue_mode import has_tables
from tournaments.models import Absence, Slip
from tournaments.timing.selectors.timing import missed_at
from tournaments.timing.services import missed_opponents
from tournaments.venue.selectors.venue import SlipRow
from tournaments.venue.services.claims import Speaker
from web.errors import DomainError
from web.rate_limit import is_within

VERBS = ("missing", "came")
MOST, PER_S = 6, 3600


@dataclass(frozen=True, slots=True)
class Missed:
    """Somebody who is missed at this table: his name, who says so (nobody: the desk), and what the reader is in it."""

    name: str
    by: str
    since: datetime
    is_me: bool
    is_mine_to_end: bool


def missed(slip: Slip, row: SlipRow, side: int | None) -> list[Missed]:
    """One query."""
    names = dict(zip(row.entries, row.names, strict=True))
    return [
        Missed(
            names.get(one.entry_id, ""),
            names.get(one.side_id or 0, ""),
            one.since,
            one.entry_id == side,
            one.side_id is not None and side in (None, one.side_id),
        )
        for one in missed_at(slip.pairing_id)
    ]


def may_miss(slip: Slip, row: SlipRow, side: int | None) -> list[tuple[int, str]]:
    """Whom the reader can miss once there is a place to be at and before anything has begun; both while it is not known
    who he is."""
    waits = row.state == "waits" and not has_tables(slip.pairing.stage.tournament)
    if not (row.state == "called" or waits):
        return []
    both = zip(row.entries, row.names, strict=True)
    return [(entry, name) for entry, name in both if entry != side]


def speak(
    request: HttpRequest, slip: Slip, row: SlipRow, known: tuple[int | None, bool], now: datetime
) -> Speaker:
    """What was pressed is done; `known` is for whom the reader speaks, and whether by his login.

    Refused: same_phone, too_many_tries (429), and as missed_opponents refuses.
    """
    side, signed_in = known
    if request.POST.get("do") == "came":
        speaks = side if side is not None else _ender(slip, row)
        missed_opponents.take_back(slip.pk, side=speaks, now=now)
        messages.success(request, _("The desk is told that he has come."))
        return Speaker(speaks, _user(request), with_slip=not signed_in)
    who = request.POST.get("entry", "")
    speaks = next((entry for entry in row.entries if str(entry) != who), 0)
    if who not in map(str, row.entries) or side not in (None, speaks):
        text = _("You can only say that your opponent is not there.")
        raise DomainError("same_phone", text)
    if not is_within(f"missing:{slip.pk}:{speaks}", MOST, PER_S, now):
        text = _("This was said often enough. Talk to the desk.")
        raise DomainError("too_many_tries", text, status=429)
    missed_opponents.miss(slip.pk, side=speaks, with_slip=not signed_in, now=now)
    messages.success(request, _("The desk is told. The minutes count from now."))
    return Speaker(speaks, _user(request), with_slip=not signed_in)


def _ender(slip: Slip, row: SlipRow) -> int:
    """Whose word it was, for a reader who has only the slip."""
    found: Absence | None = next(
        (one for one in missed_at(slip.pairing_id) if one.side_id in row.entries), None
    )
    return found.side_id if found is not None and found.side_id else row.entries[0]


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
