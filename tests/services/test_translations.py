"""The check of translations notices what is missing or broken, and lists what a native speaker has to confirm."""

from pathlib import Path

import pytest

from tests.services import translations

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"\n\n'
COUNT = 'msgid "%(n)d <b>point</b>"\nmsgid_plural "%(n)d <b>points</b>"\n'


def locale_with(folder: Path, entries: str) -> Path:
    for code in ("en", "xx"):
        path = folder / code / "LC_MESSAGES"
        path.mkdir(parents=True)
        for domain in ("django", "djangojs"):
            (path / f"{domain}.po").write_text(HEAD + (entries if domain == "django" else ""))
    return folder


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ('msgid "Play"\nmsgstr ""\n', "not translated"),
        ('#, fuzzy\nmsgid "Play"\nmsgstr "Graj"\n', "fuzzy"),
        ('msgid "Hello, %(name)s"\nmsgstr "Hej"\n', "other placeholders or tags: Hej"),
        ('msgid "Hello, %(name)s"\nmsgstr "Hej %(nome)s"\n', "other placeholders or tags: Hej %(nome)s"),
        ('msgid "<b>Play</b>"\nmsgstr "<b>Graj"\n', "other placeholders or tags: <b>Graj"),
        (COUNT + 'msgstr[0] "%(n)d <b>a</b>"\nmsgstr[1] ""\nmsgstr[2] "%(n)d <b>c</b>"\n', "not translated"),
    ],
)  # fmt: skip
def test_an_offence_is_named(tmp_path: Path, entry: str, why: str) -> None:
    (offence,) = translations.offences_in(locale_with(tmp_path, entry))
    assert (offence.language, offence.domain, offence.why) == ("xx", "django", why)


def test_a_whole_catalogue_passes(tmp_path: Path) -> None:
    whole = (
        'msgid "Hello, %(name)s"\nmsgstr "%(name)s, hej"\n\n'
        + COUNT
        + "".join(f'msgstr[{k}] "%(n)d <b>punkt {k}</b>"\n' for k in range(3))
    )
    assert translations.passes(locale_with(tmp_path, whole))


def test_what_is_to_be_confirmed_is_listed(tmp_path: Path) -> None:
    entries = '# review\nmsgid "Play"\nmsgstr "Graj"\n\nmsgid "Roll"\nmsgstr "Rzuć"\n'
    locale = locale_with(tmp_path, entries)
    assert list(translations.to_review(locale, "xx")) == [("Play", "Graj")]
