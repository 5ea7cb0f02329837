"""What is said of an entry: who plays in a team, by what it is kept apart, who changes boards, whom to look for."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField
from accounts.models import Player
from tournaments.models import EntryMember, Tournament
from tournaments.ruling.forms.reasons import ReasonForm

Kind = Tournament.EntryKind
RESERVES_SHOWN = 2


class TeamForm(forms.Form):
    """A pair or a team: its name, and a name for every board; reserves may stay empty."""

    name = NameField(label=_("Name of the team"), help_text="")

    def __init__(
        self, *args: Any, tournament: Tournament, members: Sequence[str] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.is_pair = tournament.entry_kind == Kind.DOUBLES
        if self.is_pair:
            self.fields["name"].required = False
            self.fields["name"].label = _("Name of the pair")
        needed = 2 if self.is_pair else tournament.boards
        seats = needed if self.is_pair else max(needed + RESERVES_SHOWN, len(members))
        for number in range(1, seats + 1):
            known = members[number - 1] if number <= len(members) else ""
            self.fields[f"member_{number}"] = NameField(
                label=self._label(number, needed),
                required=number <= needed,
                help_text="",
                initial=known,
            )

    def _label(self, number: int, needed: int) -> str:
        words = {"n": number if number <= needed else number - needed}
        if self.is_pair:
            return str(_("Player %(n)s") % words)
        return str((_("Board %(n)s") if number <= needed else _("Reserve %(n)s")) % words)

    def seats(self) -> list[Any]:
        """The fields of those who play."""
        return [self[name] for name in self.fields if name.startswith("member_")]

    def names(self) -> list[str]:
        """Who plays, in the order of the boards; a reserve left out leaves no gap."""
        told = self.cleaned_data.items()
        return [value for name, value in told if name.startswith("member_") and value]


class NamesForm(forms.Form):
    """What players without a login are called."""

    def __init__(self, *args: Any, people: Sequence[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = people
        for one in people:
            label = _("Name") if len(people) == 1 else one.name
            self.fields[f"called_{one.pk}"] = NameField(label=label, help_text="", initial=one.name)

    def changed(self) -> dict[int, str]:
        """Who is called otherwise, by the player's id."""
        told = {one.pk: self.cleaned_data[f"called_{one.pk}"] for one in self.people}
        return {one.pk: told[one.pk] for one in self.people if told[one.pk] != one.name}

    def refuse(self, why: str) -> None:
        """Say it beside the first name that was changed."""
        self.add_error(f"called_{next(iter(self.changed()))}", why)

    def fields_shown(self) -> list[Any]:
        """A player each."""
        return [self[name] for name in self.fields]


class LabelsForm(forms.Form):
    """By what an entry is kept apart from others in a draw."""

    club = forms.CharField(label=_("Club"), max_length=80, required=False)
    family = forms.CharField(
        label=_("Family"),
        max_length=40,
        required=False,
        help_text=_("The same word for all who belong together."),
    )


class BoardsForm(ReasonForm):
    """Two of a team who change places."""

    board = forms.TypedChoiceField(label=_("Who sits down"), coerce=int)
    other = forms.TypedChoiceField(label=_("In the place of"), coerce=int)

    def __init__(
        self, *args: Any, members: Sequence[EntryMember], boards: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        places = [(one.board, self._called(one, boards)) for one in members]
        self.fields["board"].choices = list(reversed(places))  # type: ignore[attr-defined]
        self.fields["other"].choices = places  # type: ignore[attr-defined]

    @staticmethod
    def _called(one: EntryMember, boards: int) -> str:
        words = {"name": one.player.name, "n": one.board}
        text = _("%(name)s, board %(n)s") if one.board <= boards else _("%(name)s, reserve")
        return str(text % words)
