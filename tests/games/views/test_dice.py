"""The certificate of a match's dice, as page, file and API answer; and the public counts."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services.logins import create_login
from games.engine.dice import roll_dice
from games.models import Match, MatchKind, RollCount
from games.selectors.certificates import certificate
from games.services import rulings
from games.services.rolls import count_rolls
from tests.games.services.tables import START, Sitting, sit

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return create_login("ann", "ann@example.org", "a long pass phrase", name="Ann Vaher")


@pytest.fixture
def sitting(ann: User) -> Sitting:
    bob = create_login("bob", "bob@example.org", "a long pass phrase", name="Bob Ilves")
    return sit(ann.player, bob.player, length=1)


def finish(sitting: Sitting) -> Match:
    while sitting.fresh().finished_at is None:
        sitting.tick(1)
        sitting.step()
    return sitting.match


def file_of(client: Client, match: Match) -> dict[str, Any]:
    return client.get(reverse("dice-file", args=[match.pk])).json()


def page_of(client: Client, match: Match) -> str:
    return client.get(reverse("dice-certificate", args=[match.pk])).content.decode()


def test_while_a_match_is_on_the_file_has_everything_but_the_seed(
    client: Client, sitting: Sitting
) -> None:
    sitting.join("left", "")
    sitting.step()
    file = file_of(client, sitting.match)
    assert file["format"] == "barpoint-certificate-1"
    assert (file["over"], file["void"], file["imported"]) == (False, False, False)
    (epoch,) = file["epochs"]
    assert (epoch["seed"], epoch["revealed_at"]) == (None, None)
    assert epoch["nonces"]["A"]["used"] == "left"
    assert epoch["nonces"]["B"]["status"] == "given"
    assert file["throws"] == len(epoch["throws"]) == sitting.state.rolls
    page = page_of(client, sitting.match)
    assert epoch["commitment"] in page
    assert "Sealed until the match ends" in page
    assert "Computed" not in page


def test_after_the_end_every_roll_follows_from_the_file(client: Client, sitting: Sitting) -> None:
    sitting.join("left", "right")
    file = file_of(client, finish(sitting))
    (epoch,) = file["epochs"]
    assert file["over"]
    assert file["throws"] == len(epoch["throws"]) > 2
    for each in epoch["throws"]:
        computed = roll_dice(epoch["seed"], file["match"], 1, "left", "right", each["n"])
        assert each["dice"] == list(computed)
    assert epoch["throws"][0]["kind"] == "opening"
    assert {each["seat"] for each in epoch["throws"] if each["kind"] == "roll"} <= {"A", "B"}


def test_the_page_is_readable_without_javascript(client: Client, sitting: Sitting) -> None:
    sitting.join("left", "right")
    page = page_of(client, finish(sitting))
    assert page.count("data-roll=") == sitting.state.rolls
    assert "Not checked by your browser." in page
    assert "Computed by this site" in page
    assert sitting.match.seeds.get().seed in page
    assert "Does not match" not in page
    assert "style=" not in page
    assert "What this does not prove" in page


def test_a_page_says_which_stored_roll_does_not_fit(client: Client, sitting: Sitting) -> None:
    sitting.join()
    match = finish(sitting)
    match.seeds.update(seed="ab" * 32)
    assert "Does not match" in page_of(client, match)


@pytest.mark.parametrize(
    ("shown", "words"), [("other", "does not match its seal"), ("", "does not match its seal")]
)
def test_a_wrong_nonce_is_shown_as_such(
    client: Client, sitting: Sitting, shown: str, words: str
) -> None:
    for seat in "AB":
        sitting.act(seat, "ready", {"nonce_hash": "0" * 64})
        if seat == "B":
            sitting.act("A", "nonce", {"nonce": shown})
    assert words in page_of(client, sitting.match)
    assert "Sealed, not shown yet" in page_of(client, sitting.match)


def test_a_void_match_can_be_checked_all_the_same(client: Client, sitting: Sitting) -> None:
    sitting.join()
    rulings.void(sitting.match.pk, by=None, reason="", now=sitting.tick(1))
    file = file_of(client, sitting.match)
    assert (file["void"], file["over"]) == (True, True)
    assert file["epochs"][0]["seed"]
    assert "This match is void" in page_of(client, sitting.match)


def test_a_reopened_match_has_an_open_epoch_beside_the_closed_one(
    client: Client, sitting: Sitting
) -> None:
    sitting.join()
    sitting.act("A", "concede")
    rulings.reopen(sitting.match.pk, by=None, reason="a slip", now=sitting.tick(1))
    sitting.join("again", "again")
    file = file_of(client, sitting.match)
    first, second = file["epochs"]
    assert first["seed"]
    assert second["seed"] is None
    assert not file["over"]
    last = [each["n"] for epoch in file["epochs"] for each in epoch["throws"]]
    assert last == list(range(1, file["throws"] + 1))
    page = page_of(client, sitting.match)
    assert "Seed 1" in page
    assert "Seed 2" in page
    assert sitting.match.seeds.get(epoch=2).seed not in page


def test_an_imported_match_has_nothing_to_verify(client: Client, sitting: Sitting) -> None:
    Match.objects.filter(pk=sitting.match.pk).update(kind=MatchKind.IMPORTED)
    file = file_of(client, sitting.match)
    assert (file["imported"], file["epochs"]) == (True, [])
    assert "Nothing to verify." in page_of(client, sitting.match)


def delayed(ann: User) -> Sitting:
    return sit(ann.player, length=1, spectator_delay_s=60)


def test_who_sees_a_match_late_sees_its_rolls_and_its_seed_late(client: Client, ann: User) -> None:
    sitting = delayed(ann)
    sitting.join()
    sitting.tick(100)
    sitting.step()
    sitting.tick(100)
    sitting.act("A", "concede")
    seed = sitting.match.seeds.get().seed
    address = reverse("dice-file", args=[sitting.match.pk])
    api = reverse("api-dice", args=[sitting.match.pk])
    page = reverse("dice-certificate", args=[sitting.match.pk])

    def at(seconds: int) -> time_machine.travel:
        return time_machine.travel(START + timedelta(seconds=seconds), tick=False)

    with at(30):
        assert client.get(address).status_code == client.get(api).status_code == 404
        assert "60 s late" in client.get(page).content.decode()
    with at(90):
        early = client.get(address).json()
    with at(220):
        later = client.get(address).json()
        for item in (address, page, api):
            assert seed not in client.get(item).content.decode()
    assert early["throws"] <= later["throws"]
    assert later["epochs"][0]["seed"] is None
    assert not later["over"]
    with at(261):
        assert client.get(address).json()["epochs"][0]["seed"] == seed
    with at(201):
        client.force_login(ann)
        assert client.get(address).json()["epochs"][0]["seed"] == seed


def test_the_api_answers_what_the_file_says(client: Client, sitting: Sitting) -> None:
    sitting.join("left", "right")
    match = finish(sitting)
    answer = client.get(reverse("api-dice", args=[match.pk]))
    assert answer.json() == file_of(client, match)
    assert answer["ETag"]
    assert (
        client.get("/api/v1/matches/00000000-0000-4000-8000-000000000000/dice").status_code == 404
    )


def test_the_schema_describes_the_certificate(client: Client) -> None:
    schema = client.get("/api/v1/schema/?format=json").json()
    assert "/api/v1/matches/{match_id}/dice" in schema["paths"]
    assert "CertificateOut" in schema["components"]["schemas"]


@pytest.mark.parametrize("name", ["dice-certificate", "dice-file"])
def test_a_match_that_does_not_exist_is_not_found(client: Client, name: str) -> None:
    nowhere = "00000000-0000-4000-8000-000000000000"
    assert client.get(reverse(name, args=[nowhere])).status_code == 404


def test_a_certificate_costs_a_fixed_number_of_queries(
    sitting: Sitting, django_assert_num_queries: Any
) -> None:
    sitting.join()
    finish(sitting)
    with django_assert_num_queries(5):
        certificate(None, sitting.match.pk, timezone.now())


def test_the_script_can_be_fetched(client: Client) -> None:
    answer = client.get(reverse("dice-script"))
    assert b"barpoint-dice-1" in b"".join(answer.streaming_content)  # type: ignore[attr-defined]


def test_an_empty_site_says_that_nothing_is_counted(client: Client) -> None:
    page = client.get(reverse("dice")).content.decode()
    assert "No rolls counted yet" in page
    assert '<a href="/dice/">' in page


def test_few_rolls_are_shown_and_not_judged(client: Client, sitting: Sitting) -> None:
    sitting.join()
    match = finish(sitting)
    count_rolls(timezone.now())
    page = client.get(reverse("dice")).content.decode()
    made = file_of(client, match)["throws"]
    assert f"{made} rolls from finished matches" in page
    assert "Too few rolls to judge." in page


@pytest.mark.parametrize(
    ("more", "words"),
    [(0, "Too even."), (190, "Nothing unusual."), (255, "Rare."), (400, "This should not happen.")],
)
def test_the_test_is_put_in_words(client: Client, more: int, words: str) -> None:
    for a in range(1, 7):
        for b in range(1, 7):
            RollCount.objects.create(first=a, second=b, count=1000 + (more if a == b == 6 else 0))
    page = client.get(reverse("dice")).content.decode()
    assert words in page
    assert "degrees of freedom: 35" in page
    assert page.count("<td") > 36
    assert ("more than expected" in page) == (more > 0)
