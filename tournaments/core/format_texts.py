"""The names of the ways to hold a tournament, of formats and of their options, in the reader's language.

Texts only: the options of a format are in tournaments/formats, the ways in formats/plans.py.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from tournaments.formats.protocol import Number
from tournaments.formats.registry import FORMATS

PLAN_TEXTS = {
    "knockout": (_("Knockout"), _("Lose once and you are out. The shortest way to a winner.")),
    "double_elimination": (
        _("Double elimination"),
        _(
            "Lose twice and you are out. Losers move to a second bracket; its winner plays the "
            "winner of the first."
        ),
    ),
    "consolation": (
        _("Main, consolation and last chance"),
        _(
            "The usual backgammon weekend: players who lose in the main bracket move to the "
            "consolation, then to the last chance."
        ),
    ),
    "round_robin": (
        _("Round robin"),
        _("Every player plays every other player. Best for small fields with plenty of time."),
    ),
    "groups_knockout": (
        _("Groups, then knockout"),
        _("Small groups play round robins. The best of each group qualify for a knockout."),
    ),
    "quads": (
        _("Quads"),
        _("Players next to each other in the draw form groups of four and play three rounds."),
    ),
    "swiss": (
        _("Swiss"),
        _("Everybody plays every round, against a new opponent with a similar number of wins."),
    ),
    "swiss_knockout": (
        _("Swiss, then knockout"),
        _("Everybody plays a few Swiss rounds. The best qualify for a knockout."),
    ),
    "lives": (_("Lives"), _("Each loss costs a life. The last player left wins.")),
    "continuous_swiss": (
        _("Continuous Swiss (modified Swiss)"),
        _("Players are paired as soon as they are free, with opponents on a similar record."),
    ),
    "own": (
        _("Custom stages"),
        _("Choose up to five stages. Each has its own format and its own rule for who qualifies."),
    ),
}
FORMAT_TEXTS = {
    "single_elimination": (
        _("Knockout"),
        _("Lose once and you are out. The shortest way to a winner."),
    ),
    "double_elimination": (
        _("Double elimination"),
        _(
            "Lose twice and you are out. Losers move to a second bracket; its winner plays the "
            "winner of the first."
        ),
    ),
    "consolation": (
        _("Main, consolation and last chance"),
        _("Players who lose in the main bracket move to the consolation."),
    ),
    "round_robin": (
        _("Round robin"),
        _("Every player plays every other player. Best for small fields with plenty of time."),
    ),
    "groups": (_("Groups"), _("Each group plays a round robin.")),
    "quads": (
        _("Quads"),
        _("Players next to each other in the draw form groups of four and play three rounds."),
    ),
    "swiss": (
        _("Swiss"),
        _("Everybody plays every round, against a new opponent with a similar number of wins."),
    ),
    "lives": (_("Lives"), _("Each loss costs a life. The last player left wins.")),
    "continuous_swiss": (
        _("Continuous Swiss (modified Swiss)"),
        _("Players are paired as soon as they are free, with opponents on a similar record."),
    ),
}
OPTION_TEXTS = {
    "third_place": (
        _("Third-place match"),
        _("Without it, the losing semifinalists share third place."),
    ),
    "grand_final": (_("Grand final"), _("Between the winners of the two brackets.")),
    "groups": (_("Number of groups"), _("Leave empty to work it out from the group size.")),
    "group_size": (_("Maximum group size"), _("Four is usual and takes three rounds.")),
    "session_games": (
        _("Games per session"),
        _("Leave empty for matches. In sessions, the points of all games count."),
    ),
    "rounds": (
        _("Rounds"),
        _("Leave empty for a full round robin."),
    ),
    "swiss.rounds": (
        _("Rounds"),
        _(
            "Leave empty to play until only one player is unbeaten. Six to eight rounds are "
            "usual for a day."
        ),
    ),
    "legs": (_("Meetings per opponent"), ""),
    "method": (
        _("Pairing method"),
        _("How players with the same score are paired."),
    ),
    "first_round": (_("First-round pairing"), ""),
    "late_points": (
        _("Missed rounds"),
        _("For players who enter after the first round."),
    ),
    "accelerated": (
        _("Accelerated rounds"),
        _(
            "In the first rounds, the top half of the seeding is paired as if it had extra points. Half of all "
            "rounds is usual; 0 for none."
        ),
    ),
    "requested_bye": (
        _("Bye on request"),
        _("For players who ask to sit out one round."),
    ),
    "unplayed": (
        _("Unplayed rounds in tie-breaks"),
        _("How byes and forfeits count where opponents’ points are added up."),
    ),
    "stop_at_wins": (
        _("Wins to qualify"),
        _(
            "Players with this many wins stop and wait for the next stage. Leave empty to play "
            "all rounds."
        ),
    ),
    "lives": (_("Lives"), _("Losses until a player is out. Two, three and five are usual.")),
    "contingent_bye": (
        _("Contingent bye"),
        _(
            "When three players are left on their last life, one is drawn for a bye. They then "
            "play the winner of the other two."
        ),
    ),
    "matches": (
        _("Matches per player"),
        _("A player left without an opponent gets a bye."),
    ),
    "consolation": (_("Consolation format"), ""),
    "feed_rounds": (
        _("Main rounds that feed the consolation"),
        _("Progressive consolation only. Leave empty for all rounds before the semifinals."),
    ),
    "last_chance": (
        _("Last chance"),
        _("For players who lose in the consolation. A new draw waits until all of them are known."),
    ),
    "last_chance_rounds": (
        _("Consolation rounds that feed the last chance"),
        _("Players who lose in later rounds are out."),
    ),
    "stop_at_losses": (
        _("Losses to be out"),
        _("Players with this many losses are not paired again. Leave empty to play all rounds."),
    ),
}
VALUE_TEXTS = {
    "grand_final.reset": _("The unbeaten player must lose twice"),
    "grand_final.single": _("One match"),
    "grand_final.none": _("None: the unbeaten player wins"),
    "legs.1": pgettext_lazy("meetings", "Once"),
    "legs.2": pgettext_lazy("meetings", "Twice"),
    "method.fold": _("Top half against bottom half"),
    "method.random": _("At random"),
    "method.monrad": _("Neighbours play each other"),
    "consolation.progressive": _("Progressive: losers join round by round"),
    "consolation.first_round": _("New draw: losers of the first round"),
    "consolation.first_match": _("New draw: players who lose their first match"),
    "last_chance.none": pgettext_lazy("last chance", "None"),
    "last_chance.fresh": _("New draw: all losers together"),
    "last_chance.progressive": _("Progressive: losers join round by round"),
    "first_round.method": _("Paired like the other rounds"),
    "first_round.random": _("At random"),
    "requested_bye.half": _("Count as half a win"),
    "requested_bye.none": _("No points"),
    "late_points.loss": _("Count as a loss"),
    "unplayed.ignore": _("Not counted"),
    "unplayed.virtual": _("Count as a virtual opponent of equal strength"),
    "late_points.half": _("Count as half a win"),
    "late_points.bye": _("Count as a win"),
}
NUMBERED = frozenset(
    {
        "session_games", "rounds", "lives", "matches", "groups", "group_size", "legs", "stop_at_wins",
        "stop_at_losses", "feed_rounds", "last_chance_rounds",
    }
)  # fmt: skip
TAKE_TEXTS = {
    "top": _("Best places overall"),
    "top_of_group": _("Best places in each group"),
    "wins": _("Everyone with enough wins"),
    "survivors": _("Everyone still in"),
}
SECTION_TEXTS = {
    "losers": (_("Match length: losers’ bracket"), _("Leave empty for the main bracket’s length.")),
    "final": (_("Match length: grand final"), _("Leave empty for the final’s length.")),
    "consolation": (
        _("Match length: consolation"),
        _("Usually shorter. Leave empty for the main bracket’s length."),
    ),
    "last_chance": (
        _("Match length: last chance"),
        _("Usually shorter. Leave empty for the main bracket’s length."),
    ),
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
        return pgettext("option", "Yes") if value else pgettext("option", "No")
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
    name = option_name(format, option)
    return name if value is True else f"{name}: {value_name(format, option, value)}"


def counted(option: str, n: int) -> str:
    """The value of a number option, with its noun."""
    texts = {
        "session_games": ngettext(
            "Sessions of %(n)d game; points count",
            "Sessions of %(n)d games; points count",
            n,
        ),
        "rounds": ngettext("%(n)d round", "%(n)d rounds", n),
        "lives": ngettext("%(n)d life each", "%(n)d lives each", n),
        "matches": ngettext("%(n)d match each", "%(n)d matches each", n),
        "groups": ngettext("%(n)d group", "%(n)d groups", n),
        "group_size": str(_("Maximum group size: %(n)d")),
        "legs": ngettext("Each pair meets %(n)d time", "Each pair meets %(n)d times", n),
        "stop_at_wins": ngettext("%(n)d win to qualify", "%(n)d wins to qualify", n),
        "stop_at_losses": ngettext("Out after %(n)d loss", "Out after %(n)d losses", n),
        "feed_rounds": ngettext(
            "Consolation for losers of the first %(n)d main round",
            "Consolation for losers of the first %(n)d main rounds",
            n,
        ),
        "last_chance_rounds": ngettext(
            "Last chance for losers of the first %(n)d consolation round",
            "Last chance for losers of the first %(n)d consolation rounds",
            n,
        ),
    }
    return texts[option] % {"n": n}


def take_choices() -> list[tuple[str, str]]:
    """The rules by which a stage takes its field."""
    return [(rule, str(text)) for rule, text in TAKE_TEXTS.items()]


def take_sentence(take: dict[str, object]) -> str:
    """Who qualifies, as a sentence."""
    number = take.get("n")
    count = number if isinstance(number, int) else 0
    sentences = {
        "top": ngettext("The best %(n)s qualifies.", "The best %(n)s qualify.", count),
        "top_of_group": ngettext(
            "The best %(n)s of each group qualifies.",
            "The best %(n)s of each group qualify.",
            count,
        ),
        "wins": ngettext(
            "Everyone with at least %(n)s win qualifies.",
            "Everyone with at least %(n)s wins qualifies.",
            count,
        ),
    }
    rule = str(take.get("cut"))
    return sentences.get(rule, str(_("Everyone still in qualifies."))) % {"n": count}


def _option_texts(format: str, option: str) -> tuple[object, object]:
    texts = OPTION_TEXTS.get(f"{format}.{option}") or OPTION_TEXTS.get(option)
    return texts or (option.replace("_", " "), "")
