"""The whole form of a tournament: its parts, filled in from the stored or sent values, and read together."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.formats.plans import SECTIONS, most_entries, plan_of
from tournaments.formats.registry import FORMATS
from tournaments.models import Tournament, Venue
from tournaments.setup.forms import basics as tournament_forms
from tournaments.setup.forms import rules as rule_forms
from tournaments.setup.forms import terms as terms_forms
from tournaments.setup.forms.basics import TournamentForm
from tournaments.setup.forms.formats import ChooserForm, chosen_plan, expected_players
from tournaments.setup.forms.other_terms import clock_from_choice
from tournaments.setup.forms.rules import RulesForm
from tournaments.setup.forms.stages import StageForm, final_section, stage_forms
from tournaments.setup.forms.terms import TermsForm
from tournaments.setup.services.from_template import waits_for_director

USUAL_PLAN = "knockout"
Data = Mapping[str, Any] | None


class FormatForms:
    """The chosen plan, and a form for each of its stages."""

    def __init__(self, data: Data, tournament: Tournament | None) -> None:
        stored = _stages(tournament) if tournament else []
        self.stored_plan = plan_of(stored[0]["format"], stored[1:]) if stored else USUAL_PLAN
        self.plan = chosen_plan(data, self.stored_plan)
        special = tournament.special_terms if tournament else []
        kept = stored if self.plan == self.stored_plan else []
        self.stages: list[StageForm] = stage_forms(self.plan, data, kept, special)
        self.stored_formats = [str(row["format"]) for row in stored]
        limit = tournament.entry_limit if tournament else None
        self.expected = expected_players(data or {}, limit)
        self.chooser = ChooserForm(data, initial={"plan": self.plan})

    @property
    def is_shown(self) -> bool:
        """Were the fields of all stages on the page that was sent?"""
        return all(stage.is_bound for stage in self.stages)

    @property
    def formats(self) -> list[str]:
        return [stage.format for stage in self.stages if stage.format]

    @property
    def counts(self) -> list[str]:
        return [FORMATS[name].counts for name in self.formats]

    @property
    def largest(self) -> int:
        """The most entries that the first format allows."""
        return most_entries(self.stages[0].format)

    def is_valid(self) -> bool:
        answers = [
            self.chooser.is_valid(),
            *(stage.is_valid() or not stage.is_bound for stage in self.stages),
        ]
        return all(answers)  # all are validated, so that each shows its errors

    def stage_settings(self) -> list[dict[str, Any]]:
        """The settings of each stage, the first included."""
        return [stage.stage_settings() for stage in self.stages if stage.format]

    def special(self) -> list[dict[str, Any]]:
        return [term for stage in self.stages if stage.format for term in stage.special()]

    def final(self) -> dict[str, Any] | None:
        """The final's place, as in a special term."""
        return _final_of(self.formats)

    def settings(self, kind: str, *, kind_changed: bool) -> dict[str, Any]:
        """Arguments of `lifecycle.create`. `kind` is the kind of clock, `kind_changed` whether it was changed."""
        first, *later = self.stage_settings()
        own = [
            stage.other_terms(kind, kind_changed=kind_changed)
            for stage in self.stages[1 : len(later) + 1]
        ]
        names = ("format", "options", "lengths")
        return {name: first[name] for name in names} | {
            "later_stages": [stage | terms for stage, terms in zip(later, own, strict=True)]
        }

    def beside(self, special: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Special terms that the form cannot show, of stages whose format is unchanged."""
        before = self.stored_formats
        both = enumerate(zip(self.formats, before, strict=False), start=1)
        same = [number for number, (now, then) in both if now == then]
        return [
            dict(term)
            for term in special
            if not _is_ours(term, before) and term.get("stage") in (None, *same)
        ]


class TournamentSetup:
    """All forms of the page. `tournament` is the one to change, or None for a new one.

    `like` has the settings that a new one begins with; `initial` and `terms` are other initial values, of the basics and
    of the other terms.
    """

    def __init__(
        self,
        data: Data,
        tournament: Tournament | None,
        initial: dict[str, Any] | None = None,
        *,
        like: Tournament | None = None,
        terms: Mapping[str, Any] | None = None,
    ) -> None:
        self.tournament = tournament
        source = tournament or like
        stored = source.rules if source else None
        initial = initial or (tournament_forms.initial_of(tournament) if tournament else {})
        self.form = TournamentForm(data, initial=initial, is_new=tournament is None)
        self.how = FormatForms(data, source)
        self._stored_special = source.special_terms if source else []
        self._final_clock = _clock_at(self.how.final(), self._stored_special)
        first = terms_forms.initial_of(source) | dict(terms or {})
        self.terms = TermsForm(data, initial=first, final_clock=self._final_clock)
        self.rules = RulesForm(
            data, prefix="r", initial=rule_forms.initial_of("tournament", stored)
        )
        self.parts = (self.form, self.how, self.terms, self.rules)

    def is_valid(self) -> bool:
        answers = [part.is_valid() for part in self.parts]
        return all(answers)

    def settings(self) -> dict[str, Any]:
        """Arguments of `lifecycle.create` and `lifecycle.change`, but for name and rules."""
        kind, kind_changed = self._kind()
        how = self.how.settings(kind, kind_changed=kind_changed)
        terms = self.form.settings() | how | self.terms.settings()
        if terms["publishes"] is None:
            where = self.form.cleaned_data.get("where") or Venue.Where.ONLINE
            terms["publishes"] = waits_for_director(where, self.how.formats)
        return terms | {"special_terms": self._special()}

    def lengths(self) -> list[int]:
        """Every match length, for the warnings."""
        stages = [length for stage in self.how.stage_settings() for length in stage["lengths"]]
        return [*stages, *(term["length"] for term in self.how.special())]

    def _kind(self) -> tuple[str, bool]:
        """The kind of clock, and whether it was changed."""
        form = self.form
        return form.cleaned_data["clock_kind"], "clock_kind" in form.changed_data

    def _special(self) -> list[dict[str, Any]]:
        """Special terms of the form, and after them those it cannot show; in their old order if unchanged."""
        made, stored = self.how.special(), self._stored_special
        final, chosen = self.how.final(), self.terms.cleaned_data["final_clock"]
        kind, kind_changed = self._kind()
        clock = clock_from_choice(chosen, self._final_clock, kind, kind_changed=kind_changed)
        if final and clock:
            made.append(final | {"clock": clock})
        terms = made + self.how.beside(stored)
        is_same = len(terms) == len(stored) and all(term in stored for term in terms)
        return stored if is_same else terms


def _stages(tournament: Tournament) -> list[dict[str, Any]]:
    first = {
        "format": tournament.format,
        "options": tournament.options,
        "lengths": tournament.lengths,
    }
    later = [{"lengths": tournament.lengths} | stage for stage in tournament.later_stages]
    return [first, *later]


def _final_of(formats: Sequence[str]) -> dict[str, Any] | None:
    """The place of the final of these stages, as in a special term."""
    section = final_section(formats[-1]) if formats else None
    if section is None:
        return None
    place = {"stage": len(formats), "section": section}
    return place if section == "final" else place | {"from_end": 0}


def _clock_at(
    place: dict[str, Any] | None, special: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """The clock that was set for this place alone; of several the last, which applies."""
    terms = [term["clock"] for term in special if place and _is_clock_at(term, place)]
    return terms[-1] if terms else None


def _is_clock_at(term: Mapping[str, Any], place: Mapping[str, Any]) -> bool:
    return bool(term.get("clock")) and {**term, "clock": None} == {**place, "clock": None}


def _is_ours(term: Mapping[str, Any], formats: Sequence[str]) -> bool:
    """Does the form have a field for it: the length of a section, or the clock of the final?"""
    final = _final_of(formats)
    if final and _is_clock_at(term, final):
        return True
    stage = term.get("stage") or 0
    format_ = formats[stage - 1] if 0 < stage <= len(formats) else ""
    is_length = set(term) == {"stage", "section", "length"}
    return is_length and term["section"] in SECTIONS.get(format_, ())
