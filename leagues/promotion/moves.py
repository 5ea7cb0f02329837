"""From the final tables of a season to the divisions of the next one. Players are numbers, divisions count from 0 at the top."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

UP = "up"
DOWN = "down"
PLAY_OFF_UP = "play_off_up"
PLAY_OFF_DOWN = "play_off_down"
NOBODY: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DivisionRules:
    """How many players go up and down, and how many places above and below them lead to a play-off."""

    goes_up: int = 0
    goes_down: int = 0
    play_off_up: int = 0
    play_off_down: int = 0


@dataclass(frozen=True, slots=True)
class FinalTable:
    """The players of a division from the top, and those among them who withdrew."""

    order: tuple[int, ...]
    rules: DivisionRules = DivisionRules()
    withdrawn: frozenset[int] = frozenset()

    @property
    def ranked(self) -> tuple[int, ...]:
        """From the top, each once; players who withdrew stand behind everybody else."""
        players = dict.fromkeys(self.order)
        left = [player for player in players if player in self.withdrawn]
        return (*(player for player in players if player not in self.withdrawn), *left)


def zones_of(table: FinalTable) -> dict[int, str]:
    """By player, the zone of the table that they stand in. Players between the zones are left out.

    In a small division promotion comes before relegation, and both before play-offs.
    """
    ranked, rules = table.ranked, table.rules
    up = ranked[: rules.goes_up]
    rest = ranked[len(up) :]
    stay = len(rest) - min(rules.goes_down, len(rest))
    down, middle = rest[stay:], rest[:stay]
    climbing = middle[: rules.play_off_up]
    middle = middle[len(climbing) :]
    falling = middle[max(len(middle) - rules.play_off_down, 0) :]
    named = ((UP, up), (DOWN, down), (PLAY_OFF_UP, climbing), (PLAY_OFF_DOWN, falling))
    return {player: zone for zone, players in named for player in players}


def in_line(tables: Sequence[FinalTable]) -> tuple[int, ...]:
    """Everybody once, from the top of the first division to the foot of the last, after promotion and relegation.

    In each division stand first the players who come down, then those who stay, then those who come up.
    """
    last = len(tables) - 1
    line: dict[int, None] = {}
    moved = [zones_of(table) for table in tables]
    for number, table in enumerate(tables):
        if number > 0:
            above = tables[number - 1].ranked
            line |= dict.fromkeys(p for p in above if moved[number - 1].get(p) == DOWN)
        leaves = {UP} if number > 0 else set()
        leaves |= {DOWN} if number < last else set()
        line |= dict.fromkeys(p for p in table.ranked if moved[number].get(p) not in leaves)
        if number < last:
            below = tables[number + 1].ranked
            line |= dict.fromkeys(p for p in below if moved[number + 1].get(p) == UP)
    return tuple(line)


def next_divisions(
    tables: Sequence[FinalTable],
    *,
    leaving: Collection[int] = (),
    joining: Sequence[int] = (),
    placed: Mapping[int, int] = NOBODY,
) -> tuple[tuple[int, ...], ...]:
    """The divisions of the next season, each from the top.

    Every division but the last keeps its size: where players leave, the next in line move up. New players enter at the
    foot. `placed` puts players, new ones too, into a division by hand; the others fill the places that are left.
    """
    line = dict.fromkeys((*in_line(tables), *joining))
    players = [player for player in line if player not in leaving]
    divisions: list[list[int]] = [[] for _table in tables]
    free = [len(table.ranked) for table in tables]
    for player in players:
        if player in placed:
            free[placed[player]] -= 1
    at, last = 0, len(tables) - 1
    for player in players:
        while at < last and free[at] <= 0:
            at += 1
        if player in placed:
            divisions[placed[player]].append(player)
        else:
            divisions[at].append(player)
            free[at] -= 1
    return tuple(map(tuple, divisions))
