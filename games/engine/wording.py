"""The English sentences of the rules: card, options, presets, warnings, clocks.

Message ids only. The engine knows no other language; games/rule_texts.py hands each to gettext, and
`makemessages` finds them by the name of the marking function.
"""

from collections.abc import Mapping


def gettext_noop(text: str) -> str:
    """Mark a text for translation and leave it as it is."""
    return text


SENTENCES: Mapping[str, str] = {
    "play.match": gettext_noop(
        "Match to %(n)s points; points beyond the last needed have no value."
    ),
    "play.one_point": gettext_noop("One-point match: a single game decides, without the cube."),
    "play.games": gettext_noop("%(n)s games; the points of all games are added up."),
    "play.open": gettext_noop(
        "Any number of games; the points of all games are added up. Either player may end the session"
        " between games or after the game being played."
    ),
    "opening_roll.use_both": gettext_noop(
        "Each player throws one die; the higher number starts and plays both numbers."
    ),
    "opening_roll.reroll_pair": gettext_noop(
        "Each player throws one die; the higher number starts and throws both dice anew."
    ),
    "cube.standard": gettext_noop(
        "Doubling cube: before rolling, a player may double the stake; the opponent takes, or drops and"
        " loses the game."
    ),
    "cube.none": gettext_noop(
        "No doubling cube: a game counts 1 point, a gammon 2 and a backgammon 3."
    ),
    "cube_cap": gettext_noop("The cube goes no higher than %(n)s."),
    "cube_cap.null": gettext_noop("The number of redoubles is not limited."),
    "dead_cube.allow": gettext_noop("A player may double even when it no longer changes anything."),
    "dead_cube.lock": gettext_noop(
        "Once the cube is so high that the game ends the match whoever wins it, nobody may double."
    ),
    "crawford.on": gettext_noop(
        "Crawford rule: in the first game that starts with a player one point short of the match,"
        " nobody may double."
    ),
    "crawford.off": gettext_noop("No Crawford game: the cube is used in every game."),
    "holland.on": gettext_noop(
        "Holland rule: after the Crawford game nobody may double until each player has completed"
        " two rolls of the game."
    ),
    "jacoby.on": gettext_noop(
        "Jacoby rule: gammons and backgammons count only once a double was taken in the game."
    ),
    "jacoby_auto_counts.on": gettext_noop(
        "For Jacoby an automatic double counts as a turned cube."
    ),
    "murphy_limit": gettext_noop(
        "Automatic doubles (Murphy): equal numbers at the opening double the stake, at most %(n)s"
        " times a game; the cube stays in the middle."
    ),
    "murphy_limit.1": gettext_noop(
        "Automatic double (Murphy): equal numbers at the opening double the stake, once a game;"
        " the cube stays in the middle."
    ),
    "murphy_limit.null": gettext_noop(
        "Automatic doubles (Murphy): every time the opening numbers are equal the stake doubles;"
        " the cube stays in the middle."
    ),
    "max_beavers.1": gettext_noop(
        "Beavers: a player who is doubled may at once double again and keep the cube."
    ),
    "max_beavers.2": gettext_noop(
        "Beavers and raccoons: a player who is doubled may at once double again and keep the cube,"
        " and the first player may double once more."
    ),
    "max_beavers.many": gettext_noop(
        "Beavers and raccoons: a double may be answered by another, again and again; the player who"
        " was doubled first keeps the cube."
    ),
    "resign.any": gettext_noop(
        "In their own turn a player may offer to lose a single game, a gammon or a backgammon;"
        " the opponent may decline."
    ),
    "resign.no_contact": gettext_noop(
        "A game may be resigned only when the two sides have passed each other."
    ),
    "resign.off": gettext_noop("Games are played to the end: no resignations."),
    "illegal_play.on_request": gettext_noop(
        "Over the board: an illegal play stands unless the opponent asks for a legal one before"
        " rolling."
    ),
    "illegal_play.legal_moves": gettext_noop(
        "Over the board: both players must point out an illegal play, and it is corrected until the"
        " opponent has rolled or doubled."
    ),
    "illegal_play.responsible_moves": gettext_noop(
        "Over the board: each player answers for their own plays; nobody need point out an error in"
        " their favour."
    ),
    "dice.thrown": gettext_noop(
        "Over the board: both dice are thrown from a cup onto the thrower's right half of the board;"
        " if one lands elsewhere, both are thrown again."
    ),
    "dice.lifted": gettext_noop(
        "Over the board: a turn ends when a die is lifted, or with a clock when that is pressed."
    ),
    "die_on_checker.cocked": gettext_noop(
        "Over the board: a die on a checker or not flat is cocked; both dice are rolled again."
    ),
    "die_on_checker.valid": gettext_noop(
        "Over the board: a die that lies flat on a checker is valid."
    ),
    "clock.simple": gettext_noop(
        "%(minutes)s min each, and %(delay)s s delay a turn before it runs."
    ),
    "clock.bronstein": gettext_noop(
        "%(minutes)s min each; after each turn up to %(delay)s s of what it took are given back."
    ),
    "clock.fischer": gettext_noop("%(minutes)s min each, and %(delay)s s more for every play."),
    "clock.none": gettext_noop("No clock."),
    "clock.overtime": gettext_noop(
        "Whose time runs out has %(minutes)s min of overtime, once; when that is over, the match is lost."
    ),
    "clock.lag": gettext_noop(
        "Time that a move was on its way is given back: at most 1 s a move and %(seconds)s s a match."
    ),
}

