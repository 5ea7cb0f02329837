"""Days and times are written in the formats of the reader's language."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from web.date_texts import day_text, day_time_text, full_day_text

THIS_YEAR = timezone.now().year
MOMENT = datetime(THIS_YEAR, 11, 5, 15, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "day", "time"),
    [
        ("en", "5 Nov", "15:30"),
        ("et", "5. november", "15:30"),
        ("fi", "5. marraskuuta", "15.30"),
        ("pl", "5 listopada", "15:30"),
        ("sr", "5. новембар", "15:30"),
    ],
)
def test_each_language_has_its_own_order_and_no_year_in_this_year(
    language: str, day: str, time: str
) -> None:
    with translation.override(language):
        assert day_time_text(MOMENT).endswith(f" {day}, {time}")


def test_another_year_is_written() -> None:
    assert day_text(datetime(2031, 1, 5, tzinfo=UTC)) == "Sun 5 Jan 2031"
    assert full_day_text(datetime(2031, 1, 5, tzinfo=UTC)) == "Sunday 5 January 2031"


def test_templates_write_them_in_the_time_zone_of_the_viewer() -> None:
    page = Template(
        "{% load dates %}{{ at|day }} | {{ at|day_time }} | {{ at|time_zoned }} | {{ none|day_time }}"
    )
    at = datetime(2031, 1, 5, 15, 30, tzinfo=UTC)
    with timezone.override("Europe/Helsinki"):
        text = page.render(Context({"at": at, "none": None}))
    assert text == "Sun 5 Jan 2031 | Sun 5 Jan 2031, 17:30 | 17:30 EET | "
