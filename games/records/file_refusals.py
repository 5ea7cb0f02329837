"""Why a file cannot be imported, one English sentence a code. games/file_texts.py translates them.

What the engine refuses (an illegal play, a double out of turn) keeps the engine's own code and sentence.
"""

from collections.abc import Mapping

from games.engine.wording import gettext_noop

FILE_REFUSALS: Mapping[str, str] = {
    "file_empty": gettext_noop("The file is empty."),
    "file_too_large": gettext_noop("A match file may have at most %(most)s KiB."),
    "not_text": gettext_noop("This is not a text file."),
    "unknown_format": gettext_noop(
        "This is neither a .mat file nor an .sgf file nor a JSON file of a backgammon match."
    ),
    "text_for_reading": gettext_noop(
        "This is the text of a match, made for reading. It leaves out what reading it again would need: take the "
        ".mat, .sgf or JSON file of the same match."
    ),
    "bad_json": gettext_noop("This is no JSON that can be read."),
    "not_our_json": gettext_noop(
        "This JSON is no match of Barpoint: “format” and “version” are others."
    ),
    "long_line": gettext_noop("This line is too long for a match file."),
    "bad_line": gettext_noop("This line cannot be read."),
    "no_length": gettext_noop(
        "The line “5 point match” (or another number) is missing before this."
    ),
    "long_match": gettext_noop("Matches to more than %(most)s points cannot be imported."),
    "no_games": gettext_noop("There is no game in this file."),
    "many_games": gettext_noop("A file may have at most %(most)s games."),
    "long_file": gettext_noop("A file may have at most %(most)s rolls and cube actions."),
    "game_number": gettext_noop("Game %(expected)s was expected here, not game %(found)s."),
    "no_score": gettext_noop("The line with the names and the score of the game is missing."),
    "no_name": gettext_noop("A player has no name here."),
    "long_name": gettext_noop("A name may have at most %(most)s characters."),
    "names_differ": gettext_noop("The players or the match length differ from the first game."),
    "score_differs": gettext_noop(
        "The file says that it stands %(file)s here; by the games before it stands %(ours)s."
    ),
    "not_from_start": gettext_noop(
        "The first game begins at %(file)s: only whole matches can be imported."
    ),
    "crawford_differs": gettext_noop(
        "By the score this game and the file do not agree on which is the Crawford game."
    ),
    "bad_dice": gettext_noop("A roll is two numbers from 1 to 6."),
    "opening_double": gettext_noop(
        "The first roll of a game decides who begins: it cannot be a double."
    ),
    "roll_left": gettext_noop("The roll before was not played."),
    "unanswered": gettext_noop("The double before was not answered."),
    "set_up": gettext_noop(
        "A position was set up by hand here: only what was played from the start can be imported."
    ),
    "variation": gettext_noop("Only backgammon can be imported, not %(name)s."),
    "cube_differs": gettext_noop("The cube goes to %(ours)s here, not to %(file)s."),
    "winner_differs": gettext_noop("By what was played the other player won this game."),
    "points_differ": gettext_noop("By what was played this game is worth %(ours)s, not %(file)s."),
    "no_such_stake": gettext_noop(
        "With the cube at %(cube)s nobody can give up a game for %(points)s."
    ),
    "no_stake_by_jacoby": gettext_noop(
        "By the Jacoby rule nobody can give up a game for %(points)s with the cube at %(cube)s."
    ),
    "not_over": gettext_noop("The file names a winner, but the game is not over."),
    "game_not_over": gettext_noop("A new game begins here, but the one before is not over."),
    "game_over": gettext_noop("The game was over before this."),
    "match_over": gettext_noop("The match was decided before this."),
    "not_backgammon": gettext_noop("This .sgf file is of another game than backgammon."),
    "bad_property": gettext_noop("The value of %(name)s cannot be read."),
    "unclosed": gettext_noop("The file ends in the middle."),
}
