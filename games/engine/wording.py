"""The English sentences of the rules: card, options, presets, warnings, clocks.

Message ids only. The engine knows no other language; games/rule_texts.py hands each to gettext, and
`makemessages` finds them by the name of the marking function.
"""

from collections.abc import Mapping


def gettext_noop(text: str) -> str:
    """Mark a text for translation and leave it as it is."""
    return text


SENTENCES: Mapping[str, str] = {
    "play.match": gettext_noop("Match to %(n)s. Extra points in the last game do not count."),
    "play.one_point": gettext_noop("One-point match: one game, without the cube."),
    "play.games": gettext_noop("Number of games: %(n)s. The points of all games are added up."),
    "play.open": gettext_noop(
        "Open-ended session: the points of all games are added up. Either player may end the "
        "session between games or after the current game."
    ),
    "opening_roll.use_both": gettext_noop(
        "Each player rolls one die. The higher number starts and plays both numbers."
    ),
    "opening_roll.reroll_pair": gettext_noop(
        "Each player rolls one die. The higher number starts and rolls both dice again."
    ),
    "cube.standard": gettext_noop(
        "Doubling cube: a player may double the stake before rolling. The opponent takes, or "
        "drops and loses the game."
    ),
    "cube.none": gettext_noop(
        "No doubling cube: a game counts 1 point, a gammon 2 and a backgammon 3."
    ),
    "cube_cap": gettext_noop("Cube limit: %(n)s."),
    "cube_cap.null": gettext_noop("No cube limit."),
    "dead_cube.allow": gettext_noop(
        "Players may double even when the winner of the game wins the match anyway."
    ),
    "dead_cube.lock": gettext_noop(
        "Nobody may double once the winner of the game wins the match anyway."
    ),
    "crawford.on": gettext_noop(
        "Crawford rule: one game without the cube when a player first needs 1 point."
    ),
    "crawford.off": gettext_noop("No Crawford rule: the cube is used in every game."),
    "holland.on": gettext_noop(
        "Holland rule: after the Crawford game, no double until both players have rolled twice."
    ),
    "jacoby.on": gettext_noop(
        "Jacoby rule: gammons and backgammons count only after a double is taken."
    ),
    "jacoby_auto_counts.on": gettext_noop(
        "Jacoby rule: an automatic double counts as a taken double."
    ),
    "murphy_limit": gettext_noop(
        "Automatic doubles (Murphy): equal numbers on the opening roll double the stake. The "
        "cube stays in the middle. Limit per game: %(n)s."
    ),
    "murphy_limit.1": gettext_noop(
        "Automatic double (Murphy): equal numbers on the opening roll double the stake, once "
        "per game. The cube stays in the middle."
    ),
    "murphy_limit.null": gettext_noop(
        "Automatic doubles (Murphy): equal numbers on the opening roll double the stake, "
        "without limit. The cube stays in the middle."
    ),
    "max_beavers.1": gettext_noop(
        "Beavers: a player doubled to 2 may beaver to 4 at once and keep the cube."
    ),
    "max_beavers.2": gettext_noop(
        "Beavers and raccoons: a player doubled to 2 may beaver to 4 and keep the cube. The "
        "doubler may raccoon to 8."
    ),
    "max_beavers.many": gettext_noop(
        "Beavers and raccoons: a player doubled to 2 may beaver to 4 and keep the cube. The "
        "doubler may raccoon to 8, and so on."
    ),
    "resign.any": gettext_noop(
        "Players may offer to resign a single game, a gammon or a backgammon on their turn. "
        "The opponent may decline."
    ),
    "resign.no_contact": gettext_noop("A game may be resigned only after contact is over."),
    "resign.off": gettext_noop("No resignations: games are played to the end."),
    "illegal_play.on_request": gettext_noop(
        "Over the board: an illegal play stands unless the opponent asks for a legal one before"
        " rolling."
    ),
    "illegal_play.legal_moves": gettext_noop(
        "Over the board: both players must point out an illegal play. It must be corrected "
        "unless the opponent has rolled or doubled."
    ),
    "illegal_play.responsible_moves": gettext_noop(
        "Over the board: players are responsible for their own plays. They need not point out "
        "an opponent’s error in their favour."
    ),
    "dice.thrown": gettext_noop(
        "Over the board: players roll both dice from a cup onto their right half of the board. "
        "If either lands elsewhere, both are rolled again."
    ),
    "dice.lifted": gettext_noop(
        "Over the board: a turn ends when the player lifts a die, or presses the clock if "
        "there is one."
    ),
    "die_on_checker.cocked": gettext_noop(
        "Over the board: a die on a checker or not lying flat is cocked. Both dice are rolled "
        "again."
    ),
    "die_on_checker.valid": gettext_noop(
        "Over the board: a die that lies flat on a checker is valid."
    ),
    "clock.simple": gettext_noop("%(minutes)s min each, with a delay of %(delay)s s per turn."),
    "clock.bronstein": gettext_noop(
        "%(minutes)s min each, with up to %(delay)s s given back after each turn."
    ),
    "clock.fischer": gettext_noop("%(minutes)s min each, plus %(delay)s s for each play."),
    "clock.none": gettext_noop("No clock."),
    "clock.overtime": gettext_noop(
        "Overtime: %(minutes)s min, once, for a player whose time runs out. After that the "
        "match is lost."
    ),
    "clock.lag": gettext_noop("Lag compensation: up to 1 s per move and %(seconds)s s per match."),
}

