"""What happened in one step of a match, as a sentence in the reader's language. Decides nothing.

`sentence` is what a screen reader speaks and the page shows; `cell` the short text of a move list.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext

from games.engine import actions as act
from games.engine.notation import format_play
from games.engine.outcome import GameResult, MatchOutcome
from games.engine.rulings import DirectorRuling
from games.engine.seats import Seat, other
from games.records.frames import Frame, file_word

Names = tuple[str, str]


def sentence(frame: Frame, names: Names) -> str:
    """One to three sentences: what was done, the game or match it ended."""
    parts = [_SENTENCES[frame.kind](frame, names)]
    outcome = frame.entry.after.match.outcome
    if frame.result is not None and frame.result.points:
        parts.append(result_sentence(frame.result, names))
    if outcome is not None and outcome != frame.entry.before.match.outcome:
        parts.append(outcome_sentence(outcome, frame.entry.after.match.capped_score, names))
    return " ".join(part for part in parts if part)


def cell(frame: Frame) -> str:
    """The text of a move list; empty for what stands in no cell (rolls, opening rolls, rulings)."""
    if frame.kind == "play":
        return play_text(frame) or _("No move")
    return _CELLS[frame.kind](frame) if frame.kind in _CELLS else ""


def play_text(frame: Frame) -> str:
    last = frame.game.last
    return "" if last is None else format_play(last.single_moves)


def roll_text(dice: tuple[int, int]) -> str:
    """The higher number first, however the dice fell."""
    return f"{max(dice)}{min(dice)}"


def points(n: int) -> str:
    return npgettext("score", "%(n)s point", "%(n)s points", n) % {"n": n}


def name(seat: Seat, names: Names) -> str:
    return names[0 if seat == "A" else 1] or _("Empty seat")


def result_sentence(result: GameResult, names: Names) -> str:
    winner, n = name(result.winner, names), result.points
    params = {"name": winner, "points": points(n), "loser": name(other(result.winner), names)}
    texts = {
        "single": _("%(name)s wins the game: %(points)s."),
        "gammon": _("%(name)s wins a gammon: %(points)s."),
        "backgammon": _("%(name)s wins a backgammon: %(points)s."),
    }
    return texts.get(result.kind, _("%(name)s: %(points)s.")) % params


def result_word(result: GameResult) -> str:
    """How a game ended, in a word; nothing for a game simply played out."""
    texts = {
        "gammon": pgettext("result", "gammon"),
        "backgammon": pgettext("result", "backgammon"),
        "drop": pgettext("result", "drop"),
        "resignation": pgettext("result", "resignation"),
        "time": pgettext("result", "time forfeit"),
        "forfeit": pgettext("result", "forfeit"),
        "ruling": pgettext("result", "ruling"),
    }
    return texts.get(result.kind, "")


def outcome_sentence(outcome: MatchOutcome, score: tuple[int, int], names: Names) -> str:
    if outcome.winner is None:
        texts = {
            "drawn": _("The match ends in a tie."),
            "void": _("The match is void."),
            "double_forfeit": _("Both players lose the match."),
            "unfinished": _("The match was not finished."),
        }
        return texts.get(outcome.reason, _("The match has no winner."))
    won, lost = score if outcome.winner == "A" else (score[1], score[0])
    params = {"name": name(outcome.winner, names), "score": f"{won}–{lost}"}
    unplayed = {
        "time": _("%(name)s wins the match on time."),
        "conceded": _("%(name)s wins the match by resignation."),
        "forfeit": _("%(name)s wins the match by forfeit."),
        "ruling": _("%(name)s wins the match by a ruling."),
    }
    if won <= lost and outcome.reason in unplayed:
        return unplayed[outcome.reason] % params
    return _("%(name)s wins the match %(score)s.") % params


def won_how(outcome: MatchOutcome | None) -> str:
    """How a match was won that was not played out, for a list; empty for one that was."""
    texts = {
        # Translators: stands beside the name of the winner, so it says who won, not who lost.
        "time": pgettext("result", "won on time"),
        "conceded": pgettext("result", "won by resignation"),
        "forfeit": pgettext("result", "won by forfeit"),
        "ruling": pgettext("result", "won by a ruling"),
    }
    return "" if outcome is None or outcome.winner is None else texts.get(outcome.reason, "")


def _actor(frame: Frame, names: Names) -> dict[str, Any]:
    return {"name": name(frame.seat, names) if frame.seat else "", "n": frame.game.cube}


def _opening(frame: Frame, names: Names) -> str:
    assert frame.dice is not None  # noqa: S101
    a, b = frame.dice
    params = {"a": name("A", names), "b": name("B", names), "x": a, "y": b}
    if a == b:
        before = frame.entry.before.match.live_game
        if frame.game.cube > (before.cube if before else 1):
            params["n"] = frame.game.cube
            return (
                _("Opening roll: both rolled %(x)s. Automatic double: the cube is at %(n)s.")
                % params
            )
        return _("Opening roll: both rolled %(x)s. They roll again.") % params
    params["name"] = name("A" if a > b else "B", names)
    return _("Opening roll: %(a)s %(x)s, %(b)s %(y)s. %(name)s starts.") % params


def _roll(frame: Frame, names: Names) -> str:
    params = {"name": name(frame.seat or "A", names), "dice": roll_text(frame.dice or (0, 0))}
    return _("%(name)s rolls %(dice)s.") % params


def _play(frame: Frame, names: Names) -> str:
    dice, play = roll_text(frame.dice or (0, 0)), play_text(frame)
    params = {"name": name(frame.seat or "A", names), "dice": dice, "play": play}
    if not play:
        return _("%(name)s has no legal move with %(dice)s.") % params
    return _("%(name)s plays %(dice)s: %(play)s.") % params


def _double(frame: Frame, names: Names) -> str:
    params = _actor(frame, names) | {"n": frame.game.offered or frame.game.cube}
    texts = {
        "double": _("%(name)s doubles to %(n)s."),
        "beaver": _("%(name)s beavers to %(n)s."),
        "raccoon": _("%(name)s raccoons to %(n)s."),
    }
    return texts[frame.kind] % params


def _offer(frame: Frame, names: Names) -> str:
    level = getattr(frame.entry.action, "level", "single")
    texts = {
        "single": _("%(name)s offers to resign a single game."),
        "gammon": _("%(name)s offers to resign a gammon."),
        "backgammon": _("%(name)s offers to resign a backgammon."),
    }
    return texts[level] % _actor(frame, names)


def _flag(frame: Frame, names: Names) -> str:
    loser = frame.entry.before.match.to_act or "A"
    return _("%(name)s runs out of time.") % {"name": name(loser, names)}


def _forfeit(frame: Frame, names: Names) -> str:
    losers: tuple[Seat, ...] = getattr(frame.entry.action, "losers", ())
    if len(losers) != 1:
        return _("Both players forfeit the match.")
    return _("%(name)s forfeits the match.") % {"name": name(losers[0], names)}


def _ruling(frame: Frame, _names: Names) -> str:
    ruling = frame.entry.action
    assert isinstance(ruling, DirectorRuling)  # noqa: S101
    a, b = frame.entry.after.match.capped_score
    texts = {
        "score": _("Ruling: the score is %(score)s."),
        "result": _("Ruling: the result is decided."),
        "clock": _("Ruling: the clocks are set."),
        "pause": _("Ruling: the match is paused."),
        "resume": _("Ruling: the match resumes."),
        "void": _("Ruling: the match is void."),
        "reopen": _("Ruling: the match is reopened."),
        "own_dice": _("Ruling: the match no longer shares its dice with other tables."),
    }
    text = texts[ruling.what] % {"score": f"{a}–{b}"}
    return text + (
        " " + _("Reason: %(reason)s") % {"reason": ruling.reason} if ruling.reason else ""
    )


def _imported(frame: Frame, names: Names) -> str:
    """What only the file of an imported match has."""
    word = file_word(frame.entry)
    if word == "doubled":
        return _("Automatic doubles: the cube starts at %(n)s.") % {"n": frame.game.cube}
    if word == "resigned" and frame.seat:
        return _("%(name)s resigns.") % _actor(frame, names)
    if word == "opened" and frame.seat:
        return _("%(name)s starts.") % _actor(frame, names)
    if word == "end" and frame.seat:
        return _("%(name)s runs out of time.") % _actor(frame, names)
    return _("The file ends here.")


def _is_over(frame: Frame) -> bool:
    return frame.entry.after.match.outcome is not None


def _end_session(frame: Frame, names: Names) -> str:
    """Asked for in a game, done between games or when both have asked."""
    if _is_over(frame):
        return _("%(name)s ends the session.") % _actor(frame, names)
    return _("%(name)s asks to end the session now.") % _actor(frame, names)


def _simple(text: Callable[[], str]) -> Callable[[Frame, Names], str]:
    return lambda frame, names: text() % _actor(frame, names)


_SENTENCES: Mapping[str, Callable[[Frame, Names], str]] = {
    "opening_roll": _opening,
    "roll": _roll,
    "play": _play,
    "double": _double,
    "beaver": _double,
    "raccoon": _double,
    "take": _simple(lambda: _("%(name)s takes. The cube is at %(n)s.")),
    "drop": _simple(lambda: _("%(name)s drops.")),
    "offer_resign": _offer,
    "accept_resign": _simple(lambda: _("%(name)s accepts the resignation.")),
    "decline_resign": _simple(lambda: _("%(name)s declines the resignation.")),
    "concede": _simple(lambda: _("%(name)s resigns the match.")),
    "last_game": _simple(lambda: _("%(name)s ends the session after this game.")),
    "end_session": _end_session,
    "flag": _flag,
    "forfeit": _forfeit,
    "ruling": _ruling,
    "imported": _imported,
}


def _offer_cell(frame: Frame) -> str:
    texts = {
        "single": pgettext("resignation", "Offers a single game"),
        "gammon": pgettext("resignation", "Offers a gammon"),
        "backgammon": pgettext("resignation", "Offers a backgammon"),
    }
    return texts[getattr(frame.entry.action, "level", "single")]


_CELLS: Mapping[str, Callable[[Frame], str]] = {
    "double": lambda frame: _("Double to %(n)s") % {"n": frame.game.offered},
    "beaver": lambda frame: _("Beaver to %(n)s") % {"n": frame.game.offered},
    "raccoon": lambda frame: _("Raccoon to %(n)s") % {"n": frame.game.offered},
    "take": lambda _frame: pgettext("move list", "Take"),
    "drop": lambda _frame: pgettext("move list", "Drop"),
    "offer_resign": _offer_cell,
    "accept_resign": lambda _frame: pgettext("resignation", "Accepts"),
    "decline_resign": lambda _frame: pgettext("resignation", "Declines"),
    "concede": lambda _frame: _("Resigns the match"),
}


def is_comment(frame: Frame) -> bool:
    """Does it stand across the move list: what no player did, and a tie at the opening?"""
    action = frame.entry.action
    if isinstance(action, act.OpeningRoll):
        return action.dice[0] == action.dice[1]
    return frame.kind == "imported" or isinstance(action, act.Flag | act.Forfeit | DirectorRuling)
