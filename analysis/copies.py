"""Whether an imported match is a copy of one that is still in progress here. The engine judges no match in play, under any name."""

from django.db.models import Q

from analysis.selectors import IN_PLAY
from games.models import Action, Match, MatchKind

ROLLS = 6
"""So many first rolls are compared; two matches have the same by a chance of less than one in ten million."""
LEAST_ROLLS = 2
MOST_MATCHES = 2000
FIRST_ACTIONS = 40
Rolls = list[tuple[int, int]]


def copies_match_in_play(match: Match) -> bool:
    """`match`: any; only an imported one can be a copy. Three queries, of which one reads the first actions of all matches in play."""
    if match.kind != MatchKind.IMPORTED:
        return False
    own = _first_rolls(Q(match=match)).get(match.pk, [])
    if len(own) < LEAST_ROLLS:
        return False
    in_play = Match.objects.filter(status__in=IN_PLAY, finished_at=None).order_by("-created_at")
    others = _first_rolls(Q(match__in=list(in_play.values_list("pk", flat=True)[:MOST_MATCHES])))
    return any(_is_beginning(own, rolls) for rolls in others.values())


def _first_rolls(of: Q) -> dict[object, Rolls]:
    """By match: the first rolls, the larger die first. An opening roll that decides nothing is left out."""
    rows = Action.objects.filter(of, kind__in=("opening_roll", "roll"), seq__lte=FIRST_ACTIONS)
    rolls: dict[object, Rolls] = {}
    for match, kind, payload in rows.order_by("seq").values_list("match", "kind", "payload"):
        high, low = sorted(payload.get("dice", (0, 0)), reverse=True)
        if kind == "roll" or high != low:
            rolls.setdefault(match, []).append((high, low))
    return rolls


def _is_beginning(own: Rolls, others: Rolls) -> bool:
    compared = min(ROLLS, len(own), len(others))
    return compared >= LEAST_ROLLS and own[:compared] == others[:compared]