WARNINGS: Mapping[str, str] = {
    "unusual.even_length": gettext_noop("Matches are usually played to an odd number of points."),
    "unusual.one_point": gettext_noop("In a one-point match the cube is not used."),
    "unusual.long_match": gettext_noop("This is a very long match; it may take many hours."),
    "unusual.no_cube": gettext_noop("Matches are usually played with the doubling cube."),
    "unusual.no_crawford": gettext_noop("Matches are usually played with the Crawford rule."),
    "unusual.holland": gettext_noop("The Holland rule is rarely used today."),
    "unusual.jacoby": gettext_noop("The Jacoby rule is not customary in matches."),
    "unusual.beavers": gettext_noop("Beavers are not customary in matches."),
    "unusual.murphy": gettext_noop("Automatic doubles are avoided at tournaments."),
    "unusual.reroll_pair": gettext_noop(
        "Almost everywhere the starter plays the two numbers of the opening throw."
    ),
    "unusual.resign_off": gettext_noop("Without resignations lost games take longer."),
    "unusual.small_cap": gettext_noop("The cube usually goes to 64 at least."),
    "unusual.murphy_unlimited": gettext_noop(
        "Automatic doubles are usually limited to one a game; without a limit stakes can grow."
    ),
    "unusual.beavers_unlimited": gettext_noop(
        "Beavers are usually limited to one or two a double."
    ),
    "unusual.needs_cube": gettext_noop(
        "Some options that are on need the cube and have no effect without it."
    ),
    "unusual.auto_counts_alone": gettext_noop(
        "“Automatic doubles count for Jacoby” has no effect without both of these rules."
    ),
}

