"""Where a pairing stands in the drawn bracket, and the viewer's way through it."""

import pytest

from tests.tournaments.making import NOW, player, tournament, win
from tournaments.models import Tournament
from tournaments.selectors.bracket import bracket_view
from tournaments.services import entries
from tournaments.services.start import start
from tournaments.views.drawing import columns, current, way

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown() -> Tournament:
    made = tournament(options={"third_place": True})
    entries.enter(made.pk, player("Aino"), now=NOW)
    for k in range(2, 9):
        entries.add_walk_in(made.pk, by=None, now=NOW, name=str(k))
    return start(made.pk, by=None, now=NOW)


def seen(of: Tournament) -> tuple:
    return bracket_view(of, of.entries.get(player__name="Aino").player.user)


def path(of: Tournament) -> list[str]:
    return [node.row.key for c in columns(seen(of)) for node in c.nodes if node.is_path]


def test_the_way_leads_to_the_final_while_one_is_in(shown: Tournament) -> None:
    assert path(shown) == ["W1.1", "W2.1", "W3.1"]


def test_the_way_ends_where_one_lost(shown: Tournament) -> None:
    win(shown, "W1.1", "8")
    assert path(shown) == ["W1.1"]


def test_third_place_stands_below_the_final_and_outside_the_tree(shown: Tournament) -> None:
    drawn = columns(seen(shown))
    assert len(drawn) == 3
    assert [round_.name_key for round_, _node in drawn[-1].below] == ["third_place"]


def test_a_phone_opens_at_the_round_of_ones_match(shown: Tournament) -> None:
    assert [c.here for c in columns(seen(shown))] == [True, False, False]
    win(shown, "W1.1", "Aino")
    assert [c.here for c in columns(seen(shown))] == [False, True, False]
    assert current(seen(shown)) == 1


def test_the_way_names_who_was_beaten_and_who_may_come(shown: Tournament) -> None:
    win(shown, "W1.1", "Aino")
    steps = way(seen(shown))
    assert [(s.short, s.text, s.state) for s in steps] == [
        ("QF", "8", "did"),
        ("SF", "4 or 5", "now") if steps[1].text != "to 3" else ("SF", "to 3", "now"),
        ("F", "to 3", ""),
    ]


def test_before_the_draw_there_is_nothing_to_draw() -> None:
    assert columns(()) == []
    assert way(()) == []
    assert current(()) == 0
