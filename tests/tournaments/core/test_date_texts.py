"""The days of an event as each language writes them."""

from datetime import date

import pytest
from django.utils.translation import override

from tournaments.core.date_texts import days_text


@pytest.mark.parametrize(
    ("language", "one_day", "three_days"),
    [
        ("en", "Sat 5 Dec 2026", "5–7 Dec 2026"),
        ("fi", "la 5. joulukuuta 2026", "5.–7. joulukuuta 2026"),
        ("pl", "so 5 grudnia 2026", "5–7 gru 2026"),
    ],
)
def test_the_days_of_an_event(language: str, one_day: str, three_days: str) -> None:
    with override(language):
        assert days_text(date(2026, 12, 5), date(2026, 12, 5)).lower() == one_day.lower()
        assert days_text(date(2026, 12, 5), date(2026, 12, 7)) == three_days


def test_an_interval_over_a_month_and_a_year() -> None:
    month = days_text(date(2026, 11, 30), date(2026, 12, 2))
    year = days_text(date(2026, 12, 30), date(2027, 1, 2))
    assert [" ".join(text.split()) for text in (month, year)] == [
        "30 Nov – 2 Dec 2026",
        "30 Dec 2026 – 2 Jan 2027",
    ]
