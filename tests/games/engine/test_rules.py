"""The options: presets as in docs/rules, validation, the card and the warnings."""

from dataclasses import fields, replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given

from games.engine.errors import RulesError
from games.engine.rule_card import card_sentences, unusual_options
from games.engine.rules import CHOICES, LIMITS, PRESETS, SWITCHES, Rules
from games.engine.wording import CHOICE_TEXTS, OPTIONS, PRESET_TEXTS, SENTENCES, WARNINGS
from tests.games.engine.strategies import any_rules


def codes(rules: Rules, length: int | None = None) -> set[str]:
    return {warning.code for warning in unusual_options(rules, length)}


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_leaves_session_rules_off_in_a_match(name: str) -> None:
    rules = Rules.preset(name, 7)
    assert (rules.kind, rules.length, rules.games) == ("match", 7, None)
    assert (rules.jacoby, rules.max_beavers, rules.murphy_limit) == (False, 0, 0)
    assert rules.holland is False


def test_presets_differ_as_their_books_do() -> None:
    assert Rules.preset("ee_collection_classique", 5).crawford is False
    assert Rules.preset("ee_collection_classique").cube_cap is None
    assert Rules.preset("pl_match", 5).cube_cap == 64
    assert Rules.preset("fi_international").jacoby is True
    assert Rules.preset("fi_international", 5).crawford is True
    serbian = Rules.preset("sr_nocube", 5)
    assert (serbian.cube, serbian.opening_roll) == (False, "reroll_pair")
    tournament = Rules.preset("tournament", 5)
    assert (tournament.dead_cube, tournament.illegal_play) == ("lock", "legal_moves")
    money = Rules.preset("money")
    assert (money.kind, money.jacoby, money.max_beavers, money.murphy_limit) == (
        "session",
        True,
        1,
        1,
    )


def test_a_preset_without_a_length_keeps_its_own_kind_of_play() -> None:
    kinds = {name: Rules.preset(name).kind for name in PRESETS}
    assert {name for name, kind in kinds.items() if kind == "match"} == {"pl_match", "tournament"}
    assert Rules.preset("tournament", games=3).games == 3


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(RulesError) as refused:
        Rules.preset("house_rules")
    assert refused.value.code == "unknown_preset"


@given(any_rules)
def test_rules_survive_json(rules: Rules) -> None:
    assert Rules.from_json(rules.to_json()) == rules


def test_missing_options_take_their_defaults_and_words_for_the_cube_are_read() -> None:
    assert Rules.from_json({"length": 5}) == Rules(length=5)
    assert Rules.from_json({"kind": "session"}).length is None
    assert Rules.from_json({"cube": "none"}).cube is False


GARBAGE: list[Any] = ["", "x", -1, 1.5, [], {}, [1], Decimal(2)]
WRONG = [
    *[{name: value} for name in CHOICES for value in [*GARBAGE, None, True]],
    *[{name: value} for name in SWITCHES for value in [*GARBAGE, None, 1]],
    *[{name: value} for name in LIMITS for value in [*GARBAGE, True, 10**6]],
    {"length": None},
    {"games": 3},
    {"kind": "session", "length": 5},
    {"cube_cap": 48},
    {"surprise": 1},
    [],
    None,
    "money",
]


@pytest.mark.parametrize("data", WRONG, ids=repr)
def test_bad_options_are_refused(data: object) -> None:
    with pytest.raises(RulesError) as refused:
        Rules.from_json(data)
    assert refused.value.code == "bad_rules"


def test_holland_needs_the_crawford_rule() -> None:
    with pytest.raises(RulesError) as refused:
        Rules(holland=True, crawford=False)
    assert refused.value.code == "holland_needs_crawford"


def test_r9_4_what_is_not_customary_in_a_match_is_said() -> None:
    assert codes(Rules.preset("tournament", 7)) == set()
    assert codes(replace(Rules(), jacoby=True)) == {"unusual.jacoby"}
    assert codes(replace(Rules(), max_beavers=1)) == {"unusual.beavers"}
    assert codes(replace(Rules(), murphy_limit=1)) == {"unusual.murphy"}
    assert codes(replace(Rules(), murphy_limit=None)) == {
        "unusual.murphy",
        "unusual.murphy_unlimited",
    }
    assert codes(Rules(), 8) == {"unusual.even_length"}
    assert codes(Rules(), 1) == {"unusual.one_point"}
    assert codes(Rules.preset("money")) == set()


@given(any_rules)
def test_every_card_reads_as_whole_sentences(rules: Rules) -> None:
    text = card_sentences(rules, over_the_board=True) + unusual_options(rules)
    assert len(text) == len(set(text)) >= 5
    for sentence in text:
        assert str(sentence)[0].isupper() or str(sentence)[0] in "“0123456789"
        assert str(sentence).endswith(".")
        assert "%(" not in str(sentence)


def test_a_card_names_what_is_played() -> None:
    card = [sentence.code for sentence in card_sentences(Rules.preset("pl_match", 7))]
    assert card == [
        "play.match",
        "opening_roll.use_both",
        "cube.standard",
        "cube_cap",
        "dead_cube.allow",
        "crawford.on",
        "resign.any",
    ]
    there = [
        card_sentence.code
        for card_sentence in card_sentences(Rules.preset("pl_match", 7), over_the_board=True)
    ]
    of_the_dice = ["dice.thrown", "die_on_checker.cocked", "dice.lifted"]
    assert there == [*card, *of_the_dice, "illegal_play.on_request"]
    money = [sentence.code for sentence in card_sentences(Rules.preset("money"))]
    assert {"jacoby.on", "murphy_limit.1", "max_beavers.1", "play.open"} <= set(money)


def test_every_option_preset_and_choice_has_words() -> None:
    assert set(OPTIONS) == {field.name for field in fields(Rules)}
    assert set(PRESET_TEXTS) == set(PRESETS)
    assert set(CHOICE_TEXTS) == {f"{name}.{value}" for name in CHOICES for value in CHOICES[name]}
    assert not set(SENTENCES) & set(WARNINGS)
