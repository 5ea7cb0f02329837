"""Papers write dates as the site does."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.making import started
from tournaments.models import Tournament
from tournaments.printing.sheets.frame import Head
from tournaments.printing.views import papers

pytestmark = pytest.mark.django_db


def test_a_paper_says_when_it_is_and_when_it_was_printed_as_the_site_does(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = started(4)
    at = datetime(2026, 11, 22, 14, 12, tzinfo=UTC)
    Tournament.objects.filter(pk=of.pk).update(time_zone="UTC", starts_at=at)
    noted_texts: list[str] = []
    framed = papers.framed

    def noted(sheets: Any, head: Head, printed: str) -> Any:
        noted_texts.extend((head.above, printed))
        return framed(sheets, head, printed)

    monkeypatch.setattr(papers, "framed", noted)
    monkeypatch.setattr("django.utils.timezone.now", lambda: at)
    assert client.get(f"/tournaments/{of.slug}/papers/draw.pdf").status_code == 200
    assert noted_texts == ["22 Nov 2026", "Printed: 22 Nov 2026, 14:12 (UTC)"]
