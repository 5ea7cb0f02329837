"""Lives, strikes, triple elimination (T7): a lost match costs a life, who has none is out, the last entry left wins.

Paired as a Swiss system whose score is the lives left. Places follow from when each entry went out.
"""

from collections.abc import Mapping
from typing import Final, cast

from tournaments.formats.base import Decision, Entry
from tournaments.formats.pairing import PairedRound
from tournaments.formats.protocol import Choice, Format, Growth, Number, Options, Position
from tournaments.formats.rounds import (
    METHODS,
    RoundMade,
    ScoreTable,
    drawn,
    next_number,
    open_round,
    present,
    proposed,
    read,
)
from tournaments.formats.scores import EntryRecord, lots
from tournaments.formats.swiss_cost import FREE, PairingPlayer, field_of

Places = dict[Entry, tuple[int, int]]


def grow(position: Position, options: Options) -> Growth:
    """The next round while two are left; the last match is the final, whatever it costs whom (T7.3)."""
    waiting_for = open_round(position)
    if waiting_for is not None:
        return Growth(after=(waiting_for,))
    settled = FORMAT.settled(options)
    table = standing(position, settled)
    if len(table.active) < 2:
        return Growth()
    how_many_follow = None  # nobody knows
    return drawn(table, made(table, settled), str(settled["method"]), how_many_follow)


def standing(position: Position, options: Options) -> ScoreTable:
    """Lives left before the next round, as scores; a double forfeit has cost both one (T9.4)."""
    options = FORMAT.settled(options)
    number = next_number(position)
    by_entry = read(position)
    left = {entry: _lives(position, entry, record, options) for entry, record in by_entry.items()}
    byes = {entry: record.byes for entry, record in by_entry.items()}
    active = tuple(entry for entry in present(position, number) if left[entry] > 0)
    return ScoreTable(position, number, by_entry, left, active, byes)


def _lives(position: Position, entry: Entry, record: EntryRecord, options: Options) -> int:
    """A round missed by coming late is a loss, but never the last one (T9.1)."""
    lives = cast(int, options["lives"])
    missed = position.entrants.joined.get(entry, 1) - 1
    return max(1, lives - missed) - record.losses


def made(table: ScoreTable, options: Options) -> RoundMade:
    """The next round, the last three on their last life by the contingent bye."""
    if options["contingent_bye"] and _are_last_three(table):
        return RoundMade(_with_contingent_bye(table))
    return proposed(table, str(options["method"]))


def _are_last_three(table: ScoreTable) -> bool:
    """T7.2. While somebody has a life to spare, an ordinary bye does no harm and the tournament goes on."""
    return len(table.active) == 3 and all(table.scores[entry] == 1 for entry in table.active)


def _with_contingent_bye(table: ScoreTable) -> PairedRound:
    """One of those with the fewest byes is drawn and sits out, and then plays the winner of the other two."""
    fewest = min(table.byes[entry] for entry in table.active)
    may = [entry for entry in table.active if table.byes[entry] == fewest]
    lot = lots(may, table.position.draw_seed, table.number)
    bye = min(may, key=lambda entry: lot[entry])
    ranks = table.ranks
    field = field_of(
        [PairingPlayer(entry, 1, ranks[entry]) for entry in table.active if entry != bye],
        {entry: record.met for entry, record in table.records.items()},
        table.position.labels,
        neighbours=False,
    )
    return PairedRound(field, ((0, 1),), bye, FREE, "exact", True)


def places(position: Position, options: Options) -> Places:
    """The first and last place of every entry, as it stands: the more lives the better; of those who are out the later.

    Those who went out in the same round share. Who lost the match after a contingent bye is third (T7.2).
    """
    settled = FORMAT.settled(options)
    table = standing(position, settled)
    gone, last = position.entrants.gone, _last_rounds(position)
    order: dict[Entry, tuple[bool, int]] = {}
    for entry in position.entrants.entries:
        is_in = entry not in gone and table.scores[entry] > 0
        order[entry] = (is_in, table.scores[entry] if is_in else 2 * last.get(entry, 0))
    third = _contingent_third(table) if settled["contingent_bye"] else None
    if third is not None:
        order[third] = (False, 2 * last[third] - 3)  # just behind who went out one round earlier
    return _shared(order)


def _shared(order: Mapping[Entry, tuple[bool, int]]) -> Places:
    shared: Places = {}
    for key in sorted(set(order.values()), reverse=True):
        band = [entry for entry, own in order.items() if own == key]
        shared |= dict.fromkeys(band, (len(shared) + 1, len(shared) + len(band)))
    return shared


def _last_rounds(position: Position) -> dict[Entry, int]:
    """The round of everybody's last loss, or without a loss that of their last decided pairing."""
    last: dict[Entry, int] = {}
    for node in position.blueprint.nodes:
        decision = position.decisions[node.key]
        if not decision.is_open:
            for slot in decision.slots:
                if isinstance(slot, int):
                    last[slot] = max(node.round, last.get(slot, 0))
    return last


def _contingent_third(table: ScoreTable) -> Entry | None:
    """Who had the contingent bye and lost the match after it; None where there was no such bye, or they won.

    The last round was one match, the one before a match and a bye, and none of the three had a life to spare.
    """
    final = table.number - 1
    ending, before = _decided(table.position, final), _decided(table.position, final - 1)
    byes = [decision.winner for decision in before if decision.kind == "bye"]
    if len(ending) != 1 or len(before) != 2 or len(byes) != 1:
        return None
    bye, champion = byes[0], ending[0].winner
    if not isinstance(bye, int) or not isinstance(champion, int) or ending[0].losers != (bye,):
        return None
    return bye if table.scores[bye] == 0 and table.scores[champion] == 1 else None


def _decided(position: Position, number: int) -> list[Decision]:
    nodes = [node for node in position.blueprint.nodes if node.round == number]
    return [position.decisions[node.key] for node in nodes]


FORMAT: Final = Format(
    by_rounds=True,
    grow=grow,
    options={
        "lives": Number(1, 9, 2),
        "contingent_bye": Choice((True, False)),
        "method": Choice(METHODS),
    },
    counts="lives",
    largest=10_000,
    has_last_round=False,
)
