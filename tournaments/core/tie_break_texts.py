"""Tie-breaks in words: for the form, and for a player who asks why they are third. The codes come from standings.

It must not count anything. `names` gives the name of every entry that a reason may mention.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.standings.reasons import PlaceReason
from tournaments.standings.tie_breaks import TIE_BREAKS

Names = Mapping[int, str]
Params = Mapping[str, Any]


def labels() -> dict[str, str]:
    """The common name of every tie-break, in the order of the registry."""
    words = {
        "head_to_head": _("Head-to-head"),
        "buchholz": _("Buchholz"),
        "median": pgettext("tie-break", "Median"),
        "sonneborn_berger": _("Sonneborn-Berger"),
        "points_ratio": _("Points ratio"),
        "points_difference": _("Points difference"),
        "wins": pgettext("tie-break", "Wins"),
        "boards": pgettext("team", "Boards"),
        "field_score": _("Field score"),
        "lot": pgettext("tie-break", "Lot"),
    }
    return {name: words[name] for name in TIE_BREAKS}


def descriptions() -> dict[str, str]:
    """What each tie-break counts, in a sentence."""
    words = {
        "head_to_head": _(
            "Wins in the matches between tied players. Counts only if all of them have met."
        ),
        "buchholz": _("The points of all opponents, added up."),
        "median": _("As Buchholz, without the best and the worst opponent."),
        "sonneborn_berger": _("The points of all beaten opponents, added up."),
        "points_ratio": _("Points won in matches as a share of all points played."),
        "points_difference": _("Points won in matches minus points lost."),
        "wins": _("Matches won. Byes do not count."),
        "boards": _("Boards won in team matches."),
        "field_score": _(
            "With the same dice at all tables: points won less points lost, compared with the average of the round."
        ),
        "lot": _("A random draw from the published draw seed when all matches are finished."),
    }
    return {name: words[name] for name in TIE_BREAKS}


def shown(value: int | Fraction | None, tie_break: str = "") -> str:
    """A value as a table shows it: 4, 2½, 0.614; a dash without a value. A ratio always has three decimals.

    >>> shown(4), shown(Fraction(5, 2)), shown(Fraction(54, 88)), shown(None), shown(1, "points_ratio")
    ('4', '2½', '0.614', '–', '1.000')
    """
    if value is None:
        return "–"
    if value < 0 and not isinstance(value, int):
        return f"-{shown(-value, tie_break)}"
    if tie_break != "points_ratio":
        if isinstance(value, int):
            return str(value)
        if value.denominator == 2:
            return f"{int(value) or ''}½"
    thousandths = round(value * 1000)
    return number_format(f"{thousandths // 1000}.{thousandths % 1000:03}")


def signed(value: int | Fraction) -> str:
    """A difference with its sign: +2, −½, 0.

    >>> signed(2), signed(Fraction(-1, 2)), signed(0)
    ('+2', '−½', '0')
    """
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return sign + shown(-value if value < 0 else value)


def sentence(reason: PlaceReason, names: Names) -> str:
    """A reason as a sentence."""
    return SENTENCES[reason.code](reason.params, names)


def listed(entries: Sequence[int], names: Names) -> str:
    """Names one after the other.

    >>> listed([1, 2], {1: "Ann", 2: "Bob"})
    'Ann, Bob'
    """
    return ", ".join(names[entry] for entry in entries)


def _points(params: Params, _names: Names) -> str:
    numbers = {name: shown(params[name]) for name in ("points", "won", "byes", "granted")}
    texts = [_("Points: %(points)s."), _("Wins: %(won)s.")]
    if params["byes"]:
        texts.append(_("Byes: %(byes)s."))
    if params["granted"]:
        texts.append(_("For missed rounds: %(granted)s."))
    return " ".join(texts) % numbers


def _neighbour(params: Params, names: Names, by_points: str, by_tie_break: str) -> str:
    words = {
        "name": names[params["entry"]],
        "own": shown(params["own"], params["by"]),
        "other": shown(params["other"], params["by"]),
        "tie_break": labels().get(params["by"], ""),
    }
    return (by_points if params["by"] == "points" else by_tie_break) % words


def _behind(params: Params, names: Names) -> str:
    if params["by"] == "struck":
        return _("Next above: %(name)s. This player’s own results do not count.") % {
            "name": names[params["entry"]]
        }
    return _neighbour(
        params,
        names,
        _("Next above: %(name)s. Points: %(own)s against %(other)s."),
        _("Next above: %(name)s. %(tie_break)s: %(own)s against %(other)s."),
    )


def _ahead(params: Params, names: Names) -> str:
    if params["by"] == "struck":
        return _("Next below: %(name)s. Their results do not count.") % {
            "name": names[params["entry"]]
        }
    return _neighbour(
        params,
        names,
        _("Next below: %(name)s. Points: %(own)s against %(other)s."),
        _("Next below: %(name)s. %(tie_break)s: %(own)s against %(other)s."),
    )


def _level(params: Params, names: Names) -> str:
    return _("Tied with: %(names)s. No tie-break separates them.") % {
        "names": listed(params["entries"], names)
    }


def _not_begun(_params: Params, _names: Names) -> str:
    return _("No results yet.")


def _struck(_params: Params, _names: Names) -> str:
    return _("This player left before playing half of the matches. None of their results count.")


def _faced(faced: Sequence[tuple[int | None, int | Fraction]], names: Names) -> str:
    """Opponents and their points: Ann 2, Bob 1, unplayed round ½."""
    # Translators: stands in a list of opponents with their points: Ann 2, unplayed round ½
    unplayed = _("unplayed round")
    parts = [f"{unplayed if who is None else names[who]} {shown(points)}" for who, points in faced]
    return ", ".join(parts) or "–"


def _of_opponents(sentence: Callable[[], str]) -> Callable[[Params, Names], str]:
    def say(params: Params, names: Names) -> str:
        return sentence() % {
            "value": shown(params["value"]),
            "faced": _faced(params["faced"], names),
            "dropped": _faced(params.get("dropped", ()), names),
        }

    return say


def _head_to_head(params: Params, names: Names) -> str:
    words = {
        "value": params["value"],
        "others": len(params["tied"]),
        "beat": listed(params["beat"], names) or "–",
        "lost_to": listed(params["lost_to"], names) or "–",
    }
    if params.get("tied_with"):
        words |= {"value": shown(params["value"]), "tied": listed(params["tied_with"], names)}
        return (
            _(
                "Head-to-head (players tied: %(others)s): %(value)s. Wins against: %(beat)s. "
                "Ties with: %(tied)s. Losses to: %(lost_to)s."
            )
            % words
        )
    return (
        _(
            "Head-to-head (players tied: %(others)s): %(value)s. Wins against: %(beat)s. Losses "
            "to: %(lost_to)s."
        )
        % words
    )


def _head_to_head_not_met(params: Params, names: Names) -> str:
    words = {"others": len(params["tied"]), "pair": listed(params["pair"], names)}
    return (
        _("Head-to-head (players tied: %(others)s) does not count. Have not met: %(pair)s.") % words
    )


def _won_and_lost(sentence: Callable[[], str], name: str = "") -> Callable[[Params, Names], str]:
    def say(params: Params, _names: Names) -> str:
        words = {name: params[name] for name in ("won", "lost")}
        return sentence() % {"value": shown(params["value"], name), **words}

    return say


def _wins(params: Params, _names: Names) -> str:
    return _("Wins without byes: %(value)s.") % {"value": params["value"]}


def _field_score(params: Params, _names: Names) -> str:
    text = ngettext(
        "Field score: %(value)s from %(boards)s match compared with the field.",
        "Field score: %(value)s from %(boards)s matches compared with the field.",
        params["boards"],
    )
    return text % {"value": shown(params["value"]), "boards": params["boards"]}


def _field_score_not_yet(_params: Params, _names: Names) -> str:
    return _("Field score: no two tables with the same dice have been played to the end.")


def _lot(params: Params, _names: Names) -> str:
    words = {"place": len(params["tied"]) - params["value"], "others": len(params["tied"])}
    return _("Lot: number %(place)s of %(others)s.") % words


def _lot_not_yet(_params: Params, _names: Names) -> str:
    return _("Lot: drawn when all matches are finished.")


def _session_points(params: Params, _names: Names) -> str:
    words = {name: shown(params[name]) for name in ("points", "scored", "granted")}
    if not params["granted"]:
        return _("Points: %(points)s, all scored in sessions.") % words
    return (
        _(
            "Points: %(points)s (%(scored)s scored in sessions, %(granted)s for sessions not played)."
        )
        % words
    )


SENTENCES: Mapping[str, Callable[[Params, Names], str]] = {
    "points": _points,
    "session_points": _session_points,
    "behind": _behind,
    "ahead": _ahead,
    "level": _level,
    "not_begun": _not_begun,
    "struck": _struck,
    "head_to_head": _head_to_head,
    "head_to_head_not_met": _head_to_head_not_met,
    "buchholz": _of_opponents(lambda: _("Buchholz: %(value)s (%(faced)s).")),
    "median": _of_opponents(lambda: _("Median: %(value)s (%(faced)s). Not counted: %(dropped)s.")),
    "sonneborn_berger": _of_opponents(
        lambda: _("Sonneborn-Berger: %(value)s. Beaten opponents: %(faced)s.")
    ),
    "points_ratio": _won_and_lost(
        lambda: _("Points ratio: %(value)s (%(won)s won, %(lost)s lost)."),
        "points_ratio",
    ),
    "points_difference": _won_and_lost(
        lambda: _("Points difference: %(value)s (%(won)s won, %(lost)s lost).")
    ),
    "boards": _won_and_lost(lambda: _("Boards: %(won)s won, %(lost)s lost.")),
    "wins": _wins,
    "field_score": _field_score,
    "field_score_not_yet": _field_score_not_yet,
    "lot": _lot,
    "lot_not_yet": _lot_not_yet,
}
