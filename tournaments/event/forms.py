"""Forms of an event: the event itself, another tournament in it, its people and its announcements."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.validators import EmailValidator
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.forms import zone_choices
from accounts.models import BotKind, Player
from accounts.selectors import NO_GUEST
from tournaments.core import format_texts
from tournaments.core.currency_form import CurrencyField
from tournaments.event.services.event_checks import only_http
from tournaments.event.services.events import FACTS, NewEvent
from tournaments.event.texts import TOURNAMENTS
from tournaments.formats.event_templates import ADDED, EventTemplate
from tournaments.models import Event, RoleKind

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def web_address(label: Any, help_text: Any = "") -> forms.URLField:
    """A field for a web address of http or https; one typed without a scheme gets https."""
    return forms.URLField(
        label=label,
        required=False,
        max_length=500,
        assume_scheme="https",
        validators=[only_http],
        help_text=help_text,
    )


class SendOnceForm(forms.Form):
    """A form that creates one thing when it is sent twice, by its `token`; with other values it creates another."""

    token = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["token"].initial = secrets.token_urlsafe(16)

    @property
    def once(self) -> str:
        if not self.cleaned_data["token"]:
            return ""
        return repr(sorted((name, str(value)) for name, value in self.cleaned_data.items()))


class EventForm(forms.Form):
    """The event itself; everything can be changed later."""

    name = forms.CharField(label=_("Name"), min_length=3, max_length=120)
    starts_on = forms.DateField(label=_("First day"), widget=DAY)
    ends_on = forms.DateField(label=_("Last day"), widget=DAY, required=False)
    place = forms.CharField(label=_("Venue"), required=False, max_length=160)
    time_zone = forms.ChoiceField(label=_("Time zone"))
    currency = CurrencyField()
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("For example: who can play, how to get there, what the prizes are."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = zone_choices()  # type: ignore[attr-defined]
        self.fields["currency"].also_offer([self.initial.get("currency", "")])  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not any(c.isalnum() for c in name):
            raise forms.ValidationError(
                _("Enter a name with letters or digits."), code="no_letters"
            )
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and not 2000 <= first.year <= 2100:
            self.add_error("starts_on", _("Enter a date between 2000 and 2100."))
        elif first and last and last < first:
            self.add_error("ends_on", _("The last day cannot be before the first day."))
        elif first and last and (last - first).days > 732:
            self.add_error("ends_on", _("An event can last up to two years."))
        return cleaned

    def facts(self) -> dict[str, Any]:
        """Arguments of `events.change`."""
        data = self.cleaned_data
        return data | {"ends_on": data["ends_on"] or data["starts_on"]}


class EventSettingsForm(EventForm):
    """The same with the facts that the event's page shows; all of these may stay empty."""

    address = forms.CharField(
        label=_("Address"),
        required=False,
        max_length=200,
        help_text=_("Street and town, for example: Lootsi 14, Tallinn."),
    )
    map_url = web_address(_("Map link"), _("Leave empty to search OpenStreetMap for the address."))
    website = web_address(_("Website"))
    contact_name = forms.CharField(label=_("Contact person"), required=False, max_length=120)
    contact_email = forms.EmailField(label=_("Contact email"), required=False, max_length=254)
    contact_phone = forms.CharField(
        label=_("Contact phone"),
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"type": "tel"}),
    )
    hotel = forms.CharField(
        label=_("Hotel"),
        required=False,
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("The first line is the name of the hotel."),
    )
    hotel_url = web_address(_("Hotel website"))
    schedule = forms.CharField(
        label=_("Timetable"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 6, "placeholder": _("18:00 Doors open")}),
        help_text=_(
            "One line each, the time first. An empty line starts the next day. Leave empty to show the starts of "
            "the tournaments."
        ),
    )
    thanks = forms.CharField(
        label=_("Sponsors and thanks"),
        required=False,
        max_length=1500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One line each. A web address at the end of the line becomes a link."),
    )
    payment_text = forms.CharField(
        label=_("How to pay"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("For all tournaments of the event that do not say it themselves."),
    )
    payment_url = web_address(_("Payment link"), _("Barpoint moves no money. Players pay there."))
    payment_reference = forms.CharField(
        label=_("Payment reference"),
        required=False,
        max_length=12,
        help_text=_("Stands before the number of an entry, for example: HO26."),
    )
    rules = forms.CharField(
        label=_("Rules"),
        required=False,
        max_length=20000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("A page of their own. You can also upload a PDF."),
    )
    previous = forms.ModelChoiceField(
        label=_("Earlier edition"),
        queryset=Event.objects.none(),
        required=False,
        empty_label=_("None"),
        help_text=_("The page then shows who won the earlier editions."),
    )
    colour = forms.ChoiceField(
        label=_("Poster colour"),
        required=False,
        choices=Event.Colour.choices,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, earlier: Sequence[Event] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        previous: Any = self.fields["previous"]
        previous.queryset = Event.objects.filter(pk__in=[event.pk for event in earlier])
        previous.label_from_instance = lambda event: f"{event.name} · {event.starts_on.year}"

    @property
    def facts_open(self) -> bool:
        """Is the folded part shown open: does something in it need correcting?"""
        return any(name in self.errors for name in (*FACTS, "previous"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for name in ("hotel", "schedule", "thanks", "payment_text", "rules"):
            cleaned[name] = cleaned.get(name, "").replace("\r\n", "\n").strip()
        return cleaned


class NewEventForm(EventForm):
    """A new event, with the choices its template leaves open. By its `token`, a form sent twice creates one event."""

    token = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    begins = forms.TimeField(
        label=_("First start time"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    plan = forms.ChoiceField(label=_("Format"), required=False)

    def __init__(self, *args: Any, template: EventTemplate, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plans = template.tournaments[0].plans
        self.has_choice = len(template.tournaments) == 1 and len(plans) > 1
        names = {plan: format_texts.plan_name(plan) for plan in plans}
        self.fields["plan"].choices = [(plan, names[plan]) for plan in plans]  # type: ignore[attr-defined]
        self.days = timedelta(days=template.days - 1)

    def clean_ends_on(self) -> date | None:
        """An unchanged last day moves with the first day, so that the event keeps its usual length."""
        first, last = self.cleaned_data.get("starts_on"), self.cleaned_data["ends_on"]
        is_untouched = "ends_on" not in self.changed_data
        return first + self.days if first and last and last < first and is_untouched else last

    def new_event(self) -> NewEvent:
        """The argument of `events.create`."""
        data = self.cleaned_data
        return NewEvent(**{name: value for name, value in data.items() if name != "token"})


class AddForm(SendOnceForm):
    """Another tournament in the event."""

    kind = forms.ChoiceField(label=_("Tournament type"))
    name = forms.CharField(label=_("Name"), required=False, max_length=120)
    starts_at = forms.CharField(
        label=pgettext_lazy("start time", "Start"),
        required=False,
        widget=forms.TextInput(attrs={"type": "datetime-local"}),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, zone: str) -> None:
        super().__init__(data, prefix="add")
        self.zone = zone
        self.fields["kind"].choices = [(key, TOURNAMENTS[key]) for key in ADDED]  # type: ignore[attr-defined]

    def clean_starts_at(self) -> datetime | None:
        return wall_clock(self.cleaned_data["starts_at"], self.zone)


class CloneForm(SendOnceForm):
    """The same event on another day."""

    name = forms.CharField(label=_("Name"), min_length=3, max_length=120)
    starts_on = forms.DateField(label=_("First day"), widget=DAY)

    def clean_starts_on(self) -> Any:
        day = self.cleaned_data["starts_on"]
        if not 2000 <= day.year <= 2100:
            raise forms.ValidationError(_("Enter a date between 2000 and 2100."), code="no_date")
        return day


class CloneTournamentForm(SendOnceForm):
    """The same tournament at another time."""

    name = forms.CharField(label=_("Name"), min_length=3, max_length=120)
    starts_at = forms.CharField(
        label=pgettext_lazy("start time", "Start"),
        required=False,
        widget=forms.TextInput(attrs={"type": "datetime-local"}),
    )

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zone

    def clean_starts_at(self) -> datetime | None:
        return wall_clock(self.cleaned_data["starts_at"], self.zone)


class InviteForm(forms.Form):
    """Who is invited to which role: a player of the site by name, or an email address."""

    whom = forms.CharField(
        label=_("Player name or email address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    kind = forms.ChoiceField(label=_("Role"))

    def __init__(self, *args: Any, kinds: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = [(k, RoleKind(k).label) for k in kinds]  # type: ignore[attr-defined]

    def clean_whom(self) -> Player | str:
        text = self.cleaned_data["whom"].strip()
        if "@" in text:
            EmailValidator(_("Enter a valid email address."))(text)
            return str(text)
        return _player_named(text)


COUNTDOWNS_MIN = (5, 10, 15, 20, 30, 45, 60)
TO_THE_END = "until"


def _countdowns() -> list[tuple[str, str]]:
    minutes = [
        (str(n), ngettext("%(n)d minute from now", "%(n)d minutes from now", n) % {"n": n})
        for n in COUNTDOWNS_MIN
    ]
    none = pgettext("countdown", "None")
    return [("", none), *minutes, (TO_THE_END, gettext("To the time under “Show until”"))]


class AnnounceForm(forms.Form):
    """An announcement to everybody."""

    text = forms.CharField(
        label=_("Announcement"), max_length=280, widget=forms.Textarea(attrs={"rows": 2})
    )
    until = forms.CharField(
        label=_("Show until"),
        required=False,
        widget=forms.TextInput(attrs={"type": "datetime-local"}),
        help_text=_("Leave empty to show it until you remove it."),
    )
    countdown = forms.ChoiceField(
        label=_("Countdown on big screens"),
        required=False,
        choices=_countdowns,
        help_text=_("The announcement disappears when the countdown is over."),
    )
    pinned = forms.BooleanField(label=_("Pin to top"), required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, zone: str) -> None:
        super().__init__(data, prefix="say")
        self.zone = zone

    def clean_until(self) -> datetime | None:
        return wall_clock(self.cleaned_data["until"], self.zone)

    def end(self, now: datetime) -> datetime | None:
        """Until when it is shown: a countdown of minutes begins now."""
        chosen = self.cleaned_data["countdown"]
        if chosen.isdigit():
            return now + timedelta(minutes=int(chosen))
        until: datetime | None = self.cleaned_data["until"]
        return until


class NoteForm(forms.Form):
    """A note for the committee."""

    text = forms.CharField(
        label=_("Note"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3})
    )


def wall_clock(text: str, zone: str) -> datetime | None:
    """A typed time in the event's time zone; None for an empty field."""
    if not text:
        return None
    try:
        typed = datetime.fromisoformat(text)
    except ValueError as error:
        raise forms.ValidationError(_("Enter a date and a time."), code="no_date") from error
    if typed.tzinfo is not None or not 2000 <= typed.year <= 2100:
        raise forms.ValidationError(_("Enter a date between 2000 and 2100."), code="no_date")
    return typed.replace(tzinfo=ZoneInfo(zone))


def _player_named(name: str) -> Player:
    people = Player.objects.filter(
        NO_GUEST, bot_kind=BotKind.NONE, user__isnull=False, anonymised_at=None
    )
    matches = list(people.filter(name__iexact=name).select_related("user")[:2])
    if not matches:
        text = _("No player with an account has this name. Invite by email address instead.")
        raise forms.ValidationError(text, code="no_player")
    if len(matches) > 1:
        text = _("Several players have this name. Invite by email address instead.")
        raise forms.ValidationError(text, code="several_players")
    return matches[0]
