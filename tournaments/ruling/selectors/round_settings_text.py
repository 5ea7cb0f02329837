"""A director's settings of rounds that a ruling sets aside: those that the rounds drawn in their place keep, and those
that are lost. Two queries, none where no round is set aside."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.selectors.agreement import terms_of
from tournaments.models import Moved, Round, Tournament

Fact = tuple[str, Any]
TERMS = ("length", "clock", "rules")


@dataclass(frozen=True, slots=True)
class RoundSettingsDiff:
    """The settings of a round that is set aside: those that are kept, and those that are lost."""

    round: int
    kept: tuple[Fact, ...]
    lost: tuple[Fact, ...]


def round_settings(aside: Collection[int], drawn: Collection[int]) -> Iterator[RoundSettingsDiff]:
    """Of brackets that the same ruling redraws; rounds that are drawn later inherit settings then."""
    rows = Round.objects.filter(pk__in={*aside, *drawn}).order_by("pk") if aside and drawn else ()
    if not rows:
        return
    moved = Moved.objects.filter(round__in=rows, revoked_at=None)
    boards = dict(moved.values_list("round_id", "on_board"))
    loaded = list(rows.select_related("stage__tournament", "deadline"))
    new = [row for row in loaded if row.pk in drawn]
    again = {(row.stage_id, row.section) for row in new}
    instead = {_place(row): row for row in new}
    for old in loaded:
        if old.pk not in aside or (old.stage_id, old.section) not in again:
            continue
        own = _own_settings(old, boards)
        successor = instead.get(_place(old))
        same = set(map(repr, _all(successor, boards))) if successor is not None else set()
        kept = tuple(fact for fact in own if repr(fact) in same)
        lost = tuple(fact for fact in own if repr(fact) not in same)
        if own:
            yield RoundSettingsDiff(old.pk, kept, lost)


def settings_text(facts: Collection[Fact], tournament: Tournament) -> str:
    """For example: Match length: 5 · On hold."""
    return " · ".join(_fact_text(name, value, tournament) for name, value in facts)


def _fact_text(name: str, value: Any, tournament: Tournament) -> str:
    if name == "length":
        return _("Match length: %(n)d") % {"n": value}
    if name == "until":
        there = value.astimezone(ZoneInfo(tournament.time_zone))
        return _("Deadline: %(moment)s") % {
            "moment": formats.date_format(there, "SHORT_DATETIME_FORMAT")
        }
    words = {
        "clock": _("Own clock"),
        "rules": _("Own rules"),
        "held": pgettext("round", "On hold"),
        "on_board": _("Over the board") if value else _("Online"),
    }
    return words[name]


def _place(row: Round) -> tuple[int, str, int, bool]:
    end = row.from_end
    return (row.stage_id, row.section, row.number if end is None else end, end is None)


def _own_settings(row: Round, boards: dict[int, bool]) -> list[Fact]:
    """The settings that differ from those agreed before the draw."""
    agreed = terms_of(row.stage.tournament, row.stage.number, row.section, row.from_end)
    usual = [(name, getattr(agreed, name)) for name in TERMS]
    return [fact for fact in _all(row, boards) if fact not in usual]


def _all(row: Round, boards: dict[int, bool]) -> list[Fact]:
    facts: list[Fact] = [(name, getattr(row, name)) for name in TERMS]
    if not row.open:
        facts.append(("held", True))
    if hasattr(row, "deadline"):
        facts.append(("until", row.deadline.play_until))
    if row.pk in boards:
        facts.append(("on_board", boards[row.pk]))
    return facts
