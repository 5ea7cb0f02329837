"""The catalogues against the terms of each language (docs/terms.md): one word for each thing, in every text.

`python -m tests.services.terms` prints every offence, `python -m tests.services.terms pl` those of one language.
"""

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Message

from tests.services.texts import DOMAINS
from tests.services.translations import PLACEHOLDER, ROOT, TAG, read

TERMS = ROOT / "docs" / "terms.md"
COLUMNS = {"Estonian": "et", "Polish": "pl", "Finnish": "fi", "Serbian": "sr"}
LABEL = 3  # words
ANY_END = r"\w*"
ITEM = re.compile(r"~~(?P<not>[^~]+)~~|(?P<word>[^,~]+)")
EXCEPT = re.compile(r"^- `(?P<text>.+)` \((?P<languages>[a-z, ]+)\): ")
HEAD = re.compile(
    r"^(?P<words>[^\[(]+?)\s*(?:\[(?P<context>[^\]]+)\])?\s*(?:\(not: (?P<never>[^)]+)\))?$"
)
# Lists of columns of an imported file, which are typed as they are.
FILE_COLUMNS = re.compile(r"^(?:name|pairing|round) ?\(|One row per |\bplayer 1\b|“5 point match”")


class Word(NamedTuple):
    """The cell of one language: what must stand in a translation, and what must not."""

    shown: str
    allowed: re.Pattern[str]
    forbidden: re.Pattern[str] | None


class Term(NamedTuple):
    english: str
    pattern: re.Pattern[str]
    never: re.Pattern[str] | None
    context: str
    labels_only: bool
    words: dict[str, Word]


class Offence(NamedTuple):
    language: str
    term: str
    wanted: str
    english: str
    translation: str


def passes(locale: Path, path: Path = TERMS) -> bool:
    """Prints each text that says a term in another way than its language has agreed on."""
    began = time.monotonic()
    offences = list(offences_in(locale, path))
    good = not offences
    print(f"{'ok  ' if good else 'FAIL'} terms ({time.monotonic() - began:.1f} s)")
    for offence in offences[:40]:
        print(shown(offence))
    if len(offences) > 40:
        print(f"and {len(offences) - 40} more")
    return good


def shown(offence: Offence) -> str:
    return f"{offence.language}: {offence.term} is {offence.wanted}: {offence.english[:100]} → {offence.translation[:100]}"


def offences_in(locale: Path, path: Path = TERMS) -> Iterator[Offence]:
    text = path.read_text()
    terms, exceptions = list(terms_in(text)), set(exceptions_in(text))
    about: dict[tuple[str, str], list[Term]] = {}  # the same texts come in each language
    for language in COLUMNS.values():
        for domain in DOMAINS:
            for message in read(locale, language, domain):
                english, context = _english_of(message), message.context or ""
                if (language, english) not in exceptions and not FILE_COLUMNS.search(english):
                    if (english, context) not in about:
                        plain = _plain(english)
                        about[english, context] = [
                            each for each in terms if _is_about(each, plain, context)
                        ]
                    yield from offences_of(message, about[english, context], language)


def offences_of(message: Message, terms: list[Term], language: str) -> Iterator[Offence]:
    """Of these terms, which the English of the message has."""
    forms = message.string
    translated = forms if isinstance(forms, str) else " ".join(forms or ())
    text = _plain(translated)
    for term in terms if text else ():
        word = term.words.get(language)
        if word is None:
            continue
        if not word.allowed.search(text) or (word.forbidden and word.forbidden.search(text)):
            yield Offence(language, term.english, word.shown, _english_of(message), translated)


def terms_in(text: str) -> Iterator[Term]:
    """The rows of all tables, in their order."""
    columns: list[str] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line[:1] == "|" else []
        if cells[:2] == ["English", "texts"]:
            columns = [COLUMNS[name] for name in cells[2:]]
        elif columns and len(cells) == len(columns) + 2 and not line.startswith("|-"):
            yield _term(cells[0], cells[1], dict(zip(columns, cells[2:], strict=True)))


def exceptions_in(text: str) -> Iterator[tuple[str, str]]:
    """(language, English) of each text that may say a term in its own way."""
    for line in text.splitlines():
        if match := EXCEPT.match(line):
            yield from ((code.strip(), match["text"]) for code in match["languages"].split(","))


def _term(head: str, texts: str, cells: dict[str, str]) -> Term:
    match = HEAD.match(head)
    if match is None or texts not in ("all", "labels"):
        raise ValueError(f"docs/terms.md: {head} | {texts}")
    words = {language: _word(cell) for language, cell in cells.items() if cell}
    context = match["context"] or ""
    pattern = _pattern(match["words"], whole=bool(context))
    return Term(
        match["words"], pattern, _phrases(match["never"] or ""), context, texts == "labels", words
    )


def _pattern(words: str, *, whole: bool) -> re.Pattern[str]:
    """Any of the words, alone or in the plural; with a context the whole text."""
    any_of = "|".join(re.escape(word.strip()) for word in words.split(","))
    if whole:
        return re.compile(rf"^(?:{any_of})$", re.IGNORECASE)
    return re.compile(rf"(?<![\w-])(?:{any_of})(?:s|es)?\b", re.IGNORECASE)


def _phrases(words: str) -> re.Pattern[str] | None:
    any_of = "|".join(re.escape(word.strip()) for word in words.split(","))
    return re.compile(rf"\b(?:{any_of})\b", re.IGNORECASE) if any_of else None


def _word(cell: str) -> Word:
    shown, colon, words = re.sub(r"[*?]", "", cell).partition(":")
    items = list(ITEM.finditer(words if colon else shown))
    allowed = [item["word"].strip() for item in items if item["word"] and item["word"].strip()]
    forbidden = [item["not"].strip() for item in items if item["not"]]
    return Word(
        shown if colon else allowed[0],
        _any_of(allowed),
        _any_of(forbidden) if forbidden else None,
    )


def _any_of(items: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(_stem(item) for item in items), re.IGNORECASE)


def _stem(item: str) -> str:
    """`-` at the edge of a word stands for the rest of it."""
    words = [
        rf"\b{ANY_END * (word[0] == '-')}{re.escape(word.strip('-'))}{ANY_END * (word[-1] == '-')}\b"
        for word in item.split()
    ]
    return r"\s+".join(words)


def _is_about(term: Term, plain: str, context: str) -> bool:
    if term.context:
        return context == term.context and bool(term.pattern.search(plain))
    if term.labels_only and len(plain.split()) > LABEL:
        return False
    rest = term.never.sub(" ", plain) if term.never else plain
    return bool(term.pattern.search(rest))


def _english_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _plain(text: str) -> str:
    return " ".join(TAG.sub(" ", PLACEHOLDER.sub(" ", text)).split())


if __name__ == "__main__":
    for each in offences_in(ROOT / "locale"):
        if sys.argv[1:] in ([], [each.language]):
            print(shown(each))
