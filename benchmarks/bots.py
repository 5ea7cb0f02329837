"""How strong the bots of the site are: each kind plays against itself, and the analysis engine judges every match.

    python -m benchmarks.bots [--matches 200] [--length 5] [--kinds club expert] [--preset fast] [--processes 2] [--keep FILE]

Prints a row for each kind, as docs/bots.md has them: the PR over all decisions of both sides with its 95 % interval, and how
many matches and decisions stand behind it. The judge must look further ahead than the bot: `fast` and `very_quick` judge most
decisions with two plies, as World class plays, so they find next to no errors in it. `--keep` appends each match to a file as soon as it is judged; a run with the same
file goes on where the last one ended. As many processes as cores; no database.
"""

import argparse
import json
import os
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine.actions import Action
    from games.engine.state import MatchState
    from games.records.replay import MatchRecord

KINDS = ("random", "steady", "club", "expert", "world_class")
QUANTILE = 1.96
"""Of the normal distribution: 95 % of it are within so many deviations."""


@dataclass(frozen=True, slots=True)
class Played:
    """One judged match. `error` is the equity lost by both sides in `decisions`; `acted` are actions, `thought_s` their seconds."""

    kind: str
    number: int
    length: int
    preset: str
    error: float
    decisions: int
    acted: int
    thought_s: float


@dataclass(frozen=True, slots=True)
class Strength:
    """`pr` is 500 times the equity lost in a decision, `within` half of its 95 % interval."""

    pr: float
    within: float
    matches: int
    decisions: int
    decision_s: float


def main() -> None:
    asked = _asked()
    kept = [row for row in _kept(asked.keep) if (row.length, row.preset) == asked_for(asked)]
    finished = {(row.kind, row.number) for row in kept}
    waiting = [
        (kind, number, asked.length, asked.preset)
        for number in range(asked.matches)
        for kind in asked.kinds
        if (kind, number) not in finished
    ]
    rows = [row for row in kept if row.kind in asked.kinds and row.number < asked.matches]
    pool = get_context("spawn").Pool(asked.processes)
    with pool:
        for row in pool.imap_unordered(_judged, waiting):
            rows.append(row)
            if asked.keep:
                with asked.keep.open("a") as file:
                    file.write(json.dumps(asdict(row)) + "\n")
    print("| bot | PR | 95 % interval | matches | decisions | judged by | ms a decision |")
    print("|---|---|---|---|---|---|---|")
    for kind in asked.kinds:
        of_kind = [row for row in rows if row.kind == kind]
        if of_kind:
            print(_line(kind, strength_of(of_kind), asked.preset))


def asked_for(asked: argparse.Namespace) -> tuple[int, str]:
    """What rows of a kept file must have to count in this run."""
    return asked.length, asked.preset


def strength_of(rows: Iterable[Played]) -> Strength:
    """The PR of all decisions together. Its interval takes matches as what was drawn: decisions of one match go together."""
    rows = list(rows)
    number, decisions = len(rows), sum(row.decisions for row in rows)
    mean = sum(row.error for row in rows) / max(1, decisions)
    residuals = sum((row.error - mean * row.decisions) ** 2 for row in rows)
    spread = (residuals * number / (number - 1)) ** 0.5 if number > 1 else float("nan")
    return Strength(
        pr=500 * mean,
        within=500 * QUANTILE * spread / max(1, decisions),
        matches=number,
        decisions=decisions,
        decision_s=sum(row.thought_s for row in rows) / max(1, sum(row.acted for row in rows)),
    )


def _line(kind: str, strength: Strength, preset: str) -> str:
    low, high = strength.pr - strength.within, strength.pr + strength.within
    return (
        f"| {kind} | {strength.pr:.1f} | {low:.1f}–{high:.1f} | {strength.matches}"
        f" | {strength.decisions:,} | {preset} | {1000 * strength.decision_s:.0f} |"
    )


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--length", type=int, default=5)
    parser.add_argument("--kinds", nargs="*", default=KINDS)
    parser.add_argument("--preset", default="fast")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path)
    return parser.parse_args()


def _kept(path: Path | None) -> list[Played]:
    """What earlier runs judged; a last line that was cut off is left out."""
    if path is None or not path.exists():
        return []
    text = path.read_text()
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole)
    return [Played(**json.loads(line)) for line in whole.splitlines()]


def _judged(asked: tuple[str, int, int, str]) -> Played:
    from analysis.engine import analyze
    from analysis.engine_file import engine_file

    kind, number, length, preset = asked
    record, seconds = _played(kind, length)
    totals = analyze(engine_file(record), preset, lambda _done, _total: None, timeout_s=600)[
        "totals"
    ]
    return Played(
        kind=kind,
        number=number,
        length=length,
        preset=preset,
        error=sum(side["error"] for side in totals.values()),
        decisions=sum(side["decisions"] for side in totals.values()),
        acted=len(record.entries),
        thought_s=seconds,
    )


def _played(kind: str, length: int) -> tuple["MatchRecord", float]:
    """A match that two bots of this kind have played, without a database, and the seconds it took."""
    from games.engine.actions import Action, Imported
    from games.engine.match import apply, initial
    from games.engine.rules import Rules
    from games.records.replay import MatchRecord, replay

    rules, rng = Rules.preset("tournament", length), Random()
    actions: list[Action] = [Imported("start", source="json")]
    state = apply(initial(rules), actions[0])
    begun = time.perf_counter()
    while state.outcome is None:
        action = _next_action(kind, state, rng)
        actions.append(action)
        state = apply(state, action)
    seconds = time.perf_counter() - begun
    log = ((action, 0) for action in actions)
    return MatchRecord("bots", ("A", "B"), rules, None, tuple(replay(rules, None, log))), seconds


def _next_action(kind: str, state: "MatchState", rng: Random) -> "Action":
    """What the server does by itself, or else the bot whose turn it is."""
    from analysis.services import house_bots
    from games.bots import decide
    from games.engine.actions import MakePlay, OpeningRoll, Roll, from_json
    from games.engine.match import must_dance

    game = state.live_game
    if game is None or game.turn is None:
        first, second = rng.sample(range(1, 7), 2)
        return OpeningRoll((first, second))
    seat = game.to_act
    if seat is None:
        raise RuntimeError(f"Nobody is to act: {state.waiting_for}")
    if must_dance(state):
        return MakePlay(seat)
    word, payload = house_bots.decide(kind, state, seat, rng) or decide(kind, state, seat, rng)
    if word == "roll":
        return Roll(seat, (rng.randint(1, 6), rng.randint(1, 6)))
    return from_json(word, seat, payload)


if __name__ == "__main__":
    main()
