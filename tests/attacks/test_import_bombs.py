"""Match files made to keep a server busy: each is read, or refused, in about the time of an honest one."""

from contextlib import suppress
from time import process_time

import pytest

from games.records.match_file import FileRefused
from games.records.reading import MOST_BYTES, read_file

SCORE = b" Game 1\n a : 0    b : 0\n"
BLANKS_IN_HEADERS = b" 5 point match\n" + (b"; [" + b"\t" * 480 + b"x\n") * 2_000
SPACES_IN_HEADERS = b" 5 point match\n" + (b"; [" + b" " * 490 + b'"x\n') * 2_000
BOMBS = {
    "headers of tabs": BLANKS_IN_HEADERS,
    "headers of spaces": SPACES_IN_HEADERS,
    "scores": (b" 5 point match\n Game 1\n" + b" : 1" * 120 + b"x\n"),
    "wide cells": b" 5 point match\n" + SCORE + (b"  1) 61:" + b"\t" * 50 + b"13/7 8/7\n") * 2_000,
    "nodes without end": b"(" + b";" * (MOST_BYTES - 2) + b")",
    "nodes in variations": b"(;" + b"(;" * 300_000,
    "brackets": b"(" * MOST_BYTES,
    "escapes": b"(;C[" + b"\\]" * 500_000,
    "ratings": b"(;GM[6]PW[" + b", 1234/" * 140_000 + b"])",
}
PATIENCE_S = 8.0
"""On a busy machine; what was wrong here once took more than an hour."""


@pytest.mark.parametrize("name", BOMBS)
def test_no_file_keeps_its_reader_busy(name: str) -> None:
    data = BOMBS[name]
    assert len(data) <= MOST_BYTES
    begun = process_time()
    with suppress(FileRefused):  # some are read
        read_file(data)
    assert process_time() - begun < PATIENCE_S


def test_headers_are_read_with_blanks_around_their_names() -> None:
    filed = read_file(b'; [  Event "Winter Cup"]\n;[ROUND    "7" ]\n 5 point match\n' + SCORE)
    assert (filed.event, filed.round) == ("Winter Cup", "7")
