"""The image, the logo and the rules of an event: read, written anew, shown, replaced and removed; its calendar file, its
picture to share, and the winners of the events before it."""

import io
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from icalendar import Calendar
from PIL import Image

from accounts.models import User
from tests.keeping import forget
from tests.tournaments import making
from tests.tournaments.event.making_events import event
from tests.tournaments.making import NOW, director, entered
from tournaments.bracket.services.start import start
from tournaments.event.selectors.series import past_winners
from tournaments.event.services import cloning, event_files, events, image_files
from tournaments.models import Event, EventFile, Tournament
from web.errors import DomainError, NotAllowed

pytestmark = pytest.mark.django_db
PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    forget()


def image(kind: str = "JPEG", size: tuple[int, int] = (400, 300), mode: str = "RGB") -> bytes:
    written = io.BytesIO()
    drawn = Image.new(mode, size, (15, 58, 43) if mode == "RGB" else (15, 58, 43, 0))
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    drawn.save(written, kind, **({"exif": exif} if kind == "JPEG" else {}))
    return written.getvalue()


def put(of: Event, kind: str, data: bytes, by: User) -> EventFile:
    return event_files.put_file(of.pk, kind, data, by=by, now=NOW)


def refusal(kind: str, data: bytes) -> str:
    with pytest.raises(DomainError) as refused:
        image_files.checked(kind, data)
    assert refused.value.status == 400
    return str(refused.value.code)


@pytest.fixture
def boss(client: Client) -> User:
    made = director()
    client.force_login(made)
    return made


def shown(boss: User) -> Event:
    made = event(boss=boss)
    return events.publish(made.pk, by=boss, shown=True)


@pytest.mark.parametrize("kind", ["image", "logo"])
def test_a_comment_and_a_profile_are_no_pixels(kind: str) -> None:
    written = io.BytesIO()
    beside: dict[str, Any] = {"comment": b"taken at home", "icc_profile": b"drawn at home"}
    Image.new("RGB", (400, 300)).save(written, "JPEG", **beside)
    assert b"at home" in written.getvalue()
    kept = image_files.checked(kind, written.getvalue()).data
    assert Image.open(io.BytesIO(kept)).info.keys().isdisjoint(beside)
    assert b"at home" not in kept


@pytest.mark.parametrize("written", ["JPEG", "PNG", "WEBP"])
def test_an_image_is_written_anew_without_what_was_beside_its_pixels(written: str) -> None:
    file = image_files.checked("image", image(written) + b"<script>alert(1)</script>")
    assert (file.content_type, file.width, file.height) == ("image/jpeg", 400, 300)
    assert b"script" not in file.data
    assert b"taken at home" not in file.data


def test_a_large_image_is_made_smaller_and_a_logo_stays_transparent() -> None:
    large = image_files.checked("image", image(size=(4000, 2000)))
    assert (large.width, large.height) == (1640, 820)
    logo = image_files.checked("logo", image("PNG", mode="RGBA"))
    assert logo.content_type == "image/png"
    assert Image.open(io.BytesIO(logo.data)).mode == "RGBA"


