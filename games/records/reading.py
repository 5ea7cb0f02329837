"""A file's bytes as a match: what it is written in, which format it has, and then its reader."""

import codecs
import re

from games.records.json_reader import looks_like_json, read_json
from games.records.mat_reader import looks_like_mat, read_mat
from games.records.match_file import FiledLog, FiledMatch, FilePlace, FileRefused
from games.records.sgf_reader import looks_like_sgf, read_sgf

MOST_BYTES = 2 * 1024 * 1024
SNIFFED_BYTES = 512

_OF_PLAIN_TEXT = re.compile(r"^Game \d{1,3} at \d{1,4}:\d{1,4}[^\n]*\n-{12,}$", re.MULTILINE)


def read_file(data: bytes) -> FiledMatch | FiledLog:
    """The match in this file, not checked yet; FileRefused when it cannot be read."""
    text = text_of(data)
    if looks_like_sgf(text):
        return read_sgf(text)
    if looks_like_mat(text):
        return read_mat(text)
    if looks_like_json(text):
        return read_json(text)
    if _OF_PLAIN_TEXT.search(text):
        raise FileRefused("text_for_reading")
    raise FileRefused("unknown_format")


def text_of(data: bytes) -> str:
    """The text in UTF-8, UTF-16 (each with or without a byte order mark) or else Latin-1.

    Lines end with a newline. Raises FileRefused: `file_too_large`, `file_empty`, `not_text`.
    """
    if len(data) > MOST_BYTES:
        raise FileRefused("file_too_large", most=MOST_BYTES // 1024)
    if not data.strip():
        raise FileRefused("file_empty")
    text = _decoded(data)
    if "\0" in text:
        raise FileRefused("not_text", FilePlace(text.count("\n", 0, text.index("\0")) + 1))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str:
    encoding = _utf16(data) or "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _utf16(data: bytes) -> str | None:
    """The codec of UTF-16 text. Without a byte order mark, every second byte of ASCII text is zero."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    head = data[:SNIFFED_BYTES]
    for codec, zeros, letters in (
        ("utf-16-le", head[1::2], head[0::2]),
        ("utf-16-be", head[0::2], head[1::2]),
    ):
        if zeros.count(0) > 0.9 * len(zeros) and 0 not in letters:
            return codec
    return None
