"""Every way that we know of to have a match in play judged, tried as the player, the opponent, a stranger and a visitor."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player, User
from analysis.models import AnalysisFile, AnalysisStatus, MatchAnalysis
from analysis.services import analyses, positions
from games.models import Match, MatchStatus
from games.records.mat_writer import mat
from games.selectors.records import record_of
from games.services.importing import import_match
from tests.analysis.test_analyses import TOTALS, user_of
from tests.games.services.tables import Sitting, person, playing
from web.errors import DomainError

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def engine_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analysis.selectors.is_available", lambda: True)
    monkeypatch.setattr(positions, "is_available", lambda: True)
    monkeypatch.setattr("analysis.selectors.engine_version", lambda: "engine 1")
    monkeypatch.setattr(positions, "_ask", lambda _question: pytest.fail("the engine was asked"))


def in_play(plays: int = 12) -> Sitting:
    sitting = playing(length=3)
    for _ in range(plays):
        sitting.tick(5)
        sitting.step()
    sitting.until("roll")
    return sitting


def readers(sitting: Sitting) -> list[Client]:
    """Visitor, stranger, and both players."""
    users: list[User | None] = [None, person().user]
    users += [sitting.match.seats.get(seat=seat).player.user for seat in "AB"]
    clients = []
    for user in users:
        client = Client()
        if user is not None:
            client.force_login(user, backend="accounts.auth_backend.LoginBackend")
        clients.append(client)
    return clients


def judged(match: Match, user: User | None = None) -> MatchAnalysis:
    row = MatchAnalysis.objects.create(
        match=match, log_length=match.seq, preset="fast", engine="engine 1", status=AnalysisStatus.DONE,
        requested_at=timezone.now(), result={"decisions": [], "totals": {"A": TOTALS, "B": TOTALS}},
    )  # fmt: skip
    AnalysisFile.objects.create(analysis=row, content=b"OGXM")
    return row


def addresses(match: Match) -> list[str]:
    return [
        reverse("match-analysis-data", args=[match.pk]),
        reverse("match-file-analysis-data", args=[match.pk]),
        reverse("match-analysis-file", args=[match.pk, "gva"]),
        reverse("match-analysis-file", args=[match.pk, "gvab"]),
        reverse("match-solve", args=[match.pk, 1, "play"]),
        reverse("api-analysis", args=[match.pk]),
        reverse("api-imported-analysis", args=[match.pk]),
        reverse("api-analysis-file", args=[match.pk, "gvab"]),
    ]


def test_nobody_reads_or_asks_for_the_analysis_of_a_match_in_play() -> None:
    sitting = in_play()
    judged(sitting.fresh())  # even if there were one
    start = reverse("match-analysis", args=[sitting.match.pk])
    for client in readers(sitting):
        assert {client.get(address).status_code for address in addresses(sitting.match)} == {404}
        assert client.post(reverse("api-analysis", args=[sitting.match.pk])).status_code in (401, 404)  # fmt: skip
        assert client.post(start).status_code in (302, 404)
        page = client.get(reverse("match-review", args=[sitting.match.pk])).content.decode()
        assert "data-analysis" not in page
    assert MatchAnalysis.objects.count() == 1


def test_a_match_that_a_ruling_reopens_hides_its_analysis_again() -> None:
    sitting = in_play()
    judged(sitting.fresh())
    match = sitting.match
    assert not match.is_over
    Match.objects.filter(pk=match.pk).update(
        status=MatchStatus.FINISHED, finished_at=timezone.now(), to_act=None, flag_at=None, next_at=None, bot_at=None,
    )  # fmt: skip
    client = Client()
    data = reverse("match-analysis-data", args=[match.pk])
    assert client.get(data).json()["status"] == "done"
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.PLAYING, finished_at=None)
    assert client.get(data).status_code == 404


def test_the_position_of_the_match_is_judged_for_neither_player() -> None:
    sitting = in_play()
    review = Client().get(reverse("match-review-data", args=[sitting.match.pk])).json()
    xgid = review["frames"][-1]["ids"][2]
    for client in readers(sitting)[2:]:
        for name in ("position-analysis", "api-position"):
            assert client.get(reverse(name), {"xgid": xgid}).status_code == 409


def copy_of(sitting: Sitting, user: User) -> Match:
    """The running match as its file, imported again."""
    text = mat(record_of(sitting.fresh()))
    return import_match(user, text.encode(), timezone.now())


def ask(match: Match, user: User) -> str:
    try:
        analyses.request_analysis(match, user, timezone.now())
    except DomainError as refused:
        return refused.code
    return ""


def test_a_copy_of_the_running_match_is_analysed_for_nobody_until_it_is_over() -> None:
    sitting = in_play()
    friend = person().user
    assert friend is not None
    copy = copy_of(sitting, friend)
    assert ask(copy, user_of(sitting)) == "match_in_play"
    assert ask(copy, friend) == "cannot_analyse_in_play"
    for _ in range(4):  # the match goes on, the copy stays
        sitting.step()
    assert ask(copy, friend) == "cannot_analyse_in_play"
    sitting.until("roll")
    sitting.act("A", "concede", {})
    assert ask(copy, friend) == ""
    assert ask(copy_of(in_play(), friend), friend) == "cannot_analyse_in_play"


def test_another_match_with_other_dice_is_analysed_while_others_play() -> None:
    friend = person().user
    assert friend is not None
    over = in_play()
    over.act("A", "concede", {})
    copy = copy_of(over, friend)
    in_play()
    assert ask(copy, friend) == ""


def test_whoever_plays_reads_no_analysis_of_an_imported_match() -> None:
    friend = person().user
    assert friend is not None
    over = in_play()
    over.act("A", "concede", {})
    copy = copy_of(over, friend)
    judged(copy)
    sitting = in_play()
    visitor, stranger, *players = readers(sitting)
    data = reverse("match-analysis-data", args=[copy.pk])
    review = reverse("match-review", args=[copy.pk])
    for client in (visitor, stranger):
        assert client.get(data).status_code == 200
        assert "analysis-sum" in client.get(review).content.decode()
    for client in players:
        answers: list[Any] = [client.get(address) for address in addresses(copy)]
        assert {answer.status_code for answer in answers} == {409}
        page = client.get(review).content.decode()
        assert "You have a match in progress." in page
        assert "analysis-sum" not in page


def test_the_training_asks_no_engine_and_shows_only_finished_matches() -> None:
    sitting = in_play()
    judged(sitting.fresh())
    for client in readers(sitting):
        assert client.get(reverse("training")).status_code == 200
        assert client.get(reverse("training-mistakes")).status_code in (200, 302)
    assert Player.objects.exists()
