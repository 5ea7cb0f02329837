"""The options of a match as one frozen value, with the six presets of the rule books.

What an option means for play is coded where the rule is (game.py, match.py, scoring.py); how it reads on
the rule card is wording.py and rule_card.py. The two over-the-board options are text only.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, Self

from games.engine.errors import RulesError

Kind = Literal["match", "session"]
OpeningRoll = Literal["use_both", "reroll_pair"]
Resign = Literal["any", "no_contact", "off"]
DeadCube = Literal["allow", "lock"]
IllegalPlay = Literal["on_request", "legal_moves", "responsible_moves"]
DieOnChecker = Literal["cocked", "valid"]

HIGHEST_CUBE = 2**15  # what the Match ID's four bits can hold (R7.7)
LONGEST = 99
OPEN_GAME_POINTS = (
    3  # each game of an open-ended session has the reserve of a match to this many points
)

CHOICES: Mapping[str, tuple[str, ...]] = {
    "kind": ("match", "session"),
    "opening_roll": ("use_both", "reroll_pair"),
    "resign": ("any", "no_contact", "off"),
    "dead_cube": ("allow", "lock"),
    "illegal_play": ("on_request", "legal_moves", "responsible_moves"),
    "die_on_checker": ("cocked", "valid"),
}
SWITCHES = ("cube", "jacoby", "jacoby_auto_counts", "crawford", "holland")
LIMITS: Mapping[str, tuple[int, int]] = {
    "length": (1, LONGEST),
    "games": (1, LONGEST),
    "cube_cap": (2, HIGHEST_CUBE),
    "murphy_limit": (0, 15),
    "max_beavers": (0, 15),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """Every option of a match. None means: no length (session), open-ended, no cap, no limit."""

    kind: Kind = "match"
    length: int | None = 7
    games: int | None = None
    cube: bool = True
    cube_cap: int | None = None
    opening_roll: OpeningRoll = "use_both"
    murphy_limit: int | None = 0
    max_beavers: int | None = 0
    jacoby: bool = False
    jacoby_auto_counts: bool = False
    crawford: bool = True
    holland: bool = False
    resign: Resign = "any"
    dead_cube: DeadCube = "allow"
    illegal_play: IllegalPlay = "on_request"
    die_on_checker: DieOnChecker = "cocked"

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise _bad(name, f"must be one of {', '.join(allowed)}")
        for name in SWITCHES:
            if not isinstance(getattr(self, name), bool):
                raise _bad(name, "must be on or off")
        for name, (low, high) in LIMITS.items():
            value = getattr(self, name)
            if value is not None and not (type(value) is int and low <= value <= high):
                raise _bad(name, f"must be a whole number from {low} to {high}, or nothing")
        self._check_together()

    def _check_together(self) -> None:
        if self.kind == "match" and self.length is None:
            raise _bad("length", "is needed for a match")
        if self.kind == "match" and self.games is not None:
            raise _bad("games", "belongs to a session; a match is played to a number of points")
        if self.kind == "session" and self.length is not None:
            raise _bad("length", "belongs to a match; a session has a number of games, or none")
        if self.cube_cap is not None and self.cube_cap & (self.cube_cap - 1):
            raise _bad("cube_cap", "must be a number on a cube: 2, 4, 8, 16, 32, 64 …")
        if self.holland and not self.crawford:
            raise RulesError(
                "holland_needs_crawford",
                "The Holland rule needs the Crawford rule.",
            )

    @property
    def cube_possible(self) -> bool:
        """Can the cube be used at all: not without one, nor in a one-point match (R7.9)?"""
        return self.cube and self.length != 1

    @property
    def plays_crawford(self) -> bool:
        """Will there be a Crawford game (R10.5)?"""
        return self.crawford and self.kind == "match" and self.cube_possible

    @property
    def open_ended(self) -> bool:
        """A session that goes on until the players end it (R9.2, R9.6)?"""
        return self.kind == "session" and self.games is None

    def capped(self, score: tuple[int, int]) -> tuple[int, int]:
        """The score without points beyond the match length, which count for nothing (R9.1); a session has no length."""
        if self.length is None:
            return score
        return min(score[0], self.length), min(score[1], self.length)

    @property
    def clock_points(self) -> int:
        """For how many points a clock's reserve is meant: the match, the session, or one game of an open-ended one."""
        return self.length or self.games or OPEN_GAME_POINTS

    @property
    def highest_cube(self) -> int:
        """No offer may bring the value above this (R7.7)."""
        return self.cube_cap or HIGHEST_CUBE

    @classmethod
    def preset(cls, name: str, length: int | None = None, games: int | None = None) -> Self:
        """The rules of a book by name.

        With `length` a match to that many points, for which Jacoby, beavers and Murphy are off in every
        preset (R9.4); without, the book's own kind of play (a match: to 7). `games` makes it a session.
        """
        if name not in PRESETS:
            raise RulesError("unknown_preset", f"Unknown rule preset: {name!r}.")
        as_match = games is None and (length is not None or name in MATCH_PRESETS)
        options = PRESETS[name] | (MATCH_ONLY[name] if as_match else SESSION_ONLY[name])
        return cls(
            kind="match" if as_match else "session",
            length=7 if as_match and length is None else length,
            games=games,
            **options,
        )

    @classmethod
    def open_session(cls, name: str) -> Self:
        """The rules of a book for a session that goes on until the players end it (R9.2)."""
        return replace(cls.preset(name, games=1), games=None)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Read options; what is missing takes its default, what is unknown is refused."""
        if not isinstance(data, Mapping):
            raise RulesError("bad_rules", "Rules are an object of options.")
        names = {field.name for field in fields(cls)}
        if unknown := [str(key) for key in data if key not in names]:
            raise RulesError("bad_rules", f"Unknown rule option: {', '.join(sorted(unknown))}.")
        options: dict[str, Any] = dict(data)
        if options.get("kind") == "session":
            options.setdefault("length", None)
        if options.get("cube") in ("standard", "none"):
            options["cube"] = options["cube"] == "standard"
        return cls(**options)


def _bad(name: str, why: str) -> RulesError:
    return RulesError("bad_rules", f"The rule option “{name}” {why}.")


MATCH_PRESETS = ("pl_match", "tournament")
PRESETS: Mapping[str, dict[str, Any]] = {
    "ee_collection_classique": {},
    "pl_match": {"cube_cap": 64},
    "fi_international": {},
    "sr_nocube": {"cube": False, "opening_roll": "reroll_pair", "crawford": False},
    "tournament": {"dead_cube": "lock", "illegal_play": "legal_moves"},
    "money": {},
}
MATCH_ONLY: Mapping[str, dict[str, Any]] = {name: {} for name in PRESETS} | {
    "ee_collection_classique": {"crawford": False},
}
SESSION_ONLY: Mapping[str, dict[str, Any]] = {name: {"crawford": False} for name in PRESETS} | {
    "fi_international": {"crawford": False, "jacoby": True},
    "money": {"crawford": False, "jacoby": True, "murphy_limit": 1, "max_beavers": 1},
}
