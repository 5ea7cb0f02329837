"""The page and the API that take match files: the match, or the line that is wrong; never a failure."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.logins import create_login
from accounts.services.tokens import create_token
from games.engine.actions import AcceptResign, OfferResign, OpeningRoll
from games.engine.rules import Rules
from games.models import Match
from games.records.kinds import KINDS
from games.records.reading import MOST_BYTES
from tests.games.records.files import GOLDEN, golden
from tests.games.records.short_records import record_of
from tests.games.services.tables import sit
from tests.keeping import forget

pytestmark = pytest.mark.django_db
PAGE, API = "/matches/import/", "/api/v1/matches/import"
BAD = golden("five.mat").replace(b"13/8 24/20", b"13/8 24/21", 1)


@pytest.fixture(autouse=True)
def _fresh_counters() -> None:
    forget()


@pytest.fixture
def ann() -> User:
    return create_login("ann", "ann@example.org", "a long pass phrase", name="Ann Vaher")


def upload(data: bytes, name: str = "match.mat") -> dict[str, Any]:
    return {"file": SimpleUploadedFile(name, data)}


def test_only_who_is_logged_in_may_import(client: Client) -> None:
    assert client.get(PAGE)["Location"].startswith("/accounts/login/")
    assert client.post(PAGE, upload(golden("three.mat"))).status_code == 302
    assert client.post(API, upload(golden("three.mat"))).status_code in (401, 403)
    assert not Match.objects.exists()


@pytest.mark.parametrize("name", GOLDEN)
def test_a_good_file_leads_to_the_review_of_the_match(client: Client, ann: User, name: str) -> None:
    client.force_login(ann)
    answer = client.post(PAGE, upload(golden(name), name))
    match = Match.objects.get()
    assert answer["Location"] == reverse("match-review", args=[match.pk])
    page = Client().get(answer["Location"])
    assert page.status_code == 200
    assert "Mia Õun" in page.content.decode()
    assert "Imported match" in page.content.decode() or match.context["title"]


@pytest.mark.parametrize("kind", ["mat", "sgf"])
def test_a_match_given_up_after_the_roll_is_imported_and_reviewed(
    client: Client, ann: User, kind: str
) -> None:
    given_up = [OpeningRoll((5, 2)), OfferResign("A", "gammon"), AcceptResign("B")]
    record = record_of(given_up, Rules.preset("sr_nocube", 5))
    client.force_login(ann)
    answer = client.post(PAGE, upload(KINDS[kind].write(record).encode(), f"match.{kind}"))
    match = Match.objects.get()
    assert (match.score_a, match.score_b) == (0, 2)
    assert Client().get(answer["Location"]).status_code == 200
    assert Client().get(f"/matches/{match.pk}/files/match.{kind}").status_code == 200


def test_text_can_be_pasted(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.post(PAGE, {"text": golden("three.mat").decode()}).status_code == 302
    assert Match.objects.get().context["names"]["B"] == "Leo"


def test_a_bad_file_is_shown_with_its_line_and_its_reason(client: Client, ann: User) -> None:
    client.force_login(ann)
    answer = client.post(PAGE, upload(BAD))
    text = answer.content.decode()
    assert answer.status_code == 422
    assert (
        "Line 7, column 6 · Game 1, move 1: None of the remaining dice moves a checker from 24 to 21."
        in text
    )
    assert "1) 54: 13/8 24/21" in text
    assert not Match.objects.exists()


def test_nothing_given_is_said_at_the_field(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert "Choose a file, or paste its text." in client.post(PAGE).content.decode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 50,
        b"\xff\xfe\x00",
        b"(;" * 9,
        b"x" * (MOST_BYTES + 9),
        bytes(range(1, 256)) * 40,
    ],
)
def test_rubbish_is_refused_on_page_and_api(client: Client, ann: User, data: bytes) -> None:
    client.force_login(ann)
    assert client.post(PAGE, upload(data)).status_code in (413, 422)
    answer = client.post(API, upload(data))
    assert answer.status_code in (400, 413, 422)
    assert set(answer.json()) >= {"code", "detail"}
    assert not Match.objects.exists()


def test_the_page_lists_what_one_imported_and_lets_one_delete_it(client: Client, ann: User) -> None:
    client.force_login(ann)
    client.post(PAGE, upload(golden("three.mat")))
    match = Match.objects.get()
    assert "Mia Õun – Leo" in client.get(PAGE).content.decode()
    other = create_login("bob", "bob@example.org", "a long pass phrase", name="Bob")
    stranger = Client()
    stranger.force_login(other)
    assert "Mia" not in stranger.get(PAGE).content.decode()
    path = reverse("import-delete", args=[match.pk])
    assert stranger.post(path, headers={"Accept": "application/json"}).status_code != 200
    assert Match.objects.exists()
    assert client.post(path)["Location"] == PAGE
    assert not Match.objects.exists()


def test_its_table_is_there_to_look_at_and_offers_no_play(client: Client, ann: User) -> None:
    client.force_login(ann)
    client.post(PAGE, upload(golden("three.mat")))
    match = Match.objects.get()
    page = client.get(reverse("match", args=[match.pk]))
    assert page.status_code == 200
    assert page.context["view"]["seat"] is None
    assert page.context["view"]["may"] == {}
    assert client.get(f"/tickets/{match.pk}").json()["seat"] is None
    act = client.post(
        f"/api/v1/matches/{match.pk}/actions", {"kind": "roll"}, content_type="application/json"
    )
    assert (act.status_code, act.json()["code"]) == (403, "not_your_seat")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-go-sgf", "application/octet-stream"])
def test_the_api_takes_a_file_as_its_body(client: Client, ann: User, kind: str) -> None:
    headers = {"Authorization": f"Token {create_token(ann, 'test')[1]}"}
    answer = client.post(API, golden("three.sgf"), content_type=kind, headers=headers)
    assert answer.status_code == 201
    body = answer.json()
    assert (body["kind"], body["status"], body["score"]) == (
        "imported",
        "finished",
        {"A": 3, "B": 0},
    )
    assert body["players"]["A"] == [
        {"id": None, "name": "Mia Õun", "country": "", "is_bot": False}
    ]  # fmt: skip
    assert client.get("/api/v1/matches").json()["count"] == 0
    assert client.get(f"/api/v1/matches/{body['id']}").json()["view"]["score"]["A"] == 3
    log = client.get(f"/api/v1/matches/{body['id']}/actions").json()
    assert log[0]["payload"] == {"what": "start", "source": "sgf"}


def test_the_api_says_line_column_and_reason(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.post(API, upload(BAD)).json() == {
        "code": "not_on_the_dice",
        "detail": "None of the remaining dice moves a checker from 24 to 21.",
        "line": 7,
        "column": 6,
        "byte": None,
        "game": 1,
        "move": 1,
    }


def test_the_api_wants_a_file(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.post(API, {"other": "x"}).json()["code"] == "no_file"
    answer = client.post(API, "<x/>", content_type="application/xml")
    assert answer.status_code == 415
    assert client.post(API, {"file": "not a match"}).json()["code"] == "unknown_format"


@pytest.mark.parametrize("kind", ["mat", "sgf", "txt", "json"])
def test_an_imported_match_can_be_taken_away_again_as_a_file(
    client: Client, ann: User, kind: str
) -> None:
    client.force_login(ann)
    client.post(PAGE, upload(golden("five.mat")))
    match = Match.objects.get()
    answer = client.get(f"/matches/{match.pk}/files/match.{kind}")
    assert answer.status_code == 200
    assert "Mia Õun" in answer.content.decode()
    if kind in ("mat", "sgf"):
        assert client.post(PAGE, upload(answer.content)).status_code == 302
        scores = set(Match.objects.values_list("score_a", "score_b"))
        assert scores == {(5, 4)}


def test_an_upload_is_cut_before_it_fills_the_disk(client: Client, ann: User) -> None:
    client.force_login(ann)
    answer = client.post(PAGE, upload(b" 3 point match\n" * 600_000))
    assert answer.status_code == 413
    assert "Maximum size: 2048 KiB" in answer.content.decode()


def test_staff_delete_imported_matches_and_no_others_in_the_admin(
    client: Client, ann: User
) -> None:
    client.force_login(ann)
    client.post(PAGE, upload(golden("three.mat")))
    imported, played = Match.objects.get(), sit().match
    ann.is_staff = ann.is_superuser = True
    ann.save()
    page = client.get("/admin/games/match/")
    assert "Mia Õun – Leo" in page.content.decode()
    chosen = {"action": "delete_imported", "_selected_action": [imported.pk, played.pk]}
    client.post("/admin/games/match/", chosen)
    assert list(Match.objects.values_list("pk", flat=True)) == [played.pk]
