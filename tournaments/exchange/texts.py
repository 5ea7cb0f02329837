"""The words of a report to a federation: its checklist, and what is known of the layouts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from tournaments.exchange.selectors.federation_report import FederationReport


CHECK_STATES = ("stop", "note", "ok")


@dataclass(frozen=True, slots=True)
class ReportCheck:
    """A line of the checklist. `state`: ok, stop (mend it before you send), or note. `names` are whom it is about."""

    state: str
    text: str
    names: Sequence[str] = ()


def layout_text(federation: str) -> str:
    """What the files of this choice are, and what they are not."""
    return {
        "usbgf": _(
            "We know of no published file layout of the USBGF. The files have our own layout, with USBGF member numbers as far as they are known. Ask the USBGF how it wants results."
        ),
        "wbgf": _(
            "Directors type final places into the ranking site of the WBGF. It publishes no file layout. The files have our own layout; places.csv lists what you type there."
        ),
    }.get(
        federation,
        _("Our own layout. Each row is a match or a place, and each column has a name."),
    )


def checklist(report: "FederationReport") -> list[ReportCheck]:
    """Everything that is to be seen before a report is sent, what must be mended first."""
    lines = [
        _line(report.unfinished, _("All tournaments are finished."), _unfinished),
        _line(report.undecided, _("Every match has a result."), _undecided),
        _line(report.wrong_scores, _("Every score fits the length of its match."), _wrong),
        _line(report.without_number, _("Every player has a member number."), _no_number, "note"),
        _line(report.without_country, _("Every player has a country."), _no_country, "note"),
        _line(report.without_login, _("Every player has an account here."), _no_login, "note"),
        *(
            ReportCheck("note", _left_out(reason, number))
            for reason, number in report.left_out.items()
            if number
        ),
    ]
    return sorted(lines, key=lambda line: CHECK_STATES.index(line.state))


def _line(
    names: Sequence[str], fine: str, wrong: Callable[[int], str], state: str = "stop"
) -> ReportCheck:
    if not names:
        return ReportCheck("ok", fine)
    return ReportCheck(state, wrong(len(names)), names)


def _unfinished(n: int) -> str:
    return ngettext("%(n)d tournament is not finished.", "%(n)d tournaments are not finished.", n) % {"n": n}  # fmt: skip


def _undecided(n: int) -> str:
    return ngettext("%(n)d match has no result.", "%(n)d matches have no result.", n) % {"n": n}


def _wrong(n: int) -> str:
    text = ngettext(
        "%(n)d score is missing or does not fit the length of its match.",
        "%(n)d scores are missing or do not fit the length of their match.",
        n,
    )
    return text % {"n": n}


def _no_number(n: int) -> str:
    return ngettext("%(n)d player has no member number.", "%(n)d players have no member number.", n) % {"n": n}  # fmt: skip


def _no_country(n: int) -> str:
    return ngettext("%(n)d player has no country.", "%(n)d players have no country.", n) % {"n": n}


def _no_login(n: int) -> str:
    text = ngettext(
        "%(n)d walk-in has no account. Check the spelling of the name.",
        "%(n)d walk-ins have no account. Check the spelling of their names.",
        n,
    )
    return text % {"n": n}


def _left_out(reason: str, n: int) -> str:
    texts = {
        "unrated": ngettext(
            "%(n)d match of an unrated tournament is left out.",
            "%(n)d matches of unrated tournaments are left out.",
            n,
        ),
        "teams": ngettext(
            "%(n)d match of pairs or teams is left out.",
            "%(n)d matches of pairs or teams are left out.",
            n,
        ),
        "not_played": ngettext(
            "%(n)d match that was not played is left out: a forfeit, a walkover or a bye.",
            "%(n)d matches that were not played are left out: forfeits, walkovers or byes.",
            n,
        ),
        "sessions": ngettext(
            "%(n)d session without a length is left out.",
            "%(n)d sessions without a length are left out.",
            n,
        ),
        "bots": ngettext(
            "%(n)d match against a bot is left out.",
            "%(n)d matches against bots are left out.",
            n,
        ),
    }
    return texts[reason] % {"n": n}
