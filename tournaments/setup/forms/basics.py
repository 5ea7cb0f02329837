"""The form of a tournament's basics: texts, time, places, clock, draw."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.forms import zone_choices
from games import rule_texts
from tournaments.bracket.selectors.agreement import beside
from tournaments.bracket.selectors.venue_mode import venue_of
from tournaments.formats.plans import LARGEST
from tournaments.models import Tournament, Venue
from tournaments.setup.forms.other_terms import (
    NO_CLOCK,
    clock_choice,
    clock_choices,
    clock_from_choice,
    days_of,
)

MOST_ENTRIES = max(LARGEST.values())
STILL_TODAY = timedelta(hours=24)
WALL = "%Y-%m-%dT%H:%M"


class HeadForm(forms.Form):
    """The head of the page: name, texts and start."""

    name = forms.CharField(label=_("Name"), min_length=3, max_length=120)
    division = forms.CharField(
        label=_("Division"),
        required=False,
        max_length=40,
        help_text=_("Short name within an event, for example Open or Beginners."),
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Tell players the venue, who can enter and the prizes."),
    )
    starts_at = forms.CharField(
        label=pgettext_lazy("start time", "Start"),
        required=False,
        widget=forms.TextInput(attrs={"type": "datetime-local"}),
        help_text=_("For information only. A director starts the tournament."),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"))
    admits_bots = forms.BooleanField(
        label=_("Bots may enter"),
        required=False,
        help_text=_("Accounts that a program plays. Their matches are not rated."),
    )
    chat = forms.BooleanField(
        label=_("Match chat"),
        required=False,
        help_text=_("Players and spectators have separate chats."),
    )

    def __init__(self, *args: Any, is_new: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_new = is_new
        self.fields["time_zone"].choices = zone_choices()  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not any(c.isalnum() for c in name):
            raise forms.ValidationError(
                _("Enter a name with letters or digits."), code="no_letters"
            )
        return name

    def clean_starts_at(self) -> datetime | None:
        """The wall clock at the place of the tournament; `clean` adds the time zone."""
        text = self.cleaned_data["starts_at"]
        if not text:
            return None
        try:
            start = datetime.fromisoformat(text)
        except ValueError as error:
            raise forms.ValidationError(_("Enter a date and a time."), code="no_date") from error
        if start.tzinfo is not None or not 2000 <= start.year <= 2100:
            raise forms.ValidationError(_("Enter a date between 2000 and 2100."), code="no_date")
        return start

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        start, zone = cleaned.get("starts_at"), cleaned.get("time_zone")
        if start and zone:
            cleaned["starts_at"] = start.replace(tzinfo=ZoneInfo(zone))
            if self.is_new and cleaned["starts_at"] < timezone.now() - STILL_TODAY:
                self.add_error("starts_at", _("This time is in the past. Choose a later time."))
        return cleaned


class FrozenForm(HeadForm):
    """What can still be changed once a tournament has started."""

    late_entry = forms.BooleanField(label=_("Late entry"), required=False)
    prize_pool = forms.IntegerField(
        label=_("Prize money"), min_value=0, max_value=2_000_000_000, required=False
    )

    def settings(self) -> dict[str, Any]:
        """Arguments of `lifecycle.change`."""
        names = (
            "name",
            "description",
            "division",
            "starts_at",
            "time_zone",
            "late_entry",
            "chat",
            "admits_bots",
        )
        data = {name: self.cleaned_data[name] for name in names}
        return data | {"prize_pool": self.cleaned_data["prize_pool"] or 0}


class TournamentForm(HeadForm):
    """The head, places, clock and draw. By its `token`, a form sent twice creates one draft.

    `initial` also has the stored clock and time to join, for values that no field can show.
    """

    token = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    entry_limit = forms.IntegerField(
        label=_("Maximum entries"),
        required=False,
        min_value=2,
        max_value=MOST_ENTRIES,
        help_text=_("Leave empty for no limit."),
    )
    where = forms.ChoiceField(
        label=_("Mode of play"),
        required=False,
        choices=Venue.Where.choices,
        help_text=_("Over the board, players report scores by phone or at the desk."),
    )
    clock = forms.ChoiceField(label=_("Clock"))
    clock_kind = forms.ChoiceField(label=_("Clock type"), choices=rule_texts.clock_kind_choices)
    clock_overtime = forms.TypedChoiceField(
        label=_("Overtime"), coerce=int, required=False, empty_value=None
    )
    clock_lag = forms.TypedChoiceField(
        label=_("Lag compensation"),
        coerce=int,
        required=False,
        empty_value=None,
        help_text=_("Gives back time lost to a slow connection."),
    )
    join_minutes = forms.IntegerField(
        label=_("Time to join a match (minutes)"),
        min_value=1,
        max_value=24 * 60,
        help_text=_("Players who have not joined by then forfeit the match."),
    )
    draw_method = forms.ChoiceField(
        label=pgettext_lazy("act of drawing", "Draw"), choices=Tournament.DrawMethod.choices
    )
    seeded_top = forms.IntegerField(
        label=_("Number of seeds"),
        required=False,
        min_value=1,
        max_value=MOST_ENTRIES,
        help_text=_("Leave empty to seed everyone with a seed number."),
    )
    spectator_delay_s = forms.IntegerField(
        label=_("Spectator delay (seconds)"),
        min_value=0,
        max_value=3600,
        help_text=_("Moves and scores reach spectators late. Players see their own matches live."),
    )
    delay_results = forms.BooleanField(
        label=_("Delay results and standings too"),
        required=False,
        help_text=_("Needs a spectator delay. Players, directors and staff see results at once."),
    )
    same_dice = forms.BooleanField(
        label=_("Same dice at all tables"),
        required=False,
        help_text=_(
            "For Swiss tournaments online. The tables of a round wait for each other before every roll."
        ),
    )
    rated = forms.BooleanField(
        label=pgettext_lazy("tournament", "Rated"),
        required=False,
        help_text=_("Results change the players’ ratings. Doubles and teams are never rated."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clocks = clock_choices(self.initial.get("stored_clock"))
        self.fields["clock"].choices = clocks  # type: ignore[attr-defined]
        stored = beside(self.initial.get("stored_clock"))
        lags = rule_texts.lag_choices(stored["lag_ms"])
        self.fields["clock_lag"].choices = lags  # type: ignore[attr-defined]
        overtimes = rule_texts.overtime_choices(stored["overtime_ms"])
        self.fields["clock_overtime"].choices = overtimes  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("delay_results") and cleaned.get("spectator_delay_s") == 0:
            self.add_error("delay_results", _("Set a spectator delay first."))
        return cleaned

    def settings(self) -> dict[str, Any]:
        """Arguments of `lifecycle.create` and `lifecycle.change`."""
        data = self.cleaned_data
        same = (
            "description", "division", "starts_at", "time_zone", "entry_limit", "draw_method",
            "seeded_top", "spectator_delay_s", "delay_results", "same_dice", "chat", "rated", "admits_bots",
        )  # fmt: skip
        return {name: data[name] for name in same} | {
            "clock": self._clock(),
            "join_within_s": self._join_within_s(),
        }

    def _clock(self) -> dict[str, Any] | None:
        chosen, kind = self.cleaned_data["clock"], self.cleaned_data["clock_kind"]
        if chosen == NO_CLOCK:
            return None
        kind_changed = "clock_kind" in self.changed_data
        stored = self.initial.get("stored_clock")
        clock = clock_from_choice(chosen, stored, kind, kind_changed=kind_changed)
        if days_of(clock):
            return clock
        more = beside(stored)  # values without a field stay
        for name, field in (("lag_ms", "clock_lag"), ("overtime_ms", "clock_overtime")):
            if self.cleaned_data[field] is not None:
                more[name] = self.cleaned_data[field]
        rest = {name: value for name, value in clock.items() if name not in more}
        return rest | {name: value for name, value in more.items() if value}

    def _join_within_s(self) -> int:
        """A stored time that is not in whole minutes stays until another is typed."""
        stored = self.initial.get("join_within_s")
        if stored and "join_minutes" not in self.changed_data:
            return int(stored)
        return int(self.cleaned_data["join_minutes"]) * 60


def initial_for_new(time_zone: str) -> dict[str, Any]:
    """A usual small tournament (T1.4, T10.1)."""
    return {
        "time_zone": time_zone,
        "entry_limit": 16,
        "clock": "standard",
        "clock_kind": "simple",
        "clock_lag": 0,
        "clock_overtime": 0,
        "join_minutes": 10,
        "draw_method": Tournament.DrawMethod.RANDOM,
        "where": Venue.Where.ONLINE,
        "spectator_delay_s": 0,
        "delay_results": False,
        "same_dice": False,
        "chat": True,
        "admits_bots": False,
        "rated": True,
    }


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """The initial values for an existing tournament."""
    clock, venue = tournament.clock, venue_of(tournament)
    start = tournament.starts_at
    zone = ZoneInfo(tournament.time_zone)
    return {
        "name": tournament.name,
        "description": tournament.description,
        "division": tournament.division,
        "starts_at": start.astimezone(zone).strftime(WALL) if start else "",
        "time_zone": tournament.time_zone,
        "entry_limit": tournament.entry_limit,
        "clock": clock_choice(clock) or NO_CLOCK,
        "clock_kind": (clock or {}).get("kind", "simple"),
        "clock_lag": beside(clock)["lag_ms"],
        "clock_overtime": beside(clock)["overtime_ms"],
        "stored_clock": clock,
        "join_within_s": tournament.join_within_s,
        "join_minutes": max(1, tournament.join_within_s // 60),
        "draw_method": tournament.draw_method,
        "seeded_top": tournament.seeded_top,
        "where": venue.where if venue else Venue.Where.ONLINE,
        "spectator_delay_s": tournament.spectator_delay_s,
        "delay_results": tournament.delay_results,
        "same_dice": tournament.same_dice,
        "chat": tournament.chat,
        "admits_bots": tournament.admits_bots,
        "rated": tournament.rated,
        "late_entry": tournament.late_entry,
        "prize_pool": tournament.prize_pool,
    }
