"""What a format is: options, and one function that draws the next part of a stage. It must not know any one format.

`grow` is asked when a stage begins, and again whenever what it waited for has come. It sees the whole stage and
returns only what is new, so asking twice is harmless: knockouts draw everything at once, a Swiss system one round
at a time, a consolation its bracket when the losers are known.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.base import Blueprint, Decision, Entrants, Entry, RoundPlan
from tournaments.formats.requests import NO_REQUESTS, Requests

Options = Mapping[str, object]
NOTHING = Blueprint()
EACH_RESULT: tuple[int, ...] = ()  # Growth.after: ask again after every result


@dataclass(frozen=True, slots=True)
class Position:
    """A stage as its format sees it. `draw_seed` is the stage's published seed, 64 hexadecimal digits.

    `labels`: two entries that share one must not meet if that can be avoided (a club, a country, a family). `requests` are
    obeyed by formats that pair everybody round by round. `fields`: by pairing, the dice that its match shares with others.
    """

    entrants: Entrants
    blueprint: Blueprint = NOTHING
    decisions: Mapping[str, Decision] = field(default_factory=dict)
    draw_seed: str = "00" * 32
    labels: Mapping[Entry, frozenset[str]] = field(default_factory=dict)
    requests: Requests = NO_REQUESTS
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_new(self) -> bool:
        return not self.blueprint.nodes

    def kept_apart(self, first: Entry, second: Entry) -> bool:
        """Do these two share a label?"""
        none: frozenset[str] = frozenset()
        return not self.labels.get(first, none).isdisjoint(self.labels.get(second, none))


@dataclass(frozen=True, slots=True)
class Growth:
    """What is new, and when to ask again: after these rounds are decided, after each result, or never (None).

    `notes` says of a new node how it came about, as plain data for "how the pairing was made".
    """

    blueprint: Blueprint = NOTHING
    after: tuple[int, ...] | None = None
    notes: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FreshDraw:
    """A bracket drawn among those who lost in these rounds, and the sections that go when it is drawn again: its own
    first, then those drawn from it. `feeding` names the pairings whose losers belong to it as things stand.
    """

    after: tuple[int, ...]
    sections: tuple[str, ...]
    feeding: Callable[[Position], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that has one of a few values; the first is the default."""

    values: tuple[object, ...]

    @property
    def default(self) -> object:
        return self.values[0]

    def allows(self, value: object) -> bool:
        return any(
            value is allowed or (value == allowed and type(value) is type(allowed))
            for allowed in self.values
        )


@dataclass(frozen=True, slots=True)
class Number:
    """An option that is a whole number from `low` to `high`; with `optional` also None."""

    low: int
    high: int
    default: int | None
    optional: bool = False

    def allows(self, value: object) -> bool:
        if value is None:
            return self.optional
        return type(value) is int and self.low <= value <= self.high


Option = Choice | Number


@dataclass(frozen=True, slots=True)
class Format:
    """One way to hold a stage. `counts` names how its standings are counted: knockout, points or lives.

    `largest` is the largest field it can carry. `sections` beside the main one may have match lengths of their own;
    `final` is the section whose last round is the final. `grouped`: several tables stand side by side.
    `has_last_round`: it is known beforehand which round will be the last. `by_rounds`: it is paired as it goes on, and
    who has left is not paired again. `each_result`: it is paired again after every result. `fresh` names the brackets
    that are, or will be, drawn among losers. `parts` gives the seed numbers that share a group or a quad, where entries
    can be kept apart by the draw. `takes_requests`: byes, early ends and wished pairings are obeyed.
    """

    grow: Callable[[Position, Options], Growth]
    options: Mapping[str, Option]
    counts: str
    largest: int = 4096
    sections: tuple[str, ...] = ()
    final: str | None = None
    grouped: bool = False
    has_last_round: bool = True
    by_rounds: bool = False
    each_result: bool = False
    fresh: Callable[[Sequence[RoundPlan], Options], Sequence[FreshDraw]] | None = None
    parts: Callable[[int, Options], Sequence[Sequence[int]]] | None = None
    takes_requests: bool = False

    def settled(self, options: Options) -> dict[str, object]:
        """The options with defaults for those that were not given."""
        return {name: option.default for name, option in self.options.items()} | dict(options)

    def refused(self, options: Options) -> list[str]:
        """Names of options that this format does not have, or not with that value."""
        return [
            name
            for name, value in options.items()
            if name not in self.options or not self.options[name].allows(value)
        ]


def drawn_at_once(
    blueprint: Callable[[int, Options], Blueprint],
) -> Callable[[Position, Options], Growth]:
    """`grow` of a format that draws everything when it begins, whatever happens later."""

    def grow(position: Position, options: Options) -> Growth:
        if not position.is_new:
            return Growth()
        return Growth(blueprint(len(position.entrants.order), options))

    return grow
