"""Days and times as people read them, in the formats of the reader's language: `Sat 5 Dec, 15:30`.

Moments are given in the time zone in which they are shown.
"""

import re
from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.text import capfirst

_YEAR = re.compile(r"[\s,]*Y\.?")


def day_text(day: date) -> str:
    """The weekday and the date; the year only when it is another: `Sat 5 Dec`, `Sun 3 Jan 2027`."""
    order = str(get_format("DATE_FORMAT"))
    if day.year == timezone.localtime().year:
        order = _YEAR.sub("", order)
    return f"{date_format(day, 'D')} {date_format(day, order)}"


def full_day_text(day: date) -> str:
    """The weekday and the date in full: `Saturday 5 December 2026`."""
    order = str(get_format("DATE_FORMAT")).replace("M", "F")
    return f"{date_format(day, 'l')} {date_format(day, order)}"


def month_text(month: date) -> str:
    """The month and the year: `December 2026`."""
    return capfirst(date_format(month, "YEAR_MONTH_FORMAT"))


def time_text(moment: datetime) -> str:
    """The time of day: `15:30`."""
    return date_format(moment, "TIME_FORMAT")


def day_time_text(moment: datetime) -> str:
    """The day and the time: `Sat 5 Dec, 15:30`."""
    return f"{day_text(moment)}, {time_text(moment)}"
