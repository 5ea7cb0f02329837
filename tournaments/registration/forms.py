"""The form of somebody without an account, and the organizer's settings of it."""

import secrets
from collections.abc import Sequence
from typing import Any
from zlib import crc32

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy
from django_countries import countries

from accounts.forms import NameField
from tournaments.contacts.services.contacts import USUAL_DAYS
from tournaments.models import RegistrationPlan
from tournaments.registration.selectors.divisions import RegistrationDivision
from tournaments.registration.selectors.questions import (
    CHOICE,
    MOST_QUESTIONS,
    TEXT,
    YES_NO,
    EntrantQuestion,
    questions_of,
)
from tournaments.registration.services.entry_choices import EntryChoice
from tournaments.registration.services.registrations import TYPED
from tournaments.timing.forms import MomentField
from web.folding import fold

KINDS = (
    (TEXT, pgettext_lazy("kind of answer", "Text")),
    (CHOICE, pgettext_lazy("kind of answer", "Choice")),
    (YES_NO, _("Yes or no")),
)


class RegistrationForm(forms.Form):
    """Who enters. `website` is a trap for programs: people do not see it and leave it empty."""

    name = NameField(help_text="", widget=forms.TextInput({"autocomplete": "name"}))
    email = forms.EmailField(
        label=_("Email"), max_length=254, widget=forms.EmailInput({"autocomplete": "email"})
    )
    country = forms.ChoiceField(label=_("Country"), required=False)
    club = forms.CharField(
        label=pgettext_lazy("player’s club", "Club"), max_length=80, required=False
    )
    rating = forms.FloatField(
        label=pgettext_lazy("player", "Rating"), required=False, min_value=0, max_value=10_000
    )
    member_number = forms.CharField(label=_("Member number"), required=False, max_length=32)
    phone = forms.CharField(
        label=_("Phone"),
        required=False,
        max_length=32,
        widget=forms.TextInput({"type": "tel", "autocomplete": "tel"}),
    )
    shown = forms.BooleanField(
        label=_("My name, country, club and results are shown on public pages.")
    )
    kept = forms.BooleanField()
    website = forms.CharField(required=False, max_length=500)

    def __init__(
        self, *args: Any, divisions: Sequence[RegistrationDivision], asked: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.divisions, self.asked = divisions, asked
        self.fields["country"].choices = [("", _("Not specified")), *countries]  # type: ignore[attr-defined]
        self.fields["country"].widget.attrs["autocomplete"] = "country"
        self.questions = _questions_asked(divisions)
        self.fields["kept"].label = kept_label(USUAL_DAYS, with_answers=bool(self.questions))
        for division in divisions:
            self._add_division(division)
        for key, (question, _of) in self.questions.items():
            self.fields[key] = question_field(question)

    def _add_division(self, division: RegistrationDivision) -> None:
        key = division.id
        if len(self.divisions) > 1:
            self.fields[f"in_{key}"] = forms.BooleanField(
                label=division.name, required=False, initial=key == self.asked
            )
        if division.reduced is not None:
            self.fields[f"reduced_{key}"] = forms.BooleanField(
                label=division.reduced_for, required=False
            )
        for pool in division.pools:
            self.fields[f"pool_{pool.id}"] = forms.BooleanField(label=pool.name, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        chosen = self.chosen()
        if not chosen:
            self.add_error(None, _("Choose at least one tournament."))
        for key, (_question, of) in self.questions.items():
            asked = [of[division.id] for division in chosen if division.id in of]
            is_required = any(question.is_required for question in asked)
            if is_required and not cleaned.get(key) and key not in self.errors:
                self.add_error(key, _("Answer this question."))
        for division in chosen:
            joined = {pool.id for pool in division.pools if cleaned.get(f"pool_{pool.id}")}
            names = {pool.id: pool.name for pool in division.pools}
            for pool in division.pools:
                if pool.id in joined and pool.requires is not None and pool.requires not in joined:
                    text = _("Join %(name)s first. This pool is for its members.")
                    self.add_error(f"pool_{pool.id}", text % {"name": names.get(pool.requires, "")})
        return cleaned

    def chosen(self) -> list[RegistrationDivision]:
        """The divisions that are ticked; the only one of a form with one."""
        if len(self.divisions) == 1:
            return list(self.divisions)
        return [d for d in self.divisions if self._ticked(f"in_{d.id}")]

    def choices(self) -> list[EntryChoice]:
        """What the service takes of the divisions, the asked one first."""
        chosen = sorted(self.chosen(), key=lambda division: division.id != self.asked)
        return [
            EntryChoice(
                division.id,
                is_reduced=division.reduced is not None and self._ticked(f"reduced_{division.id}"),
                pools=tuple(p.id for p in division.pools if self._ticked(f"pool_{p.id}")),
                answers={
                    question.id: str(self.cleaned_data[key])
                    for key, (_question, of) in self.questions.items()
                    for question in [of.get(division.id)]
                    if question is not None and self.cleaned_data.get(key)
                },
            )
            for division in chosen
        ]

    def sections(self) -> list[dict[str, Any]]:
        """Each division with its fields and what is ticked, for the page."""
        return [
            {
                "division": division,
                "tick": self[f"in_{division.id}"] if len(self.divisions) > 1 else None,
                "is_chosen": division in self.chosen(),
                "reduced": self[f"reduced_{division.id}"] if division.reduced is not None else None,
                "pools": [(pool, self[f"pool_{pool.id}"]) for pool in division.pools],
            }
            for division in self.divisions
        ]

    def question_fields(self) -> list[tuple[Any, str]]:
        """Each question with the names of the divisions that ask it, empty where all do."""
        rows = []
        for key, (_question, of) in self.questions.items():
            names = [division.name for division in self.divisions if division.id in of]
            rows.append((self[key], "" if len(of) == len(self.divisions) else ", ".join(names)))
        return rows

    def totals(self) -> dict[str, int]:
        """What is to pay for everything that is ticked, by currency, in smallest units. Waiting lists cost nothing yet."""
        sums: dict[str, int] = {}
        for division in self.chosen():
            if not division.currency or division.places.is_full:
                continue
            is_reduced = division.reduced is not None and self._ticked(f"reduced_{division.id}")
            amount = division.fee - (division.discount if is_reduced else 0)
            amount += sum(p.fee for p in division.pools if self._ticked(f"pool_{p.id}"))
            sums[division.currency] = sums.get(division.currency, 0) + amount
        return {currency: total for currency, total in sums.items() if total}

    def _ticked(self, name: str) -> bool:
        return name in self.fields and bool(self[name].value())

    @property
    def is_trapped(self) -> bool:
        return bool(self.cleaned_data.get("website"))

    def typed(self) -> dict[str, Any]:
        """What the service takes."""
        return {name: self.cleaned_data[name] for name in TYPED}


class RegistrationPlanForm(forms.Form):
    """May people without an account enter, until when, and how they pay."""

    is_open = forms.BooleanField(label=_("People without an account can enter"), required=False)
    closes_at = MomentField(
        label=_("Entry closes"),
        required=False,
        help_text=_("In your time zone. Leave empty: until the tournament starts."),
    )
    payment_text = forms.CharField(
        label=_("How to pay"),
        required=False,
        max_length=1000,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("Bank details, a payment link, or how to pay at the door."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, MOST_QUESTIONS + 1):
            self.fields[f"question_{number}"] = forms.CharField(
                label=_("Question %(n)s") % {"n": number}, required=False, max_length=120
            )
            self.fields[f"kind_{number}"] = forms.ChoiceField(
                label=_("Answer"), choices=KINDS, required=False
            )
            self.fields[f"choices_{number}"] = forms.CharField(
                label=_("Choices"),
                required=False,
                max_length=300,
                help_text=_("Between commas, for example: meat, fish, vegetarian."),
            )
            self.fields[f"required_{number}"] = forms.BooleanField(
                label=_("Must be answered"), required=False
            )
            self.fields[f"id_{number}"] = forms.CharField(
                required=False, max_length=8, widget=forms.HiddenInput
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        asked: set[str] = set()
        for number in range(1, MOST_QUESTIONS + 1):
            words = fold(" ".join(cleaned.get(f"question_{number}", "").split()))
            if words and words in asked:
                self.add_error(f"question_{number}", _("This question is already in the list."))
            asked.add(words)
            is_choice = cleaned.get(f"kind_{number}") == CHOICE
            choices = _listed(cleaned.get(f"choices_{number}", ""))
            if cleaned.get(f"question_{number}") and is_choice and len(choices) < 2:
                self.add_error(f"choices_{number}", _("Enter at least two choices."))
        return cleaned

    def question_rows(self) -> list[dict[str, Any]]:
        """The fields of each question."""
        names = ("question", "kind", "choices", "required", "id")
        return [
            {name: self[f"{name}_{number}"] for name in names}
            for number in range(1, MOST_QUESTIONS + 1)
        ]

    def plan(self) -> dict[str, Any]:
        """Arguments of `save_plan`. A question keeps its id while its wording changes. A new one gets a random id, so that no
        answer to a question that was removed appears beside it."""
        data = self.cleaned_data
        numbers = range(1, MOST_QUESTIONS + 1)
        questions = [
            EntrantQuestion(
                id=data[f"id_{n}"] if data[f"id_{n}"].isdecimal() else _new_id(),
                text=" ".join(data[f"question_{n}"].split()),
                kind=data[f"kind_{n}"] or TEXT,
                choices=_listed(data[f"choices_{n}"]) if data[f"kind_{n}"] == CHOICE else (),
                is_required=data[f"required_{n}"],
            ).stored
            for n in numbers
            if data[f"question_{n}"].strip()
        ]
        kept = {name: data[name] for name in ("is_open", "closes_at", "payment_text")}
        return kept | {"questions": questions}

    @classmethod
    def initial_of(cls, plan: RegistrationPlan | None) -> dict[str, Any]:
        """What the form shows of the settings."""
        if plan is None:
            return {}
        initial = {name: getattr(plan, name) for name in ("is_open", "closes_at", "payment_text")}
        for number, question in enumerate(questions_of(plan), start=1):
            initial |= {
                f"question_{number}": question.text,
                f"kind_{number}": question.kind,
                f"choices_{number}": ", ".join(question.choices),
                f"required_{number}": question.is_required,
                f"id_{number}": question.id,
            }
        return initial


Asked = dict[str, tuple[EntrantQuestion, dict[int, EntrantQuestion]]]


def _questions_asked(divisions: Sequence[RegistrationDivision]) -> Asked:
    """By the name of its field each question, with the question of each division that asks it: the same words are asked once."""
    asked: Asked = {}
    for division in divisions:
        for question in division.questions:
            words = f"{fold(question.text)}|{question.kind}|{'|'.join(question.choices)}"
            key = f"question_{crc32(words.encode()):08x}"
            _first, of = asked.setdefault(key, (question, {}))
            of[division.id] = question
    return asked


def question_field(question: EntrantQuestion) -> forms.Field:
    """The field of a question; the form itself requires an answer where one is asked for."""
    if question.kind == TEXT:
        return forms.CharField(label=question.text, required=False, max_length=200)
    options = [(choice, choice) for choice in question.choices]
    if question.kind == YES_NO:
        options = [("yes", str(_("Yes"))), ("no", str(_("No")))]
    if len(options) > 4:
        listed = [("", _("Not specified")), *options]
        return forms.ChoiceField(label=question.text, required=False, choices=listed)
    return forms.ChoiceField(
        label=question.text, required=False, choices=options, widget=forms.RadioSelect
    )


def _new_id() -> str:
    return str(10_000_000 + secrets.randbelow(90_000_000))


def _listed(text: str) -> tuple[str, ...]:
    parts = (" ".join(part.split())[:60] for part in text.split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def kept_label(days: int, *, with_answers: bool = False) -> str:
    """What the person agrees to: for how long the organizer may keep their contacts."""
    if with_answers:
        text = ngettext(
            "The organizer may keep my email, phone, member number and answers for %(n)d day after the tournament.",
            "The organizer may keep my email, phone, member number and answers for %(n)d days after the tournament.",
            days,
        )
        return text % {"n": days}
    text = ngettext(
        "The organizer may keep my email, phone and member number for %(n)d day after the tournament.",
        "The organizer may keep my email, phone and member number for %(n)d days after the tournament.",
        days,
    )
    return text % {"n": days}
