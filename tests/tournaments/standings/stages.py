"""Stages of a format for tests of its tables: drawn, played and resolved; everybody numbered by the draw."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tests.tournaments.formats.draws import beats
from tournaments.formats.base import Entrants, Entry, Outcome, resolve
from tournaments.formats.protocol import Format, Options, Position


def drawn(
    played: Format,
    n: int,
    options: Options | None = None,
    *,
    results: Sequence[Outcome] = (),
    gone: tuple[Entry, ...] = (),
) -> Position:
    """What stands after these results, with nothing drawn beyond the beginning."""
    position = Position(Entrants(tuple(range(1, n + 1)), frozenset(gone)))
    position = replace(position, blueprint=played.grow(position, options or {}).blueprint)
    return _resolved(position, results)


def played_out(
    played: Format,
    n: int,
    options: Options | None = None,
    *,
    winner: Callable[[Entry, Entry], Entry | None] = min,
    results: Sequence[Outcome] = (),
    gone: tuple[Entry, ...] = (),
) -> Position:
    """The same to the end: whatever two players come to is decided by `winner`, None is a double forfeit."""
    position = drawn(played, n, options, results=results, gone=gone)
    text = list(results)
    while True:
        open_ones = [(k, d.players) for k, d in position.decisions.items() if d.players]
        text += [_outcome(key, pair, winner(*pair)) for key, pair in open_ones if pair]
        position = _resolved(position, text)
        grown = played.grow(position, options or {}).blueprint
        if not open_ones and not grown.nodes:
            return position
        position = _resolved(replace(position, blueprint=position.blueprint + grown), text)


def _outcome(key: str, pair: tuple[Entry, Entry], won: Entry | None) -> Outcome:
    if won is None:
        return Outcome(key, None, pair, "double_forfeit")
    return beats(key, won, pair[1] if won == pair[0] else pair[0])


def _resolved(position: Position, results: Sequence[Outcome]) -> Position:
    text = resolve(position.blueprint.nodes, position.entrants, {}, results)
    return replace(position, decisions=text.decisions)
