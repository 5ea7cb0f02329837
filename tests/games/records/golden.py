"""Two matches made by hand, with everything a match file has trouble with; their files lie in tests/data/match-files.

`python -m tests.games.records.golden` writes the files again: look at what changed before you keep it.
"""

from pathlib import Path

from games.engine import actions as act
from games.engine.actions import Action
from games.engine.clock import ClockSettings
from games.engine.match import apply, initial, resolve
from games.engine.rules import Rules
from games.engine.rulings import DirectorRuling
from games.engine.seats import Seat
from games.engine.state import MatchState
from games.records.kinds import KINDS
from games.records.replay import MatchRecord, replay
from tests.games.engine.playing import COMMITMENT

FOLDER = Path(__file__).parents[2] / "data" / "match-files"
START = 1_767_225_600_000  # 2026-01-01, in milliseconds
STEP = 2_500


class Script:
    """Actions one after the other; plays are written as text."""

    def __init__(self, rules: Rules) -> None:
        self.state: MatchState = initial(rules)
        self.actions: list[Action] = []

    def do(self, *actions: Action) -> None:
        for action in actions:
            done = resolve(self.state, action)
            self.state = apply(self.state, done)
            self.actions.append(done)

    def begin(self) -> None:
        """A new seed, and both are ready."""
        epoch = act.Epoch(self.state.epoch + 1, COMMITMENT)
        self.do(epoch, act.Ready("A"), act.Ready("B"))

    def play(self, seat: Seat, dice: str, text: str) -> None:
        """Roll (unless the dice are there) and play."""
        if self.state.waiting_for == "roll":
            self.do(act.Roll(seat, (int(dice[0]), int(dice[1]))))
        self.do(act.MakePlay(seat, text=text))

    def resign(self, seat: Seat, level: act.Level, *, accepted: bool) -> None:
        other: Seat = "B" if seat == "A" else "A"
        answer = act.AcceptResign(other) if accepted else act.DeclineResign(other)
        self.do(act.OfferResign(seat, level), answer)


def session() -> MatchRecord:
    """Money: an automatic double, beaver and raccoon, a declined resignation, a beaver dropped, a dance."""
    rules = Rules.preset("money", games=3)
    rules = Rules.from_json(rules.to_json() | {"max_beavers": 2})
    script = Script(rules)
    script.begin()
    script.do(act.OpeningRoll((4, 4)), act.OpeningRoll((3, 1)))
    script.play("A", "31", "8/5 6/5")
    script.do(act.Double("B"), act.Beaver("A"), act.Raccoon("B"), act.Take("A"))
    script.play("B", "64", "24/14")
    script.resign("A", "single", accepted=False)
    script.do(act.Roll("A", (2, 1)))
    script.resign("A", "gammon", accepted=True)
    script.do(act.Ready("A"), act.Ready("B"), act.OpeningRoll((2, 6)))
    script.play("B", "26", "24/18 13/11")
    script.do(act.Double("A"), act.Beaver("B"), act.Drop("A"))
    script.do(act.Ready("A"), act.Ready("B"), act.OpeningRoll((5, 3)))
    script.play("A", "53", "8/3 6/3")
    script.play("B", "52", "13/11 13/8")
    script.play("A", "44", "24/20(2) 13/9(2)")
    script.play("B", "66", "8/2(2) 13/7(2)")
    script.play("A", "21", "6/4 9/8")
    script.do(act.Double("B"), act.Take("A"))
    script.play("B", "61", "8/1")
    script.do(act.Roll("A", (1, 1)))
    script.resign("A", "single", accepted=True)
    return _record(script, "session", ("Ann [red]: A\\B", "Õie Ööbik"), "", None)


def match() -> MatchRecord:
    """To 3 with a clock: Crawford, a flag undone, a score corrected, a pause, a game played again."""
    script = Script(Rules.preset("tournament", 3))
    script.begin()
    script.do(act.OpeningRoll((6, 5)))
    script.play("A", "65", "24/13")
    script.do(act.Flag("2026-01-01T00:00:12.000Z", "B"))
    script.do(DirectorRuling("reopen", "The clock was wrong", "Dora"))
    script.begin()
    script.play("B", "31", "8/5 6/5")
    script.resign("A", "gammon", accepted=True)
    script.do(DirectorRuling("score", "only a single game", "Dora", score=(0, 1)))
    script.do(act.Ready("A"), act.Ready("B"), act.OpeningRoll((1, 4)))
    script.play("B", "41", "13/9 6/5")
    script.do(act.Double("A"), act.Take("B"))
    script.do(DirectorRuling("pause", "fire alarm"), DirectorRuling("resume"))
    script.play("A", "33", "8/5(2) 6/3(2)")
    script.resign("B", "single", accepted=True)
    script.do(act.Ready("A"), act.Ready("B"), act.OpeningRoll((2, 3)))
    script.play("B", "32", "24/21 13/11")
    script.do(DirectorRuling("result", "", "Dora", winner="B"))
    script.do(DirectorRuling("reopen", score=(2, 0)))
    script.begin()
    script.do(act.Forfeit(("B",), "left"))
    return _record(
        script, "match", ("Ann; 5", "Ben / Karl-Friedrich von Überlingen"), "Final", 120_000
    )


def _record(
    script: Script, name: str, names: tuple[str, str], subtitle: str, reserve: int | None
) -> MatchRecord:
    clock = None if reserve is None else ClockSettings("bronstein", reserve, 8_000)
    log = [(action, START + STEP * n) for n, action in enumerate(script.actions)]
    moments = tuple(replay(script.state.rules, clock, log))
    return MatchRecord(name, names, script.state.rules, clock, moments, "Winter Cup", subtitle)


RECORDS = {"session": session, "match": match}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, make in RECORDS.items():
        for kind in KINDS.values():
            (FOLDER / f"{name}.{kind.suffix}").write_text(kind.write(make()), encoding="utf-8")