@pytest.mark.parametrize(
    ("kind", "data", "code"),
    [
        ("image", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no_image"),
        ("image", image()[:400], "no_image"),
        ("image", b"", "no_image"),
        ("logo", PDF, "no_image"),
        ("image", image("PNG", (9000, 3000)), "image_too_large"),
        ("logo", image(size=(8, 200)), "image_too_small"),
        ("image", b"x" * (image_files.MOST_FILE_BYTES + 1), "file_too_large"),
        ("rules", b"<html>%PDF-1.7</html>%%EOF", "no_pdf"),
        ("rules", PDF[:-7], "no_pdf"),
    ],
)
def test_what_is_no_image_or_no_pdf_is_refused(kind: str, data: bytes, code: str) -> None:
    assert refusal(kind, data) == code


def test_a_director_uploads_replaces_and_removes_an_image(client: Client, boss: User) -> None:
    made = shown(boss)
    address = f"/events/{made.slug}/manage/pictures/"
    for size in ((400, 300), (500, 300)):
        upload = SimpleUploadedFile("hall.jpg", image(size=size))
        answer = client.post(address, {"kind": "image", "do": "put", "file": upload})
        assert answer.status_code == 302
    row = EventFile.objects.get(event=made)
    assert row.width == 500
    page = Client().get(f"/events/{made.slug}/").content.decode()
    link = f"/events/{made.slug}/files/image/?v={row.digest[:12]}"
    assert f'<div class="poster-photo"><img src="{link}"' in page
    assert f'property="og:image" content="http://testserver{link}"' in page
    served = Client().get(link)
    assert (served["Content-Type"], served["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert Client().get(link, headers={"If-None-Match": served["ETag"]}).status_code == 304
    client.post(address, {"kind": "image", "do": "remove"})
    assert Client().get(link).status_code == 404
    assert "poster-photo" not in Client().get(f"/events/{made.slug}/").content.decode()


def test_a_refused_file_is_said_beside_its_field_and_nothing_changes(
    client: Client, boss: User
) -> None:
    made = shown(boss)
    put(made, "logo", image("PNG"), boss)
    address = f"/events/{made.slug}/manage/pictures/"
    upload = SimpleUploadedFile("logo.png", b"<svg/>", content_type="image/png")
    answer = client.post(address, {"kind": "logo", "do": "put", "file": upload})
    assert answer.status_code == 422
    assert "This image cannot be read" in answer.content.decode()
    assert client.post(address, {"kind": "logo", "do": "put"}).status_code == 422
    assert client.post(address, {"kind": "nothing", "do": "remove"}).status_code == 400
    assert EventFile.objects.count() == 1


def test_others_upload_nothing_and_do_not_see_files_of_a_hidden_event(client: Client) -> None:
    boss, other = director(), director()
    made = event(boss=boss)
    put(made, "rules", PDF, boss)
    with pytest.raises(NotAllowed):
        put(made, "rules", PDF, other)
    client.force_login(other)
    for name in ("files/rules/", "rules/", "calendar.ics", "picture.png"):
        assert client.get(f"/events/{made.slug}/{name}").status_code == 404, name


def test_the_rules_are_a_page_with_a_pdf_to_download(client: Client, boss: User) -> None:
    made = shown(boss)
    events.change(made.pk, by=boss, rules="Be on time.\n\nPhones are off.")
    put(made, "rules", PDF, boss)
    page = client.get(f"/events/{made.slug}/rules/").content.decode()
    assert "<p>Be on time.</p>" in page
    served = client.get(f"/events/{made.slug}/files/rules/")
    assert served["Content-Disposition"] == f'attachment; filename="{made.slug}-rules.pdf"'
    assert served.content == PDF
    assert f"/events/{made.slug}/rules/" in client.get(f"/events/{made.slug}/").content.decode()


def test_files_go_with_their_event(boss: User) -> None:
    made = shown(boss)
    put(made, "logo", image("PNG"), boss)
    Tournament.objects.filter(event=made).delete()
    made.delete()
    assert not EventFile.objects.exists()


def test_the_calendar_file_has_the_days_and_the_timed_lines(client: Client, boss: User) -> None:
    made = shown(boss)
    events.change(made.pk, by=boss, place="Hall", schedule="18:00 Doors open\nTalk\n\n10:00 Open")
    read: Any = Calendar.from_ical(client.get(f"/events/{made.slug}/calendar.ics").content)
    entries = read.walk("VEVENT")
    assert entries[0].decoded("dtstart") == made.starts_on
    assert entries[0].decoded("dtend") == made.ends_on + timedelta(days=1)
    assert [str(entry["summary"]) for entry in entries[1:]] == [
        "Doors open · Rhine Open",
        "Open · Rhine Open",
    ]
    assert str(entries[1]["location"]) == "Hall"


def finished(boss: User, name: str, day: date) -> Event:
    of = entered(4, organizer=boss)
    made = Event.objects.create(
        slug=name.lower().replace(" ", "-"),
        name=name,
        organizer=boss,
        starts_on=day,
        ends_on=day,
        is_public=True,
    )
    Tournament.objects.filter(pk=of.pk).update(event=made)
    start(of.pk, by=None, now=NOW, draw_seed=making.SEED)
    making.play_out(of)
    return made


def test_the_winners_of_earlier_events_of_the_series_stand_on_the_page(
    client: Client, boss: User
) -> None:
    first = finished(boss, "First", date(2024, 5, 1))
    second = finished(boss, "Second", date(2025, 5, 1))
    made = shown(boss)
    events.change(second.pk, by=boss, previous=first)
    events.change(made.pk, by=boss, previous=second)
    made.refresh_from_db()
    assert [row.name for row in past_winners(made)] == ["Second", "First"]
    assert "Past winners" in client.get(f"/events/{made.slug}/").content.decode()
    Event.objects.filter(pk=first.pk).update(is_public=False, previous=made)
    assert [row.name for row in past_winners(Event.objects.get(pk=made.pk))] == ["Second"]


def test_only_an_earlier_event_of_the_same_people_is_the_one_before(boss: User) -> None:
    made = event(boss=boss)
    later = event(boss=boss, name="Later Open", starts_on=date(2027, 12, 4))
    stranger = event(name="Other Open", starts_on=date(2024, 12, 4))
    for wrong in (made, later, stranger):
        with pytest.raises(DomainError) as refused:
            events.change(made.pk, by=boss, previous=wrong)
        assert refused.value.code == "bad_previous"
    copied = cloning.clone_event(
        made.pk, by=boss, now=NOW, name="Rhine Open 2027", starts_on=date(2027, 12, 3)
    )
    assert copied.previous_id == made.pk


def test_the_picture_shows_the_podium_once_the_event_is_over(client: Client, boss: User) -> None:
    made = finished(boss, "Autumn Cup", date(2025, 5, 1))
    answer = client.get(f"/events/{made.slug}/picture.png")
    assert answer.status_code == 200
    drawn = Image.open(io.BytesIO(answer.content))
    assert (drawn.format, drawn.size) == ("PNG", (1200, 630))
    page = client.get(f"/events/{made.slug}/").content.decode()
    assert f"/events/{made.slug}/picture.png?v=" in page
