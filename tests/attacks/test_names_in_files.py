"""Names that look like parts of a file: what Barpoint writes with them, Barpoint reads."""

from dataclasses import replace

import pytest

from games.engine.rules import Rules
from games.records.file_replay import check
from games.records.mat_writer import mat
from games.records.reading import read_file
from games.records.replay import MatchRecord
from games.records.sgf_writer import sgf
from tests.games.records.matches import STYLES, record

WRITERS = {"mat": mat, "sgf": sgf}
NAMES = (
    "; x", ":", "::", "Game 1", "3 point match", " 1) 61: 13/7", "wins 1 point", "A" * 31, "A" * 30,
    "007 James", "12345", "\u0661\u0662", "\u0661 : \u0662", "a:b : 3", "x, 1500", "x]PB[y", "\\",
    "x\\]", "(;GM[6]", '[Event "x"]', "\u202egnp", "a\tb\nc\u2028d", "Ö" * 80, '"', "=cmd|'!A0",
)  # fmt: skip


@pytest.fixture(scope="module")
def played() -> MatchRecord:
    return record(1, Rules.preset("tournament", 1), STYLES[0], steps=30)


@pytest.mark.parametrize("kind", WRITERS)
def test_no_pair_of_names_breaks_a_file(played: MatchRecord, kind: str) -> None:
    for first in NAMES:
        for two in NAMES:
            title = f'{first}"]\n; [Variation "Nackgammon"]'
            text = replace(played, names=(first, two), title=title, subtitle=two)
            read = check(read_file(WRITERS[kind](text).encode()))
            assert len(read.actions) >= 10, (first, two)
            assert read.state.score == played.end.match.score, (first, two)
