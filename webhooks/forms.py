"""The forms of a webhook and of a channel."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from webhooks import channel_kinds as kinds
from webhooks.event_types import EVENT_TYPES, LABELS
from webhooks.models import LONGEST_DESCRIPTION, LONGEST_URL, WebhookEndpoint
from webhooks.selectors.endpoints import addresses_of, target_of
from webhooks.services.endpoints import ChannelTerms, EndpointTerms

USUAL = ("match.finished", "match.corrected", "round.published", "tournament.started", "tournament.finished", "tournament.cancelled")  # fmt: skip
"""What a new channel is sent unless its owner chooses otherwise."""
REMOVING = "remove_token"
TARGET_TEXTS = {
    (kinds.DISCORD, "address"): (
        _("Webhook address"),
        _("In Discord: Edit channel, Integrations, Webhooks, Copy webhook URL."),
    ),
    (kinds.TELEGRAM, "token"): (
        _("Token of the bot"),
        _("Make a bot with @BotFather, and add it to the chat."),
    ),
    (kinds.TELEGRAM, "chat"): (
        pgettext_lazy("messenger", "Chat"),
        _("The number of the chat, or the @name of a public channel."),
    ),
    (kinds.NTFY, "address"): (
        _("Address of the topic"),
        _("For example: https://ntfy.sh/spring-open. Everybody who knows it can read along."),
    ),
    (kinds.NTFY, "token"): (_("Access token"), _("Only where the topic is protected.")),
    (kinds.MATRIX, "address"): (_("Homeserver"), _("For example: https://matrix.org")),
    (kinds.MATRIX, "room"): (
        pgettext_lazy("messenger", "Room ID"),
        _("Begins with an exclamation mark. It is in the settings of the room, under Advanced."),
    ),
    (kinds.MATRIX, "token"): (
        _("Access token"),
        _("Of an account that has joined the room. Make an account for this alone."),
    ),
    (kinds.MAIL, "address"): (
        _("Email address"),
        _("One of your own that you have confirmed. You get one email in ten minutes at most."),
    ),
}


class ChannelForm(forms.Form):
    """Where messages of one kind go, in which language, and about what. Secret fields are never filled in; left empty they
    stay as they are."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=LONGEST_DESCRIPTION,
        help_text=_("For example: chat of the club."),
    )
    event_types = forms.MultipleChoiceField(
        label=_("What is sent"),
        choices=tuple(LABELS.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one kind of event.")},
    )

    def __init__(
        self, kind: str, owner: User, data: Any, endpoint: WebhookEndpoint | None = None
    ) -> None:
        target = (target_of(endpoint) or {}) if endpoint is not None else {}
        secret = kinds.SECRET_FIELDS[kind]
        initial: dict[str, Any] = {"language": get_language(), "event_types": list(USUAL)}
        if endpoint is not None:
            initial = {
                name: getattr(endpoint, name) for name in ("language", "event_types", "description")
            }
        initial |= {name: value for name, value in target.items() if name not in secret}
        super().__init__(data, initial=initial)
        self.kind, self.names = kind, kinds.FIELDS[kind]
        for name in self.names:
            label, help_text = TARGET_TEXTS[kind, name]
            stored = name in secret and bool(target.get(name))
            optional = stored or name in kinds.OPTIONAL.get(kind, ())
            if stored:
                help_text = _("Stored. Leave empty to keep it.")
            options: dict[str, Any] = {
                "label": label,
                "help_text": help_text,
                "required": not optional,
            }
            if kind == kinds.MAIL:
                choices = [(address, address) for address in addresses_of(owner)]
                self.fields[name] = forms.ChoiceField(choices=choices, **options)
            else:
                self.fields[name] = forms.CharField(max_length=LONGEST_URL, **options)
            if name in secret:
                self.fields[name].widget.attrs["autocomplete"] = "off"
            if stored and name in kinds.OPTIONAL.get(kind, ()):
                self.fields[REMOVING] = forms.BooleanField(
                    label=_("Remove the stored token"), required=False
                )

    @property
    def target_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.names]

    @property
    def removing_field(self) -> forms.BoundField | None:
        """Takes a stored token away; None where there is none, or where it is needed."""
        return self[REMOVING] if REMOVING in self.fields else None

    @property
    def terms(self) -> ChannelTerms:
        given = self.cleaned_data
        target: dict[str, str | None] = {name: given[name] for name in self.names}
        if given.get(REMOVING) and not target["token"]:
            target["token"] = None
        return ChannelTerms(
            self.kind, target, given["event_types"], given["language"], given["description"]
        )


class WebhookForm(forms.Form):
    """The address, what it is sent, and a description for its owner."""

    url = forms.CharField(
        label=pgettext_lazy("webhook", "Address"),
        max_length=LONGEST_URL,
        widget=forms.URLInput(attrs={"placeholder": "https://example.org/barpoint"}),
        help_text=_("A public https address of yours. Messages are sent to it by POST."),
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=LONGEST_DESCRIPTION,
        help_text=_("For example: results page of the federation."),
    )
    event_types = forms.MultipleChoiceField(
        label=_("What is sent"),
        choices=tuple(LABELS.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one kind of event.")},
    )

    @classmethod
    def of(cls, endpoint: WebhookEndpoint | None, data: Any) -> "WebhookForm":
        if endpoint is None:
            return cls(data, initial={"event_types": list(EVENT_TYPES)})
        initial = {name: getattr(endpoint, name) for name in ("url", "description", "event_types")}
        return cls(data, initial=initial)

    @property
    def terms(self) -> EndpointTerms:
        return EndpointTerms(**self.cleaned_data)
