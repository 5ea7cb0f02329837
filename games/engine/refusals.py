"""The English sentence of every refusal, by its code. games/rule_texts.py translates them.

REFUSALS are the messages themselves. IN_GENERAL stands for messages that name points or options: where
the reader's language is not English it says the same without the details.
"""

from collections.abc import Mapping

from games.engine.errors import RulesError
from games.engine.wording import gettext_noop

REFUSALS: Mapping[str, str] = {
    "match_finished": gettext_noop("The match is over."),
    "match_void": gettext_noop("The match has been declared void."),
    "match_paused": gettext_noop("The match is paused by the director."),
    "game_not_started": gettext_noop("No game is being played at the moment."),
    "game_running": gettext_noop("A game is being played."),
    "no_commitment": gettext_noop("The dice of this match have not been sealed yet."),
    "already_ready": gettext_noop("You have already said that you are ready."),
    "nonces_not_open": gettext_noop("Nobody is asked for a nonce at the moment."),
    "no_nonce_expected": gettext_noop("No nonce is expected from you, or it is already here."),
    "not_your_turn": gettext_noop("It is not your turn."),
    "double_pending": gettext_noop("The double has to be answered first."),
    "resign_pending": gettext_noop("The offer to resign has to be answered first."),
    "already_rolled": gettext_noop("The dice are already rolled."),
    "not_rolled": gettext_noop("The dice have not been rolled yet."),
    "no_dice": gettext_noop("The dice of this roll are missing."),
    "cube_off": gettext_noop("This match is played without the doubling cube."),
    "crawford_game": gettext_noop("This is the Crawford game: nobody may double."),
    "no_roll_yet": gettext_noop("Nobody may double before the first roll of a game."),
    "holland_rule": gettext_noop(
        "Holland rule: nobody may double until both players have completed two rolls of this game."
    ),
    "cube_not_yours": gettext_noop("The cube belongs to your opponent."),
    "cube_cap": gettext_noop("The cube may not go higher."),
    "cube_dead": gettext_noop("Whoever wins this game wins the match, so the cube stays as it is."),
    "cube_dead_for_you": gettext_noop(
        "Winning this game wins you the match, so a double can only help your opponent."
    ),
    "no_double_pending": gettext_noop("There is no double to answer."),
    "beavers_off": gettext_noop("Beavers are not played in this match."),
    "beaver_limit": gettext_noop("This double may not be answered by another."),
    "not_a_beaver": gettext_noop("The answer to a beaver is a raccoon, a take or a drop."),
    "not_a_raccoon": gettext_noop("A raccoon is the answer to a beaver."),
    "resign_off": gettext_noop("Games cannot be resigned in this match."),
    "contact_remains": gettext_noop(
        "A game may be resigned only when the two sides have passed each other."
    ),
    "resign_declined": gettext_noop("Your opponent has already declined that in this position."),
    "no_resignation": gettext_noop("There is no offer to resign."),
    "session_not_open": gettext_noop("Only an open-ended session can be ended this way."),
    "last_game_already": gettext_noop("The session already ends after this game."),
    "end_asked_already": gettext_noop("You have already asked to end the session now."),
    "only_in_sessions": gettext_noop(
        "The Jacoby rule, beavers and automatic doubles are for sessions, not for matches."
    ),
    "only_in_matches": gettext_noop(
        "The Crawford and Holland rules are for matches, not for sessions."
    ),
    "needs_cube": gettext_noop("This option needs the doubling cube, which is not used here."),
    "epoch_open": gettext_noop("The present dice are still sealed."),
    "wrong_epoch": gettext_noop("Epochs are numbered one after the other."),
    "no_opening_due": gettext_noop("No opening roll is due."),
    "nobody_to_act": gettext_noop("No clock is running."),
    "not_paused": gettext_noop("The match is not paused."),
    "not_finished": gettext_noop("The match is not over."),
    "match_decided": gettext_noop(
        "By the score the match is decided: correct the score or replay the last game."
    ),
    "needs_reopen": gettext_noop("With this score the match is not over: reopen it instead."),
    "bad_score": gettext_noop("Both players cannot have won."),
    "no_game_to_replay": gettext_noop("There is no finished game to replay."),
    "not_imported": gettext_noop("Only a match that comes from a file can do that."),
    "no_clock": gettext_noop("This match is played without a clock."),
}

IN_GENERAL: Mapping[str, str] = {
    "must_play": gettext_noop("This roll can be played, so it must be."),
    "must_play_both_dice": gettext_noop("Both dice can be played, so both must be."),
    "must_play_all_dice": gettext_noop("As many dice as possible must be played."),
    "must_play_higher_die": gettext_noop("Only one die can be played: the higher must be."),
    "must_enter_first": gettext_noop("Your checker on the bar must enter first."),
    "no_checker_there": gettext_noop("You have no checker on that point."),
    "point_blocked": gettext_noop("Your opponent holds a point on the way."),
    "cannot_bear_off": gettext_noop("That checker cannot be borne off with the dice left."),
    "not_on_the_dice": gettext_noop("No die left makes that move."),
    "no_die_left": gettext_noop("All dice have been played."),
    "ambiguous_play": gettext_noop("Say which way the checker goes: one move for each die."),
    "not_a_hit": gettext_noop("A star is written where nothing is hit."),
    "bad_notation": gettext_noop("A play is a short text such as 24/18 13/11."),
    "bad_moves": gettext_noop("A play is a list of moves from point to point."),
    "bad_action": gettext_noop("This request is not understood."),
    "bad_rules": gettext_noop("These rule options do not fit together."),
    "holland_needs_crawford": gettext_noop(
        "The Holland rule speaks of games after the Crawford game."
    ),
    "bad_clock": gettext_noop("This is not a clock to play with."),
    "unknown_preset": gettext_noop("There is no preset of that name."),
}


def refused(code: str) -> RulesError:
    return RulesError(code, REFUSALS[code])
