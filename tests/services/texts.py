"""The English texts of the site against the rules of its voice (docs/voice.md): what a script can see of them."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

DOMAINS = ("django", "djangojs")
LONGEST = 25  # words of a sentence
VALUE = r"%\((\w+)\)[sd]"
PRONOUN = re.compile(r"\b(he|him|his|himself|she|her|herself)\b", re.IGNORECASE)
OLD_WORDS = re.compile(
    r"\banew\b|\bmeanwhile\b|\bthere is no such\b|\bis no (text|date|JSON|number|name|player|match|table)\b"
    r"|\be-mail\b|\bper cent\b|\bstand-by\b",
    re.IGNORECASE,
)
COUNT = re.compile(
    r"%\((?:n|number|count|games|points|players|matches|rounds|tables|days|hours|minutes|seconds)\)[sd] (?!is\b|was\b|does\b)[a-z]+s\b"
)
PIECE = re.compile(rf"^[\s,;)]|[\s(]$|%%\(|^(?:and|or|by|of|with|from|until|since)(?: {VALUE})?$")
# Short texts with more than one sense (docs/glossary.md): each use says which, with a context.
AMBIGUOUS = {
    "board", "boards", "point", "points", "table", "tables", "double", "doubles", "draw", "drawn", "play", "plays", "open",
    "lot", "lots", "place", "seed", "to", "club", "time", "reserve", "forfeit", "main", "for", "from", "all", "free",
}  # fmt: skip
# Texts that look like an offence and are none, each with its reason.
ALLOWED = {
    "until %(at)s": "the deadline of a round stands by itself",
    "until %(hour)s": "a cell of the timetable by itself",
    "of %(of)s": "how many players a place is among, beside the place",
}


def passes(locale: Path) -> bool:
    """Prints each offending text of the English catalogues with what is wrong with it."""
    began = time.monotonic()
    offences = list(offences_in(locale))
    good = not offences
    print(f"{'ok  ' if good else 'FAIL'} voice of the texts ({time.monotonic() - began:.1f} s)")
    for domain, why, text in offences:
        print(f"{domain}: {why}: {text}")
    return good


def offences_in(locale: Path) -> Iterator[tuple[str, str, str]]:
    """(domain, what is wrong, text)."""
    for domain in DOMAINS:
        with (locale / "en" / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
            for message in read_po(file):
                for text in _texts(message):
                    if text not in ALLOWED:
                        yield from ((domain, why, text) for why in offences_of(text, message))


def offences_of(text: str, message: Message) -> list[str]:
    plain = re.sub(VALUE, "X", text)
    checks = {
        "says he or she": PRONOUN.search(plain),
        "old word": OLD_WORDS.search(plain),
        f"a sentence of more than {LONGEST} words": _longest(plain) > LONGEST,
        "a count outside the plural forms": not message.pluralizable and COUNT.search(text),
        "ambiguous without a context": not message.context and plain.lower() in AMBIGUOUS,
        "a piece of a sentence": PIECE.search(text),
    }
    return [why for why, is_so in checks.items() if is_so]


def _longest(text: str) -> int:
    without_tags = re.sub(r"<[^>]*>", "", text)
    return max(
        (len(part.split()) for part in re.split(r"[.!?:;](?:\s|$)|\n", without_tags)), default=0
    )


def _texts(message: Message) -> tuple[str, ...]:
    ids: Any = message.id
    if not ids:
        return ()
    return tuple(ids) if isinstance(ids, (tuple, list)) else (ids,)
