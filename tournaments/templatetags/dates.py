"""Days and times in templates, in the viewer's time zone and the formats of their language."""

from datetime import date, datetime

from django import template

from web import date_texts

register = template.Library()


@register.filter(expects_localtime=True)
def day(moment: date | None) -> str:
    """`Sat 5 Dec`; nothing for no moment."""
    return date_texts.day_text(moment) if moment else ""


@register.filter(expects_localtime=True)
def day_time(moment: datetime | None) -> str:
    """`Sat 5 Dec, 15:30`; nothing for no moment."""
    return date_texts.day_time_text(moment) if moment else ""


@register.filter(expects_localtime=True)
def time_zoned(moment: datetime | None) -> str:
    """`15:30 EET`, for emails, which are read in other time zones, too; nothing for no moment."""
    return f"{date_texts.time_text(moment)} {moment:%Z}" if moment else ""


@register.filter(expects_localtime=True)
def day_time_zoned(moment: datetime | None) -> str:
    """`Sat 5 Dec, 15:30 EET`; nothing for no moment."""
    return f"{date_texts.day_time_text(moment)} {moment:%Z}" if moment else ""
