"""Amounts of money on pages."""

from django import template

from tournaments.money.currency import plain, written

register = template.Library()


@register.filter
def money(amount: int, currency: str) -> str:
    """With its currency, thousands apart."""
    return written(amount, currency)


@register.filter
def money_plain(amount: int, currency: str) -> str:
    """As it is typed into a field."""
    return plain(amount, currency)


@register.filter
def taken_off(amount: int) -> int:
    """The other way round: what is owed below zero is given back."""
    return -amount
