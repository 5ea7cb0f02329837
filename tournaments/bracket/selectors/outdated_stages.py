"""Later stages that have begun and keep their field although others would go on to them by now (T9.5): who is missing, who
is too many.

For several tournaments at once: what `advance` has noted is read with the rounds; two queries where a stage is outdated.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.outline import Outline
from tournaments.core.tie_break_texts import listed
from tournaments.models import Entry, Ruling, Tournament

KEPT = "keep_stage"
"""The verb of the ruling that leaves a stage with its field."""


@dataclass(frozen=True, slots=True)
class OutdatedStage:
    """A stage that keeps its field; both empty: the same would go on in another order."""

    tournament: int
    stage: int
    missing: tuple[int, ...]
    strangers: tuple[int, ...]
    names: Mapping[int, str]

    @property
    def mark(self) -> dict[str, Any]:
        """The stage and the entries concerned, as stored by a ruling that leaves it as it is."""
        of = {"stage": self.stage, "section": ""}
        return {**of, "missing": list(self.missing), "strangers": list(self.strangers)}

    @property
    def text(self) -> str:
        """One sentence for those who are missing, one for those who would not go on."""
        if not self.missing and not self.strangers:
            return _("The same players qualify, but in a different order.")
        parts = (
            (self.missing, _("Now qualified, but missing: %(names)s.")),
            (self.strangers, _("In this stage, but no longer qualified: %(names)s.")),
        )
        return " ".join(text % {"names": listed(who, self.names)} for who, text in parts if who)


def find_outdated_stages(
    drawn: Iterable[tuple[Tournament, Outline]], *, left_too: bool = False
) -> list[OutdatedStage]:
    """Outdated stages in order; `left_too`: also those that a director leaves as they are."""
    noted = [
        (tournament.pk, stage.number, stage.outdated)
        for tournament, parts in drawn
        for stage in parts.stages
        if stage.outdated is not None
    ]
    if not noted:
        return []
    names = _names(
        {pk for _of, _n, outdated in noted for pk in (*outdated["missing"], *outdated["strangers"])}
    )
    stages = [
        OutdatedStage(of, number, tuple(outdated["missing"]), tuple(outdated["strangers"]), names)
        for of, number, outdated in noted
    ]
    left = [] if left_too else _left_as_they_are({stage.tournament for stage in stages})
    return [stage for stage in stages if (stage.tournament, stage.mark) not in left]


def _names(entries: Collection[int]) -> dict[int, str]:
    rows = Entry.objects.filter(pk__in=entries).select_related("player")
    return {entry.pk: entry.title for entry in rows}


def _left_as_they_are(tournaments: Collection[int]) -> list[tuple[int, Any]]:
    """The stages that directors leave as they are, with the entries that were concerned then."""
    rulings = Ruling.objects.filter(tournament__in=tournaments, verb=KEPT)
    return list(rulings.values_list("tournament_id", "after__kept"))
