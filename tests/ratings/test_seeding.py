"""Seeding by a list of ratings: the order, the unrated, what is written, and the way back."""

import pytest
from django.test import Client

from accounts.services.audit import Actor
from ratings.models import RatingPool
from ratings.selectors.seeding import rating_lists, seeding
from ratings.services.external_import import ListDefaults, dry_run, import_ratings
from ratings.services.seeding import put_back, seed_by_rating
from tests.tournaments import making
from tests.tournaments.making import NOW
from tournaments.entry.services.entries import set_seeds
from tournaments.models import Tournament
from web.errors import DomainError

pytestmark = pytest.mark.django_db
LIST = "list:usbgf"


def rated(made: Tournament, **ratings: int) -> None:
    """These entries (p1 …) have these numbers in the list USBGF."""
    rows = [
        f"{made.entries.get(player__name=name[1:]).player_id},{value}"
        for name, value in ratings.items()
    ]
    text, usbgf = "\n".join(["player id,rating", *rows]), ListDefaults("USBGF")
    run = dry_run(text, usbgf, NOW.date())
    import_ratings(text, usbgf, run.digest, doer=Actor(None, NOW))


def seeds(made: Tournament) -> dict[str, int | None]:
    return dict(made.entries.order_by("pk").values_list("player__name", "seed"))


def test_the_highest_is_first_and_unrated_entries_stand_at_the_end_without_a_seed() -> None:
    made = making.entered(4)
    rated(made, p3=1700, p1=1500, p4=1600)
    preview = seeding(made, LIST)
    assert [(row.title, row.seed) for row in preview.rows] == [
        ("3", 1), ("4", 2), ("1", 3), ("2", None),
    ]  # fmt: skip
    assert [key for key, _name in rating_lists(made)] == [
        "pool:online", "pool:correspondence", "pool:over_the_board", LIST,
    ]  # fmt: skip
    assert seeding(made, f"pool:{RatingPool.ONLINE}").seeded == 0


def test_seeds_are_written_and_put_back_unless_somebody_changed_them() -> None:
    made = making.entered(3)
    first = making.entry(made, 2)
    set_seeds(made.pk, by=None, seeds={first.pk: 7})
    rated(made, p3=1700, p1=1500)
    before, mark = seed_by_rating(made.pk, LIST, seeding(made, LIST).digest, by=None)
    assert seeds(made) == {"1": 2, "2": None, "3": 1}
    put_back(made.pk, before, mark, by=None)
    assert seeds(made) == {"1": None, "2": 7, "3": None}
    with pytest.raises(DomainError, match="seeds_changed"):
        put_back(made.pk, before, mark, by=None)


def test_a_preview_that_is_out_of_date_is_refused() -> None:
    made = making.entered(2)
    rated(made, p1=1500)
    digest = seeding(made, LIST).digest
    rated(made, p2=1600)
    with pytest.raises(DomainError, match="stale_preview"):
        seed_by_rating(made.pk, LIST, digest, by=None)


def test_the_director_seeds_on_a_page_and_undoes_it() -> None:
    made = making.entered(3)
    rated(made, p3=1700)
    client = Client()
    assert made.organizer is not None
    client.force_login(made.organizer)
    address = f"/tournaments/{made.slug}/manage/seed-by-rating/"
    desk = f"/tournaments/{made.slug}/manage/"
    assert address in client.get(desk).content.decode()
    page = client.get(address, {"list": LIST})
    sent = {"list": LIST, "digest": page.context["preview"].digest}
    assert client.post(address, sent | {"digest": "x"}).status_code == 409
    answer = client.post(address, sent, follow=True)
    assert seeds(made) == {"1": None, "2": None, "3": 1}
    html = answer.content.decode()
    mark = html.split('name="mark" value="')[1].split('"')[0]
    assert client.post(address, {"undo": "1", "before": "", "mark": mark}).status_code == 302
    assert set(seeds(made).values()) == {None}
    for hostile in ("x:y", "1:99999999999", "999999:1", "\x00"):
        answer = client.post(address, {"undo": "1", "before": hostile, "mark": "x"})
        assert answer.status_code < 500


def test_ratings_that_the_desk_entered_come_first_among_the_lists() -> None:
    made = making.entered(3)
    assert "entered" not in dict(rating_lists(made))
    for name, rating in ((2, 1700.0), (3, 4.5)):
        made.entries.filter(player__name=str(name)).update(rating=rating)
    assert rating_lists(made)[0][0] == "entered"
    assert [(row.title, row.seed) for row in seeding(made, "entered").rows] == [
        ("2", 1), ("3", 2), ("1", None),
    ]  # fmt: skip
