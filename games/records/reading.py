"""A file's bytes as a match: what it is written in, which format it has, and then its reader."""

import re

from games.records.filed import FiledLog, FiledMatch, FileRefused, Place
from games.records.json_reader import looks_like_json, read_json
from games.records.mat_reader import looks_like_mat, read_mat
from games.records.sgf_reader import looks_like_sgf, read_sgf

MOST_BYTES = 2 * 1024 * 1024

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
    """UTF-8 (with or without a mark at its beginning), or else Latin-1; lines end with a newline."""
    if len(data) > MOST_BYTES:
        raise FileRefused("file_too_large", most=MOST_BYTES // 1024)
    if not data.strip():
        raise FileRefused("file_empty")
    if b"\0" in data:
        raise FileRefused("not_text", Place(data.count(b"\n", 0, data.index(b"\0")) + 1))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")
