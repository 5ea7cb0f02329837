"""The names of the ways to hold a tournament, of formats and of their options, in the reader's language.

Texts only: the options of a format are in tournaments/formats, the ways in formats/plans.py.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.formats.protocol import Number
from tournaments.formats.registry import FORMATS

PLAN_TEXTS = {
    "knockout": (_("Knockout"), _("Who loses is out; the shortest way to a winner.")),
    "double_elimination": (
        _("Double elimination"),
        _("Who has lost twice is out: losers go on in a second bracket, and its winner meets the winner of the first."),
    ),
    "consolation": (
        _("Main, consolation and last chance"),
        _("The backgammon weekend: who loses in the main bracket plays on in the consolation, who loses there in the last chance."),
    ),
    "round_robin": (_("Round robin"), _("Everybody meets everybody; for small fields with time.")),
    "groups_knockout": (
        _("Groups, then knockout"),
        _("Round robins in small groups; the best of each group play on in a knockout."),
    ),
    "quads": (_("Quads"), _("Neighbours in the draw play three rounds in groups of four, each group for itself.")),
    "swiss": (
        _("Swiss"),
        _("Everybody plays every round, against somebody with as many wins whom he has not met."),
    ),
    "swiss_knockout": (
        _("Swiss, then knockout"),
        _("Some Swiss rounds for everybody; the best play on in a knockout."),
    ),
    "lives": (
        _("Lives"),
        _("Everybody starts with two, three or five lives; a lost match costs one, and the last one left wins."),
    ),
    "continuous_swiss": (
        _("Continuous Swiss (club night)"),
        _("Nobody waits for a round: who has finished is paired with somebody ready, of a similar record."),
    ),
    "own": (_("Your own chain of stages"), _("Choose a format for each of up to five stages, and who goes on.")),
}  # fmt: skip
FORMAT_TEXTS = {
    "single_elimination": (_("Single elimination"), _("Who loses is out.")),
    "double_elimination": (_("Double elimination"), _("Who has lost twice is out.")),
    "consolation": (
        _("Main, consolation and last chance"),
        _("Who loses in the main bracket plays on in the consolation."),
    ),
    "round_robin": (_("Round robin"), _("Everybody meets everybody.")),
    "groups": (_("Groups"), _("A round robin in each of several groups.")),
    "quads": (_("Quads"), _("Three rounds in groups of four.")),
    "swiss": (_("Swiss"), _("Each round against somebody with as many wins.")),
    "lives": (_("Lives"), _("A lost match costs a life; the last one left wins.")),
    "continuous_swiss": (
        _("Continuous Swiss"),
        _("Who has finished is paired with somebody ready."),
    ),
}
OPTION_TEXTS = {
    "third_place": (
        _("Match for third place"),
        _("Otherwise the losers of the semifinals share third place."),
    ),
    "grand_final": (_("Grand final"), _("Between the winners of the two brackets.")),
    "groups": (_("Number of groups"), _("Empty: as few as keep to the size below.")),
    "group_size": (_("Entries in a group, at most"), _("Fours are usual: three rounds.")),
    "session_games": (
        _("Games in a session"),
        _(
            "Pairings are sessions of this many games and the points count. Leave empty for matches."
        ),
    ),
    "rounds": (
        _("Rounds"),
        _("Empty: until everybody has met everybody."),
    ),
    "swiss.rounds": (
        _("Rounds"),
        _("Empty: until one entry alone has won everything. Six to eight are usual for a day."),
    ),
    "legs": (_("Each pair meets"), ""),
    "method": (
        _("Pairing"),
        _("Those with equal points: top half against bottom half, at random, or neighbours."),
    ),
    "first_round": (_("First round"), ""),
    "late_points": (
        _("A missed round counts"),
        _("For who enters after the first round."),
    ),
    "unplayed": (
        _("An unplayed round in tie-breaks"),
        _("Byes and forfeits, where opponents' points are summed."),
    ),
    "stop_at_wins": (
        _("Stops after wins"),
        _("Who has so many is through and waits for the next stage. Empty: plays all rounds."),
    ),
    "lives": (_("Lives"), _("How many losses put an entry out: two, three and five are usual.")),
    "contingent_bye": (
        _("Contingent bye"),
        _(
            "Of three left with equal lives one is drawn to wait, and plays the winner of the other two."
        ),
    ),
    "matches": (
        _("Matches of a player"),
        _("Who has played so many is done; whoever is left over has a bye."),
    ),
    "consolation": (_("Who plays the consolation"), ""),
    "feed_rounds": (
        _("Main rounds that lead to it"),
        _("Empty: those before the semifinals. Of a fresh draw the option is not read."),
    ),
    "last_chance": (
        _("Last chance"),
        _("For who loses in the consolation. A new draw waits until all are known."),
    ),
    "last_chance_rounds": (
        _("Consolation rounds that lead to it"),
        _("Losers of later rounds are out."),
    ),
    "stop_at_losses": (
        _("Out after losses"),
        _("Who has so many is not paired any more. Empty: plays all rounds."),
    ),
}
VALUE_TEXTS = {
    "grand_final.reset": _("The unbeaten one has to be beaten twice"),
    "grand_final.single": _("One match"),
    "grand_final.none": _("None: the unbeaten one is first"),
    "legs.1": _("once"),
    "legs.2": _("twice"),
    "method.fold": _("Top half, bottom half"),
    "method.random": _("At random"),
    "method.monrad": _("Neighbours"),
    "consolation.progressive": _("Losers join round by round"),
    "consolation.first_round": _("Losers of the first round, drawn anew"),
    "consolation.first_match": _("Who lost a first match, drawn anew"),
    "last_chance.none": _("None"),
    "last_chance.fresh": _("Drawn anew"),
    "last_chance.progressive": _("Losers join round by round"),
    "first_round.method": _("Paired like the others"),
    "first_round.random": _("At random"),
    "late_points.loss": _("As a loss"),
    "unplayed.ignore": _("Left out"),
    "unplayed.virtual": _("Against a virtual opponent of equal strength"),
    "late_points.half": _("As half a win"),
    "late_points.bye": _("As a win"),
}
CARD_TEXTS = {"third_place": _("with a match for third place")}
NUMBERED = frozenset(
    {
        "session_games", "rounds", "lives", "matches", "groups", "group_size", "legs", "stop_at_wins",
        "stop_at_losses", "feed_rounds", "last_chance_rounds",
    }
)  # fmt: skip
TAKE_TEXTS = {
    "top": _("the best"),
    "top_of_group": _("the best of each group"),
    "wins": _("everybody with so many wins"),
    "survivors": _("whoever is left"),
}
SECTION_TEXTS = {
    "losers": (_("Losers' bracket to"), _("Empty: as in the main bracket.")),
    "final": (_("Grand final to"), _("Empty: as the final.")),
    "consolation": (_("Consolation to"), _("Usually shorter. Empty: as in the main bracket.")),
    "last_chance": (_("Last chance to"), _("Usually shorter. Empty: as in the main bracket.")),
}


def plan_name(plan: str) -> str:
    return str(PLAN_TEXTS[plan][0])


def plan_help(plan: str) -> str:
    """What the way is, in one sentence."""
    return str(PLAN_TEXTS[plan][1])


def format_name(format: str) -> str:
    """A format's name in the reader's language."""
    return str(FORMAT_TEXTS[format][0]) if format in FORMAT_TEXTS else format


def format_help(format: str) -> str:
    return str(FORMAT_TEXTS[format][1]) if format in FORMAT_TEXTS else ""


def option_name(format: str, option: str) -> str:
    """The option's label in a form."""
    return str(_option_texts(format, option)[0])


