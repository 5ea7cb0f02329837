"""The forms of an account. They check what was typed; services write."""

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_info, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_countries import countries

from accounts.browser_zone import zone_at_sign_up
from accounts.language_choice import chosen_at_sign_up
from accounts.models import ChallengesFrom, Player, Scope, User
from accounts.services.bot_accounts import LONGEST_OWNER
from accounts.services.guests import rename_player


@cache
def zone_choices() -> list[tuple[str, str]]:
    """Zones by place; the old abbreviations are left out."""
    places = sorted(z for z in available_timezones() if "/" in z and not z.startswith("Etc/"))
    return [("UTC", "UTC"), *((z, z.replace("_", " ")) for z in places)]


class NameField(forms.CharField):
    """A name as it stands in a bracket: one line, no control characters, at least two characters."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            **{
                "label": pgettext_lazy("player", "Name"),
                "min_length": 2,
                "max_length": 80,
                "help_text": _("Shown in brackets and on the scoreboard."),
                **kwargs,
            }
        )

    def clean(self, value: Any) -> str:
        name = " ".join(super().clean(value).split())
        if not all(c.isprintable() for c in name):
            raise forms.ValidationError(_("Use printable characters only."), code="unprintable")
        return name


class SignupNameForm(forms.Form):
    """What Barpoint asks beside allauth's own fields."""

    name = NameField(widget=forms.TextInput(attrs={"autocomplete": "name"}))
    field_order = ["name", "username", "email", "password1", "password2"]

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth once the login is stored."""
        chosen_at_sign_up(user)
        zone_at_sign_up(request, user)
        user.save(update_fields=["language", "time_zone"])
        rename_player(user, self.cleaned_data["name"])


class ProfileForm(forms.Form):
    """Player and login on one page."""

    name = NameField()
    country = forms.ChoiceField(label=_("Country"), required=False)
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False)
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
    )
    challenges_from = forms.ChoiceField(
        label=_("Who may challenge me"),
        required=False,
        choices=[
            (ChallengesFrom.EVERYBODY, pgettext_lazy("may challenge me", "Everybody")),
            (ChallengesFrom.FOLLOWED, pgettext_lazy("may challenge me", "Players I follow")),
            (
                ChallengesFrom.PLAYED,
                pgettext_lazy("may challenge me", "Players I have played online"),
            ),
            (ChallengesFrom.NOBODY, pgettext_lazy("may challenge me", "Nobody")),
        ],
    )
    shows_last_seen = forms.BooleanField(
        label=_("Show others when I am online"),
        required=False,
        help_text=_("On my page and to players who follow me, with the match I play."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["country"].choices = [("", _("Not specified")), *countries]  # type: ignore[attr-defined]
        own_names = [
            (c, get_language_info(c)["name_local"].capitalize()) for c, _n in settings.LANGUAGES
        ]
        self.fields["language"].choices = [("", _("As in the browser")), *own_names]  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = [("", _("As in the browser")), *zone_choices()]  # type: ignore[attr-defined]

    def clean_challenges_from(self) -> str:
        """A page that does not send it changes nothing."""
        chosen: str = self.cleaned_data["challenges_from"]
        return chosen or self.initial.get("challenges_from", ChallengesFrom.EVERYBODY)

    @staticmethod
    def initial_of(user: User, player: Player) -> dict[str, Any]:
        return {
            "name": player.name,
            "country": str(player.country),
            "time_zone": "" if user.zone_follows_browser else user.time_zone,
            "language": user.language,
            "challenges_from": user.challenges_from,
            "shows_last_seen": user.shows_last_seen,
        }


class BotForm(forms.Form):
    """Who answers for a bot account."""

    owner = forms.CharField(
        label=_("Owner of the bot"),
        max_length=LONGEST_OWNER,
        help_text=_("Your name. The staff of this site see it."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    shows_owner = forms.BooleanField(
        label=_("Show the owner on the bot’s page"),
        required=False,
    )


class TokenForm(forms.Form):
    """A new API token."""

    name = forms.CharField(label=_("Purpose"), max_length=80)
    scope = forms.ChoiceField(
        label=_("Permissions"),
        choices=[
            (Scope.PLAY, _("Read and play")),
            (Scope.READ, _("Read only")),
            (Scope.DIRECT, _("Read, play and direct")),
        ],
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        choices=[(30, _("30 days")), (90, _("90 days")), (365, _("1 year"))],
        initial=90,
        required=False,
    )

    def scopes(self) -> list[str]:
        """Each of the three holds those before it."""
        order = [Scope.READ, Scope.PLAY, Scope.DIRECT]
        return list(order[: order.index(self.cleaned_data["scope"]) + 1])


class DeleteForm(forms.Form):
    """Leaving is final, so the user name is typed once more."""

    username = forms.CharField(label=_("Type your user name to confirm"), max_length=150)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        if self.cleaned_data["username"] != self.user.username:
            raise forms.ValidationError(_("This is not your user name."), code="other_name")
        return self.user.username
