"""The currency of an event or a tournament: one field and one list for both."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.money_texts import currency_choices


class CurrencyField(forms.ChoiceField):
    """A currency of ISO 4217."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=_("Currency"), choices=currency_choices, **kwargs)

    def also_offer(self, stored: Iterable[str]) -> None:
        """Keep the stored currencies possible, whatever they are."""
        self.choices = currency_choices(code for code in stored if code)
