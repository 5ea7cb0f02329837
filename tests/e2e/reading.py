"""What a reader of one language meets: the texts of a page, an email or a PDF, and which of them are English.

English is known by the catalogue: any piece of an English text of two words or more that its translation does not
have, and any text that is one English word and nothing else. Texts that are in no catalogue are found by
tests/permissions/test_every_text.py, in a made-up language.
"""

import re
import zlib
from base64 import a85decode
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from playwright.sync_api import Page

from config.catalogues import in_latin
from tests.services.texts import DOMAINS
from tests.services.translations import PLACEHOLDER, ROOT, TAG

# Visible texts and texts that are read aloud; what stands in another language says so itself.
SHOWN = """() => {
  const texts = [document.title], silent = "script, style, template, textarea, kbd, code, [lang]:not(html)";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const of = node.parentElement;
    if (node.data.trim() && !of.closest(silent) && (of.checkVisibility() || of.closest("option"))) texts.push(node.data);
  }
  for (const it of document.body.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    if (it.closest(silent) || !it.checkVisibility()) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) if (it.getAttribute(name)) texts.push(it.getAttribute(name));
  }
  return texts;
}"""
WORD = re.compile(r"[A-Za-z]{3,}")
NAMES = {"%(name)s (bot)"}  # bots keep the names that they were made with


class English:
    """`in_texts` names every English text among what a reader of this language was shown."""

    def __init__(self, language: str) -> None:
        pieces, words, shapes = set(), set(), set()
        translated: list[str] = []
        for english, translations in catalogue(language):
            translated += translations
            for text in english:
                pieces.update(_pieces(text))
                if re.fullmatch(r"[A-Za-z]{2,}[.:…?]?", text):
                    words.add(text)
                elif not _pieces(text) and WORD.search(PLACEHOLDER.sub("%", text)):
                    shapes.add(text)
        own = "\n".join(_plain(text) for text in translated)
        self.pieces = {piece for piece in pieces if piece not in own}
        self.words = words - {_plain(text) for text in translated}
        self.shapes = {text: _shape(text) for text in shapes - NAMES - set(translated)}

    def in_texts(self, texts: list[str]) -> set[str]:
        plain = [_plain(text) for text in texts]
        whole = "\n".join(plain)
        long = {
            piece
            for piece in self.pieces
            if piece in whole and re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", whole)
        }
        formed = {
            text
            for text, shape in self.shapes.items()
            if any(shape.fullmatch(each) for each in plain)
        }
        return long | formed | self.words.intersection(plain)


@cache
def english_for(language: str) -> English:
    return English(language)


@cache
def catalogue(language: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """(English forms, translated forms) of every text of both catalogues."""
    latin = language == "sr-latn"
    rows = []
    for domain in DOMAINS:
        folder = ROOT / "locale" / ("sr" if latin else language) / "LC_MESSAGES"
        with (folder / f"{domain}.po").open("rb") as file:
            messages: list[Any] = list(read_po(file))
        for message in messages:
            forms = (
                (message.string,)
                if isinstance(message.string, str)
                else tuple(message.string or ())
            )
            if message.id and all(forms):
                english = (message.id,) if isinstance(message.id, str) else tuple(message.id)
                rows.append((english, tuple(map(in_latin, forms)) if latin else forms))
    return rows


def shown(page: Page) -> list[str]:
    """The texts of the page as they are now."""
    texts: list[str] = page.evaluate(SHOWN)
    return texts


def _shape(text: str) -> re.Pattern[str]:
    """A text of one word with its values: “Round %(number)s”."""
    parts = [re.escape(part) for part in PLACEHOLDER.split(TAG.sub("", text))]
    return re.compile(r"[\w.:–-]+".join(parts))


def _pieces(text: str) -> list[str]:
    """What stands between placeholders and tags, where it has two words or more."""
    parts = TAG.sub("\0", PLACEHOLDER.sub("\0", text)).split("\0")
    plain = [_plain(part).strip(" .,:;·–()") for part in parts]
    return [part for part in plain if len(re.findall(r"[A-Za-z’]{2,}", part)) >= 2]


def _plain(text: str) -> str:
    return " ".join(text.split())


CONTENT = re.compile(
    rb"<<(?P<head>(?:(?!>>\s*stream).)*)>>\s*stream\r?\n(?P<data>.*?)endstream", re.DOTALL
)
OBJECT = re.compile(rb"(\d+) 0 obj\s(.*?)endobj", re.DOTALL)
NAMED = re.compile(rb"/(F[\w+]+) (\d+) 0 R")
LETTERS = re.compile(rb"<([0-9A-Fa-f]{2})> *<([0-9A-Fa-f]{4,})>")
SHOWS = re.compile(rb"/(F[\w+]+) [\d.]+ Tf|\(((?:\\.|[^\\()])*)\) Tj", re.DOTALL)


def pdf_texts(path_or_bytes: bytes | Path) -> list[str]:
    """Each text of a PDF of ours, read through the table that says which letter each glyph of its fonts is."""
    data = path_or_bytes if isinstance(path_or_bytes, bytes) else path_or_bytes.read_bytes()
    objects = {int(number): body for number, body in OBJECT.findall(data)}
    fonts = {}
    for name, number in NAMED.findall(data):
        unicode = re.search(rb"/ToUnicode (\d+) 0 R", objects[int(number)])
        fonts[name] = _letters(_stream(objects[int(unicode[1])])) if unicode else {}
    texts = []
    for body in objects.values():
        content = _stream(body)
        if b" Tf" not in content:
            continue
        font: dict[int, str] = {}
        for name, literal in SHOWS.findall(content):
            if name:
                font = fonts[name]
            else:
                texts.append("".join(font.get(code, chr(code)) for code in _codes(literal)))
    return texts


def _stream(body: bytes) -> bytes:
    match = CONTENT.search(body)
    if match is None:
        return b""
    data = match["data"]
    if b"ASCII85Decode" in match["head"]:
        data = a85decode(data.strip().removeprefix(b"<~").removesuffix(b"~>"))
    return zlib.decompressobj().decompress(data) if b"FlateDecode" in match["head"] else data


def _letters(cmap: bytes) -> dict[int, str]:
    letters = {int(code, 16): _utf16(units) for code, units in LETTERS.findall(cmap)}
    for first, _last, rows in re.findall(rb"<(\w\w)> *<(\w\w)>\s*\[(.*?)\]", cmap, re.DOTALL):
        units = re.findall(rb"<(\w+)>", rows)
        letters |= {int(first, 16) + k: _utf16(each) for k, each in enumerate(units)}
    return letters


def _utf16(units: bytes) -> str:
    return bytes.fromhex(units.decode()).decode("utf-16-be")


def _codes(literal: bytes) -> bytes:
    """A PDF string without its escapes."""
    plain = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}

    def unescaped(match: re.Match[bytes]) -> bytes:
        what = match[1]
        return bytes([int(what, 8)]) if what.isdigit() else plain.get(what, what)

    return re.sub(rb"\\(\d{1,3}|.)", unescaped, literal, flags=re.DOTALL)
