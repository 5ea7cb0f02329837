"""What Barpoint writes, Barpoint reads: the same games with the same plays, cube and points."""

from dataclasses import replace

import pytest

from games.engine.actions import MakePlay
from games.engine.rules import Rules
from games.records.file_replay import Checked, check
from games.records.mat_writer import mat
from games.records.reading import read_file
from games.records.replay import MatchRecord
from games.records.sgf_writer import sgf
from tests.games.records.matches import SESSIONS, STYLES, record

WRITERS = {"mat": mat, "sgf": sgf}
UNUSUAL = (
    Rules(length=7, jacoby=True),
    Rules(length=9, max_beavers=None),
    Rules(length=9, murphy_limit=2),
    Rules(length=7, jacoby=True, max_beavers=3, murphy_limit=None),
    Rules(length=5, cube=False),
)
MATCHES = (*(Rules.preset("tournament", n) for n in (1, 3, 5, 7)), Rules(length=5, crawford=False))


def points(record: MatchRecord | Checked) -> list[tuple[str, int, bool]]:
    state = record.end.match if isinstance(record, MatchRecord) else record.state
    return [(result.winner, result.points, result.crawford) for result in state.results]


@pytest.mark.slow
@pytest.mark.parametrize("format", WRITERS)
@pytest.mark.parametrize("rules", [*MATCHES, *UNUSUAL, *SESSIONS], ids=lambda rules: rules.kind)
def test_a_match_comes_back_from_its_file(format: str, rules: Rules) -> None:
    for seed, style in enumerate(STYLES * 3):
        played = record(seed, rules, style)
        read = check(read_file(WRITERS[format](played).encode()))
        assert read.state.score == played.end.match.score
        assert points(read) == points(played)
        assert read.rules.cube_possible == rules.cube_possible
        plays = [m.action for m in played.entries if isinstance(m.action, MakePlay)]
        assert [a for _, a in read.actions if isinstance(a, MakePlay)] == plays


@pytest.mark.parametrize("format", WRITERS)
def test_a_match_that_goes_on_comes_back_as_far_as_it_went(format: str) -> None:
    for steps in (10, 25, 60, 200):
        played = record(
            3, replace(Rules.preset("tournament", 5), resign="off"), STYLES[0], steps=steps
        )
        if not played.end.match.rolls:
            continue
        read = check(read_file(WRITERS[format](played).encode()))
        assert read.state.score == played.end.match.score
