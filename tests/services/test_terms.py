"""The check of terms notices a text that says a thing with another word than its language has agreed on."""

from pathlib import Path

import pytest

from tests.services import terms
from tests.services.translations import read

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
TABLE = """
| English | texts | Polish | Finnish |
|---|---|---|---|
| checker | all | **pion**: pion- | **nappula**: nappul-, ~~kivi-~~ |
| entry, entries (not: entry fee) | labels | zgłoszenie?: zgłosz- | ilmoittautuminen: -ilmoitt- |
| Doubles [dice] | all | dublety | tuplat |

- `No checkers.` (pl): nothing stands there.
"""


def offences(folder: Path, english: str, translation: str, language: str, context: str = "") -> int:
    for code in terms.COLUMNS.values():
        path = folder / code / "LC_MESSAGES"
        path.mkdir(parents=True, exist_ok=True)
        for domain in ("django", "djangojs"):
            (path / f"{domain}.po").write_text(HEAD)
    entry = f'msgid "{english}"\nmsgstr "{translation}"\n'
    if context:
        entry = f'msgctxt "{context}"\n{entry}'
    (folder / language / "LC_MESSAGES" / "django.po").write_text(HEAD + entry)
    (folder / "terms.md").write_text(TABLE)
    read.cache_clear()
    return len(list(terms.offences_in(folder, folder / "terms.md")))


@pytest.mark.parametrize(
    ("english", "translation", "language", "count"),
    [
        ("Your checkers", "Twoje piony", "pl", 0),
        ("Your checkers", "Twoje kamienie", "pl", 1),
        ("Your <b>%(checkers)s</b>", "Twoje <b>%(checkers)s</b>", "pl", 0),
        ("No checkers.", "Pusto.", "pl", 0),
        ("No checkers.", "Tyhjä.", "fi", 1),
        ("Checkers", "Nappulat (kivi)", "fi", 1),
        ("New entry", "Nowy gracz", "pl", 1),
        ("Entry fee", "Wpisowe", "pl", 0),
        ("Close the entry before you draw.", "Zamknij przed losowaniem.", "pl", 0),
        ("Late entry", "Jälki-ilmoittautuminen", "fi", 0),
    ],
)
def test_a_text_with_another_word_is_an_offence(
    tmp_path: Path, english: str, translation: str, language: str, count: int
) -> None:
    assert offences(tmp_path, english, translation, language) == count


def test_a_row_with_a_context_is_about_that_text_alone(tmp_path: Path) -> None:
    assert offences(tmp_path, "Doubles", "Gra w parach", "pl") == 0
    assert offences(tmp_path, "Doubles", "Gra w parach", "pl", "dice") == 1
    assert offences(tmp_path, "Doubles", "Dublety", "pl", "dice") == 0


def test_every_row_of_the_list_has_a_word_in_each_language() -> None:
    rows = list(terms.terms_in(terms.TERMS.read_text()))
    assert len(rows) > 100
    assert all(set(row.words) == set(terms.COLUMNS.values()) for row in rows)
