"""The form of the other terms: ties, who enters and how often, who is kept apart, prizes, publishing."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.core import tie_break_texts
from tournaments.models import Tournament
from tournaments.setup.forms.other_terms import SAME, clock_choice, clock_choices
from tournaments.standings.tie_breaks import TIE_BREAKS, default_order

PLACES = len(TIE_BREAKS)
APART = (
    ("club", _("Same club")),
    ("country", _("Same country")),
    ("family", _("Same family")),
)
USUAL, BY_DIRECTOR, AT_ONCE = "usual", "director", "at_once"
PUBLISHING = (
    (USUAL, _("Online: at once. Over the board: by a director.")),
    (BY_DIRECTOR, _("A director publishes each draw")),
    (AT_ONCE, _("Each draw is published at once")),
)
BOARDS = ((3, "3"), (4, "4"), (5, "5"))


class TermsForm(forms.Form):
    """The other terms of a tournament."""

    entry_kind = forms.ChoiceField(label=_("Entry type"), choices=Tournament.EntryKind.choices)
    boards = forms.TypedChoiceField(
        label=_("Boards per team"), choices=BOARDS, coerce=int, required=False, empty_value=None
    )
    names_lineups = forms.BooleanField(
        label=_("Captains name the line-up of each match"),
        required=False,
        help_text=_(
            "Boards open once both teams have named theirs. Until then neither sees the other."
        ),
    )
    apart = forms.MultipleChoiceField(
        label=_("Kept apart in the draw"),
        choices=APART,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    late_entry = forms.BooleanField(
        label=_("Late entry"),
        required=False,
        help_text=_("After the start, directors can still add players if there is room."),
    )
    reentries = forms.IntegerField(
        label=_("Re-entries per player"),
        min_value=0,
        max_value=9,
        required=False,
        help_text=_("How often a player may enter again after losing. Leave empty for none."),
    )
    reentry_keeps_line = forms.BooleanField(
        label=_("After re-entry, the earlier entry stays in the consolation"), required=False
    )
    publishes = forms.ChoiceField(
        label=_("Publishing"),
        required=False,
        help_text=_("Before publishing, a director can correct results and change the pairings."),
    )
    final_clock = forms.ChoiceField(label=_("Final clock"), required=False)
    prize_pool = forms.IntegerField(
        label=_("Prize money"), min_value=0, max_value=2_000_000_000, required=False
    )
    pay_table = forms.CharField(
        label=_("Payout table"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One line per place, such as 1: 50. For a consolation: consolation 1: 25."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        initial: dict[str, Any],
        final_clock: Mapping[str, Any] | None = None,
    ) -> None:
        if (
            data is not None and "tie_break_1" not in data
        ):  # the page has these fields only where points count
            data = _with_tie_breaks(data, initial)
        super().__init__(data, initial=initial | {"final_clock": clock_choice(final_clock)})
        clocks = [(SAME, _("Same as other rounds")), *clock_choices(final_clock)]
        self.fields["final_clock"].choices = clocks  # type: ignore[attr-defined]
        is_new = initial["publishes"] == USUAL
        ways = PUBLISHING if is_new else PUBLISHING[1:]
        self.fields["publishes"].choices = ways  # type: ignore[attr-defined]
        names = [("", "–"), *tie_break_texts.labels().items()]
        for place in range(1, PLACES + 1):
            self.fields[f"tie_break_{place}"] = forms.ChoiceField(
                label=f"{place}.", choices=names, required=False
            )

    def clean_pay_table(self) -> list[dict[str, Any]]:
        lines = self.cleaned_data["pay_table"].splitlines()
        try:
            return [pay_prize(line) for line in lines if line.strip()]
        except ValueError as error:
            text = _("Each line needs a place, a colon and a percentage, such as 1: 50.")
            raise forms.ValidationError(text, code="bad_pay_table") from error

    def clean_publishes(self) -> bool | None:
        """None: the default for where and how it is played."""
        chosen = self.cleaned_data["publishes"] or self.initial["publishes"]
        return None if chosen == USUAL else chosen == BY_DIRECTOR

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        order = self._tie_breaks(cleaned)
        for name in {name for name in order if order.count(name) > 1}:
            place = f"tie_break_{len(order) - order[::-1].index(name)}"
            self.add_error(place, _("This tie-break is already in the list."))
        return cleaned

    def tie_breaks_shown(self) -> list[Any]:
        return [self[f"tie_break_{place}"] for place in range(1, PLACES + 1)]

    def settings(self) -> dict[str, Any]:
        """Arguments of `lifecycle.create`, but for the final's clock, which is a special term."""
        data = self.cleaned_data
        order = self._tie_breaks(data)
        is_team = data["entry_kind"] == Tournament.EntryKind.TEAM
        same = ("entry_kind", "apart", "late_entry", "reentry_keeps_line", "publishes", "pay_table")
        return {
            **{name: data[name] for name in same},
            "boards": (data["boards"] or 3) if is_team else 1,
            "names_lineups": data["names_lineups"] and is_team,
            "reentries": data["reentries"] or 0,
            "prize_pool": data["prize_pool"] or 0,
            "tie_breaks": [] if self._is_default(order, is_team=is_team) else order,
        }

    def _is_default(self, order: list[str], *, is_team: bool) -> bool:
        """Is the list unchanged? It was filled in for the kind of entry that was chosen before."""
        was_team = self.initial.get("entry_kind") == Tournament.EntryKind.TEAM
        untouched = default_order(teams=was_team)
        return order == list(default_order(teams=is_team)) or (
            was_team != is_team and order == list(untouched)
        )

    @staticmethod
    def _tie_breaks(cleaned: Mapping[str, Any]) -> list[str]:
        names = [cleaned.get(f"tie_break_{place}") for place in range(1, PLACES + 1)]
        return [name for name in names if name]


