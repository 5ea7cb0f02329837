"""What the rounds and pairings of one tournament are called: unambiguous in it, whatever it is made of."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.formats.registry import FORMATS
from tournaments.models import Pairing, Round, Tournament
from tournaments.round_names import full_round_name, pairing_name, round_name, section_name


class Names:
    """Made from all rounds of a tournament, each with its stage; asks nothing itself."""

    def __init__(self, rounds: Iterable[Round]) -> None:
        self.rounds = {row.pk: row for row in rounds}
        self.sections: dict[int, tuple[str, ...]] = {}
        for row in self.rounds.values():
            known = self.sections.get(row.stage_id, ())
            if row.section not in known:
                self.sections[row.stage_id] = (*known, row.section)
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

    def pairing(self, pairing: Pairing) -> str:
        """QF 1, W2 3; with the number of its stage where an earlier one is counted alike."""
        row = self.rounds[pairing.round_id]
        beside = self.sections[row.stage_id]
        name = pairing_name(pairing.key, row.name_key, row.section, pairing.number, beside)
        number = row.stage.number
        kind = self.kinds[number]
        if any(n < number and self.kinds[n] == kind for n in self.kinds):
            return _("%(stage)s: %(pairing)s") % {"stage": number, "pairing": name}
        return name


def rounds_of(tournament: Tournament) -> list[Round]:
    """All rounds that stand, in order, each with its stage. One query."""
    rows = Round.objects.filter(stage__tournament=tournament, voided_at=None)
    rows = rows.select_related("stage").defer("stage__seed_order", "stage__field")
    return list(rows.order_by("stage__number", "number"))


def names_of(tournament: Tournament) -> Names:
    """One query."""
    return Names(rounds_of(tournament))
