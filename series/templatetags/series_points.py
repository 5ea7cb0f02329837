"""Points of a series on pages."""

from fractions import Fraction

from django import template

from series.texts import shown_points

register = template.Library()


@register.filter
def points(value: Fraction) -> str:
    """`14.22` or `10`, as people of the language write it."""
    return shown_points(value)
