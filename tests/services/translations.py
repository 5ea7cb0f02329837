"""The catalogues of every language against the English one: each text translated, with its placeholders, tags and plural forms.

`python -m tests.services.translations et` lists what no native speaker has confirmed yet in Estonian (marked `# review`).
"""

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tests.services.texts import DOMAINS

ROOT = Path(__file__).resolve().parents[2]
LOCALE = ROOT / "locale"
SOURCE = "en"
REVIEW = "review"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|%%|\{\w*\}")
TAG = re.compile(r"</?[a-z][^>]*>")


class Offence(NamedTuple):
    language: str
    domain: str
    text: str
    why: str


def passes(locale: Path = LOCALE) -> bool:
    """Prints how many texts of each language are wrong, and the first of them."""
    began = time.monotonic()
    offences = list(offences_in(locale))
    good = not offences
    print(f"{'ok  ' if good else 'FAIL'} translations ({time.monotonic() - began:.1f} s)")
    for offence in offences[:40]:
        print(f"{offence.language}/{offence.domain}: {offence.why}: {offence.text[:120]}")
    if len(offences) > 40:
        print(f"and {len(offences) - 40} more: {dict(Counter(each.language for each in offences))}")
    return good


def offences_in(locale: Path) -> Iterator[Offence]:
    for language in languages(locale):
        for domain in DOMAINS:
            catalogue = read(locale, language, domain)
            for message in catalogue:
                if message.id:
                    for why in offences_of(message, catalogue.num_plurals):
                        yield Offence(language, domain, _english(message)[0], why)


def languages(locale: Path) -> list[str]:
    """Those that are translated by people: all folders but the English one and what is made from another."""
    return sorted(
        path.parent.parent.name
        for path in locale.glob("*/LC_MESSAGES/django.po")
        if path.parent.parent.name != SOURCE
    )


@cache
def read(locale: Path, language: str, domain: str) -> Catalog:
    with (locale / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file)


def offences_of(message: Message, plurals: int) -> list[str]:
    english, translated = _english(message), _translated(message)
    if message.fuzzy:
        return ["fuzzy"]
    if not all(translated):
        return ["not translated"]
    if len(english) == 2 and len(translated) != plurals:
        return [f"needs {plurals} plural forms"]
    allowed = {_kept(text) for text in english}
    return [
        f"other placeholders or tags: {text[:80]}"
        for text in translated
        if _kept(text) not in allowed
    ]


def to_review(locale: Path, language: str) -> Iterator[tuple[str, str]]:
    """(English, translation) of what is marked `# review`."""
    for domain in DOMAINS:
        for message in read(locale, language, domain):
            if message.id and REVIEW in message.user_comments:
                yield _english(message)[0], _translated(message)[0]


def _kept(text: str) -> tuple[str, ...]:
    """What must come back in a translation, in any order."""
    return tuple(sorted(PLACEHOLDER.findall(text) + TAG.findall(text)))


def _english(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _translated(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


if __name__ == "__main__":
    for english, translated in to_review(LOCALE, sys.argv[1]):
        print(f"{english}\n    {translated}")
