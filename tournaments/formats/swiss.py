"""Swiss system (T6): everybody plays every round against somebody of an equal score whom they have not met.

One round at a time, when the one before is decided. Scores are half points, so that they stay whole numbers.
"""

from typing import Final, cast

from tournaments.formats.base import Entry
from tournaments.formats.protocol import Choice, Format, Growth, Number, Options, Position
from tournaments.formats.requests import REQUESTED, sat_out
from tournaments.formats.round_robin import SESSION_GAMES
from tournaments.formats.rounds import (
    METHODS,
    ScoreTable,
    drawn,
    next_number,
    open_round,
    present,
    proposed,
    read,
)
from tournaments.formats.scores import EntryRecord

WIN = 2
LATE: Final = {"loss": 0, "half": 1, "bye": 2}  # half points for each round missed (T9.1)
MOST_ROUNDS = 30


def grow(position: Position, options: Options) -> Growth:
    """The next round once the one before is decided (T6); nothing more when all are played or decided (T6.7)."""
    waiting_for = open_round(position)
    if waiting_for is not None:
        return Growth(after=(waiting_for,))
    settled = FORMAT.settled(options)
    table = standing(position, settled)
    if is_over(table, settled):
        return Growth()
    method = method_of(table.number, settled)
    made = proposed(table, method, ahead=ahead(table, settled), wished=wished(table))
    return drawn(table, made, method, _from_end(table.number, settled))


def _from_end(number: int, options: Options) -> int | None:
    """How many rounds follow this one, where that was agreed."""
    rounds = options.get("rounds")
    return max(0, rounds - number) if isinstance(rounds, int) else None


def standing(position: Position, options: Options) -> ScoreTable:
    """Where everybody stands before the next round."""
    options = FORMAT.settled(options)
    number = next_number(position)
    by_entry = read(position)
    scores: dict[Entry, int] = {}
    byes: dict[Entry, int] = {}
    late = LATE[str(options["late_points"])]
    asked = REQUESTED[str(options["requested_bye"])]
    out = _sat_out(position)
    for (
        entry,
        record,
    ) in by_entry.items():  # a tied session is half a win: pairing looks at wins (T5.6)
        missed = position.entrants.joined.get(entry, 1) - 1
        scores[entry] = WIN * record.wins + record.ties + late * missed
        scores[entry] += asked * len(out.get(entry, ()))
        byes[entry] = record.byes + (missed if late == WIN else 0)
    active = [e for e in present(position, number) if not has_stopped(by_entry[e], options)]
    playing = [e for e in active if number not in position.requests.byes.get(e, ())]
    if len(playing) < 2:  # a round in which nobody plays is no round
        playing = active
    return ScoreTable(position, number, by_entry, scores, tuple(playing), byes)


def _sat_out(position: Position) -> dict[Entry, frozenset[int]]:
    """The rounds that each entry has sat out on request."""
    nodes = position.blueprint.nodes
    return sat_out(position.requests, position.entrants, nodes, position.decisions)


def ahead(table: ScoreTable, options: Options) -> dict[Entry, int]:
    """The half points by which entries are paired higher in an accelerated round (T6.19): one point for the top half in the
    first half of these rounds, half a point in the rest. Late entries have none."""
    rounds = cast(int, options["accelerated"])
    if table.number > rounds:
        return {}
    entrants = table.position.entrants
    from_start = [entry for entry in entrants.entries if entrants.joined.get(entry, 1) == 1]
    top = 2 * -(-len(from_start) // 4)
    points = WIN if table.number <= (rounds + 1) // 2 else WIN // 2
    return dict.fromkeys(from_start[:top], points)


def wished(table: ScoreTable) -> tuple[tuple[Entry, Entry], ...]:
    """The pairs who are to meet in this round and can: both play, and nobody is in two."""
    pairs: list[tuple[Entry, Entry]] = []
    taken: set[Entry] = set()
    for first, second in table.position.requests.wished.get(table.number, ()):
        both = {first, second}
        if len(both) == 2 and both <= set(table.active) and taken.isdisjoint(both):
            pairs.append((first, second))
            taken |= both
    return tuple(pairs)


def has_stopped(record: EntryRecord, options: Options) -> bool:
    """Has this entry the wins that qualify or the losses that put it out, so that it is not paired any more (T6.9)?"""
    wins, losses = options["stop_at_wins"], options["stop_at_losses"]
    return (isinstance(wins, int) and record.wins >= wins) or (
        isinstance(losses, int) and record.losses >= losses
    )


def method_of(number: int, options: Options) -> str:
    """The method of a round; chance may pair the first one, whatever pairs the others (T6.6)."""
    asked = options["first_round"] if number == 1 else "method"
    return str(options["method"] if asked == "method" else asked)


def is_over(table: ScoreTable, options: Options) -> bool:
    """All rounds played; or, where no number was agreed, at most one unbeaten.

    Where wins or losses stop an entry and no number was agreed, it goes on until nobody is left to pair.
    """
    if len(table.active) < 2:
        return True
    rounds = options["rounds"]
    if isinstance(rounds, int):
        return table.number > rounds
    if table.number > MOST_ROUNDS:
        return True
    if options["stop_at_wins"] is not None or options["stop_at_losses"] is not None:
        return False
    return len(unbeaten(table, options)) <= 1


def unbeaten(table: ScoreTable, options: Options) -> list[Entry]:
    """The entries with a full score; a round missed as a loss or a half counts against it, and one sat out on request."""
    full = LATE[str(options["late_points"])] == WIN
    position = table.position
    joined = position.entrants.joined
    out = _sat_out(position)
    return [
        entry
        for entry in present(position, table.number)
        if not out.get(entry)
        and not has_stopped(table.records[entry], options)
        and not (table.records[entry].losses or table.records[entry].ties)
        and (full or joined.get(entry, 1) == 1)
    ]


FORMAT: Final = Format(
    by_rounds=True,
    grow=grow,
    options={
        "method": Choice(METHODS),
        "session_games": SESSION_GAMES,
        "rounds": Number(1, MOST_ROUNDS, None, optional=True),
        "first_round": Choice(("method", "random")),
        "late_points": Choice(("loss", "half", "bye")),
        "unplayed": Choice(("ignore", "virtual")),
        "stop_at_wins": Number(1, MOST_ROUNDS, None, optional=True),
        "stop_at_losses": Number(1, MOST_ROUNDS, None, optional=True),
        "accelerated": Number(0, MOST_ROUNDS, 0),
        "requested_bye": Choice(("half", "none")),
    },
    takes_requests=True,
    counts="points",
    largest=10_000,
)
