"""The whole form of a tournament: its parts, filled in from what is stored or sent, and read together."""

from collections.abc import Mapping
from typing import Any

from tournaments.formats.plans import most_entries, plan_of
from tournaments.formats.registry import FORMATS
from tournaments.forms import rules as rule_forms
from tournaments.forms import terms as terms_forms
from tournaments.forms import tournament as tournament_forms
from tournaments.forms.formats import ChooserForm, chosen_in, expected_in
from tournaments.forms.rules import RulesForm
from tournaments.forms.stages import StageForm, final_section, stage_forms
from tournaments.forms.terms import NO_CLOCK, SAME, TermsForm
from tournaments.forms.tournament import TournamentForm
from tournaments.models import Tournament

USUAL_PLAN = "knockout"
Data = Mapping[str, Any] | None


class HowForm:
    """How it is held: the way that was chosen, and a form for each of its stages."""

    def __init__(self, data: Data, tournament: Tournament | None) -> None:
        stored = _stages(tournament) if tournament else []
        self.stored_plan = plan_of(stored[0]["format"], stored[1:]) if stored else USUAL_PLAN
        self.plan = chosen_in(data, self.stored_plan)
        special = tournament.special_terms if tournament else []
        kept = stored if self.plan == self.stored_plan else []
        self.stages: list[StageForm] = stage_forms(self.plan, data, kept, special)
        self._stored = {row["format"]: row for row in kept[1:]}
        limit = tournament.entry_limit if tournament else None
        self.expected = expected_in(data or {}, limit)
        self.chooser = ChooserForm(data, initial={"plan": self.plan})

    @property
    def is_shown(self) -> bool:
        """Were the fields of all stages on the page that was sent?"""
        return all(stage.is_bound for stage in self.stages)

    @property
    def counts(self) -> list[str]:
        return [FORMATS[stage.format].counts for stage in self.stages if stage.format]

    @property
    def largest(self) -> int:
        """How many the first format can carry."""
        return most_entries(self.stages[0].format)

    def is_valid(self) -> bool:
        answers = [
            self.chooser.is_valid(),
            *(stage.is_valid() or not stage.is_bound for stage in self.stages),
        ]
        return all(answers)  # each of them is asked, so that each shows its errors

    def said(self) -> list[dict[str, Any]]:
        """What is said of each stage, the first included."""
        return [stage.said() for stage in self.stages if stage.format]

    def special(self) -> list[dict[str, Any]]:
        return [term for stage in self.stages if stage.format for term in stage.special()]

    def final(self) -> dict[str, Any] | None:
        """Where the final is, as a special term names it."""
        last = [stage for stage in self.stages if stage.format][-1]
        section = final_section(last.format)
        if section is None:
            return None
        place = {"stage": last.number, "section": section}
        return place if section == "final" else place | {"from_end": 0}

    def settings(self) -> dict[str, Any]:
        """Arguments of `lifecycle.create`; what a later stage says beside the form is kept."""
        first, *later = self.said()
        kept = [self._beside(stage) | stage for stage in later]
        names = ("format", "options", "lengths")
        return {name: first[name] for name in names} | {"later_stages": kept}

    def _beside(self, stage: Mapping[str, Any]) -> dict[str, Any]:
        stored = self._stored.get(stage["format"], {})
        return {name: stored[name] for name in ("clock", "rules", "seeded_top") if name in stored}


class TournamentSetup:
    """All forms of the page. `tournament` is what is changed, or None for a new one."""

    def __init__(
        self, data: Data, tournament: Tournament | None, initial: dict[str, Any] | None = None
    ) -> None:
        self.tournament = tournament
        stored = tournament.rules if tournament else None
        initial = initial or (tournament_forms.initial_of(tournament) if tournament else {})
        self.form = TournamentForm(data, initial=initial, is_new=tournament is None)
        self.how = HowForm(data, tournament)
        first = terms_forms.initial_of(tournament)
        if tournament:
            first["final_clock"] = _final_clock(tournament, self.how.final())
        self.terms = TermsForm(data, initial=first)
        self.rules = RulesForm(
            data, prefix="r", initial=rule_forms.initial_of("tournament", stored)
        )
        self.parts = (self.form, self.how, self.terms, self.rules)

    def is_valid(self) -> bool:
        answers = [part.is_valid() for part in self.parts]
        return all(answers)

    def settings(self) -> dict[str, Any]:
        """Arguments of `lifecycle.create` and `lifecycle.change`, but for name and rules."""
        terms = self.form.settings() | self.how.settings() | self.terms.settings()
        return terms | {"special_terms": self._special()}

    def lengths(self) -> list[int]:
        """Every length that is played, for the warnings."""
        stages = [length for stage in self.how.said() for length in stage["lengths"]]
        return [*stages, *(term["length"] for term in self.how.special())]

    def _special(self) -> list[dict[str, Any]]:
        """Ours, and after them what the form cannot say."""
        made = self.how.special()
        final, clock = self.how.final(), self.terms.cleaned_data["final_clock"]
        if final and clock != SAME:
            kind = self.form.cleaned_data["clock_kind"]
            told = {"kind": "none"} if clock == NO_CLOCK else {"preset": clock, "kind": kind}
            made.append(final | {"clock": told})
        stored = self.tournament.special_terms if self.tournament else []
        return made + [term for term in stored if not _is_ours(term)]


def _stages(tournament: Tournament) -> list[dict[str, Any]]:
    first = {
        "format": tournament.format,
        "options": tournament.options,
        "lengths": tournament.lengths,
    }
    later = [{"lengths": tournament.lengths} | stage for stage in tournament.later_stages]
    return [first, *later]


def _final_clock(tournament: Tournament, final: dict[str, Any] | None) -> str:
    for term in tournament.special_terms:
        if final and {**term, "clock": None} == {**final, "clock": None}:
            clock = term["clock"]
            return NO_CLOCK if clock.get("kind") == "none" else str(clock.get("preset", SAME))
    return SAME


def _is_ours(term: Mapping[str, Any]) -> bool:
    if set(term) == {"stage", "section", "length"}:
        return True
    clock = term.get("clock") or {}
    is_final = set(term) in (
        {"stage", "section", "from_end", "clock"},
        {"stage", "section", "clock"},
    )
    return is_final and (clock.get("kind") == "none" or "preset" in clock)
