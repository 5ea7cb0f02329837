"""Checks of a tournament's settings when they are saved, not when it starts. Stages are checked in stage_checks.py."""

import zoneinfo
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.engine.errors import RulesError
from games.engine.rules import PRESETS
from tournaments.bracket.selectors.agreement import SESSION, clock_from, rules_from
from tournaments.bracket.services.match_gateway import SAME_DICE_FORMATS
from tournaments.formats.plans import most_entries
from tournaments.models import Tournament
from tournaments.setup.services.stage_checks import require_stages
from tournaments.standings.tie_breaks import TIE_BREAKS
from web.errors import DomainError

LONGEST_MATCH = 99
YEARS = range(2000, 2101)
CLOCKS = (
    {"preset", "kind", "lag_ms", "overtime_ms"},
    {"kind", "reserve_ms_per_point", "delay_ms", "lag_ms", "overtime_ms"},
    {"kind", "days"},
)
SPECIAL = {"stage", "section", "from_end", "length", "clock", "rules"}
MOST_SPECIAL = 40
ROUNDS = range(1000)
APART = {"club", "country", "family"}
TEAM_BOARDS = (3, 4, 5)
PRIZE = {"section", "place", "share"}
HIGHEST_PLACE = 10_000


def require_playable(tournament: Tournament) -> None:
    """Refused (400), each with its own code: settings that cannot be played."""
    if not any(c.isalnum() for c in tournament.name):
        raise bad_settings("name_needed", _("Enter a name for the tournament."))
    if tournament.time_zone not in zoneinfo.available_timezones():
        raise bad_settings("bad_time_zone", _("Unknown time zone. Choose one from the list."))
    start = tournament.starts_at
    if start is not None and start.year not in YEARS:
        raise bad_settings("bad_start", _("Enter a date between 2000 and 2100."))
    if tournament.delay_results and not tournament.spectator_delay_s:
        text = _("Set a spectator delay first.")
        raise bad_settings("delay_needed", text)
    require_stages(tournament)
    _require_same_dice(tournament)
    _require_places(tournament)
    _require_lengths(tournament.lengths)
    _require_terms(tournament.rules, tournament.clock, tournament.lengths)
    for stage in tournament.later_stages:
        lengths = stage.get("lengths") or tournament.lengths
        _require_lengths(lengths)
        _require_terms(
            stage.get("rules") or tournament.rules, stage.get("clock") or tournament.clock, lengths
        )
    _require_special(tournament)
    _require_entry(tournament)
    require_prizes(tournament.pay_table)


def _require_same_dice(tournament: Tournament) -> None:
    """Refused: bad_same_dice, where the tables of a round do not start together or have days for a turn."""
    if not tournament.same_dice:
        return
    stages = [{"format": tournament.format}, *tournament.later_stages]
    if any(stage["format"] not in SAME_DICE_FORMATS for stage in stages):
        text = _("Only a Swiss tournament can have the same dice at all tables.")
        raise bad_settings("bad_same_dice", text)
    if tournament.entry_kind == Tournament.EntryKind.TEAM:
        raise bad_settings("bad_same_dice", _("Team matches cannot have the same dice."))
    clocks = [tournament.clock, *(stage.get("clock") for stage in tournament.later_stages)]
    if any("days" in (clock or {}) for clock in clocks):
        text = _("Matches by correspondence cannot have the same dice.")
        raise bad_settings("bad_same_dice", text)


def _require_places(tournament: Tournament) -> None:
    limit, most = tournament.entry_limit, most_entries(tournament.format)
    bound = {"most": most}
    if limit is not None and limit < 2:
        raise bad_settings("bad_entry_limit", _("Maximum entries must be at least 2."))
    if limit is not None and limit > most:
        text = _("Maximum entries for this format: %(most)d. Leave the field empty for no limit.")
        raise bad_settings("bad_entry_limit", text % bound)
    if not 1 <= (tournament.seeded_top or 1) <= most:
        raise bad_settings(
            "bad_seeded_top", _("The number of seeds must be from 1 to %(most)d.") % bound
        )


def _require_lengths(lengths: object) -> None:
    is_list = isinstance(lengths, list) and bool(lengths)
    if not is_list or not all(_is_length(length) for length in lengths):  # type: ignore[attr-defined]
        raise bad_settings("bad_lengths", _("Match lengths must be whole numbers from 1 to 99."))


def _is_length(value: object) -> bool:
    return type(value) is int and 1 <= value <= LONGEST_MATCH


def _require_terms(
    rules: Mapping[str, Any], clock: Mapping[str, Any] | None, lengths: list[int]
) -> None:
    """Refused: rules or a clock that are not valid for each of these lengths."""
    if not isinstance(rules, Mapping) or not _has_valid_extras(rules):
        raise bad_settings("bad_rules", "The rules are not valid.")
    try:
        if clock and not any(clock.keys() <= names for names in CLOCKS):
            raise bad_settings("bad_clock", _("This clock setting is not valid."))
        for length in lengths:
            rules_from(dict(rules), length)
            clock_from(dict(clock) if clock else None, length)
    except RulesError as error:
        raise bad_settings(error.code, error.message) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise bad_settings("bad_clock", _("This clock setting is not valid.")) from error


