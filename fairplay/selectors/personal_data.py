"""The figures of fair play in the download of a person's own data. Notes of staff are not in it (templates/accounts/privacy.html)."""

from typing import Any

from django.db.models import F

from accounts.models import User
from fairplay.models import MatchFigures, TabSwitches


def fair_play_of_user(user: User) -> dict[str, Any]:
    """What was counted in each analysed match, and how often the page of a table was hidden in each game."""
    own = {"match__seats__player__user": user, "match__seats__seat": F("seat")}
    figures = MatchFigures.objects.filter(**own, choices__gt=0).order_by("match__finished_at", "pk")
    switches = TabSwitches.objects.filter(**own).order_by("match", "game")
    return {
        "matches": list(
            figures.values("match_id", "choices", "lost", "agreed", "hard", "hard_agreed", "easy_s", "hard_s")
        ),
        "tab_switches": list(switches.values("match_id", "game", "count")),
    }  # fmt: skip