def option_help(format: str, option: str) -> str:
    """What the option does, in one sentence; may be empty."""
    return str(_option_texts(format, option)[1])


def value_name(format: str, option: str, value: object) -> str:
    """The label of one of the option's values in a form."""
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    text = VALUE_TEXTS.get(f"{format}.{option}.{value}") or VALUE_TEXTS.get(f"{option}.{value}")
    return str(text) if text else str(value)


def settings_texts(format: str, options: Mapping[str, object]) -> list[str]:
    """The options of a stage for its rule card: defaults are left out, except numbers."""
    texts = []
    for name, option in FORMATS[format].options.items():
        value = options.get(name, option.default)
        if name == "group_size" and options.get("groups"):
            continue  # the number of groups was asked for, not their size
        is_number = isinstance(option, Number) and value is not None
        if value != option.default or (is_number and name in NUMBERED):
            texts.append(_setting(format, name, value))
    return texts


def _setting(format: str, option: str, value: object) -> str:
    if option in NUMBERED and isinstance(value, int):
        return counted(option, value)
    if option in CARD_TEXTS and value is True:
        return str(CARD_TEXTS[option])
    name, shown = option_name(format, option), value_name(format, option, value)
    return f"{_lower(name)}: {_lower(shown)}"


def counted(option: str, n: int) -> str:
    """The value of a number option, with its noun."""
    texts = {
        "session_games": ngettext(
            "sessions of %(n)d game, counted in points",
            "sessions of %(n)d games, counted in points",
            n,
        ),
        "rounds": ngettext("%(n)d round", "%(n)d rounds", n),
        "lives": ngettext("%(n)d life each", "%(n)d lives each", n),
        "matches": ngettext("%(n)d match each", "%(n)d matches each", n),
        "groups": ngettext("%(n)d group", "%(n)d groups", n),
        "group_size": ngettext("at most %(n)d in a group", "at most %(n)d in a group", n),
        "legs": ngettext("each pair meets once", "each pair meets %(n)d times", n),
        "stop_at_wins": ngettext("through with %(n)d win", "through with %(n)d wins", n),
        "stop_at_losses": ngettext("out after %(n)d loss", "out after %(n)d losses", n),
        "feed_rounds": ngettext(
            "losers of the first round go on there",
            "losers of the first %(n)d rounds go on there",
            n,
        ),
        "last_chance_rounds": ngettext(
            "last chance for losers of the first consolation round",
            "last chance for losers of the first %(n)d consolation rounds",
            n,
        ),
    }
    return texts[option] % {"n": n}


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def take_choices() -> list[tuple[str, str]]:
    """The rules by which a stage takes its field."""
    return [(rule, str(text)) for rule, text in TAKE_TEXTS.items()]


def take_sentence(take: dict[str, object]) -> str:
    """Who goes on, as a sentence."""
    number = take.get("n")
    count = number if isinstance(number, int) else 0
    sentences = {
        "top": ngettext("The best goes on.", "The best %(n)s go on.", count),
        "top_of_group": ngettext(
            "The best of each group goes on.", "The best %(n)s of each group go on.", count
        ),
        "wins": ngettext(
            "Who has %(n)s win or more goes on.", "Who has %(n)s wins or more goes on.", count
        ),
    }
    rule = str(take.get("cut"))
    return sentences.get(rule, str(_("Who is left goes on."))) % {"n": count}


def _option_texts(format: str, option: str) -> tuple[object, object]:
    texts = OPTION_TEXTS.get(f"{format}.{option}") or OPTION_TEXTS.get(option)
    return texts or (option.replace("_", " "), "")
