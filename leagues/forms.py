"""Forms of leagues: the league itself, a season, a division, and the next season with what the director changes by hand."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as now_
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from clubs.models import Club
from leagues.models import (
    LONGEST_NAME,
    LONGEST_SHORT_NAME,
    MOST_MOVING,
    League,
    LeagueDivision,
    LeagueSeason,
)
from leagues.selectors.leagues import settings_version
from leagues.selectors.next_season import GONE, MOST_JOINING, JoiningPlayer, NextChoices, next_name
from leagues.selectors.tables import DivisionTable
from leagues.services.leagues import LONGEST_ABOUT
from series.selectors.series import officer_clubs
from tournaments.entry.services.namesakes import (
    WhichPlayer,
    choose_player,
    normalize_name,
    players_by_name,
)
from tournaments.models import Tournament

LONGEST_LINE = 80
LONGEST_LIST = MOST_JOINING * (LONGEST_LINE + 2)


class LeagueForm(forms.Form):
    """A league. `version` is that of the settings shown."""

    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(label=_("Name"), min_length=3, max_length=LONGEST_NAME)
    about = forms.CharField(
        label=_("About the league"),
        required=False,
        max_length=LONGEST_ABOUT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    club = forms.ChoiceField(
        label=_("Club of the league"),
        required=False,
        help_text=_("Its officers look after the league with you, and its page shows it."),
    )

    def __init__(self, data: Any, user: User, league: League | None = None) -> None:
        super().__init__(data, initial=_initial(league))
        clubs = officer_clubs(user)
        if league is not None and league.club is not None and league.club not in clubs:
            clubs.append(league.club)
        self.clubs = {club.pk: club for club in clubs}
        choices = [("", _("No club")), *((club.pk, club.name) for club in clubs)]
        self.fields["club"].choices = choices  # type: ignore[attr-defined]
        if not clubs:
            del self.fields["club"]

    def renew_version(self, league: League) -> None:
        """What was typed stays, and replaces the settings as they are now when it is sent again."""
        typed = {name: self.data.get(name) for name in self.data}
        self.data = typed | {"version": settings_version(league)}

    def facts(self) -> dict[str, Any]:
        """Of a valid form, what services take."""
        typed = self.cleaned_data
        club: Club | None = self.clubs.get(int(typed.get("club") or 0))
        return {"name": typed["name"], "about": typed["about"], "club": club}


class SeasonForm(forms.Form):
    """A season without divisions."""

    name = forms.CharField(
        label=_("Name of the season"),
        max_length=LONGEST_SHORT_NAME,
        help_text=_("For example “Spring 2027”."),
    )

    def __init__(self, data: Any, name: str = "") -> None:
        super().__init__(data, prefix="season", initial={"name": name})


def _moving(label: Any, help_text: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, help_text=help_text, min_value=0, max_value=MOST_MOVING, initial=0
    )


class DivisionForm(forms.Form):
    """How a division is called, and how many change places with the division below."""

    name = forms.CharField(label=_("Name of the division"), max_length=LONGEST_SHORT_NAME)
    relegated = _moving(
        _("Players relegated"), _("As many are promoted from the division below.")
    )  # fmt: skip
    play_off = _moving(
        _("Play-off places"),
        _(
            "Places on each side of the border that lead to a play-off. They are only marked."
        ),
    )  # fmt: skip

    def __init__(self, data: Any, division: LeagueDivision) -> None:
        initial = {
            "name": division.name,
            "relegated": division.relegated,
            "play_off": division.play_off,
        }
        super().__init__(data, prefix=f"division-{division.pk}", initial=initial)
        self.division = division


class NewDivisionForm(forms.Form):
    """A tournament that becomes the lowest division."""

    tournament = forms.TypedChoiceField(label=_("Tournament"), coerce=int, choices=[])
    name = forms.CharField(
        label=_("Name of the division"),
        max_length=LONGEST_SHORT_NAME,
        required=False,
        help_text=_("Leave empty for the name of the tournament."),
    )
    relegated = _moving(_("Players relegated"), _("As many are promoted from the division below."))
    play_off = _moving(
        _("Play-off places"),
        _("Places on each side of the border that lead to a play-off. They are only marked."),
    )

    def __init__(self, data: Any, offered: Iterable[Tournament]) -> None:
        super().__init__(data, prefix="new")
        choices = [(row.pk, f"{row.event.name} · {row.name}" if row.event else row.name) for row in offered]  # fmt: skip
        self.fields["tournament"].choices = choices  # type: ignore[attr-defined]


class NextSeasonForm(forms.Form):
    """Where players play next season: by the rules, unless the director chooses. New players are named one a line."""

    name = forms.CharField(label=_("Name of the season"), max_length=LONGEST_SHORT_NAME)
    new_players = forms.CharField(
        label=_("New players"),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One name a line. They enter at the foot; after “Update preview” you can choose their division."),
    )  # fmt: skip

    def __init__(self, data: Any, season: LeagueSeason, tables: list[DivisionTable]) -> None:
        super().__init__(data, initial={"name": next_name(season)})
        names = [(str(n), table.division.name) for n, table in enumerate(tables)]
        by_rules = [("", pgettext_lazy("division of a player", "By the rules")), *names]
        out = (str(GONE), pgettext_lazy("division of a player", "Does not play"))
        self.players = {line.player.id: line.player.name for t in tables for line in t.lines}
        for player, name in self.players.items():
            self.fields[f"place-{player}"] = _place(name, [*by_rules, out])
        self.new_names = (
            _different_names(self.data.get("new_players", "")) if data is not None else []
        )
        for name in self.new_names:
            key = normalize_name(name)
            self.fields[f"at-{key}"] = _place(name, by_rules)
            self.fields[f"who-{key}"] = forms.CharField(required=False, max_length=20, label=name)
        self.unclear: dict[str, tuple[tuple[str, str], ...]] = {}
        self.joining: list[JoiningPlayer] = []

    def clean(self) -> dict[str, Any]:
        """Look up new players by name; where several could be meant, the director has to choose."""
        typed = super().clean() or {}
        if len(self.new_names) > MOST_JOINING:
            text = now_("You can add up to %(most)d new players.") % {"most": MOST_JOINING}
            self.add_error("new_players", text)
            return typed
        players = players_by_name(self.new_names, bots=True)
        for name in self.new_names:
            key = normalize_name(name)
            choice = typed.get(f"who-{key}") or ""
            namesakes = players.get(key, [])
            try:
                picked = choose_player(name, namesakes, choice)
            except WhichPlayer as which:
                self.add_error("new_players", which.detail)
                self.unclear[key] = which.options
                continue
            if choice:
                self.unclear[key] = _options(name, namesakes)
            pk = None if picked is None else picked.pk
            self.joining.append(JoiningPlayer(name, pk, typed.get(f"at-{key}")))
        return typed

    def choices(self) -> NextChoices:
        """What is chosen so far, also in a form with errors."""
        typed = getattr(self, "cleaned_data", {})
        places = {
            player: where
            for player in self.players
            if (where := typed.get(f"place-{player}")) is not None
        }
        name = typed.get("name") or self["name"].initial or ""
        return NextChoices(name, places, tuple(self.joining))

    def place_of(self, player: int, name: str) -> Any:
        """The field with the division of a player, old or new."""
        field = f"place-{player}" if player in self.players else f"at-{normalize_name(name)}"
        return self[field]

    @property
    def questions(self) -> list[tuple[str, str, str, tuple[tuple[str, str], ...]]]:
        """For each new name that several players have: the name, the field's name, what is chosen, and the options."""
        return [
            (name, f"who-{key}", self.data.get(f"who-{key}", ""), self.unclear[key])
            for name in self.new_names
            if (key := normalize_name(name)) in self.unclear
        ]


def _place(name: str, choices: list[Any]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=name, choices=choices, coerce=int, empty_value=None, required=False
    )


def _options(name: str, namesakes: Any) -> tuple[tuple[str, str], ...]:
    """The same options as in the question, after an answer."""
    try:
        choose_player(name, namesakes, "")
    except WhichPlayer as which:
        return which.options
    return ()


def _different_names(text: str) -> list[str]:
    """Names in lines, each once: as many as may be typed, and one more if there are too many."""
    typed = (" ".join(line.split()) for line in text[:LONGEST_LIST].splitlines())
    names = ("".join(c for c in line if c.isprintable())[:LONGEST_LINE] for line in typed)
    different = {normalize_name(name): name for name in names if name}
    return list(different.values())[: MOST_JOINING + 1]


def _initial(league: League | None) -> dict[str, Any]:
    if league is None:
        return {}
    return {
        "version": settings_version(league),
        "name": league.name,
        "about": league.about,
        "club": league.club_id or "",
    }
