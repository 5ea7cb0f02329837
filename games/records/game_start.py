"""May this game of a file begin here, and with the score that the file says?"""

from games.records.event_replay import Replay
from games.records.match_file import FiledGame, FileRefused, Score


def stands(replay: Replay, game: FiledGame, *, corrected: bool = False) -> None:
    """A game without rows only says the score; `corrected`: a director set it, so it need not add up."""
    state = replay.state
    if state.outcome is not None and (game.events or game.score != state.score):
        raise FileRefused("match_over", game.place)
    if state.live_game is not None and game.events:
        raise FileRefused("game_not_over", game.place)
    if not corrected and game.score is not None and game.score != state.score:
        if not state.results:
            raise FileRefused("not_from_start", game.place, file=said(game.score))
        raise FileRefused(
            "score_differs", game.place, file=said(game.score), ours=said(state.score)
        )
    if game.events and game.crawford is not None and game.crawford != (state.crawford == "now"):
        raise FileRefused("crawford_differs", game.place)


def said(score: Score) -> str:
    return f"{score[0]}–{score[1]}"
