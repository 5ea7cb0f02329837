"""What is added up for a table of points: everybody's points and opponents. It must not decide any order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from tournaments.formats.base import Entry, Node
from tournaments.formats.history import Meeting, histories
from tournaments.formats.protocol import Position
from tournaments.formats.requests import sat_out
from tournaments.standings.field import field_scores

WIN: Final = 2  # points are counted in halves here: a win and a bye are one point each (T6.1)
IGNORE: Final = "ignore"
VIRTUAL: Final = "virtual"


def points_of(meeting: Meeting, session_games: int | None) -> int:
    """What a pairing is worth in half points: a win, or in sessions the points scored (T5.6).

    A session that was not played counts one point a game for whoever has the bye, the walkover or the forfeit.
    """
    if session_games is None:
        return WIN if meeting.won else 0
    if meeting.is_played:
        return WIN * meeting.points[0]
    return WIN * session_games if meeting.won else 0


class Faced(NamedTuple):
    """One opponent as tie-breaks see them: their points in halves, and whether the match was won.

    Without an opponent it is the virtual one of an unplayed round. (A plain tuple: a large table makes 100,000.)
    """

    opponent: Entry | None
    points: int
    won: bool
    round: int
    tied: bool = False


@dataclass(frozen=True, slots=True)
class PointsTally:
    """One table's entries in drawn order, with their decided pairings, points in halves, and opponents.

    `numbers` are the drawn numbers, `is_over` says that nothing is left to play. `against_field` are the scores against the field and
    `compared` how many matches they are made of, where tables had the same dice.
    """

    entries: tuple[Entry, ...]
    meetings: Mapping[Entry, Sequence[Meeting]]
    points: Mapping[Entry, int]
    faced: Mapping[Entry, Sequence[Faced]]
    numbers: Mapping[Entry, int]
    draw_seed: str
    is_over: bool
    session_games: int | None = None
    against_field: Mapping[Entry, Fraction] = field(default_factory=dict)
    compared: Mapping[Entry, int] = field(default_factory=dict)


class Unpaired(NamedTuple):
    """What a round without a pairing counts, in half points: to who came late, and to who sat it out on request."""

    late: int
    requested: int
    sat_out: Mapping[Entry, frozenset[int]]


def tally(  # noqa: PLR0913  # how a stage counts, by name
    position: Position,
    nodes: Sequence[Node],
    entries: Sequence[Entry],
    *,
    late: int,
    unplayed: str,
    is_over: bool,
    session_games: int | None = None,
    requested: int = 0,
) -> PointsTally:
    """Count the pairings of these nodes. A late entry gets `late` half points for each round they missed (T9.1), and
    whoever sat out a round on request gets `requested` (T6.20).

    `session_games`: pairings are sessions of so many games, which count by points (T5.6).
    """
    late *= session_games or 1
    requested *= session_games or 1
    joined = position.entrants.joined
    rounds = sorted({node.round for node in nodes})
    granted = {entry: late * sum(n < joined[entry] for n in rounds) for entry in joined}
    out = sat_out(position.requests, position.entrants, nodes, position.decisions)
    for entry, missed in out.items():
        granted[entry] = granted.get(entry, 0) + requested * len(missed)
    met = histories(nodes, position.decisions)
    meetings = {entry: met.get(entry, []) for entry in entries}
    points = {
        entry: granted.get(entry, 0) + sum(points_of(m, session_games) for m in played)
        for entry, played in meetings.items()
    }
    faced = {
        entry: [
            Faced(m.opponent, points[m.opponent], m.won, m.round, m.tied)
            for m in played
            if m.opponent in points and m.is_played
        ]
        for entry, played in meetings.items()
    }
    if unplayed == VIRTUAL:
        unpaired = Unpaired(late, requested, out)
        _add_virtual(position, nodes, meetings, faced, unpaired, session_games)
    scores = field_scores(nodes, position.decisions, position.fields)
    return PointsTally(
        entries=tuple(entries),
        meetings=meetings,
        points=points,
        faced=faced,
        numbers={
            entry: n for n, entry in enumerate(position.entrants.order, 1) if entry is not None
        },
        draw_seed=position.draw_seed,
        is_over=is_over,
        session_games=session_games,
        against_field=scores.totals,
        compared=scores.boards,
    )


def _add_virtual(
    position: Position,
    nodes: Sequence[Node],
    meetings: Mapping[Entry, Sequence[Meeting]],
    faced: Mapping[Entry, list[Faced]],
    unpaired: Unpaired,
    session_games: int | None,
) -> None:
    """A virtual opponent for whatever was not played: S + (1 - own) + 0.5 (n - R) (T6.15).

    In sessions one point a game stands for the 1. That is a pairing without a match, or a round without a pairing for who came late or has left.
    """
    begun = [node for node in nodes if not position.decisions[node.key].is_open]
    rounds = sorted({node.round for node in begun})
    waiting = _still_to_play(position, nodes)
    gone, win = position.entrants.gone, WIN * (session_games or 1)
    for entry, played in meetings.items():
        of_round = _by_round(played)
        joined = position.entrants.joined.get(entry, 1)
        points = 0
        for place, number in enumerate(rounds, 1):
            outcomes = [
                (points_of(m, session_games), m.is_played) for m in of_round.get(number, ())
            ]
            if not outcomes and number < joined:
                outcomes = [(unpaired.late, False)]
            elif not outcomes and number in unpaired.sat_out.get(entry, ()):
                outcomes = [(unpaired.requested, False)]
            elif (not outcomes and position.requests.has_left(entry, number)) or (
                not outcomes and entry in gone and (number, entry) not in waiting
            ):
                outcomes = [(0, False)]
            for own, was_played in outcomes:
                if not was_played:
                    virtual = points + (win - own) + (len(rounds) - place) * win // WIN
                    faced[entry].append(Faced(None, virtual, own == win, number))
                points += own
        faced[entry].sort(key=lambda f: f.round)


def _by_round(meetings: Iterable[Meeting]) -> dict[int, list[Meeting]]:
    of_round: dict[int, list[Meeting]] = {}
    for meeting in meetings:
        of_round.setdefault(meeting.round, []).append(meeting)
    return of_round


def _still_to_play(position: Position, nodes: Iterable[Node]) -> set[tuple[int, Entry]]:
    return {
        (node.round, slot)
        for node in nodes
        if (decision := position.decisions[node.key]).is_open
        for slot in decision.slots
        if isinstance(slot, int)
    }
