"""From the final tables of a season to the divisions of the next one. Players are numbers, divisions count from 0 at the top."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

PROMOTION = "promotion"
RELEGATION = "relegation"
PROMOTION_PLAY_OFF = "promotion_play_off"
RELEGATION_PLAY_OFF = "relegation_play_off"
NOBODY: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DivisionRules:
    """How many players are promoted and relegated, and how many places next to theirs lead to a play-off."""

    promoted: int = 0
    relegated: int = 0
    promotion_play_off: int = 0
    relegation_play_off: int = 0


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
    top = ranked[: rules.promoted]
    rest = ranked[len(top) :]
    stay = len(rest) - min(rules.relegated, len(rest))
    bottom, middle = rest[stay:], rest[:stay]
    climbing = middle[: rules.promotion_play_off]
    middle = middle[len(climbing) :]
    falling = middle[max(len(middle) - rules.relegation_play_off, 0) :]
    named = (
        (PROMOTION, top),
        (RELEGATION, bottom),
        (PROMOTION_PLAY_OFF, climbing),
        (RELEGATION_PLAY_OFF, falling),
    )
    return {player: zone for zone, players in named for player in players}


def in_line(tables: Sequence[FinalTable]) -> tuple[int, ...]:
    """Everybody once, from the top of the first division to the foot of the last, after promotion and relegation.

    In each division stand first the players who were relegated into it, then those who stay, then those who were promoted.
    """
    last = len(tables) - 1
    line: dict[int, None] = {}
    moved = [zones_of(table) for table in tables]
    for number, table in enumerate(tables):
        if number > 0:
            above = tables[number - 1].ranked
            line |= dict.fromkeys(p for p in above if moved[number - 1].get(p) == RELEGATION)
        leaves = {PROMOTION} if number > 0 else set()
        leaves |= {RELEGATION} if number < last else set()
        line |= dict.fromkeys(p for p in table.ranked if moved[number].get(p) not in leaves)
        if number < last:
            below = tables[number + 1].ranked
            line |= dict.fromkeys(p for p in below if moved[number + 1].get(p) == PROMOTION)
    return tuple(line)


def next_divisions(
    tables: Sequence[FinalTable],
    *,
    leaving: Collection[int] = (),
    joining: Sequence[int] = (),
    placed: Mapping[int, int] = NOBODY,
) -> tuple[tuple[int, ...], ...]:
    """The divisions of the next season, each from the top.

    Every division but the last keeps its size: where players leave, the next in line take their places. New players enter at the
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
