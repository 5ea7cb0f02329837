"""Times and places of tournaments as they are shown on pages."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.formats import date_format

from web.date_texts import day_time_text, time_text

register = template.Library()


@register.filter
def city(zone: str) -> str:
    """Europe/Tallinn → Tallinn.

    >>> city("America/Argentina/Buenos_Aires")
    'Buenos Aires'
    """
    return zone.rpartition("/")[2].replace("_", " ")


@register.filter
def at_place(start: datetime, zone: str) -> str:
    """The day and time at the place of the tournament; the year only when it is another: `Sat 14 Mar, 20:00`."""
    return day_time_text(start.astimezone(ZoneInfo(zone)))


@register.filter
def at_home(start: datetime, zone: str) -> str:
    """The same moment in the viewer's time zone, or nothing if it is the same there."""
    there, here = start.astimezone(ZoneInfo(zone)), timezone.localtime(start)
    if there.replace(tzinfo=None) == here.replace(tzinfo=None):
        return ""
    return f"{date_format(here, 'D')} {time_text(here)}"
