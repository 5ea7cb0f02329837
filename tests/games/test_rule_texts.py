"""The engine's sentences through gettext: all of them have words, and a translation replaces them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from games import rule_texts
from games.engine.clock import CLOCK_KINDS, CLOCK_PRESETS, ClockSettings
from games.engine.refusals import IN_GENERAL, REFUSALS
from games.engine.rules import PRESETS, Rules

ENGINE = Path(rule_texts.__file__).parent / "engine"
ABOUT_FILES = {  # messages about identifiers, seeds and boards never reach a player of a match
    "bad_board", "too_many_checkers", "both_on_one_point", "bad_position_id", "bad_dice",
    "bad_gnubg_id", "bad_match_id", "bad_xgid", "not_in_match_id", "bad_seed", "bad_nonce",
    "bad_throw",
}  # fmt: skip


@pytest.fixture
def shouting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language in which everything is in capitals, but for what is filled in."""

    def translate(text: str) -> str:
        return text.upper().replace("%(N)S", "%(n)s")

    monkeypatch.setattr(rule_texts, "_", translate)
    with translation.override("fi"):
        yield


def test_the_card_ends_with_the_clock() -> None:
    rules = Rules.preset("tournament", 7)
    card = rule_texts.rule_card(rules, ClockSettings.preset("standard", 7))
    assert card[0] == "Match to 7. Extra points in the last game do not count."
    assert card[-1] == "14 min each, with a delay of 12 s per turn."
    assert rule_texts.rule_card(rules)[-1] == "No clock."


def test_numbers_of_a_clock_are_written_as_people_do() -> None:
    assert "2.5 min each" in rule_texts.clock_sentence(ClockSettings.preset("doubles", 1))


def test_lag_is_spoken_of_where_it_is_agreed() -> None:
    text = rule_texts.clock_sentence(ClockSettings("simple", 840_000, 12_000, 10_000))
    assert text.startswith("14 min each")
    assert text.endswith("Lag compensation: up to 1 s per move and 10 s per match.")
    assert 20_000 in dict(rule_texts.lag_choices(20_000))


def test_warnings_are_sentences() -> None:
    warnings = rule_texts.warnings(Rules.preset("tournament", 7), 8)
    assert warnings == ["Matches are usually played to an odd number of points."]


@pytest.mark.usefixtures("shouting")
def test_every_sentence_is_translated() -> None:
    assert rule_texts.rule_card(Rules.preset("pl_match", 5))[0].startswith("MATCH TO 5.")
    assert rule_texts.refusal("crawford_game").startswith("NO DOUBLING IN THE CRAWFORD GAME")
    assert rule_texts.refusal("point_blocked", "Your opponent holds your 8 point.").isupper()
    assert rule_texts.option_help("jacoby").isupper()


def test_in_english_a_refusal_names_the_point() -> None:
    message = "Your opponent holds your 8 point."
    assert rule_texts.refusal("point_blocked", message) == message
    assert rule_texts.refusal("unheard_of", "Whatever.") == "Whatever."


def test_forms_find_their_words() -> None:
    assert {value for value, _ in rule_texts.preset_choices()} == set(PRESETS)
    assert {value for value, _ in rule_texts.clock_choices()} == set(CLOCK_PRESETS)
    assert {value for value, _ in rule_texts.clock_kind_choices()} == set(CLOCK_KINDS)
    assert [value for value, _ in rule_texts.option_choices("resign")] == [
        "any",
        "no_contact",
        "off",
    ]
    assert rule_texts.option_name("cube") == "Doubling cube"
    assert all(rule_texts.preset_help(preset).endswith(".") for preset in PRESETS)


def codes_raised() -> set[str]:
    """Every code the engine's source names when it refuses something."""
    result: set[str] = set()
    for path in ENGINE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                code = node.args[0] if node.args else None
                if node.func.id in ("RulesError", "refused") and isinstance(code, ast.Constant):
                    result.add(str(code.value))
    return result


def test_every_refusal_of_the_engine_has_a_translatable_sentence() -> None:
    codes = codes_raised()
    assert len(codes) > 30
    assert codes - ABOUT_FILES <= REFUSALS.keys() | IN_GENERAL.keys()
    assert not REFUSALS.keys() & IN_GENERAL.keys()
