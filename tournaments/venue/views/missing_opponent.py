"""Reports of a missing opponent on the page behind a slip, and their end. Who may report for whom is as for a score."""

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
from tournaments.venue.services.claims import Reporter
from web.errors import DomainError
from web.rate_limit import is_within

VERBS = ("missing", "came")
MOST, PER_S = 6, 3600


@dataclass(frozen=True, slots=True)
class MissingPlayer:
    """A player who is missing at this table: name, who reported it (empty: the desk), and what the viewer has to do with it."""

    name: str
    by: str
    since: datetime
    is_me: bool
    is_mine_to_end: bool


def missing_players(slip: Slip, row: SlipRow, side: int | None) -> list[MissingPlayer]:
    """Who is missing at this table. One query."""
    names = dict(zip(row.entries, row.names, strict=True))
    return [
        MissingPlayer(
            names.get(absence.entry_id, ""),
            names.get(absence.side_id or 0, ""),
            absence.since,
            absence.entry_id == side,
            absence.side_id is not None and side in (None, absence.side_id),
        )
        for absence in missed_at(slip.pairing_id)
    ]


def may_miss(slip: Slip, row: SlipRow, side: int | None) -> list[tuple[int, str]]:
    """Whom the viewer can report as missing, from the call of the match to its start; both players while the viewer is not
    known to be one of them."""
    waits = row.state == "waits" and not has_tables(slip.pairing.stage.tournament)
    if not (row.state == "called" or waits):
        return []
    both = zip(row.entries, row.names, strict=True)
    return [(entry, name) for entry, name in both if entry != side]


def report_or_end(
    request: HttpRequest, slip: Slip, row: SlipRow, access: tuple[int | None, bool], now: datetime
) -> Reporter:
    """Carry out the pressed button; `access` is the entry for which the viewer acts, and whether they are signed in.

    Refused: same_phone, too_many_tries (429), and as missed_opponents refuses.
    """
    side, signed_in = access
    if request.POST.get("do") == "came":
        speaks = side if side is not None else _ender(slip, row)
        missed_opponents.take_back(slip.pk, side=speaks, now=now)
        messages.success(request, _("Player marked as arrived."))
        return Reporter(speaks, _user(request), with_slip=not signed_in)
    who = request.POST.get("entry", "")
    speaks = next((entry for entry in row.entries if str(entry) != who), 0)
    if who not in map(str, row.entries) or side not in (None, speaks):
        text = _("You can only report your opponent missing.")
        raise DomainError("same_phone", text)
    if not is_within(f"missing:{slip.pk}:{speaks}", MOST, PER_S, now):
        text = _("Too many reports. Talk to the desk.")
        raise DomainError("too_many_tries", text, status=429)
    missed_opponents.miss(slip.pk, side=speaks, with_slip=not signed_in, now=now)
    messages.success(request, _("The desk has been notified. Lateness counts from now."))
    return Reporter(speaks, _user(request), with_slip=not signed_in)


def _ender(slip: Slip, row: SlipRow) -> int:
    """The entry that reported the absence, for a viewer who has only the slip."""
    absence: Absence | None = next(
        (candidate for candidate in missed_at(slip.pairing_id) if candidate.side_id in row.entries),
        None,
    )
    return absence.side_id if absence is not None and absence.side_id else row.entries[0]


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