def initial_of(tournament: Tournament | None) -> dict[str, Any]:
    """The initial values for an existing tournament, or the defaults."""
    is_team = tournament is not None and tournament.entry_kind == Tournament.EntryKind.TEAM
    order = (tournament.tie_breaks if tournament else None) or default_order(teams=is_team)
    ranked = {f"tie_break_{place}": name for place, name in enumerate(order, start=1)}
    if tournament is None:
        usual = {
            "entry_kind": Tournament.EntryKind.SINGLE,
            "late_entry": True,
            "boards": 3,
            "publishes": USUAL,
        }
        return ranked | usual | {"reentries": 0, "prize_pool": 0}
    names = (
        "entry_kind", "boards", "names_lineups", "apart", "late_entry", "reentries",
        "reentry_keeps_line", "prize_pool",
    )  # fmt: skip
    stored = {name: getattr(tournament, name) for name in names}
    stored["publishes"] = BY_DIRECTOR if tournament.publishes else AT_ONCE
    return ranked | stored | {"pay_table": "\n".join(map(pay_line, tournament.pay_table))}


def _with_tie_breaks(data: Mapping[str, Any], initial: Mapping[str, Any]) -> Mapping[str, Any]:
    ranked = {name: value for name, value in initial.items() if name.startswith("tie_break_")}
    if not isinstance(data, QueryDict):
        return {**data, **ranked}
    merged = data.copy()
    merged.update(ranked)
    return merged


def pay_prize(line: str) -> dict[str, Any]:
    """`2: 25` or `consolation 1: 12.5` as Tournament.pay_table stores it."""
    where, colon, share = line.partition(":")
    if not colon:
        raise ValueError(line)
    *words, place = where.split()
    section = "_".join(words).casefold() or "main"
    value = float(share.strip().rstrip("%").replace(",", "."))
    number = int(value) if value.is_integer() else value
    return {"section": section, "place": int(place), "share": number}


def pay_line(prize: Mapping[str, Any]) -> str:
    """A prize as a line of the field."""
    section = "" if prize["section"] == "main" else f"{prize['section'].replace('_', ' ')} "
    return f"{section}{prize['place']}: {prize['share']:.9g}"


def shown_for(counts: Sequence[str]) -> bool:
    """Does any stage have a table of points, so that ties have to be broken?"""
    return any(kind != "knockout" for kind in counts)
