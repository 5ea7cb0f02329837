"""An analysis as .gva and .gvab: what gammonview reads back of it is what it wrote, under the names of the players."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from analysis import selectors
from analysis.engine.file_process import can_read
from analysis.models import AnalysisFile, AnalysisStatus, MatchAnalysis
from games.models import Match
from games.services.importing import import_match
from tests.games.services.tables import person

DATA = Path(__file__).resolve().parents[1] / "data"
TOTALS = {"pr": 7.9, "error": 0.3, "decisions": 20, "luck": -0.31, "luck_percent": -4.0}

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not can_read(), reason="needs gammonview"),
]


@pytest.fixture
def match() -> Match:
    user = person().user
    assert user is not None
    return import_match(user, (DATA / "matches" / "three.mat").read_bytes(), timezone.now())


def analysis_of(match: Match) -> MatchAnalysis:
    return MatchAnalysis.objects.create(
        match=match,
        log_length=match.seq,
        preset="fast",
        engine="engine 1",
        status=AnalysisStatus.DONE,
        requested_at=timezone.now(),
        result={"decisions": [], "totals": {"A": TOTALS, "B": TOTALS}},
    )


def document() -> dict[str, Any]:
    """An analysed document of gammonview; that it is of another match changes nothing here."""
    from gvformat import convert_xg

    converted: dict[str, Any] = convert_xg((DATA / "analysed" / "match.xg").read_bytes())
    return converted


def test_the_page_and_the_api_give_both_kinds_with_the_players_names(
    match: Match, client: Client
) -> None:
    from gvformat import read_gvab, write_gvab

    review = reverse("match-review", args=[match.pk])
    content = write_gvab(document())
    analysis = analysis_of(match)
    assert "Download analysis" not in client.get(review).content.decode()
    AnalysisFile.objects.create(analysis=analysis, content=content)
    page = client.get(review).content.decode()
    wanted = read_gvab(content) | {"player_white": "Mia Õun", "player_black": "Leo"}
    for kind in ("gva", "gvab"):
        address = reverse("match-analysis-file", args=[match.pk, kind])
        assert f'href="{address}"' in page
        answer = client.get(address)
        assert answer["Content-Disposition"].startswith("attachment")
        read = json.loads(answer.content) if kind == "gva" else read_gvab(answer.content)
        assert read == wanted
        api = client.get(f"/api/v1/matches/{match.pk}/analysis/files/{kind}")
        assert api.content == answer.content


def test_there_is_no_file_without_an_analysis_nor_of_another_kind(
    match: Match, client: Client
) -> None:
    address = f"/api/v1/matches/{match.pk}/analysis/files/"
    answer = client.get(address + "gvab")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_analysed")
    AnalysisFile.objects.create(analysis=analysis_of(match), content=b"OGXM")
    assert client.get(address + "mat").status_code == 404


def test_without_the_library_no_file_is_offered(
    match: Match, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    AnalysisFile.objects.create(analysis=analysis_of(match), content=b"OGXM")
    review = reverse("match-review", args=[match.pk])
    assert "Download analysis" in client.get(review).content.decode()
    monkeypatch.setattr(selectors, "can_read", lambda: False)
    assert "Download analysis" not in client.get(review).content.decode()
    assert client.get(f"/api/v1/matches/{match.pk}/analysis/files/gvab").status_code == 404
