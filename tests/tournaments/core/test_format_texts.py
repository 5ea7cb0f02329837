"""Every way, format, option and value that an organizer can choose has words."""

import pytest

from tournaments.core import format_texts
from tournaments.formats.plans import FINALS, LARGEST, PLANS, SECTIONS, TAKES, available, plan_of
from tournaments.formats.protocol import Choice
from tournaments.formats.registry import FORMATS

OPTIONS = [(key, name) for key, result in FORMATS.items() for name in result.options]


def test_every_way_has_a_name_and_a_sentence() -> None:
    for plan in PLANS:
        assert format_texts.plan_name(plan)
        assert format_texts.plan_help(plan).endswith(".")


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_has_a_name_a_sentence_and_a_limit(format_: str) -> None:
    assert format_texts.format_name(format_) != format_
    assert format_texts.format_help(format_).endswith(".")
    assert LARGEST[format_] >= 64


@pytest.mark.parametrize(("format_", "option"), OPTIONS)
def test_every_option_and_each_of_its_values_has_words(format_: str, option: str) -> None:
    assert {option, f"{format_}.{option}"} & set(format_texts.OPTION_TEXTS)
    result = FORMATS[format_].options[option]
    for value in result.values if isinstance(result, Choice) else ():
        assert format_texts.value_name(format_, option, value) != str(value)


def test_every_rule_of_going_on_and_every_section_has_words() -> None:
    assert set(format_texts.TAKE_TEXTS) == set(TAKES)
    text = {section for sections in SECTIONS.values() for section in sections}
    assert text == set(format_texts.SECTION_TEXTS)
    assert set(FINALS) <= set(LARGEST)


@pytest.mark.parametrize("plan", available())
def test_a_way_is_found_again_from_its_stages_and_its_options_are_the_formats_own(
    plan: str,
) -> None:
    result = available()[plan]
    assert FORMATS[result.format].refused(result.options) == []
    later = [{"format": stage.format} for stage in result.later]
    assert plan_of(result.format, later) == ("swiss_knockout" if plan == "own" else plan)