def _has_valid_extras(rules: Mapping[str, Any]) -> bool:
    """Fields besides the options of a match are never read, so only the values written by this site are allowed."""
    preset, kind = rules.get("preset", "tournament"), rules.get("kind", "match")
    numbers = [rules.get(name) for name in ("length", "games")]
    return (
        isinstance(preset, str)
        and preset in PRESETS
        and kind in ("match", "session")
        and SESSION not in rules
        and all(n is None or (type(n) is int and 0 < n < HIGHEST_PLACE) for n in numbers)
    )


def _require_special(tournament: Tournament) -> None:
    """Special terms of single rounds: each has a place and something that differs there."""
    terms = tournament.special_terms
    if not isinstance(terms, list) or len(terms) > MOST_SPECIAL:
        raise bad_settings("bad_special_terms", "special_terms must be a list of at most 40 items.")
    for term in terms:
        if not _is_special(term, range(1, len(tournament.later_stages) + 2)):
            text = (
                "A special term must name a stage, a section or a round, and what is "
                "different there."
            )
            raise bad_settings("bad_special_terms", text)
        length = term.get("length")
        if length is not None:
            _require_lengths([length])
        _require_terms(
            term.get("rules") or tournament.rules,
            term.get("clock") or tournament.clock,
            tournament.lengths if length is None else [length],
        )


def _is_special(term: object, stages: range) -> bool:
    """Has it a valid place, and something that differs there?"""
    if not isinstance(term, dict) or not set(term) <= SPECIAL:
        return False
    stage, section, from_end = (term.get(name) for name in ("stage", "section", "from_end"))
    is_place = (
        (stage is None or (type(stage) is int and stage in stages))
        and (section is None or _is_section(section))
        and (from_end is None or (type(from_end) is int and from_end in ROUNDS))
    )
    return is_place and any(term.get(name) for name in ("length", "clock", "rules"))


def _require_entry(tournament: Tournament) -> None:
    order, apart = tournament.tie_breaks, tournament.apart
    if not _is_choice(order, set(TIE_BREAKS)):
        text = "Tie-breaks must be a list of different names from: %(names)s."
        raise bad_settings("bad_tie_breaks", text % {"names": ", ".join(TIE_BREAKS)})
    if not _is_choice(apart, APART):
        raise bad_settings(
            "bad_apart", "apart must be a list of different names from: club, country, family."
        )
    if tournament.entry_kind not in Tournament.EntryKind.values:
        raise bad_settings("bad_entry_kind", "Entry kind must be single, doubles or team.")
    is_team = tournament.entry_kind == Tournament.EntryKind.TEAM
    if tournament.boards not in (TEAM_BOARDS if is_team else (1,)):
        raise bad_settings("bad_boards", "A team must have 3, 4 or 5 boards. Other entries have 1.")
    if tournament.names_lineups and not is_team:
        raise bad_settings("bad_lineups", _("Only teams can have line-ups."))


def _is_choice(value: object, allowed: set[str]) -> bool:
    """Is it a list of different allowed words?"""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return False
    return set(value) <= allowed and len(set(value)) == len(value)


def require_prizes(pay_table: object) -> None:
    """Refused: bad_pay_table. A list of section, place and share, each place once, at most the whole pot."""
    lines: list[Any] = pay_table if isinstance(pay_table, list) else [None]
    if not all(_is_prize(line) for line in lines):
        text = _("Each prize needs a bracket, a place and a percentage above 0.")
        raise bad_settings("bad_pay_table", text)
    if len({(line["section"], line["place"]) for line in lines}) < len(lines):
        raise bad_settings("bad_pay_table", _("The payout table lists the same place twice."))
    if sum(line["share"] for line in lines) > 100 + 1e-9:
        raise bad_settings("bad_pay_table", _("The payout table adds up to more than 100%."))


def _is_prize(line: object) -> bool:
    if not isinstance(line, dict) or set(line) != PRIZE or not _is_section(line["section"]):
        return False
    place, share = line["place"], line["share"]
    is_place = type(place) is int and 1 <= place <= HIGHEST_PLACE
    return is_place and type(share) in (int, float) and 0 < share <= 100


def _is_section(name: object) -> bool:
    """main, last_chance, or the letters of a group."""
    is_word = isinstance(name, str) and name.isascii() and name.replace("_", "a").isalpha()
    return is_word and isinstance(name, str) and len(name) <= 16


def bad_settings(code: str, detail: str) -> DomainError:
    return DomainError(code, detail, status=400)
