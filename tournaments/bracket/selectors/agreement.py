"""What was agreed, as the engine takes it: the rules, the clock and the length of a match of each round."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.engine.clock import CORRESPONDENCE, ClockSettings
from games.engine.rules import Rules
from tournaments.models import Round, Tournament

SESSION = "session"  # in the rules of a round: its pairings are sessions of `length` games (T5.6)
STORED_BESIDE = frozenset(
    {"preset", "kind", "length", "games", SESSION}
)  # what is not an option of a match


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """How the matches of a round are played. `clock` and `rules` are None where the tournament's own hold."""

    length: int
    clock: dict[str, Any] | None
    rules: dict[str, Any] | None


def length_of(lengths: list[int], from_end: int | None) -> int:
    """The match length of a round counted from the last one; the last number is for all earlier rounds, and for those
    of which it is unknown how many will follow (T1.4).

    >>> [length_of([9, 7], n) for n in (0, 1, 2, None)]
    [9, 7, 7, 7]
    """
    last = len(lengths) - 1
    return int(lengths[last if from_end is None else min(from_end, last)])


def stage_card(tournament: Tournament, number: int) -> dict[str, Any]:
    """What was agreed for a stage, counted from 1: the tournament's own card, with a later stage's values over it."""
    agreed = tournament.agreed
    if number == 1:
        return agreed
    later = agreed.get("later_stages") or []
    own = later[number - 2]
    inherited: dict[str, Any] = {"options": {}, "draw_method": "standing", "seeded_top": None}
    return agreed | inherited | {name: value for name, value in own.items() if value is not None}


def terms_of(tournament: Tournament, stage: int, section: str, from_end: int | None) -> MatchTerms:
    """Length, clock and rules of a round; of several special terms that fit, later ones win (T1.4)."""
    card = stage_card(tournament, stage)
    own = card if stage > 1 else {}
    clock, rules = own.get("clock"), own.get("rules")
    terms: dict[str, Any] = {
        "length": length_of(card["lengths"], from_end),
        "clock": clock if clock != tournament.agreed["clock"] else None,
        "rules": rules if rules != tournament.agreed["rules"] else None,
    }
    place = {"stage": stage, "section": section, "from_end": from_end}
    for special in tournament.agreed.get("special_terms") or []:
        if all(special[name] == place[name] for name in place if special.get(name) is not None):
            terms |= {name: special[name] for name in terms if special.get(name) is not None}
    games = card["options"].get("session_games")
    if games is not None:
        played_by = terms["rules"] or tournament.agreed["rules"]
        terms |= {"length": games, "rules": {**played_by, SESSION: True}}
    return MatchTerms(**terms)


def is_session(stage_round: Round) -> bool:
    """Are the pairings of this round sessions? Then its length is the number of games."""
    return bool((stage_round.rules or {}).get(SESSION))


def rules_of(tournament: Tournament, stage_round: Round) -> Rules:
    """The rules of a match of this round: a pairing is a match, or a session where the stage is played so."""
    return rules_from(stage_round.rules or tournament.agreed["rules"], stage_round.length)


def rules_from(stored: dict[str, Any], length: int) -> Rules:
    """Read `Tournament.rules`: `Rules.to_json()` with the name of the preset beside it."""
    options = {key: value for key, value in stored.items() if key not in STORED_BESIDE}
    if stored.get(SESSION):
        return Rules.from_json(options | {"kind": "session", "games": length})
    return Rules.from_json(options | {"kind": "match", "length": length})


def clock_of(tournament: Tournament, stage_round: Round) -> ClockSettings | None:
    """The clock of a match of this round: presets scale with its length (T10.1)."""
    agreed = tournament.agreed["clock"]
    return clock_from(stage_round.clock or agreed, stage_round.length, beside(agreed))


def beside(agreed: Mapping[str, Any] | None) -> dict[str, int]:
    """How much lag a match gives back (T10.6) and its overtime (R13.1), where a stage or a round has none of its own."""
    return {name: int((agreed or {}).get(name, 0)) for name in ("lag_ms", "overtime_ms")}


def clock_from(
    stored: dict[str, Any] | None, length: int, agreed_beside: Mapping[str, int] | None = None
) -> ClockSettings | None:
    """Read `Tournament.clock`: None, {"preset", "kind"}, or {"kind", "reserve_ms_per_point", "delay_ms"}; "lag_ms"
    and "overtime_ms" beside either. Correspondence is {"kind": "correspondence", "days"}. Raises RulesError bad_clock.
    """
    if not stored or stored.get("kind") == "none":
        return None
    kind = stored.get("kind", "simple")
    if kind == CORRESPONDENCE:
        if type(stored["days"]) is not int:
            raise TypeError("days must be a whole number")
        return ClockSettings.correspondence(stored["days"])
    usual = agreed_beside or beside(None)
    more = {name: stored.get(name, value) for name, value in usual.items()}
    if "preset" in stored:
        return replace(ClockSettings.preset(stored["preset"], length, kind), **more)
    return ClockSettings(kind, stored["reserve_ms_per_point"] * length, stored["delay_ms"], **more)