OPTIONS: Mapping[str, tuple[str, str]] = {  # name on a form, and what it does in one sentence
    "kind": (
        gettext_noop("Kind of play"),
        gettext_noop("A match ends at a number of points, a session after a number of games."),
    ),
    "length": (
        gettext_noop("Match length"),
        gettext_noop("The first player with this many points wins the match."),
    ),
    "games": (
        gettext_noop("Number of games"),
        gettext_noop("How many games a session has; empty means until a player ends it."),
    ),
    "cube": (
        gettext_noop("Doubling cube"),
        gettext_noop("Before rolling, a player may offer to play on for twice the stake."),
    ),
    "cube_cap": (
        gettext_noop("Highest cube"),
        gettext_noop("No double may raise the cube above this number; empty means no limit."),
    ),
    "opening_roll": (
        gettext_noop("Opening roll"),
        gettext_noop("Whether the starter plays the two opening numbers or throws again."),
    ),
    "murphy_limit": (
        gettext_noop("Automatic doubles (Murphy)"),
        gettext_noop(
            "Equal opening numbers double the stake, this many times a game at most; 0 is off,"
            " empty means no limit."
        ),
    ),
    "max_beavers": (
        gettext_noop("Beavers"),
        gettext_noop(
            "How often a double may be answered at once by another: 0 off, 1 beaver, 2 raccoon too;"
            " empty means no limit."
        ),
    ),
    "jacoby": (
        gettext_noop("Jacoby rule"),
        gettext_noop("Gammons and backgammons count only after a double was taken in the game."),
    ),
    "jacoby_auto_counts": (
        gettext_noop("Automatic doubles count for Jacoby"),
        gettext_noop("After an automatic double gammons count although nobody has doubled."),
    ),
    "crawford": (
        gettext_noop("Crawford rule"),
        gettext_noop("One game without the cube when a player first is one point from winning."),
    ),
    "holland": (
        gettext_noop("Holland rule"),
        gettext_noop("After the Crawford game no double before both players have rolled twice."),
    ),
    "resign": (
        gettext_noop("Resignations"),
        gettext_noop("Whether a player may offer to lose a game that is decided."),
    ),
    "dead_cube": (
        gettext_noop("Dead cube"),
        gettext_noop("Whether a player may still double when the game ends the match anyway."),
    ),
    "illegal_play": (
        gettext_noop("Illegal plays over the board"),
        gettext_noop("What happens at a real board when somebody plays a roll wrongly."),
    ),
    "die_on_checker": (
        gettext_noop("Die on a checker"),
        gettext_noop("Whether, at a real board, a die that lies on a checker counts."),
    ),
}

PRESET_TEXTS: Mapping[str, tuple[str, str]] = {
    "tournament": (
        gettext_noop("Tournament style"),
        gettext_noop("Match with cube and Crawford rule, as at most tournaments today."),
    ),
    "pl_match": (
        gettext_noop("Match play (Polish help)"),
        gettext_noop("Match with Crawford rule; the cube goes up to 64."),
    ),
    "fi_international": (
        gettext_noop("International (Finnish translation)"),
        gettext_noop("The international rules; in sessions with the Jacoby rule."),
    ),
    "ee_collection_classique": (
        gettext_noop("Triktrakk (Collection Classique)"),
        gettext_noop("The Estonian leaflet: cube without limit, no Crawford rule."),
    ),
    "sr_nocube": (
        gettext_noop("Serbian, no cube"),
        gettext_noop("The older game without a cube; the starter throws both dice anew."),
    ),
    "money": (
        gettext_noop("Money game"),
        gettext_noop("Sessions with Jacoby rule, beavers and one automatic double."),
    ),
}

CHOICE_TEXTS: Mapping[str, str] = {  # short labels for the choices of an option
    "kind.match": gettext_noop("match"),
    "kind.session": gettext_noop("session"),
    "opening_roll.use_both": gettext_noop("the starter plays both numbers"),
    "opening_roll.reroll_pair": gettext_noop("the starter throws again"),
    "resign.any": gettext_noop("allowed"),
    "resign.no_contact": gettext_noop("only without contact"),
    "resign.off": gettext_noop("not allowed"),
    "dead_cube.allow": gettext_noop("doubling allowed"),
    "dead_cube.lock": gettext_noop("no more doubling"),
    "illegal_play.on_request": gettext_noop("corrected on request"),
    "illegal_play.legal_moves": gettext_noop("always corrected"),
    "illegal_play.responsible_moves": gettext_noop("each for themselves"),
    "die_on_checker.cocked": gettext_noop("cocked, roll again"),
    "die_on_checker.valid": gettext_noop("valid"),
}

CLOCK_TEXTS: Mapping[str, str] = {
    "standard": gettext_noop("Standard: 2 minutes a point, 12 seconds a turn"),
    "fast": gettext_noop("Fast: 1 minute a point, 10 seconds a turn"),
    "speed": gettext_noop("Speed: 2 minutes, 10 seconds a turn"),
    "doubles": gettext_noop("Doubles: 2½ minutes a point, 18 seconds a turn"),
}

CLOCK_KIND_TEXTS: Mapping[str, str] = {
    "simple": gettext_noop("delay before the reserve runs (US)"),
    "bronstein": gettext_noop("used delay is given back (Bronstein)"),
    "fischer": gettext_noop("time is added for each play (Fischer)"),
}
