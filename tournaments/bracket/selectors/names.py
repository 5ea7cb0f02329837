"""The names of the rounds, pairings and entries of one tournament, unambiguous whatever it consists of."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.core.round_names import (
    full_round_name,
    pairing_name,
    placed_round_name,
    round_name,
    section_name,
)
from tournaments.formats.registry import FORMATS
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.models.tournament import entry_title


class Names:
    """Names from all rounds of a tournament, each with its stage; no query."""

    def __init__(self, rounds: Iterable[Round]) -> None:
        self.rounds = {row.pk: row for row in rounds}
        self.sections: dict[int, tuple[str, ...]] = {}
        for row in self.rounds.values():
            sections = self.sections.get(row.stage_id, ())
            if row.section not in sections:
                self.sections[row.stage_id] = (*sections, row.section)
        formats = [row.stage for row in self.rounds.values()]
        first = min((stage.number for stage in formats), default=1)
        self.kinds = {stage.number: FORMATS[stage.format].counts for stage in formats}
        self.first = first

    def section(self, row: Round) -> str:
        return section_name(row.section, self.sections[row.stage_id])

    def round(self, row: Round) -> str:
        return round_name(row.name_key, row.section, self.sections[row.stage_id])

    def full_round(self, row: Round) -> str:
        return full_round_name(row.name_key, row.section, self.sections[row.stage_id])

    def placed_round(self, number: int, stage: int) -> str:
        """A round by its number in its stage, with its bracket and stage where needed; empty if there is none."""
        for row in self.rounds.values():
            if (row.number, row.stage.number) == (number, stage):
                beside = self.sections[row.stage_id]
                return placed_round_name(row.name_key, row.section, beside, self._stage_shown(row))
        return ""

    def pairing(self, pairing: Pairing) -> str:
        """QF 1, W2 3; with the number of its stage where an earlier one is counted alike."""
        return self.of_pairing(pairing.round_id, pairing.key, pairing.number)

    def of_pairing(self, round_id: int, key: str, number_in_round: int) -> str:
        """The same from the columns of a pairing."""
        row = self.rounds[round_id]
        beside = self.sections[row.stage_id]
        name = pairing_name(key, row.name_key, row.section, number_in_round, beside)
        number = self._stage_shown(row)
        if number is not None:
            return _("%(stage)s: %(pairing)s") % {"stage": number, "pairing": name}
        return name

    def _stage_shown(self, row: Round) -> int | None:
        """The number of a round's stage where an earlier one is counted alike."""
        number = row.stage.number
        kind = self.kinds[number]
        alike = any(n < number and self.kinds[n] == kind for n in self.kinds)
        return number if alike else None


def rounds_of(*tournaments: Tournament | int) -> list[Round]:
    """All rounds that stand, in order, each with its stage and its deadline, if it has one. One query."""
    rows = Round.objects.filter(stage__tournament__in=tournaments, voided_at=None)
    rows = rows.select_related("stage", "deadline").defer("stage__seed_order", "stage__field")
    return list(rows.order_by("stage__number", "number"))


def play_until(row: Round) -> datetime | None:
    """By when a round is to be played. No query: only for rounds that were read with their deadlines."""
    deadline = getattr(row, "deadline", None) if Round.deadline.is_cached(row) else None
    return deadline.play_until if deadline is not None else None


def names_of(tournament: Tournament) -> Names:
    """One query."""
    return Names(rounds_of(tournament))


def titles_of(tournament: Tournament) -> dict[int, str]:
    """The title of every entry, including those that left. One query, without model instances."""
    columns = ("pk", "name", "player__name", "attempt")
    rows = Entry.objects.filter(tournament=tournament).values_list(*columns)
    return {pk: entry_title(*columns_of_title) for pk, *columns_of_title in rows}
