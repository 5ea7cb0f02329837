"""A card that could not be played is refused when it is written, not when the tournament starts."""

import zoneinfo

from django.utils.translation import gettext as _

from accounts.errors import DomainError
from games.engine.errors import RulesError
from tournaments.formats.registry import FORMATS
from tournaments.models import Tournament
from tournaments.selectors.agreement import clock_from, rules_from

LONGEST_MATCH = 99
MOST_ENTRIES = 1024
YEARS = range(2000, 2101)
CLOCKS = ({"preset", "kind"}, {"kind", "reserve_ms_per_point", "delay_ms"})


def require_playable(tournament: Tournament) -> None:
    """Refuse wrong settings with a code of their own; all are the sender's fault (400)."""
    if not any(c.isalnum() for c in tournament.name):
        raise _bad("name_needed", _("A tournament needs a name."))
    if tournament.time_zone not in zoneinfo.available_timezones():
        raise _bad("bad_time_zone", _("There is no such time zone."))
    limit, start = tournament.entry_limit, tournament.starts_at
    if limit is not None and limit < 2:
        raise _bad("bad_entry_limit", _("At least two must be able to enter."))
    if limit is not None and limit > MOST_ENTRIES:
        raise _bad("bad_entry_limit", _("At most 1024 can enter; leave it empty for no limit."))
    if not 1 <= (tournament.seeded_top or 1) <= MOST_ENTRIES:
        raise _bad("bad_seeded_top", _("Seeds are counted from 1 to 1024."))
    if start is not None and start.year not in YEARS:
        raise _bad("bad_start", _("This is no date to play on."))
    _require_format(tournament)
    _require_rules(tournament)


def _require_format(tournament: Tournament) -> None:
    found = FORMATS.get(tournament.format)
    if found is None:
        raise _bad("unknown_format", _("There is no such format."))
    if refused := found.refused(tournament.options):
        names = ", ".join(sorted(refused))
        raise _bad("bad_options", _("The format has no such option: %(names)s.") % {"names": names})


def _require_rules(tournament: Tournament) -> None:
    lengths = tournament.lengths
    if not lengths or not all(type(n) is int and 1 <= n <= LONGEST_MATCH for n in lengths):
        raise _bad("bad_lengths", _("Match lengths are whole numbers from 1 to 99."))
    clock = tournament.clock
    if clock and not any(clock.keys() <= known for known in CLOCKS):
        raise _bad("bad_clock", _("The clock is not described fully."))
    try:
        for length in lengths:
            rules_from(tournament.rules, length)
            clock_from(tournament.clock, length)
    except RulesError as error:
        raise _bad(error.code, error.message) from error
    except (KeyError, TypeError, AttributeError) as error:
        raise _bad("bad_clock", _("The clock is not described fully.")) from error


def _bad(code: str, detail: str) -> DomainError:
    return DomainError(code, detail, status=400)
