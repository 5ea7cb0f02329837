"""The rules of a ladder in words, and the lines of its log."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rule_texts import clock_choices, correspondence_choices, preset_name
from ladders.models import Consequence, Ladder, LadderChallenge, LadderEvent

RESULTS = (LadderEvent.Kind.WON, LadderEvent.Kind.CORRECTED)


def clock_names() -> list[tuple[str, str]]:
    """The clocks that a ladder can have, with their names."""
    return [("none", _("No clock")), *clock_choices(), *correspondence_choices()]


def rule_lines(ladder: Ladder) -> list[str]:
    """One sentence a rule."""
    reach = ngettext(
        "You can challenge players up to %(n)d place above you.",
        "You can challenge players up to %(n)d places above you.",
        ladder.reach,
    )
    winner = _("A challenger who wins takes the place of the loser. The players between move down.")
    answer = ngettext(
        "A challenge is answered within %(n)d day.",
        "A challenge is answered within %(n)d days.",
        ladder.answer_days,
    )
    play = ngettext(
        "An accepted challenge is played within %(n)d day.",
        "An accepted challenge is played within %(n)d days.",
        ladder.play_days,
    )
    lines = [
        _match_line(ladder),
        reach % {"n": ladder.reach},
        winner,
        answer % {"n": ladder.answer_days},
        _consequence(ladder.unanswered, _("After that, or when it is declined:")),
        play % {"n": ladder.play_days},
        _consequence(ladder.unplayed, _("After that:")),
    ]
    if ladder.rematch_days:
        text = ngettext(
            "The same two players wait %(n)d day before the next challenge.",
            "The same two players wait %(n)d days before the next challenge.",
            ladder.rematch_days,
        )
        lines.append(text % {"n": ladder.rematch_days})
    if ladder.idle_days:
        text = ngettext(
            "A player without a match for %(n)d day drops one place.",
            "A player without a match for %(n)d days drops one place.",
            ladder.idle_days,
        )
        lines.append(text % {"n": ladder.idle_days})
    return lines


def _match_line(ladder: Ladder) -> str:
    text = ngettext(
        "Matches to %(n)d point. Rules: %(rules)s. Clock online: %(clock)s.",
        "Matches to %(n)d points. Rules: %(rules)s. Clock online: %(clock)s.",
        ladder.length,
    )
    clock = dict(clock_names()).get(ladder.clock, ladder.clock)
    return text % {"n": ladder.length, "rules": preset_name(ladder.preset), "clock": clock}


def _consequence(rule: str, when: str) -> str:
    return f"{when} {Consequence(rule).label.lower()}."


def score_of(challenge: LadderChallenge) -> str:
    """`7–4`, or empty where the points of the loser are not kept."""
    points = challenge.loser_points
    return "" if points is None else f"{challenge.length}–{points}"
