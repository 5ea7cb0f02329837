"""Why a file cannot be imported, one English sentence a code. games/file_texts.py translates them.

What the engine refuses (an illegal play, a double out of turn) keeps the engine's own code and sentence.
"""

from collections.abc import Mapping

from games.engine.wording import gettext_noop

FILE_REFUSALS: Mapping[str, str] = {
    "file_empty": gettext_noop("The file is empty."),
    "file_too_large": gettext_noop("The file is too large. Maximum size: %(most)s KiB."),
    "not_text": gettext_noop("This is not a text file."),
    "unknown_format": gettext_noop(
        "This is not a match file. Use .mat, .sgf, .xg, .bgf or Barpoint JSON."
    ),
    "text_for_reading": gettext_noop(
        "This text version cannot be imported. Use the .mat, .sgf or JSON file of the same match."
    ),
    "bad_json": gettext_noop("This is not valid JSON."),
    "not_our_json": gettext_noop(
        "This JSON is not a Barpoint match. Check “format” and “version”."
    ),
    "long_line": gettext_noop("This line is too long for a match file."),
    "bad_line": gettext_noop("This line cannot be read."),
    "no_length": gettext_noop("A line like “5 point match” must come before this one."),
    "long_match": gettext_noop("The match is too long. Maximum match length: %(most)s."),
    "no_games": gettext_noop("This file contains no games."),
    "many_games": gettext_noop("The file has too many games. Maximum: %(most)s."),
    "long_file": gettext_noop("The file has too many rolls and cube actions. Maximum: %(most)s."),
    "game_number": gettext_noop(
        "Game %(expected)s should be here, but the file has game %(found)s."
    ),
    "no_score": gettext_noop("The line with the players’ names and the score is missing."),
    "no_name": gettext_noop("A player’s name is missing here."),
    "long_name": gettext_noop("This name is too long. Maximum characters: %(most)s."),
    "names_differ": gettext_noop(
        "The players or the match length are not the same as in the first game."
    ),
    "score_differs": gettext_noop(
        "The score in the file is %(file)s, but the earlier games give %(ours)s."
    ),
    "not_from_start": gettext_noop(
        "The first game starts at %(file)s. Only whole matches can be imported."
    ),
    "crawford_differs": gettext_noop(
        "The file and the score disagree on which game is the Crawford game."
    ),
    "bad_dice": gettext_noop("A roll must be two numbers from 1 to 6."),
    "opening_double": gettext_noop("The opening roll cannot be a double."),
    "roll_left": gettext_noop("The previous roll was not played."),
    "unanswered": gettext_noop("The previous double was not answered."),
    "set_up": gettext_noop(
        "This position was set up by hand. Only games played from the start can be imported."
    ),
    "variation": gettext_noop(
        "Only backgammon can be imported. This file has another variant: %(name)s."
    ),
    "cube_differs": gettext_noop("The cube goes to %(ours)s here, but the file says %(file)s."),
    "winner_differs": gettext_noop("According to the plays, the other player won this game."),
    "points_differ": gettext_noop(
        "According to the plays, this game is worth %(ours)s, not %(file)s."
    ),
    "no_such_stake": gettext_noop("With the cube at %(cube)s, no resignation is worth %(points)s."),
    "no_stake_by_jacoby": gettext_noop(
        "With the Jacoby rule and the cube at %(cube)s, no resignation is worth %(points)s."
    ),
    "not_over": gettext_noop("The file names a winner, but the game is not over."),
    "game_not_over": gettext_noop("A new game starts here, but the previous one is not over."),
    "game_over": gettext_noop("The game was already over before this."),
    "match_over": gettext_noop("The match was already over before this."),
    "not_backgammon": gettext_noop("This .sgf file is for another game, not backgammon."),
    "bad_property": gettext_noop("The value of %(name)s cannot be read."),
    "unclosed": gettext_noop("The file is incomplete."),
    "file_damaged": gettext_noop("The part of the file that begins here cannot be read."),
    "move_damaged": gettext_noop("This move of the file cannot be read."),
    "unpacked_too_large": gettext_noop(
        "The file is too large when it is unpacked. Maximum size: %(most)s MiB."
    ),
    "file_too_complex": gettext_noop(
        "The file takes too much time or memory to read. Use the .mat file of the same match."
    ),
    "no_reader": gettext_noop(
        "This site cannot read .xg and .bgf files. Use the .mat file of the same match."
    ),
}
