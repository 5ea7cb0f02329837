"""Who plays at which board of one team match, for a captain and for a director."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.entry.selectors.lineups import LineupSide
from tournaments.ruling.forms.reasons import ReasonForm


class LineupForm(forms.Form):
    """A player for each board. It begins with the line-up if the reader sees it, else with the order of the team. `seen`
    is the id of the line-up that the page showed, 0 for none."""

    pairing = forms.IntegerField(widget=forms.HiddenInput)
    entry = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any, *, pairing: int, side: LineupSide, boards: int) -> None:
        start = side.lineup or side.members
        initial = {"pairing": pairing, "entry": side.entry, "seen": side.named}
        initial |= {f"board_{n}": p.id for n, p in enumerate(start[:boards], start=1)}
        super().__init__(data, initial=initial, auto_id=f"lineup-{pairing}-{side.entry}-%s")
        self.boards = boards
        for n in range(1, boards + 1):
            self.fields[f"board_{n}"] = forms.TypedChoiceField(
                label=pgettext("team", "Board %(n)s") % {"n": n},
                choices=[(member.id, member.name) for member in side.members],
                coerce=int,
            )

    def seats(self) -> list[Any]:
        """The fields of the boards."""
        return [self[f"board_{n}"] for n in range(1, self.boards + 1)]

    def players(self) -> list[int]:
        """The ids of the players, board by board."""
        return [self.cleaned_data[f"board_{n}"] for n in range(1, self.boards + 1)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        taken: set[int] = set()
        for n in range(1, self.boards + 1):
            player = cleaned.get(f"board_{n}")
            if player in taken:
                self.add_error(f"board_{n}", _("This player already has a board."))
            elif player is not None:
                taken.add(player)
        return cleaned


class DirectorLineupForm(LineupForm):
    """The same, as a ruling with its reason."""

    reason = ReasonForm.base_fields["reason"]


class TeamOrderForm(ReasonForm):
    """Close the naming of a round."""

    round = forms.IntegerField(widget=forms.HiddenInput)
