"""What this site writes it reads again: the same score, the same positions, game by game."""

import pytest

from games.engine.rules import Rules
from games.records.file_replay import check
from games.records.games import counted, games_of
from games.records.kinds import KINDS
from games.records.reading import read_file
from games.records.replay import MatchRecord, replay
from tests.games.records.golden import RECORDS
from tests.games.records.matches import CLOCK, MATCHES, SESSIONS, STYLES, record

# A pair at the opening and a cube that counts for Jacoby by itself are options that no file can tell of.
WRITABLE = [
    rules
    for rules in MATCHES + SESSIONS
    if rules.opening_roll == "use_both" and not rules.jacoby_auto_counts
]


def read_again(record: MatchRecord, kind: str) -> MatchRecord:
    checked = check(read_file(KINDS[kind].write(record).encode()))
    log = [(action, 0) for _, action in checked.actions]
    return MatchRecord(
        "", record.names, checked.rules, None, tuple(replay(checked.rules, None, log))
    )


def positions(record: MatchRecord) -> list[list[str]]:
    """After each play, game by game."""
    return [
        [
            step.entry.after.match.game.board.position_id()  # type: ignore[union-attr]
            for step in game.steps
            if step.word == "play"
        ]
        for game in counted(games_of(record))
    ]


@pytest.mark.parametrize("kind", ["mat", "sgf"])
@pytest.mark.parametrize("style", range(len(STYLES)))
@pytest.mark.parametrize("rules", WRITABLE, ids=lambda rules: f"{rules.kind}-{rules.length}")
def test_a_match_comes_back_as_it_was(rules: Rules, style: int, kind: str) -> None:
    text = record(300 + style, rules, STYLES[style], clock=CLOCK)
    again = read_again(text, kind)
    assert again.end.match.score == text.end.match.score
    assert positions(again) == positions(text)


@pytest.mark.parametrize("kind", ["mat", "sgf"])
def test_beavers_and_automatic_doubles_come_back(kind: str) -> None:
    text = RECORDS["session"]()
    again = read_again(text, kind)
    assert again.end.match.score == (0, 36)
    assert positions(again) == positions(text)
