"""Forms about an entry: the members of a team, labels that keep entries apart, boards, names."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.forms import NameField
from accounts.models import Player
from tournaments.models import EntryMember, Tournament
from tournaments.ruling.forms.reasons import ReasonForm

Kind = Tournament.EntryKind
RESERVES_SHOWN = 2


class TeamForm(forms.Form):
    """A pair or a team: its name, and a name for each board; reserves may stay empty."""

    name = NameField(label=_("Team name"), help_text="")

    def __init__(
        self, *args: Any, tournament: Tournament, members: Sequence[str] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.is_pair = tournament.entry_kind == Kind.DOUBLES
        if self.is_pair:
            self.fields["name"].required = False
            self.fields["name"].label = _("Pair name")
        needed = 2 if self.is_pair else tournament.boards
        seats = needed if self.is_pair else max(needed + RESERVES_SHOWN, len(members))
        for number in range(1, seats + 1):
            current = members[number - 1] if number <= len(members) else ""
            self.fields[f"member_{number}"] = NameField(
                label=self._label(number, needed),
                required=number <= needed,
                help_text="",
                initial=current,
            )

    def _label(self, number: int, needed: int) -> str:
        words = {"n": number if number <= needed else number - needed}
        if self.is_pair:
            return str(_("Player %(n)s") % words)
        return str(
            (
                pgettext_lazy("team", "Board %(n)s")
                if number <= needed
                else pgettext_lazy("substitute", "Reserve %(n)s")
            )
            % words
        )

    def seats(self) -> list[Any]:
        """The fields of the members."""
        return [self[name] for name in self.fields if name.startswith("member_")]

    def names(self) -> list[str]:
        """The members in the order of the boards; empty reserves leave no gap."""
        items = self.cleaned_data.items()
        return [value for name, value in items if name.startswith("member_") and value]


class NamesForm(forms.Form):
    """The names of players without a login."""

    def __init__(self, *args: Any, people: Sequence[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = people
        for player in people:
            label = pgettext_lazy("player", "Name") if len(people) == 1 else player.name
            self.fields[f"called_{player.pk}"] = NameField(
                label=label, help_text="", initial=player.name
            )

    def changed(self) -> dict[int, str]:
        """The new names of players whose name was changed, by id."""
        names = {player.pk: self.cleaned_data[f"called_{player.pk}"] for player in self.people}
        return {
            player.pk: names[player.pk] for player in self.people if names[player.pk] != player.name
        }

    def refuse(self, why: str) -> None:
        """Show an error at the first name that was changed."""
        self.add_error(f"called_{next(iter(self.changed()))}", why)

    def fields_shown(self) -> list[Any]:
        """A field for each player."""
        return [self[name] for name in self.fields]


class LabelsForm(forms.Form):
    """Labels that keep an entry apart from others in a draw, and its rating."""

    club = forms.CharField(
        label=pgettext_lazy("player’s club", "Club"), max_length=80, required=False
    )
    family = forms.CharField(
        label=_("Family"),
        max_length=40,
        required=False,
        help_text=_("Use the same word for everyone in one family."),
    )
    rating = forms.FloatField(
        label=pgettext_lazy("player", "Rating"),
        required=False,
        min_value=0,
        max_value=10_000,
        help_text=_("Only the desk sees this. It can be used for seeding."),
    )


class BoardsForm(ReasonForm):
    """Two members of a team who exchange boards."""

    board = forms.TypedChoiceField(label=pgettext_lazy("team board", "Player"), coerce=int)
    other = forms.TypedChoiceField(label=_("Swap with"), coerce=int)

    def __init__(
        self, *args: Any, members: Sequence[EntryMember], boards: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        places = [(member.board, self._label(member, boards)) for member in members]
        self.fields["board"].choices = list(reversed(places))  # type: ignore[attr-defined]
        self.fields["other"].choices = places  # type: ignore[attr-defined]

    @staticmethod
    def _label(member: EntryMember, boards: int) -> str:
        words = {"name": member.player.name, "n": member.board}
        text = _("%(name)s, board %(n)s") if member.board <= boards else _("%(name)s, reserve")
        return str(text % words)
