"""In words: which ties across the last place that goes on to a stage the lot has broken."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.bracket.selectors.names import titles_of
from tournaments.bracket.selectors.outline import Outline
from tournaments.models import Tournament
from web.bidi import isolate

Names = Mapping[int, str]


def lots_in_words(number: int, lots: Sequence[Mapping[str, Any]], names: Names) -> str:
    """A sentence for each tie: who went on to this stage, and who did not."""
    return " ".join(
        _(
            "Tie for the last places in stage %(number)d, broken by lot. Qualified: %(through)s. "
            "Out: %(out)s."
        )
        % {
            "number": number,
            "through": _listed(lot["through"], names),
            "out": _listed(lot["out"], names),
        }
        for lot in lots
    )


def lots_after(tournament: Tournament, parts: Outline, number: int) -> str:
    """What the lot decided at the end of this stage, in words; empty where it decided nothing. A query only where it did."""
    following = (stage for stage in parts.stages if stage.number == number + 1)
    lots = next((stage.lots for stage in following), None)
    return lots_in_words(number + 1, lots, titles_of(tournament)) if lots else ""


def _listed(entries: Sequence[int], names: Names) -> str:
    return ", ".join(isolate(names.get(entry, "–")) for entry in entries)
