"""Two directors at once: who sends an outdated form reads what has changed, keeps what they typed, and may go on from there."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.desk.test_live_desk import desk, field, over_the_board, second, text
from tests.tournaments.making import entered, entry, join, pairing, started
from tests.tournaments.setup.filled_form import FORM
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def acts(of: Tournament, verb: str) -> str:
    return desk(of, f"pairings/{pairing(of, 'W1.1').pk}/{verb}/")


def result(of: Tournament, winner: int) -> dict[str, Any]:
    data = {"verb": "correct", "c-winner": entry(of, winner).pk, "c-reason": "the slip"}
    return data | {"c-winner_points": 3, "c-loser_points": 1}


def test_a_result_is_not_overwritten(client: Client, boss: User) -> None:
    made = started(4, organizer=boss)
    other, _named = second(made)
    mine, theirs = (
        field(c.get(acts(made, "result")).content.decode(), "seen") for c in (client, other)
    )
    first = client.post(acts(made, "result"), result(made, 1) | {"seen": mine}).content.decode()
    sent = result(made, 1) | {"seen": mine, "confirm": field(first, "confirm")}
    assert client.post(acts(made, "result"), sent).status_code == 302
    late = other.post(acts(made, "result"), result(made, 4) | {"seen": theirs})
    html = late.content.decode()
    assert late.status_code == 409
    assert "Nothing was overwritten" in html
    assert 'value="the slip"' in html
    assert pairing(made, "W1.1").winner == entry(made, 1)
    again = other.post(acts(made, "result"), result(made, 4) | {"seen": field(html, "seen")})
    assert again.status_code == 200
    assert "Nothing has changed yet" in again.content.decode()


@pytest.mark.parametrize(
    ("verb", "typed"),
    [
        ("pause", {"verb": "pause", "p-reason": "fire alarm"}),
        ("forfeit", {"verb": "forfeit", "f-reason": "Not ready"}),
        ("void", {"verb": "void", "v-reason": "wrong table"}),
    ],
)
def test_what_is_done_at_a_table_is_refused_once_it_is_decided(client, boss, verb, typed) -> None:
    made = started(4, organizer=boss)
    join(made, "W1.1")
    other, _named = second(made)
    seen = field(other.get(acts(made, verb)).content.decode(), "seen")
    client.post(desk(made, "quick/"), {"text": "SF 1 3-1"})
    loser = {"f-losers": entry(made, 1).pk} if verb == "forfeit" else {}
    answer = other.post(acts(made, verb), typed | loser | {"seen": seen})
    assert answer.status_code == 409
    assert "Nothing was overwritten" in answer.content.decode()


def test_seeds_are_not_overwritten_and_stay_as_typed(client: Client, boss: User) -> None:
    made = entered(3, organizer=boss)
    other, _named = second(made)
    entry_a, entry_b = made.entries.order_by("pk")[:2]
    was = {f"was_{entry_a.pk}": "", f"was_{entry_b.pk}": ""}
    client.post(desk(made, "seeds/"), was | {f"seed_{entry_a.pk}": "1", f"seed_{entry_b.pk}": ""})
    typed = was | {f"seed_{entry_a.pk}": "7", f"seed_{entry_b.pk}": "2"}
    answer = other.post(desk(made, "seeds/"), typed)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "seed changed from – to 1" in html
    assert 'value="7"' in html
    assert set(made.entries.values_list("seed", flat=True)) == {1, None}
    assert other.post(desk(made, "seeds/"), typed | {f"was_{entry_a.pk}": "1"}).status_code == 302
    entry_a.refresh_from_db()
    assert entry_a.seed == 7


def test_seeds_that_another_has_not_touched_are_saved(client: Client, boss: User) -> None:
    made = entered(3, organizer=boss)
    other, _named = second(made)
    entry_a, entry_b = made.entries.order_by("pk")[:2]
    client.post(desk(made, "seeds/"), {f"was_{entry_a.pk}": "", f"seed_{entry_a.pk}": "1"})
    sent = {f"was_{entry_b.pk}": "", f"seed_{entry_b.pk}": "2"}
    assert other.post(desk(made, "seeds/"), sent).status_code == 302
    assert list(made.entries.order_by("pk").values_list("seed", flat=True)) == [1, 2, None]


def test_labels_of_an_entry_are_not_overwritten(client: Client, boss: User) -> None:
    made = entered(3, organizer=boss)
    other, _named = second(made)
    page = desk(made, f"entries/{entry(made, 1).pk}/")
    seen = field(other.get(page).content.decode(), "seen")
    names = labels(client.get(page).content.decode())
    client.post(page, {"verb": "labels", "seen": seen, names: "Turku"})
    answer = other.post(page, {"verb": "labels", "seen": seen, names: "Tampere"})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Club: – → Turku" in html
    assert 'value="Tampere"' in html
    assert entry(made, 1).club == "Turku"
    seen = field(html, "seen")
    assert other.post(page, {"verb": "labels", "seen": seen, names: "Tampere"}).status_code == 302
    assert entry(made, 1).club == "Tampere"


def labels(html: str) -> str:
    """What the field of the club is called."""
    return next(name for name in ("club", "labels-club") if f'name="{name}"' in html)


def test_settings_are_not_overwritten(client: Client, boss: User) -> None:
    made = entered(2, organizer=boss)
    other, _named = second(made)
    seen = field(text(other, made, "settings/"), "seen")
    assert client.post(desk(made, "settings/"), FORM | {"seen": seen}).status_code == 302
    answer = other.post(desk(made, "settings/"), FORM | {"seen": seen, "name": "My Open"})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Spring Open → Harbour Open" in html
    assert 'value="My Open"' in html
    sent = FORM | {"seen": field(html, "seen"), "name": "My Open"}
    assert other.post(desk(made, "settings/"), sent).status_code == 302
    made.refresh_from_db()
    assert made.name == "My Open"


def test_a_table_is_not_given_away_twice(client: Client, boss: User) -> None:
    made = over_the_board(8, boss, tables=6)
    other, _named = second(made)
    page = acts(made, "table")
    was = field(other.get(page).content.decode(), "was")
    assert client.post(page, {"number": "5", "was": was}).status_code == 302
    answer = other.post(page, {"number": "6", "was": was})
    assert answer.status_code == 409
    assert f"Table: {was} → 5" in answer.content.decode()
    assert other.post(page, {"number": "6", "was": "5"}).status_code == 302
    assert other.post(page, {"number": "99", "was": "6"}).status_code == 422
