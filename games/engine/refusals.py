"""The English sentence of every refusal, by its code. games/rule_texts.py translates them.

REFUSALS are the messages themselves. IN_GENERAL stands for messages that name points or options: where
the reader's language is not English it says the same without the details.
"""

from collections.abc import Mapping

from games.engine.errors import RulesError
from games.engine.wording import gettext_noop

REFUSALS: Mapping[str, str] = {
    "match_finished": gettext_noop("The match is over."),
    "match_void": gettext_noop("The match is void."),
    "match_paused": gettext_noop("The match is paused."),
    "game_not_started": gettext_noop("No game is in progress."),
    "game_running": gettext_noop("A game is already in progress."),
    "no_commitment": gettext_noop(
        "The dice for this match are not sealed yet. Try again in a moment."
    ),
    "already_ready": gettext_noop("You are already marked as ready."),
    "nonces_not_open": "No nonce is expected now.",
    "no_nonce_expected": "No nonce is expected now.",
    "not_your_turn": gettext_noop("It is not your turn."),
    "double_pending": gettext_noop("The double has to be answered first."),
    "resign_pending": gettext_noop("The offer to resign has to be answered first."),
    "already_rolled": gettext_noop("The dice are already rolled."),
    "not_rolled": gettext_noop("Roll the dice first."),
    "no_dice": "This roll has no dice.",
    "dice_awaited": gettext_noop(
        "The dice come when every table with the same dice is ready for them."
    ),
    "no_shared_dice": gettext_noop("This match does not share its dice with other tables."),
    "cube_off": gettext_noop("This match is played without the doubling cube."),
    "crawford_game": gettext_noop("No doubling in the Crawford game."),
    "no_roll_yet": gettext_noop("You cannot double before the first roll of the game."),
    "holland_rule": gettext_noop(
        "Holland rule: no doubling until both players have rolled twice in this game."
    ),
    "cube_not_yours": gettext_noop("The cube belongs to your opponent."),
    "cube_cap": gettext_noop("The cube cannot go any higher."),
    "cube_dead": gettext_noop("The cube is dead: the winner of this game wins the match."),
    "cube_dead_for_you": gettext_noop(
        "If you win this game, you win the match. A double can only help your opponent."
    ),
    "no_double_pending": gettext_noop("No double is waiting for an answer."),
    "beavers_off": gettext_noop("This match is played without beavers."),
    "beaver_limit": gettext_noop("No further beaver or raccoon is allowed. Take or drop."),
    "not_a_beaver": gettext_noop("Answer a beaver with a raccoon, a take or a drop."),
    "not_a_raccoon": gettext_noop("A raccoon can only answer a beaver."),
    "resign_off": gettext_noop("Games cannot be resigned in this match."),
    "contact_remains": gettext_noop("A game may be resigned only after contact is over."),
    "resign_declined": gettext_noop(
        "Your opponent has already declined your resignation in this position."
    ),
    "no_resignation": gettext_noop("No resignation is waiting for an answer."),
    "session_not_open": gettext_noop("Only an open-ended session can be ended this way."),
    "last_game_already": gettext_noop("The session already ends after this game."),
    "end_asked_already": gettext_noop("You have already asked to end the session now."),
    "only_in_sessions": gettext_noop(
        "The Jacoby rule, beavers and automatic doubles are for sessions only."
    ),
    "only_in_matches": gettext_noop("The Crawford and Holland rules are for matches only."),
    "needs_cube": gettext_noop("This option needs the doubling cube, which is not in play."),
    "epoch_open": "The current dice are still sealed.",
    "wrong_epoch": "Epochs must be numbered consecutively.",
    "no_opening_due": gettext_noop("No opening roll is due."),
    "nobody_to_act": gettext_noop("No clock is running."),
    "not_paused": gettext_noop("The match is not paused."),
    "not_finished": gettext_noop("The match is not over."),
    "match_decided": gettext_noop(
        "At this score the match is over. Correct the score or replay the last game."
    ),
    "needs_reopen": gettext_noop("At this score the match is not over. Reopen it instead."),
    "bad_score": gettext_noop("Only one player can win the match."),
    "no_game_to_replay": gettext_noop("This match has no finished game to replay."),
    "not_imported": "Only imported matches allow this.",
    "no_clock": gettext_noop("This match is played without a clock."),
}

IN_GENERAL: Mapping[str, str] = {
    "must_play": gettext_noop("You have a legal move and must play it."),
    "must_play_both_dice": gettext_noop("Both dice can be played, so you must play both."),
    "must_play_all_dice": gettext_noop("You must play as many dice as possible."),
    "must_play_higher_die": gettext_noop(
        "Only one die can be played. You must play the higher one."
    ),
    "must_enter_first": gettext_noop("Enter your checker from the bar first."),
    "no_checker_there": gettext_noop("You have no checker on that point."),
    "point_blocked": gettext_noop("Your opponent’s point blocks this move."),
    "cannot_bear_off": gettext_noop("You cannot bear off that checker with the remaining dice."),
    "not_on_the_dice": gettext_noop("None of the remaining dice makes that move."),
    "no_die_left": gettext_noop("All dice have been played."),
    "ambiguous_play": gettext_noop("More than one route is possible. Enter one move for each die."),
    "not_a_hit": gettext_noop("A star marks a hit, but this move hits nothing."),
    "bad_notation": gettext_noop("Write the play like this: 24/18 13/11."),
    "bad_moves": "A play must be a list of moves from point to point.",
    "bad_action": gettext_noop(
        "Something is wrong with this request. Reload the page and try again."
    ),
    "bad_rules": gettext_noop("These rule options cannot be combined."),
    "holland_needs_crawford": gettext_noop("The Holland rule needs the Crawford rule."),
    "bad_clock": gettext_noop("This clock setting is not valid."),
    "unknown_preset": gettext_noop("This no longer exists. Reload the page."),
}


def refused(code: str) -> RulesError:
    return RulesError(code, REFUSALS[code])
