"""The engine's sentences in the reader's language: rule card, options, presets, warnings, refusals.

The English is in games/engine/wording.py and refusals.py, marked there for `makemessages`; here each goes
through gettext. Nothing is decided here.
"""

from collections.abc import Iterable

from django.utils.formats import number_format
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.engine.clock import ClockSettings
from games.engine.refusals import IN_GENERAL, REFUSALS
from games.engine.rule_card import RuleSentence, card_sentences, unusual_options
from games.engine.rules import CHOICES, Rules
from games.engine.wording import (
    CHOICE_TEXTS,
    CLOCK_KIND_TEXTS,
    CLOCK_TEXTS,
    OPTIONS,
    PRESET_TEXTS,
    SENTENCES,
)

DAYS_OFFERED = (1, 2, 3, 5, 7, 14)
LAG_CHOICES = (0, 10_000, 30_000, 60_000)
OVERTIME_CHOICES = (0, 60_000, 120_000)


def sentence(rule: RuleSentence) -> str:
    """One sentence of a card or one warning."""
    return _(rule.template) % rule.params


def sentences(rules: Iterable[RuleSentence]) -> list[str]:
    return [sentence(rule) for rule in rules]


def rule_card(
    rules: Rules, clock: ClockSettings | None = None, *, over_the_board: bool = False
) -> list[str]:
    """The whole rule card, the clock last."""
    return [*sentences(card_sentences(rules, over_the_board=over_the_board)), clock_sentence(clock)]


def warnings(rules: Rules, length: int | None = None) -> list[str]:
    """What is not customary, for the director."""
    return sentences(unusual_options(rules, length))


def clock_sentence(clock: ClockSettings | None) -> str:
    if clock is None:
        return _(SENTENCES["clock.none"])
    if clock.days:
        text = ngettext(
            "Correspondence: %(n)s day for each turn. Time not used is not kept.",
            "Correspondence: %(n)s days for each turn. Time not used is not kept.",
            clock.days,
        )
        return text % {"n": clock.days}
    numbers = {
        "minutes": short_number(clock.reserve_ms / 60_000),
        "delay": short_number(clock.delay_ms / 1000),
    }
    parts = [_(SENTENCES[f"clock.{clock.kind}"]) % numbers]
    if clock.overtime_ms:
        parts.append(
            _(SENTENCES["clock.overtime"]) % {"minutes": short_number(clock.overtime_ms / 60_000)}
        )
    if clock.lag_ms:
        parts.append(_(SENTENCES["clock.lag"]) % {"seconds": short_number(clock.lag_ms / 1000)})
    return " ".join(parts)


def short_number(value: float) -> str:
    """With the decimal sign of the language, and no more digits than there are."""
    return number_format(f"{value:g}")


def option_name(option: str) -> str:
    """What a form calls the option."""
    return _(OPTIONS[option][0])


def option_help(option: str) -> str:
    """What the option does, in one sentence; empty where the name says it."""
    text = OPTIONS[option][1]
    return _(text) if text else ""


def option_choices(option: str) -> list[tuple[str, str]]:
    """The (value, label) pairs of an option with named choices."""
    return [(value, _(CHOICE_TEXTS[f"{option}.{value}"])) for value in CHOICES[option]]


def preset_name(preset: str) -> str:
    return _(PRESET_TEXTS[preset][0])


def preset_help(preset: str) -> str:
    """What is special about a preset, in one sentence."""
    return _(PRESET_TEXTS[preset][1])


def preset_choices() -> list[tuple[str, str]]:
    return [(preset, preset_name(preset)) for preset in PRESET_TEXTS]


def clock_choices() -> list[tuple[str, str]]:
    """The clock presets; "no clock" is the form's own choice."""
    return [(name, _(text)) for name, text in CLOCK_TEXTS.items()]


def correspondence_choices() -> list[tuple[str, str]]:
    """Days a turn, by the names that `friendly_rules.clock_chosen` reads."""
    return [(f"days-{days}", _correspondence_choice(days)) for days in DAYS_OFFERED]


def _correspondence_choice(days: int) -> str:
    text = ngettext("Correspondence: %(n)s day a turn", "Correspondence: %(n)s days a turn", days)
    return text % {"n": days}


def days_a_turn(days: int) -> str:
    """A correspondence clock in a table or a short list."""
    return ngettext("%(n)s day a turn", "%(n)s days a turn", days) % {"n": days}


def clock_kind_choices() -> list[tuple[str, str]]:
    return [(kind, _(text)) for kind, text in CLOCK_KIND_TEXTS.items()]


def lag_choices(kept_ms: int = 0) -> list[tuple[int, str]]:
    """How much lag a match gives back, in milliseconds; `kept_ms` is a choice too, whatever it is."""
    return [(ms, _lag_choice(ms)) for ms in sorted({*LAG_CHOICES, kept_ms})]


def _lag_choice(ms: int) -> str:
    if not ms:
        return pgettext("rule option", "Off")
    return _("Up to 1 s per move and %(seconds)s s per match") % {
        "seconds": short_number(ms / 1000)
    }


def overtime_choices(kept_ms: int = 0) -> list[tuple[int, str]]:
    """What a player has when their reserve has run out (R13.1), in milliseconds; `kept_ms` as above."""
    return [(ms, _overtime_choice(ms)) for ms in sorted({*OVERTIME_CHOICES, kept_ms})]


def _overtime_choice(ms: int) -> str:
    if not ms:
        return _("No overtime")
    return _("%(minutes)s min, once") % {"minutes": short_number(ms / 60_000)}


def refusal(code: str, message: str = "") -> str:
    """A refusal of the engine in the reader's language.

    Some name a point or an option: these are given as they are in English and in general words elsewhere.
    """
    if code in REFUSALS:
        return _(REFUSALS[code])
    in_english = (get_language() or "en").startswith("en")
    if code in IN_GENERAL and not (message and in_english):
        return _(IN_GENERAL[code])
    return message or code
