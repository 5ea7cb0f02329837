"""Translations are compiled where the site starts, and Serbian in Latin letters is made from the Cyrillic catalogue."""

import gettext
import os
from pathlib import Path

import pytest

from config.catalogues import compile_changed, in_latin

HEAD = (
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"\n'
)
TEXTS = """
msgid "Play"
msgstr "Играј"

msgctxt "cube"
msgid "Double"
msgstr "Дуплирај"

msgid "%(n)d point for <b>%(name)s</b>"
msgid_plural "%(n)d points for <b>%(name)s</b>"
msgstr[0] "%(n)d поен: <b>%(name)s</b>"
msgstr[1] "%(n)d поена: <b>%(name)s</b>"
msgstr[2] "%(n)d поена: <b>%(name)s</b>"

msgid "Not yet"
msgstr ""
"""


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    for code in ("en", "sr", "fi"):
        folder = tmp_path / code / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "django.po").write_text(HEAD + (TEXTS if code == "sr" else ""))
    return tmp_path


def translations(locale: Path, code: str) -> gettext.NullTranslations:
    return gettext.translation("django", locale, [code])


def names(locale: Path, written: list[Path]) -> list[str]:
    return [str(path.relative_to(locale)) for path in written]


def test_what_has_changed_is_compiled(locale: Path) -> None:
    written = names(locale, compile_changed(locale))
    folders = ("fi", "sr", "sr_Latn")
    assert sorted(written) == [f"{code}/LC_MESSAGES/django.mo" for code in folders]
    assert compile_changed(locale) == []
    source = locale / "fi" / "LC_MESSAGES" / "django.po"
    later = source.stat().st_mtime + 60
    os.utime(source, (later, later))
    assert names(locale, compile_changed(locale)) == ["fi/LC_MESSAGES/django.mo"]


def test_texts_are_read_with_their_contexts_and_plural_forms(locale: Path) -> None:
    compile_changed(locale)
    serbian = translations(locale, "sr")
    assert serbian.gettext("Play") == "Играј"
    assert serbian.pgettext("cube", "Double") == "Дуплирај"
    singular, plural = "%(n)d point for <b>%(name)s</b>", "%(n)d points for <b>%(name)s</b>"
    assert serbian.ngettext(singular, plural, 1).startswith("%(n)d поен:")
    assert serbian.gettext("Not yet") == "Not yet"


def test_serbian_in_latin_letters_keeps_placeholders_and_tags(locale: Path) -> None:
    compile_changed(locale)
    latin = translations(locale, "sr_Latn")
    assert latin.gettext("Play") == "Igraj"
    singular, plural = "%(n)d point for <b>%(name)s</b>", "%(n)d points for <b>%(name)s</b>"
    assert latin.ngettext(singular, plural, 2) == "%(n)d poena: <b>%(name)s</b>"


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        ("Ђурђевак, џеп и љубав", "Đurđevak, džep i ljubav"),
        ("Његош", "Njegoš"),
        ("ЊЕГОШ", "NJEGOŠ"),
        ("КОЊ", "KONJ"),
        ("Љ", "Lj"),
        ("XGID и .mat: 24/18", "XGID i .mat: 24/18"),
    ],
)
def test_letters(cyrillic: str, latin: str) -> None:
    assert in_latin(cyrillic) == latin
