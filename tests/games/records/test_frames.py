"""What a reader steps through: which moments, whose time, which game."""

from games.engine import actions as act
from games.engine.rules import Rules
from games.engine.rulings import DirectorRuling
from games.records.frames import chapters
from tests.games.records.short_records import frames_of, play

OPENING = (act.OpeningRoll((3, 1)), play("A", (8, 5), (6, 5)))


def test_readiness_and_seeds_are_not_stepped_through() -> None:
    steps = frames_of(OPENING)
    assert [(step.seq, step.kind) for step in steps] == [(4, "opening_roll"), (5, "play")]


def test_the_dice_of_a_play_are_those_just_played() -> None:
    opening, played = frames_of(OPENING)
    assert opening.dice == played.dice == (3, 1)
    assert played.seat == "A"
    assert opening.seat is None


def test_the_time_of_a_roll_belongs_to_its_play() -> None:
    steps = frames_of([*OPENING, act.Roll("B", (6, 5)), play("B", (24, 18), (18, 13))], seconds=4)
    assert [(step.kind, step.spent_ms) for step in steps] == [
        ("opening_roll", None),
        ("play", 4000),
        ("roll", None),
        ("play", 8000),
    ]


def test_a_double_and_its_answer_have_a_time_each() -> None:
    doubled = [*OPENING, act.Double("B"), act.Take("A"), act.Roll("B", (6, 5))]
    steps = frames_of([*doubled, play("B", (24, 18), (18, 13))], seconds=3)
    spent = {step.kind: step.spent_ms for step in steps if step.seq > 5}
    assert spent == {"double": 3000, "take": 3000, "roll": None, "play": 6000}


def test_a_pause_costs_nobody_time() -> None:
    paused = [*OPENING, DirectorRuling("pause"), DirectorRuling("resume"), act.Roll("B", (6, 5))]
    steps = frames_of([*paused, play("B", (24, 18), (18, 13))], seconds=5)
    assert steps[-1].spent_ms == 15_000, "before the pause, after it, and the play; not the pause"


def test_a_tie_belongs_to_the_game_it_begins() -> None:
    tied = [act.OpeningRoll((2, 2)), *OPENING, act.Double("B"), act.Drop("A")]
    parts = chapters(frames_of([*tied, act.OpeningRoll((4, 4)), act.OpeningRoll((1, 6))]))
    assert [(part.game, len(part.frames)) for part in parts] == [(1, 5), (2, 2)]
    assert parts[0].result is not None
    assert parts[0].result.kind == "drop"
    assert parts[1].result is None
    assert (parts[0].score, parts[1].score) == ((0, 0), (0, 1))


def test_a_game_played_again_is_a_chapter_of_its_own() -> None:
    rules = Rules.preset("tournament", 1)
    lost = [*OPENING, act.OfferResign("B", "single"), act.AcceptResign("A")]
    again = [DirectorRuling("reopen", replay_game=True), act.Epoch(2, "c1" * 32), act.Ready("A")]
    steps = frames_of([*lost, *again, act.Ready("B"), *OPENING], rules)
    assert [part.game for part in chapters(steps)] == [1, 1]


def test_without_a_roll_there_is_no_chapter() -> None:
    assert frames_of([]) == []
    assert chapters([]) == []
