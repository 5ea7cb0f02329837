"""Where a pairing stands in a drawn bracket, and a player's way through it: along the stored edges."""

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.tournaments.making import NOW, player, started, tournament, win
from tournaments.bracket.selectors.bracket import bracket_view
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Tournament
from tournaments.public.views.bracket_layout import Drawing, current, drawings, trimmed
from tournaments.public.views.player_paths import path_of, path_steps

pytestmark = pytest.mark.django_db
ANYBODY = AnonymousUser()


@pytest.fixture
def shown() -> Tournament:
    made = tournament(options={"third_place": True})
    entries.enter(made.pk, player("Aino"), now=NOW)
    for k in range(2, 9):
        entries.add_walk_in(made.pk, by=None, now=NOW, name=str(k))
    return start(made.pk, by=None, now=NOW)


def aino(of: Tournament) -> int:
    return of.entries.get(player__name="Aino").pk


def seen(of: Tournament) -> tuple:
    return bracket_view(of, of.entries.get(player__name="Aino").player.user)


def keys(of: Tournament, ids: frozenset[int]) -> list[str]:
    return [p.key for row in seen(of) for p in row.pairings if p.id in ids]


def cells(drawing: Drawing) -> list[list[str]]:
    """Column by column: `W1.1 down`, `–` for a gap; with the lines each takes."""
    return [
        [f"{c.row.key if c.row else '–'} {_lead(c.css)}" for c in column.cells]
        for column in drawing.columns
    ]


def _lead(css: str) -> str:
    words = [word for word in css.split() if word in {"down", "up", "on", "pass"}]
    (span,) = [word.removeprefix("span-") for word in css.split() if word.startswith("span-")]
    return " ".join([*words, span])


def test_a_way_leads_to_the_final_while_one_is_in(shown: Tournament) -> None:
    path = path_of(seen(shown), aino(shown))
    assert keys(shown, path.been) == ["W1.1"]
    assert keys(shown, path.ahead) == ["W2.1", "W3.1"]
    assert keys(shown, path.maybe) == ["P3.1"]


def test_a_way_ends_where_one_lost(shown: Tournament) -> None:
    win(shown, "W1.1", "8")
    path = path_of(seen(shown), aino(shown))
    assert (keys(shown, path.been), path.ahead, path.maybe) == (["W1.1"], frozenset(), frozenset())


def test_a_way_follows_the_loser_into_the_other_bracket() -> None:
    made = started(8, format="double_elimination")
    win(made, "W1.1", 8)
    rounds = bracket_view(made, ANYBODY)
    path = path_of(rounds, made.entries.get(player__name="1").pk)
    named = {p.id: p.key for row in rounds for p in row.pairings}
    assert {named[pk] for pk in path.been} == {"W1.1", "L1.1"}
    assert {named[pk] for pk in path.ahead} == {"L2.1", "L3.1", "L4.1", "GF1.1", "GF2.1"}


def test_two_that_meet_share_the_lines_of_their_pairing() -> None:
    (drawing,) = drawings(bracket_view(started(8), ANYBODY))
    assert cells(drawing) == [
        ["W1.1 down 1", "W1.2 up 1", "W1.3 down 1", "W1.4 up 1"],
        ["W2.1 down 2", "W2.2 up 2"],
        ["W3.1 4"],
    ]


def test_a_losers_bracket_goes_straight_on_where_losers_drop_in() -> None:
    main, losers = drawings(bracket_view(started(8, format="double_elimination"), ANYBODY))
    assert [column[0] for column in cells(main)] == [
        "W1.1 down 1",
        "W2.1 down 2",
        "W3.1 on 4",
        "GF1.1 on 4",
        "GF2.1 4",
    ]
    assert cells(losers) == [
        ["L1.1 on 1", "L1.2 on 1"],
        ["L2.1 down 1", "L2.2 up 1"],
        ["L3.1 on 2"],
        ["L4.1 2"],
    ]
    assert (main.title, losers.title) == ("Winners’ bracket", "Losers’ bracket")


def test_a_tree_can_begin_later() -> None:
    rounds = bracket_view(started(8), ANYBODY)
    (drawing,) = drawings(trimmed(rounds, 2))
    assert cells(drawing) == [["W2.1 down 1", "W2.2 up 1"], ["W3.1 2"]]


def test_third_place_stands_below_the_final_and_outside_the_tree(shown: Tournament) -> None:
    (drawing,) = drawings(seen(shown))
    assert len(drawing.columns) == 3
    assert [row.name_key for row, _node in drawing.columns[-1].below] == ["third_place"]


def test_a_phone_opens_at_the_round_of_ones_match(shown: Tournament) -> None:
    def here() -> list[bool]:
        (drawing,) = drawings(seen(shown), path_of(seen(shown), aino(shown)))
        return [column.here for column in drawing.columns]

    assert here() == [True, False, False]
    win(shown, "W1.1", "Aino")
    assert here() == [False, True, False]
    assert current(seen(shown)) == 1


def test_the_way_names_who_was_beaten_and_who_may_come(shown: Tournament) -> None:
    win(shown, "W1.1", "Aino")
    assert [(s.short, s.text, s.state) for s in path_steps(seen(shown))] == [
        ("QF", "8", "did"),
        ("SF", "to 3", "now"),
        ("F", "to 3", ""),
    ]


def test_before_the_draw_there_is_nothing_to_draw() -> None:
    assert drawings(()) == ()
    assert path_steps(()) == []
    assert current(()) == 0
