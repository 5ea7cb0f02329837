"""Ratings of other lists: what a hostile or careless file does, whom rows are matched with, and where they are shown."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.account_hooks import account_deletions
from accounts.models import Player
from accounts.services.audit import Actor
from accounts.services.players import create_walk_in
from ratings.models import ExternalRating
from ratings.selectors.external import external_ratings, numbers_in
from ratings.selectors.external_rows import date_in, name_in, rating_in
from ratings.selectors.personal_data import ratings_of_user
from ratings.services.external_import import ListDefaults, RatingDryRun, dry_run, import_ratings
from tests.games.services import tables
from tests.staff.people import root, signed_in, staff
from tests.tournaments.making import NOW
from tournaments.players.services import merging
from web.csv_reading import decode
from web.errors import DomainError

TODAY = NOW.date()
USBGF = ListDefaults("USBGF", date(2024, 3, 1), "march.csv")
ADDRESS = "/ratings/import/"


def states(run: RatingDryRun) -> list[str]:
    return [line.state for line in run.lines]


def imported(text: str, defaults: ListDefaults = USBGF) -> RatingDryRun:
    run = dry_run(text, defaults, TODAY)
    return import_ratings(text, defaults, run.digest, doer=Actor(None, NOW))


@pytest.mark.parametrize(
    ("text", "rating"), [("1623", 1623), ("1623,45", 1623.45), ("1500.123456", 1500.12)]
)
def test_a_rating_is_read_with_point_or_comma(text: str, rating: float) -> None:
    assert rating_in(text) == rating


@pytest.mark.parametrize(
    "text",
    ["", "1,623", "1.623", "-5", "0", "1e3", "nan", "inf", "10000", "=1+1", "१६००", "9" * 400],
)
def test_what_is_no_rating_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        rating_in(text)


def test_dates_with_slashes_of_the_future_or_of_no_calendar_are_refused() -> None:
    assert date_in("2024-03-01", TODAY) == date_in("01.03.2024", TODAY) == date(2024, 3, 1)
    for text in ("03/01/2024", "2024-02-30", "9999-01-01", "0000-00-00", "1700-01-01", "x"):
        with pytest.raises(ValueError, match=r"\.$"):
            date_in(text, TODAY)


def test_names_are_read_from_one_column_or_two() -> None:
    assert name_in({"full_name": " Lee,  Ann "}) == "Ann Lee"
    assert name_in({"first_name": "Ann", "last_name": "Lee"}) == "Ann Lee"
    assert name_in({}) == ""


@pytest.mark.django_db
def test_rows_are_matched_by_name_first_and_by_member_number_from_then_on() -> None:
    ann = create_walk_in("Änn Lefèvre")
    text = "number,name,rating\n77,ann lefevre,1600\n78,Nobody,1500\n"
    assert states(dry_run(text, USBGF, TODAY)) == ["new", "unmatched"]
    assert not ExternalRating.objects.exists()
    imported(text)
    Player.objects.filter(pk=ann.pk).update(name="Ann L", search_name="ann l")
    april = ListDefaults("usbgf", date(2024, 4, 1), "april.csv")
    imported("number;rating\n77;1650,5\n", april)
    row = ExternalRating.objects.get()
    assert (row.player_id, row.rating, row.number, row.source) == (
        ann.pk,
        1650.5,
        "77",
        "april.csv",
    )
    assert numbers_in("usbgf", [ann.pk]) == {ann.pk: 1650.5}
    assert states(dry_run("number,rating\n77,1650.5\n", april, TODAY)) == ["same"]


@pytest.mark.django_db
def test_namesakes_are_ambiguous_until_a_row_names_the_sites_number() -> None:
    first, _second = create_walk_in("Bo Li"), create_walk_in("Bo Li")
    run = dry_run("name,rating\nBo Li,1500\n", USBGF, TODAY)
    assert states(run) == ["ambiguous"]
    assert str(first.pk) in run.lines[0].detail
    imported(f"player id,name,rating\n{first.pk},Bo Li,1500\n")
    assert ExternalRating.objects.get().player_id == first.pk


@pytest.mark.django_db
def test_a_known_player_with_another_member_number_may_be_somebody_else() -> None:
    create_walk_in("Bo Li")
    imported("number,name,rating\n1,Bo Li,1500\n")
    assert states(dry_run("number,name,rating\n2,Bo Li,1900\n", USBGF, TODAY)) == ["ambiguous"]


@pytest.mark.django_db
def test_wrong_and_doubled_rows_name_their_lines_and_the_others_are_imported() -> None:
    create_walk_in("Ann")
    create_walk_in("Bo")
    text = "name;rating;date\nAnn;1500;\nANN;1700;\n;1500;\nBo;=1+1;\nBo;1400;2024-13-01\n\nBo;1400;2.1.2024\n"
    run = imported(text)
    assert states(run) == ["new", "bad", "bad", "bad", "bad", "new"]
    assert [line.number for line in run.lines] == [2, 3, 4, 5, 6, 8]
    assert "2" in run.lines[1].detail
    assert ExternalRating.objects.count() == 2
    assert ExternalRating.objects.get(player__name="Bo").as_of == date(2024, 1, 2)


@pytest.mark.django_db
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_files_are_read_in_the_encodings_of_spreadsheets(encoding: str) -> None:
    create_walk_in("Jörg")
    text = decode("Name;Rating\r\nJörg;1500\r\n".encode(encoding))
    assert states(dry_run(text, USBGF, TODAY)) == ["new"]


@pytest.mark.django_db
def test_an_older_list_changes_nothing_and_a_stale_preview_is_refused() -> None:
    ann = create_walk_in("Ann")
    imported("name,rating\nAnn,1600\n")
    old = ListDefaults("USBGF", date(2023, 1, 1))
    assert states(dry_run("name,rating\nAnn,1500\n", old, TODAY)) == ["older"]
    new = ListDefaults("USBGF", date(2024, 5, 1))
    seen = dry_run("name,rating\nAnn,1700\n", new, TODAY)
    create_walk_in("Ann")
    with pytest.raises(DomainError, match="stale_dry_run"):
        import_ratings("name,rating\nAnn,1700\n", new, seen.digest, doer=Actor(None, NOW))
    assert external_ratings(ann)[0].rating == 1600


@pytest.mark.django_db
def test_staff_with_the_right_preview_and_import_on_one_page() -> None:
    ann = create_walk_in("Ann")
    assert signed_in(staff("helper")).get(ADDRESS).status_code == 403
    client = signed_in(root())
    file = SimpleUploadedFile("dbgf.csv", b"name,rating\nAnn,1712\n<b>x</b>,y\n")
    page = client.post(ADDRESS, {"list_name": "DBgF", "file": file})
    assert page.status_code == 200
    html = page.content.decode()
    assert "<b>x</b>" not in html
    assert not ExternalRating.objects.exists()
    sent = {
        "list_name": "DBgF",
        "text": "name,rating\nAnn,1712\n<b>x</b>,y\n",
        "source": "dbgf.csv",
    }
    digest = page.context["run"].digest
    assert client.post(ADDRESS, sent | {"digest": "old"}).status_code == 409
    assert client.post(ADDRESS, sent | {"digest": digest}).status_code == 302
    assert ExternalRating.objects.get().source == "dbgf.csv"
    shown = Client().get(f"/players/{ann.pk}/").content.decode()
    assert "DBgF" in shown
    assert "1712" in shown


@pytest.mark.django_db
def test_files_that_cannot_be_read_are_refused_beside_the_field() -> None:
    client = signed_in(root())
    for data in (
        b"",
        b"\x00\x01\x02",
        b"a" * (10 * 1024 * 1024),
        b"name\nAnn\n",
        b'name,rating\n"Ann',
    ):
        file = SimpleUploadedFile("x.csv", data)
        assert client.post(ADDRESS, {"list_name": "X", "file": file}).status_code == 422


@pytest.mark.django_db
def test_a_merge_keeps_the_newer_number_and_a_deleted_account_none() -> None:
    gone, kept = create_walk_in("Ann"), tables.person("ann-lee")
    imported(f"player id,rating,date\n{gone.pk},1600,2024-04-01\n{kept.pk},1500,2024-01-01\n")
    seen = merging.preview(gone.pk, kept.pk)
    merging.merge(gone.pk, kept.pk, seen.digest, Actor(None, NOW, reason="One person."))
    assert [row.rating for row in ExternalRating.objects.filter(player=kept)] == [1600]
    assert kept.user is not None
    assert ratings_of_user(kept.user)["external"][0]["list_name"] == "USBGF"
    account_deletions.functions()["ratings.services.external_people.forget_user"](kept.user)
    assert not ExternalRating.objects.exists()
