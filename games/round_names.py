"""What a match's round is called, in the reader's language. The app above registers it; games knows the stored English text only."""

from collections.abc import Callable, Mapping
from typing import Any

from web.hooks import Hook

round_names: Hook[Callable[[Mapping[str, Any]], str]] = Hook("round_names")
"""Each answers with the name of the round in a match's context, or "" where it does not know one."""


def round_name(context: Mapping[str, Any]) -> str:
    """The name of the round without the teams; "" where the match is in no tournament."""
    named = (name(context) for name in round_names.functions().values())
    return next((text for text in named if text), "") or str(context.get("subtitle") or "")
