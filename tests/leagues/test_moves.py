"""Promotion and relegation from final tables: sizes, zones, and that nobody is lost or doubled."""

from hypothesis import given
from hypothesis import strategies as st

from leagues.promotion.moves import DivisionRules, FinalTable, in_line, next_divisions, zones_of

TWO = (
    FinalTable((1, 2, 3, 4), DivisionRules(relegated=1)),
    FinalTable((5, 6, 7, 8), DivisionRules(promoted=1)),
)


def test_the_last_relegated_and_the_first_comes_up() -> None:
    assert next_divisions(TWO) == ((1, 2, 3, 5), (4, 6, 7, 8))


def test_where_a_player_leaves_the_best_of_those_who_would_go_down_stays() -> None:
    assert next_divisions(TWO, leaving={2}) == ((1, 3, 5, 4), (6, 7, 8))


def test_new_players_enter_at_the_foot_or_where_they_are_put() -> None:
    assert next_divisions(TWO, joining=(9,)) == ((1, 2, 3, 5), (4, 6, 7, 8, 9))
    assert next_divisions(TWO, joining=(9,), placed={9: 0}) == ((1, 2, 3, 9), (5, 4, 6, 7, 8))


def test_a_player_who_is_put_into_a_division_takes_a_place_of_it() -> None:
    assert next_divisions(TWO, placed={4: 0}) == ((1, 2, 3, 4), (5, 6, 7, 8))


def test_players_who_withdrew_stand_behind_all_others() -> None:
    tables = (FinalTable((1, 2, 3, 4), DivisionRules(relegated=1), frozenset({1})), TWO[1])
    assert next_divisions(tables) == ((2, 3, 4, 5), (1, 6, 7, 8))
    assert zones_of(tables[0]) == {1: "relegation"}


def test_nobody_promoted_from_the_first_or_down_from_the_last_division() -> None:
    rules = DivisionRules(promoted=1, relegated=1)
    assert next_divisions([FinalTable((1, 2, 3), rules)]) == ((1, 2, 3),)


def test_zones_of_a_middle_division_with_play_offs_on_both_sides() -> None:
    table = FinalTable((1, 2, 3, 4, 5, 6, 7), DivisionRules(2, 1, 1, 2))
    assert zones_of(table) == {
        1: "promotion", 2: "promotion", 3: "promotion_play_off", 5: "relegation_play_off", 6: "relegation_play_off", 7: "relegation",
    }  # fmt: skip


def test_promotion_comes_before_relegation_in_a_small_division() -> None:
    assert zones_of(FinalTable((1, 2), DivisionRules(2, 2, 1, 1))) == {
        1: "promotion",
        2: "promotion",
    }
    assert zones_of(FinalTable((), DivisionRules(2, 2, 1, 1))) == {}


@st.composite
def seasons(draw: st.DrawFn) -> list[FinalTable]:
    sizes = draw(st.lists(st.integers(0, 9), min_size=1, max_size=5))
    number = iter(range(1, 100))
    borders = [draw(st.integers(0, 4)) for _size in sizes]
    tables = []
    for at, size in enumerate(sizes):
        order = tuple(next(number) for _player in range(size))
        rules = DivisionRules(borders[at - 1] if at else 0, borders[at], draw(st.integers(0, 3)), draw(st.integers(0, 3)))  # fmt: skip
        left = frozenset(draw(st.sets(st.sampled_from(order), max_size=3)) if order else ())
        tables.append(FinalTable(order, rules, left))
    return tables


@given(seasons(), st.data())
def test_nobody_is_lost_or_doubled_and_sizes_are_kept(
    tables: list[FinalTable], data: st.DataObject
) -> None:
    players = [player for table in tables for player in table.order]
    some = st.sets(st.sampled_from(players), max_size=6) if players else st.just(set[int]())
    leaving = data.draw(some)
    joining = [-n for n in range(1, data.draw(st.integers(0, 4)) + 1)]
    by_hand = data.draw(some) | set(joining[:2])
    where = st.integers(0, len(tables) - 1)
    placed = {player: data.draw(where) for player in sorted(by_hand - leaving)}
    made = next_divisions(tables, leaving=leaving, joining=joining, placed=placed)
    playing = [player for division in made for player in division]
    assert sorted(playing) == sorted({*players, *joining} - leaving)
    assert len(made) == len(tables)
    for player, division in placed.items():
        assert player in made[division]
    for at, (table, division) in enumerate(zip(tables[:-1], made[:-1], strict=True)):
        put = sum(1 for to in placed.values() if to == at)
        below = [player for lower in made[at + 1 :] for player in lower if player not in placed]
        assert len(division) == max(len(table.order), put) or not below


@given(seasons())
def test_by_the_rules_alone_every_division_keeps_its_size(
    tables: list[FinalTable],
) -> None:
    made = next_divisions(tables)
    assert [len(division) for division in made] == [len(table.order) for table in tables]
    assert sorted(in_line(tables)) == sorted(player for table in tables for player in table.order)


@given(seasons())
def test_zones_are_disjoint_and_no_larger_than_the_rules(tables: list[FinalTable]) -> None:
    for table in tables:
        zones = list(zones_of(table).values())
        rules = table.rules
        assert zones.count("promotion") == min(rules.promoted, len(table.order))
        assert zones.count("relegation") <= rules.relegated
        assert zones.count("promotion_play_off") <= rules.promotion_play_off
        assert zones.count("relegation_play_off") <= rules.relegation_play_off
