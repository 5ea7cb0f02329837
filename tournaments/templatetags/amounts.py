"""Amounts of money on pages, and the outcome of an imported file."""

from collections.abc import Mapping

from django import template

from tournaments.core.money_texts import amount_text, percent_text, short_amount_text
from tournaments.exchange.services.import_preview import state_names
from tournaments.payouts.currency import plain

register = template.Library()


@register.filter
def money(amount: int, currency: str) -> str:
    """An amount with its currency, in the reader's language."""
    return amount_text(amount, currency)


@register.filter
def short_money(amount: int, currency: str) -> str:
    """The same for headings and buttons: no decimals where all of them are zero."""
    return short_amount_text(amount, currency)


@register.filter
def money_plain(amount: int, currency: str) -> str:
    """An amount as it is typed into a field."""
    return plain(amount, currency)


@register.filter
def percent(share: float) -> str:
    """A percentage with two decimals at most."""
    return percent_text(share)


@register.filter
def taken_off(amount: int) -> int:
    """The amount with the opposite sign: a debt below zero is shown as a refund."""
    return -amount


@register.filter
def outcome(counts: Mapping[str, int]) -> str:
    """Rows counted by what was done with them: New player: 12 · Changed: 3."""
    return " · ".join(
        f"{name}: {counts[state]}" for state, name in state_names().items() if state in counts
    )
