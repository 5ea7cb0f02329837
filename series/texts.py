"""The words of schemes, tie-breaks and records of series."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from series.merit import order
from series.merit.points import (
    CONSOLATION,
    FULL,
    LAST_CHANCE,
    MAIN,
    SHARE,
    SIZE,
    WINS,
    PointsScheme,
    points_text,
)

TIE_BREAK_NAMES: Mapping[str, Any] = {
    order.BEST_RESULT: gettext_lazy("Best single result"),
    order.FIRST_PLACES: gettext_lazy("First places"),
    order.HEAD_TO_HEAD: gettext_lazy("Matches between the two"),
    order.EVENTS: gettext_lazy("Events played"),
    order.ALL_RESULTS: gettext_lazy("All results together"),
    order.LATEST: gettext_lazy("Latest event"),
}
TIE_BREAK_TEXTS: Mapping[str, Any] = {
    order.BEST_RESULT: gettext_lazy("The player with the most points in one event stands higher."),
    order.FIRST_PLACES: gettext_lazy("The player with more first places stands higher."),
    order.HEAD_TO_HEAD: gettext_lazy(
        "Of two tied players, the one with more wins against the other in these tournaments stands higher."
    ),
    order.EVENTS: gettext_lazy("The player who played in more events stands higher."),
    order.ALL_RESULTS: gettext_lazy(
        "The player with more points stands higher when dropped results count, too."
    ),
    order.LATEST: gettext_lazy("The player with more points in the latest event stands higher."),
}


def shown_points(points: Fraction) -> str:
    """Points as people of this language write them, with two decimals at most."""
    text = points_text(points)
    _whole, _dot, decimals = text.partition(".")
    return str(number_format(text, decimal_pos=len(decimals), use_l10n=True))


def scheme_lines(scheme: PointsScheme) -> list[str]:
    """What gives points, in sentences."""
    lines = {SHARE: _share, SIZE: _sizes, WINS: _wins}.get(scheme.kind, _places)(scheme)
    if scheme.taking_part:
        text = _("Everybody who takes part in a tournament also gets: %(points)s.")
        lines.append(text % {"points": shown_points(scheme.taking_part)})
    if scheme.kind != WINS:
        lines.append(
            _("Players who share places all get the points of the best of these places.")
            if scheme.best_of_tie
            else _("Players who share places share the points of these places equally.")
        )
    return lines


def rule_lines(best: int, least: int) -> list[str]:
    """How results add up, in sentences."""
    lines = []
    if best:
        text = ngettext(
            "The best result of each player counts.",
            "The best %(n)d results of each player count.",
            best,
        )
        lines.append(text % {"n": best})
    else:
        lines.append(_("All results count."))
    if least > 1:
        text = ngettext(
            "Players with fewer than %(n)d event have no place yet.",
            "Players with fewer than %(n)d events have no place yet.",
            least,
        )
        lines.append(text % {"n": least})
    return lines


def tie_text(name: str, value: Fraction) -> str:
    """Which tie-break placed a player among others with the same total."""
    text = _("Tied on points. Placed by the tie-break “%(name)s”: %(value)s.")
    return text % {"name": TIE_BREAK_NAMES[name], "value": shown_points(value)}


def record_text(verb: str, label: str, details: Mapping[str, Any], name: str) -> str:
    """A line of the record after its verb: the tournament, or the points and the player."""
    if "tournament" in details:
        return f"{label}: {details['tournament']}" + _weight_text(details)
    if "points" in details:
        return f"{label}: {name}, {details['points']}"
    if "changes" in details:
        named = ", ".join(str(SETTING_NAMES.get(key, key)) for key in details["changes"])
        return f"{label}: {named}"
    return label


def _weight_text(details: Mapping[str, Any]) -> str:
    """In brackets: the weight before a change and after it, or one that is not the usual one."""
    before, weight = details.get("before"), details.get("weight")
    if before is not None:
        return f" ({before} % → {weight} %)"
    return f" ({weight} %)" if weight not in (None, FULL) else ""


SETTING_NAMES: Mapping[str, Any] = {
    "name": gettext_lazy("Name"),
    "about": gettext_lazy("About the series"),
    "club": gettext_lazy("Club of the series"),
    "scheme": gettext_lazy("Scoring"),
    "best": gettext_lazy("Results that count"),
    "least_events": gettext_lazy("Minimum number of events"),
    "tie_breaks": gettext_lazy("Tie-breaks"),
}


def _listed(row: tuple[Fraction, ...]) -> str:
    return " · ".join(shown_points(points) for points in row)


def _places(scheme: PointsScheme) -> list[str]:
    return [_("Points by place: %(points)s.") % {"points": _listed(scheme.points)}]


def _share(scheme: PointsScheme) -> list[str]:
    return [
        _("A tournament gives one point for each player, shared out by these factors: %(factors)s.")
        % {"factors": _listed(scheme.points)}
    ]


def _sizes(scheme: PointsScheme) -> list[str]:
    text = _("With %(least)s or more players: %(points)s.")
    return [
        text % {"least": least, "points": _listed(row)} for least, row in sorted(scheme.by_size)
    ]


def _wins(scheme: PointsScheme) -> list[str]:
    names = {
        MAIN: pgettext("points for a win", "Main bracket, groups and rounds"),
        CONSOLATION: pgettext("points for a win", "Consolation"),
        LAST_CHANCE: pgettext("points for a win", "Last chance"),
    }
    text = _("Points for a match won: %(list)s.")
    listed = [f"{names[draw]} {shown_points(n)}" for draw, n in scheme.wins.items() if n]
    return [text % {"list": " · ".join(listed)}]
