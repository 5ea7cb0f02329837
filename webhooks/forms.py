"""The form of a webhook."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from webhooks.event_types import EVENT_TYPES, LABELS
from webhooks.models import LONGEST_DESCRIPTION, LONGEST_URL, WebhookEndpoint
from webhooks.services.endpoints import EndpointTerms


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
