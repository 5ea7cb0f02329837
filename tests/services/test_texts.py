"""The check of the catalogue notices each offence against docs/voice.md, and lets plain texts pass."""

import pytest
from babel.messages.catalog import Message

from tests.services import texts

TOO_LONG = "This sentence goes on and on " * 5 + "and ends."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("The director removes his entry.", "says he or she"),
        ("The round is drawn anew.", "old word"),
        ("There is no such player.", "old word"),
        (TOO_LONG, "a sentence of more than 25 words"),
        ("%(n)s matches are left.", "a count outside the plural forms"),
        ("Board", "ambiguous without a context"),
        (" or ", "a piece of a sentence"),
        ("until %(at)s", "a piece of a sentence"),
    ],
)
def test_an_offence_is_named(text: str, why: str) -> None:
    assert texts.offences_of(text, Message(text)) == [why]


@pytest.mark.parametrize(
    "text",
    [
        "Players who lose move to the consolation.",
        "Round %(number)s is drawn.",
        "Eleven words are in this sentence and in the next two. " * 3 + "End.",
        "Remove %(name)s",
    ],
)
def test_a_plain_text_passes(text: str) -> None:
    assert texts.offences_of(text, Message(text)) == []


def test_plural_forms_and_a_context_settle_it() -> None:
    forms = ("%(n)s match is left.", "%(n)s matches are left.")
    assert texts.offences_of(forms[1], Message(forms)) == []
    assert texts.offences_of("Board", Message("Board", context="team")) == []
