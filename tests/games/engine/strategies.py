"""Hypothesis strategies of the engine's tests: rules of every kind."""

from typing import Any

from hypothesis import strategies as st

from games.engine.rules import CHOICES, Rules


def _made(options: dict[str, Any]) -> Rules:
    if options["kind"] == "match":
        options["games"] = None
        options["length"] = options["length"] or 3
    else:
        options["length"] = None
    options["holland"] = options["holland"] and options["crawford"]
    return Rules(**options)


any_rules = st.fixed_dictionaries(
    {name: st.sampled_from(values) for name, values in CHOICES.items()}
    | {name: st.booleans() for name in ("jacoby", "jacoby_auto_counts")}
    | {"cube": st.sampled_from([True, True, False])}
    | {name: st.booleans() for name in ("crawford", "holland")}
    | {
        "length": st.sampled_from([None, 1, 2, 3, 5, 7]),
        "games": st.sampled_from([None, 1, 2, 3]),
        "cube_cap": st.sampled_from([None, 2, 4, 64]),
        "murphy_limit": st.sampled_from([0, 1, 2, None]),
        "max_beavers": st.sampled_from([0, 1, 2, 3, None]),
    }
).map(_made)
