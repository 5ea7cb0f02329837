"""Forms of series: what a series is set to, adjustments, and a tournament that is added."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from clubs.models import Club
from series.merit.points import DRAWS, SHARE, SIZE, WINS
from series.models import LONGEST_NAME, Series, usual_scheme, usual_tie_breaks
from series.selectors.schemes import decimal_of
from series.selectors.series import officer_clubs, settings_version
from series.services.adjustments import LONGEST_REASON
from series.services.checks import LONGEST_ABOUT, MOST_COUNTED
from series.texts import TIE_BREAK_NAMES
from tournaments.models import Tournament

BREAKS = 4
SHARES = "32, 20, 13, 9, 7, 6, 5, 4"
"""The factors of the American Backgammon Tour for Swiss and similar formats."""


def _numbers(label: Any, help_text: Any = "", **more: Any) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=help_text, required=False, max_length=2000, strip=True, **more
    )


class SeriesForm(forms.Form):
    """Everything can be changed later; the order of merit is then computed again. `version` is that of the settings shown."""

    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(label=_("Name"), min_length=3, max_length=LONGEST_NAME)
    about = forms.CharField(
        label=_("About the series"),
        required=False,
        max_length=LONGEST_ABOUT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    club = forms.ChoiceField(
        label=_("Club of the series"),
        required=False,
        help_text=_("Its officers look after the series with you, and its page shows it."),
    )
    kind = forms.ChoiceField(
        label=_("Scoring"), choices=Series.SchemeKind.choices, widget=forms.RadioSelect
    )
    points = _numbers(
        _("Points from the first place"), _("Separate places with commas: 10, 7, 5, 4, 3, 3, 2, 2")
    )
    by_size = _numbers(
        _("Points by number of players"),
        _("One row for each size: “16: 20, 14, 10, 8” holds from 16 players."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    shares = _numbers(
        _("Factors from the first place"),
        _("The players who reach these places share as many points as there are players."),
    )
    win_main = _numbers(_("Win in the main bracket, a group or a round"))
    win_consolation = _numbers(_("Win in the consolation"))
    win_last_chance = _numbers(_("Win in the last chance"))
    taking_part = _numbers(
        _("Points for taking part"), _("Everybody gets them, whatever the place.")
    )
    best_of_tie = forms.ChoiceField(
        label=_("Shared places"),
        choices=[
            ("", _("Share the points of these places")),
            ("1", _("Everybody gets the points of the best place")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    best = forms.IntegerField(
        label=_("Results that count"),
        min_value=0,
        max_value=MOST_COUNTED,
        help_text=_("The best of each player. 0 counts all."),
    )
    least_events = forms.IntegerField(
        label=_("Minimum number of events"),
        min_value=0,
        max_value=MOST_COUNTED,
        help_text=_("Players with fewer events are listed without a place."),
    )

    def __init__(self, data: Any, user: User, series: Series | None = None) -> None:
        super().__init__(data, initial=_initial(series))
        clubs = officer_clubs(user)
        if series is not None and series.club is not None and series.club not in clubs:
            clubs.append(series.club)
        self.clubs = {club.pk: club for club in clubs}
        choices = [("", _("No club")), *((club.pk, club.name) for club in clubs)]
        self.fields["club"].choices = choices  # type: ignore[attr-defined]
        if not clubs:
            del self.fields["club"]
        for number in range(1, BREAKS + 1):
            self.fields[f"tie_break_{number}"] = forms.ChoiceField(
                label=_("Tie-break %(number)s") % {"number": number},
                required=False,
                choices=[("", pgettext_lazy("tie-break", "None")), *TIE_BREAK_NAMES.items()],
            )

    def renew_version(self, series: Series) -> None:
        """What was typed stays, and replaces the settings as they are now when it is sent again."""
        typed = {name: self.data.get(name) for name in self.data}
        self.data = typed | {"version": settings_version(series)}

    @property
    def breaks(self) -> list[Any]:
        return [self[f"tie_break_{number}"] for number in range(1, BREAKS + 1)]

    def facts(self) -> dict[str, Any]:
        """Of a valid form, what services take. They check points and tie-breaks."""
        typed = self.cleaned_data
        club: Club | None = self.clubs.get(int(typed.get("club") or 0))
        breaks = [typed[f"tie_break_{number}"] for number in range(1, BREAKS + 1)]
        return {
            "name": typed["name"],
            "about": typed["about"],
            "club": club,
            "scheme": _scheme(typed),
            "best": typed["best"],
            "least_events": typed["least_events"],
            "tie_breaks": [name for name in breaks if name],
        }


class AdjustmentForm(forms.Form):
    """Points that are added or taken."""

    player = forms.TypedChoiceField(label=_("Player"), coerce=int, choices=[], widget=forms.Select)
    points = forms.CharField(
        label=pgettext_lazy("score", "Points"),
        max_length=12,
        help_text=_("For example 5, or -2.5 to take points."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        min_length=3,
        help_text=_("The order of merit shows it."),
    )

    def __init__(self, data: Any, players: Iterable[tuple[int, str]]) -> None:
        super().__init__(data, prefix="adjustment")
        self.fields["player"].choices = [("", _("Choose a player")), *players]  # type: ignore[attr-defined]

    def clean_points(self) -> Any:
        number = decimal_of(self.cleaned_data["points"])
        if number is None:
            raise forms.ValidationError(_("Enter a number, for example 5 or -2.5."), code="number")
        return number


class CountedForm(forms.Form):
    """A tournament that is to count."""

    tournament = forms.TypedChoiceField(label=_("Tournament"), coerce=int, choices=[])
    weight = forms.IntegerField(
        label=_("Weight in percent"),
        min_value=1,
        max_value=1000,
        initial=100,
        help_text=_("50 gives half the points."),
    )
    earlier = forms.BooleanField(
        label=_("Also add the same tournament of earlier editions"), required=False
    )

    def __init__(self, data: Any, offered: Iterable[Tournament]) -> None:
        super().__init__(data, prefix="count")
        groups: dict[str, list[tuple[int, str]]] = {}
        for row in offered:
            groups.setdefault(row.event.name if row.event else "", []).append((row.pk, row.name))
        alone = groups.pop("", [])
        self.fields["tournament"].choices = [*groups.items(), *alone]  # type: ignore[attr-defined]


def _initial(series: Series | None) -> dict[str, Any]:
    scheme: dict[str, Any] = usual_scheme() if series is None else series.scheme
    points = ", ".join(scheme.get("points", ()))
    is_share = scheme["kind"] == SHARE
    wins = scheme.get("wins", {})
    breaks = usual_tie_breaks() if series is None else series.tie_breaks
    usual = ", ".join(usual_scheme()["points"])
    return {
        "version": None if series is None else settings_version(series),
        "name": "" if series is None else series.name,
        "about": "" if series is None else series.about,
        "club": "" if series is None else series.club_id or "",
        "kind": scheme["kind"],
        "points": (points if not is_share else "") or usual,
        "shares": points if is_share else SHARES,
        "by_size": "\n".join(
            f"{least}: {', '.join(row)}" for least, row in scheme.get("by_size", ())
        )
        or "4: 6, 4, 2\n8: 10, 7, 5, 4\n16: 16, 12, 9, 7, 5, 5, 3, 3",
        "win_main": wins.get("main", "7"),
        "win_consolation": wins.get("consolation", "5"),
        "win_last_chance": wins.get("last_chance", "3"),
        "taking_part": scheme.get("taking_part", "0"),
        "best_of_tie": "1" if scheme.get("best_of_tie") else "",
        "best": 0 if series is None else series.best,
        "least_events": 0 if series is None else series.least_events,
        **{f"tie_break_{n}": name for n, name in enumerate(breaks[:BREAKS], start=1)},
    }


def _scheme(typed: dict[str, Any]) -> dict[str, Any]:
    kind = typed["kind"]
    scheme: dict[str, Any] = {"kind": kind, "taking_part": typed["taking_part"] or "0"}
    if kind == SIZE:
        scheme["by_size"] = [_sized(line) for line in typed["by_size"].splitlines() if line.strip()]
    elif kind == WINS:
        scheme["wins"] = {draw: typed[f"win_{draw}"] or "0" for draw in DRAWS}
    else:
        scheme["points"] = _split(typed["shares"] if kind == SHARE else typed["points"])
    if typed["best_of_tie"]:
        scheme["best_of_tie"] = True
    return scheme


def _sized(line: str) -> list[Any]:
    """What stands before the colon as a number; None is refused by the service."""
    least, _colon, points = line.partition(":")
    least = least.strip()
    return [int(least) if least.isascii() and least.isdigit() else None, _split(points)]


def _split(text: str) -> list[str]:
    """Numbers between commas, semicolons or spaces. A comma between digits separates numbers, too."""
    return text.replace(",", " ").replace(";", " ").split()
