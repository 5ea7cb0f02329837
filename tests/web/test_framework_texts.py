"""What Django REST framework refuses is said in the reader's language, also in one that the framework does not have."""

from pathlib import Path

import pytest
import rest_framework
from django.test import Client
from django.utils import translation

from config.catalogues import compile_changed
from tests.services.checks import LOCALE
from web import framework_texts

LISTED = [
    text
    for part in ("ACCESS", "REQUESTS", "FIELDS", "COLLECTIONS", "FILES")
    for text in getattr(framework_texts, part)
]


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compile_changed(LOCALE)


def test_every_text_of_the_list_is_one_the_framework_still_says() -> None:
    source = "".join(
        path.read_text() for path in Path(rest_framework.__path__[0]).glob("*.py")
    ).replace('\\"', '"')
    assert [text for text in LISTED if text not in source] == []


@pytest.mark.parametrize("language", ["et", "fi", "pl", "sr", "sr-latn"])
def test_our_translation_is_the_one_that_is_used(language: str) -> None:
    with translation.override(language):
        assert [text for text in LISTED if translation.gettext(text) == text] == []


@pytest.mark.django_db
def test_a_refusal_without_login_is_in_the_readers_language() -> None:
    answer = Client().post(
        "/api/v1/matches", {}, "application/json", headers={"Accept-Language": "sr"}
    )
    assert answer.json()["detail"] == "Подаци за логовање нису послати."
