"""The days of an event on pages."""

from datetime import date

from django import template

from tournaments.core.date_texts import days_text

register = template.Library()


@register.simple_tag
def day_range(first: date, last: date) -> str:
    """`5–7 Dec 2026`, or one day with its weekday."""
    return days_text(first, last)
