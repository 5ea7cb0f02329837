"""The sentence that tells spectators how late they see results."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.translation import ngettext

from tournaments.bracket.selectors.delayed_results import sees_results_late
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def results_late(context: template.Context, shown: Tournament | Iterable[Tournament] | None) -> str:
    """The sentence, empty for a viewer who sees results at once. Of several tournaments the longest delay counts."""
    viewer: Any = context["request"].user
    tournaments = [shown] if isinstance(shown, Tournament) else shown or ()
    delays = [t.spectator_delay_s for t in tournaments if sees_results_late(t, viewer)]
    return results_late_text(max(delays)) if delays else ""


def results_late_text(delay_s: int) -> str:
    """The sentence for this delay, in minutes rounded up, or in seconds below a minute."""
    if delay_s < 60:
        text = ngettext(
            "Results and standings are delayed by %(n)d second.",
            "Results and standings are delayed by %(n)d seconds.",
            delay_s,
        )
        return text % {"n": delay_s}
    minutes = -(-delay_s // 60)
    text = ngettext(
        "Results and standings are delayed by %(n)d minute.",
        "Results and standings are delayed by %(n)d minutes.",
        minutes,
    )
    return text % {"n": minutes}
