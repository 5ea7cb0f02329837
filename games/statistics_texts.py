"""The counts of a match in plain words, in the reader's language: a table of both seats, and sentences on luck.

Only what games/records/statistics.py counted exactly. No word on how well anybody played.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from games.engine.seats import Seat
from games.log_texts import Names, name
from games.records.statistics import SeatCounts, Usual

SEATS: tuple[Seat, Seat] = ("A", "B")
Tallies = dict[Seat, SeatCounts]


@dataclass(frozen=True, slots=True)
class Fact:
    """What stands in one cell: the figure, what is usual (empty: nothing to compare), and the step it leads to."""

    figure: str
    usual: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    label: str
    facts: tuple[Fact, Fact]


def lines(tallies: Tallies, *, timed: bool) -> list[StatisticsRow]:
    """The table, top to bottom; what never came up is left out."""
    both = [tallies[seat] for seat in SEATS]
    rows = [
        _line(_("Rolls"), both, lambda t: Fact(str(t.rolls))),
        _line(pgettext("dice", "Doubles"), both, _doubles),
        _line(_("Pips per roll"), both, _pips),
    ]
    if any(tally.doors for tally in both):
        rows.append(_line(_("Failed to enter from the bar"), both, _kept_out))
    rows.append(_line(_("Rolls without a legal move"), both, lambda t: Fact(str(t.dances))))
    rows.append(_line(_("Checkers hit"), both, lambda t: Fact(str(t.hits))))
    if any(tally.cube.get("double") for tally in both):
        rows.append(_line(_("Cube"), both, _cube))
    if timed and any(tally.time_ms for tally in both):
        rows.append(_line(_("Time used"), both, lambda t: Fact(duration(t.time_ms))))
        rows.append(_line(_("Time per play"), both, lambda t: Fact(duration(t.average_ms))))
        rows.append(_line(_("Longest play"), both, _longest))
    return rows


def summary(tallies: Tallies, *, timed: bool) -> list[tuple[str, str, str]]:
    """The few rows of the card at the end of a match: a label, and the figures of both seats."""
    both = [tallies[seat] for seat in SEATS]
    rows: list[tuple[str, str, str]] = []
    if timed and any(tally.time_ms for tally in both):
        rows.append(_figures(_("Time used"), both, lambda t: duration(t.time_ms)))
    if any(tally.rolls for tally in both):
        rows.append(_figures(pgettext("dice", "Doubles"), both, lambda t: str(t.doubles)))
        rows.append(_figures(_("Pips above average"), both, _pips_above_average))
    return rows


def _figures(
    label: str, both: list[SeatCounts], figure: Callable[[SeatCounts], str]
) -> tuple[str, str, str]:
    return label, figure(both[0]), figure(both[1])


def _pips_above_average(tally: SeatCounts) -> str:
    """+12 or −8 against the average of fair dice; the only luck that is counted exactly."""
    more = round(tally.pips - tally.usual_pips.expected * tally.rolls) if tally.rolls else 0
    return f"+{more}" if more > 0 else f"−{-more}" if more else "0"


def luck(tallies: Tallies, names: Names) -> list[str]:
    """What the dice did, in sentences; the last names what was not counted."""
    sentences: list[str] = []
    for seat in SEATS:
        if tallies[seat].rolls:
            sentences += _luck_of(tallies[seat], name(seat, names))
    if not sentences:
        return []
    return [
        *sentences,
        _(
            "“Usual” is the range that fair dice give in 19 of 20 matches with this many rolls. "
            "The opening roll is never a double; the range allows for that. Only the numbers "
            "are counted, not how well they suited the position."
        ),
    ]


def _luck_of(tally: SeatCounts, who: str) -> list[str]:
    n = tally.doubles
    values = {
        "name": who,
        "doubles": npgettext("dice", "%(n)s double", "%(n)s doubles", n) % {"n": n},
        "rolls": ngettext("%(n)s roll", "%(n)s rolls", tally.rolls) % {"n": tally.rolls},
        "usual": range_text(tally.usual_doubles),
    }
    texts = {
        0: _("%(name)s: %(doubles)s (%(rolls)s). Usual: %(usual)s."),
        1: _("%(name)s: %(doubles)s (%(rolls)s), more than usual (%(usual)s)."),
        -1: _("%(name)s: %(doubles)s (%(rolls)s), fewer than usual (%(usual)s)."),
    }
    sentences = [texts[_side_of(tally.usual_doubles, tally.doubles)] % values]
    more = tally.pips - tally.usual_pips.expected * tally.rolls
    pips = ngettext("%(n)s pip", "%(n)s pips", round(abs(more))) % {"n": round(abs(more))}
    values = {"name": who, "pips": pips, "usual": range_text(tally.usual_pips, 1)}
    if round(more) == 0:
        sentences.append(_("%(name)s: the average number of pips for fair dice.") % values)
    elif more > 0:
        sentences.append(_("%(name)s: %(pips)s above the average for fair dice.") % values)
    else:
        sentences.append(_("%(name)s: %(pips)s below the average for fair dice.") % values)
    return sentences


def _side_of(usual: Usual, value: float) -> int:
    return (value > usual.high) - (value < usual.low)


def range_text(usual: Usual, places: int = 0) -> str:
    """
    >>> range_text(Usual(10, 5, 16))
    '5–16'
    """
    return f"{_number(usual.low, places)}–{_number(usual.high, places)}"


def _number(value: float, places: int) -> str:
    """Rounded, with the decimal sign of the language."""
    return number_format(f"{value:.{places}f}")


def duration(ms: float) -> str:
    """
    >>> duration(4_400), duration(75_000), duration(3_725_000)
    ('4 s', '1:15', '1:02:05')
    """
    seconds = round(ms / 1000)
    if seconds < 60:
        return _("%(n)s s") % {"n": seconds}
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes}:{seconds:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def _line(label: str, both: list[SeatCounts], fact: Callable[[SeatCounts], Fact]) -> StatisticsRow:
    return StatisticsRow(label, (fact(both[0]), fact(both[1])))


def _usual(usual: Usual, places: int = 0) -> str:
    return _("Usual: %(range)s") % {"range": range_text(usual, places)}


def _doubles(tally: SeatCounts) -> Fact:
    return Fact(str(tally.doubles), _usual(tally.usual_doubles) if tally.rolls else "")


def _pips(tally: SeatCounts) -> Fact:
    if not tally.rolls:
        return Fact("–")
    return Fact(_number(tally.pips_a_roll, 1), _usual(tally.usual_pips, 1))


def _kept_out(tally: SeatCounts) -> Fact:
    """Rolls from the bar that could have gone either way, and how many let no checker in."""
    if not tally.doors:
        return Fact("–")
    figure = _("%(n)s of %(of)s") % {"n": tally.shut_out, "of": len(tally.doors)}
    return Fact(figure, _usual(tally.usual_shut_out))


def _cube(tally: SeatCounts) -> Fact:
    counted = tally.cube
    doubles, beavers, raccoons, takes, drops = (
        counted.get(kind, 0) for kind in ("double", "beaver", "raccoon", "take", "drop")
    )
    parts = [
        (doubles, npgettext("cube", "%(n)s double", "%(n)s doubles", doubles)),
        (beavers, ngettext("%(n)s beaver", "%(n)s beavers", beavers)),
        (raccoons, ngettext("%(n)s raccoon", "%(n)s raccoons", raccoons)),
        (takes, ngettext("%(n)s take", "%(n)s takes", takes)),
        (drops, ngettext("%(n)s drop", "%(n)s drops", drops)),
    ]
    return Fact(" · ".join(text % {"n": n} for n, text in parts if n) or "–")


def _longest(tally: SeatCounts) -> Fact:
    return Fact(duration(tally.longest_ms), seq=tally.longest_seq)