WARNINGS: Mapping[str, str] = {
    "unusual.even_length": gettext_noop("Matches are usually played to an odd number of points."),
    "unusual.one_point": gettext_noop("In a one-point match, the cube is not used."),
    "unusual.long_match": gettext_noop("This is a very long match; it may take many hours."),
    "unusual.no_cube": gettext_noop("Matches are usually played with the doubling cube."),
    "unusual.no_crawford": gettext_noop("Matches are usually played with the Crawford rule."),
    "unusual.holland": gettext_noop("The Holland rule is rarely used today."),
    "unusual.jacoby": gettext_noop("The Jacoby rule is unusual in matches."),
    "unusual.beavers": gettext_noop("Beavers are unusual in matches."),
    "unusual.murphy": gettext_noop("Automatic doubles are unusual in tournaments."),
    "unusual.reroll_pair": gettext_noop(
        "Almost everywhere, the starting player plays the two numbers of the opening roll."
    ),
    "unusual.resign_off": gettext_noop("Without resignations, lost games take longer."),
    "unusual.small_cap": gettext_noop("The cube limit is usually 64 or higher."),
    "unusual.murphy_unlimited": gettext_noop(
        "Automatic doubles are usually limited to one per game. Without a limit, stakes can grow."
    ),
    "unusual.beavers_unlimited": gettext_noop(
        "Beavers are usually limited to one or two per double."
    ),
    "unusual.needs_cube": gettext_noop(
        "Some of these options have no effect without the doubling cube."
    ),
    "unusual.auto_counts_alone": gettext_noop(
        "Counting automatic doubles for Jacoby needs both the Jacoby rule and automatic doubles."
    ),
}

