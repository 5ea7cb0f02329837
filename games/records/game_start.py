"""May this game of a file begin here, and with the score that the file gives?"""

from games.records.event_replay import Replay
from games.records.match_file import FiledGame, FileRefused, Score


def check_start(replay: Replay, game: FiledGame, *, corrected: bool = False) -> None:
    """Raise FileRefused if not. A game without rows only gives the score; `corrected`: a director set it, so it need not add up."""
    state = replay.state
    if state.outcome is not None and (game.events or game.score != state.score):
        raise FileRefused("match_over", game.place)
    if state.live_game is not None and game.events:
        raise FileRefused("game_not_over", game.place)
    if not corrected and game.score is not None and game.score != state.score:
        if not state.results:
            raise FileRefused("not_from_start", game.place, file=score_text(game.score))
        raise FileRefused(
            "score_differs", game.place, file=score_text(game.score), ours=score_text(state.score)
        )
    if game.events and game.crawford is not None and game.crawford != (state.crawford == "now"):
        raise FileRefused("crawford_differs", game.place)


def score_text(score: Score) -> str:
    return f"{score[0]}–{score[1]}"
