"""What the settings of a ladder may be."""

from django.utils.translation import gettext as _

from games.engine.clock import ClockSettings
from games.engine.errors import RulesError
from games.engine.friendly_rules import clock_chosen, rules_chosen
from games.engine.rules import Rules
from games.rule_texts import refusal
from ladders.models import LONGEST_NAME, Consequence, Ladder, LadderChallenge
from web.errors import DomainError

LEAST_NAME = 3
LONGEST_ABOUT = 2000
LONGEST_LENGTH = 99
LIMITS = {
    "length": (1, LONGEST_LENGTH),
    "reach": (1, 50),
    "answer_days": (1, 30),
    "play_days": (1, 90),
    "rematch_days": (0, 365),
    "idle_days": (0, 365),
}
"""The least and the most of each number."""


def rules_of(ladder: Ladder, challenge: LadderChallenge | None = None) -> Rules:
    """The rules of its matches, or of the match of a challenge. RulesError where preset and length do not fit."""
    length = ladder.length if challenge is None else challenge.length
    return rules_chosen(ladder.preset, {}, length=length)


def clock_of(ladder: Ladder) -> ClockSettings | None:
    """The clock of its online matches."""
    return clock_chosen(ladder.clock, rules_of(ladder).clock_points)


def require_valid(ladder: Ladder) -> None:
    """Raises DomainError bad_name, bad_about, bad_number, bad_consequence or bad_rules, all 400."""
    if not LEAST_NAME <= len(ladder.name) <= LONGEST_NAME or "\x00" in ladder.name:
        raise DomainError("bad_name", _("Enter a name of 3 to 80 characters."), 400)
    if len(ladder.about) > LONGEST_ABOUT or "\x00" in ladder.about:
        raise DomainError("bad_about", _("This text is too long. Shorten it."), 400)
    for name, (least, most) in LIMITS.items():
        if not least <= getattr(ladder, name) <= most:
            text = _("Enter a number from %(least)d to %(most)d.")
            raise DomainError("bad_number", text % {"least": least, "most": most}, 400)
    if not {ladder.unanswered, ladder.unplayed} <= set(Consequence.values):
        raise DomainError("bad_consequence", _("Choose what happens after a deadline."), 400)
    try:
        clock_of(ladder)
    except (RulesError, KeyError, ValueError) as error:
        code = getattr(error, "code", "")
        text = refusal(code, str(error)) if code else _("Choose rules and a clock from the list.")
        raise DomainError("bad_rules", text, 400) from error