# Name on a form, and what it does in one sentence (empty where the name says it). No form has the first three.
OPTIONS: Mapping[str, tuple[str, str]] = {
    "kind": ("Kind of play", ""),
    "length": ("Match length", ""),
    "games": ("Number of games", ""),
    "cube": (
        gettext_noop("Doubling cube"),
        gettext_noop("Before rolling, a player may offer to play on for twice the stake."),
    ),
    "cube_cap": (gettext_noop("Cube limit"), ""),
    "opening_roll": (gettext_noop("Opening roll"), ""),
    "murphy_limit": (
        gettext_noop("Automatic doubles (Murphy)"),
        gettext_noop(
            "Equal numbers on the opening roll double the stake. Enter the maximum per game: 0 "
            "for off, empty for no limit."
        ),
    ),
    "max_beavers": (
        gettext_noop("Beavers"),
        gettext_noop(
            "0 for off, 1 for beavers, 2 for beavers and raccoons. Leave empty for no limit."
        ),
    ),
    "jacoby": (
        gettext_noop("Jacoby rule"),
        gettext_noop("Gammons and backgammons count only after a double is taken."),
    ),
    "jacoby_auto_counts": (
        gettext_noop("Automatic doubles count for Jacoby"),
        gettext_noop(
            "After an automatic double, gammons and backgammons count even if nobody doubles."
        ),
    ),
    "crawford": (
        gettext_noop("Crawford rule"),
        gettext_noop("One game without the cube when a player first needs 1 point."),
    ),
    "holland": (
        gettext_noop("Holland rule"),
        gettext_noop("After the Crawford game, no double until both players have rolled twice."),
    ),
    "resign": (gettext_noop("Resignations"), ""),
    "dead_cube": (
        gettext_noop("Dead cube"),
        gettext_noop("The cube is dead when the winner of the game wins the match anyway."),
    ),
    "illegal_play": (gettext_noop("Illegal plays"), ""),
    "die_on_checker": (gettext_noop("Die on a checker"), ""),
}

PRESET_TEXTS: Mapping[str, tuple[str, str]] = {
    "tournament": (
        gettext_noop("Tournament style"),
        gettext_noop("Match with cube and Crawford rule, as at most tournaments today."),
    ),
    "pl_match": (
        gettext_noop("Match play (Polish rules)"),
        gettext_noop("Match with the Crawford rule. The cube limit is 64."),
    ),
    "fi_international": (
        gettext_noop("International (Finnish rules)"),
        gettext_noop("International rules. Sessions use the Jacoby rule."),
    ),
    "ee_collection_classique": (
        gettext_noop("Triktrakk (Estonian rules)"),
        gettext_noop("Rules of the Estonian leaflet: no cube limit and no Crawford rule."),
    ),
    "sr_nocube": (
        gettext_noop("Serbian rules, no cube"),
        gettext_noop("The older game without a cube. The starting player rolls both dice again."),
    ),
    "money": (
        gettext_noop("Money game"),
        gettext_noop("Sessions with the Jacoby rule, beavers and one automatic double."),
    ),
}

CHOICE_TEXTS: Mapping[str, str] = {  # short labels for the choices of an option
    "kind.match": "match",
    "kind.session": "session",
    "opening_roll.use_both": gettext_noop("The starting player plays both numbers"),
    "opening_roll.reroll_pair": gettext_noop("The starting player rolls again"),
    "resign.any": gettext_noop("Players may resign"),
    "resign.no_contact": gettext_noop("Only after contact is over"),
    "resign.off": gettext_noop("No resignations"),
    "dead_cube.allow": gettext_noop("Players may double"),
    "dead_cube.lock": gettext_noop("No doubling"),
    "illegal_play.on_request": gettext_noop("Corrected if the opponent asks"),
    "illegal_play.legal_moves": gettext_noop("Both players must point them out"),
    "illegal_play.responsible_moves": gettext_noop("Players answer only for their own plays"),
    "die_on_checker.cocked": gettext_noop("Cocked: roll again"),
    "die_on_checker.valid": gettext_noop("Valid if it lies flat"),
}

CLOCK_TEXTS: Mapping[str, str] = {
    "standard": gettext_noop("Standard: 2 minutes a point, 12 seconds a turn"),
    "fast": gettext_noop("Fast: 1 minute a point, 10 seconds a turn"),
    "speed": gettext_noop("Speed: 2 minutes, 10 seconds a turn"),
    "doubles": gettext_noop("Doubles: 2½ minutes a point, 18 seconds a turn"),
}

CLOCK_KIND_TEXTS: Mapping[str, str] = {
    "simple": gettext_noop("Simple delay (US): the reserve runs after the delay"),
    "bronstein": gettext_noop("Bronstein: used delay is given back"),
    "fischer": gettext_noop("Fischer: time is added for each play"),
}
