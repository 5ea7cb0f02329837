"""Every match of this house comes back from its own files, by whatever preset it was played and however it ended.

The same score, games and positions; and the same end, which no grammar has a word for and the lines beside it tell.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from games.engine import actions as act
from games.engine.actions import Action
from games.engine.errors import RulesError
from games.engine.match import apply, must_dance
from games.engine.rules import PRESETS, Rules
from games.engine.rulings import DirectorRuling
from games.engine.seats import Seat
from games.engine.state import MatchState
from games.engine.table import Table
from games.records.extension_headers import ENDINGS
from games.records.file_replay import Checked, check
from games.records.games import counted, games_of
from games.records.kinds import KINDS
from games.records.match_file import FileRefused
from games.records.reading import read_file
from games.records.replay import MatchRecord, replay
from tests.games.engine.matchplay import GAMBLER, PATIENT, next_action
from tests.games.records.matches import CLOCK, NAMES, RESIGNER, START

Deed = Callable[[MatchState, Random], Action | None]

READABLE = ("mat", "sgf", "json")
STYLES = (PATIENT, GAMBLER, RESIGNER)
PLAYED = {
    **{f"{name}-match": Rules.preset(name, 5) for name in PRESETS},
    **{f"{name}-session": Rules.preset(name, games=3) for name in PRESETS},
    "open-session": replace(Rules.preset("money"), max_beavers=None, murphy_limit=None),
    "everything-on": Rules(
        length=7, jacoby=True, jacoby_auto_counts=True, murphy_limit=3, max_beavers=3,
        opening_roll="reroll_pair", cube_cap=64, holland=True, dead_cube="lock",
    ),
}  # fmt: skip


def flag(state: MatchState, _random: Random) -> Action | None:
    return act.Flag("2026-01-01T00:00:00Z") if state.to_act else None


def flag_by_board(state: MatchState, _random: Random) -> Action | None:
    is_session = state.rules.kind != "match"
    return act.Flag("2026-01-01T00:00:00Z", by_board=is_session) if state.to_act else None


def concede(_state: MatchState, random: Random) -> Action | None:
    return act.Concede(random.choice(("A", "B")))


def forfeit(_state: MatchState, random: Random) -> Action | None:
    return act.Forfeit(random.choice((("A",), ("B",), ("A", "B"))), "did not come back")


def points(state: MatchState, random: Random) -> Action | None:
    """The score corrected, between games and in the middle of one, up to the end of the match."""
    if random.random() < 0.5:
        return DirectorRuling("score", "a table read wrong", points=(random.randint(0, 3), 0))
    return DirectorRuling("score", score=(random.randint(0, 6), random.randint(0, 4)))


def game_given(_state: MatchState, random: Random) -> Action | None:
    winner: Seat = random.choice(("A", "B"))
    return DirectorRuling("result", winner=winner, game_points=random.choice((0, 1, 2, 5, 7)))


def decided(_state: MatchState, random: Random) -> Action | None:
    return DirectorRuling("result", by="Dora", winner=random.choice(("A", "B", None)))


def void(_state: MatchState, _random: Random) -> Action | None:
    return DirectorRuling("void", "both played at the wrong table")


def undone(_state: MatchState, random: Random) -> Action | None:
    """A ruling undone, or the last game played again."""
    return DirectorRuling("reopen", "by mistake", replay_game=random.random() < 0.5)


ENDED: dict[str, tuple[Deed, ...]] = {
    "played": (),
    "flag": (flag,),
    "flag by the board": (flag_by_board,),
    "points and flag by the board": (points, flag_by_board),
    "conceded": (concede,),
    "forfeited": (forfeit,),
    "points": (points, points),
    "points and flag": (points, flag, points),
    "game given": (game_given, game_given),
    "decided": (decided,),
    "void": (void,),
    "undone": (flag, undone, decided, undone, points),
    "void undone": (void, undone),
}


def played(seed: int, rules: Rules, deeds: tuple[Deed, ...], *, clock: bool = False) -> MatchRecord:
    """A random match in which these things happen, each at a moment that allows it."""
    random, settings = Random(seed), CLOCK if clock else None
    table, log, waiting = Table.new(rules, settings), list[tuple[Action, int]](), list(deeds)
    style = STYLES[seed % len(STYLES)]
    after = random.randint(5, 160)
    while len(log) < 600:
        state = table.match
        action: Action | None = None
        if must_dance(state) and state.to_act is not None:
            action = act.MakePlay(state.to_act)  # the server's, in one breath with the roll
        elif waiting and (len(log) >= after or state.outcome is not None):
            action = possible(state, waiting[0](state, random))
            if action is not None:
                waiting.pop(0)
                after = len(log) + random.randint(1, 60)
            elif state.outcome is not None:
                break
        action = action or next_action(state, random, style)
        if action is None:
            break
        table = table.step(action, START + 1500 * len(log))
        log.append((action, START + 1500 * len(log)))
    moments = tuple(replay(rules, settings, log))
    return MatchRecord(f"match-{seed}", NAMES, rules, settings, moments, "Winter Cup", "Round 1")


def possible(state: MatchState, action: Action | None) -> Action | None:
    try:
        return action if action is not None and apply(state, action) else None
    except RulesError:
        return None


def again(record: MatchRecord, kind: str) -> Checked:
    return check(read_file(KINDS[kind].write(record).encode()))


def positions(record: MatchRecord) -> list[list[str]]:
    """After each play, game by game, as far as games have plays."""
    return [
        plays
        for game in counted(games_of(record))
        if (plays := [
            step.entry.after.match.game.board.position_id()  # type: ignore[union-attr]
            for step in game.steps
            if step.word == "play"
        ])
    ]  # fmt: skip


def of(checked: Checked, record: MatchRecord) -> MatchRecord:
    log = [(action, 0) for _, action in checked.actions]
    return replace(
        record, rules=checked.rules, clock=None, entries=tuple(replay(checked.rules, None, log))
    )


def games(state: MatchState) -> list[tuple[str, int, bool]]:
    return [(result.winner, result.points, result.crawford) for result in state.results]


def ended_unrolled(record: MatchRecord) -> bool:
    """Was a game over before its first roll? No row tells of it: only its points stay."""
    return any(
        game.result and game.first_seq and not game.steps for game in counted(games_of(record))
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", READABLE)
@pytest.mark.parametrize("ended", ENDED)
@pytest.mark.parametrize("name", PLAYED)
def test_a_match_comes_back_from_its_own_file(name: str, ended: str, kind: str) -> None:
    for seed in range(2):
        text = played(seed, PLAYED[name], ENDED[ended], clock=seed % 2 == 0)
        match = text.end.match
        if not any(game.steps for game in counted(games_of(text))):
            with pytest.raises(FileRefused, match="no_games"):
                again(text, "mat")
            continue
        read = again(text, kind)
        assert read.state.score == match.score
        assert positions(of(read, text)) == positions(text)
        if kind != "json" and ended_unrolled(text):
            continue
        assert games(read.state) == games(match)
        if match.outcome is not None and match.outcome.reason in ENDINGS:
            assert read.state.outcome == match.outcome


def test_the_text_for_reading_says_that_it_cannot_be_read_again() -> None:
    with pytest.raises(FileRefused, match="text_for_reading"):
        again(played(1, PLAYED["tournament-match"], ()), "txt")


@pytest.mark.parametrize("kind", ["mat", "sgf"])
def test_the_rules_come_back_option_by_option(kind: str) -> None:
    for rules in PLAYED.values():
        assert again(played(2, rules, ()), kind).rules == rules


def test_a_score_that_nobody_set_must_still_add_up() -> None:
    text = KINDS["mat"].write(played(0, PLAYED["tournament-match"], (points, points)))
    without = "\n".join(line for line in text.split("\n") if "[Corrected" not in line)
    with pytest.raises(FileRefused, match=r"score_differs|not_from_start"):
        check(read_file(without.encode()))


def test_a_log_that_was_changed_is_refused_with_the_line_of_its_row() -> None:
    text = KINDS["json"].write(played(2, PLAYED["tournament-match"], ()))
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if '"kind":"play"' in line)
    lines[at] = lines[at].replace('"seat":"A"', '"seat":"X"').replace('"seat":"B"', '"seat":"A"')
    with pytest.raises(FileRefused) as refused:
        check(read_file("\n".join(lines).encode()))
    assert refused.value.place.line == at + 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "bad_json"),
        ('{"format": "other"}', "not_our_json"),
        ('{"format": "barpoint-match", "version": 1}', "bad_property"),
        ('{"format": "barpoint-match", "version": 1, "log": [1]}', "bad_property"),
        ("{" + '"a":[' * 50_000, "bad_json"),
    ],
)
def test_other_json_is_refused_in_one_word(text: str, code: str) -> None:
    with pytest.raises(FileRefused, match=code):
        read_file(text.encode())
