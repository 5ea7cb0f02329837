"""The leaderboard: who is rated how in a pool, by country and experience."""

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.models import User
from ratings.formulas.fibs import is_provisional
from ratings.models import PlayerRating, RatingPool
from ratings.selectors.current import LeaderFilter, leaders, listed_in, rank_in, rated_countries

PER_PAGE = 50
EXPERIENCES = (0, 100, 400, 1000)


class LeaderboardForm(forms.Form):
    """The filters; what does not fit is as if it had not been asked."""

    country = forms.ChoiceField(required=False)
    least = forms.TypedChoiceField(coerce=int, required=False)
    name = forms.CharField(required=False, max_length=80)

    def __init__(self, *args: object, pool: str, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.pool = pool
        country, least, name = (self.fields[key] for key in ("country", "least", "name"))
        country.label, least.label, name.label = (
            _("Country"),
            _("Minimum experience"),
            _("Player"),
        )
        asked = str(self.data.get("country", ""))[:2]
        rated = rated_countries(pool, timezone.now(), asked)
        country.choices = [("", _("All countries")), *rated]  # type: ignore[attr-defined]
        least.choices = [(n, _experience(n)) for n in EXPERIENCES]  # type: ignore[attr-defined]

    def asked(self) -> LeaderFilter:
        """The filter, of the values that are valid."""
        self.is_valid()
        chosen = self.cleaned_data
        name = " ".join(chosen.get("name", "").replace("\x00", "").split())
        return LeaderFilter(self.pool, chosen.get("country", ""), chosen.get("least") or 0, name)


class LeaderPages(Paginator):
    """The pages of a leaderboard, which know a quick way to count it."""

    def __init__(self, asked: LeaderFilter) -> None:
        super().__init__(leaders(asked), PER_PAGE)
        self.asked = asked

    @cached_property
    def count(self) -> int:
        return listed_in(self.asked)


def _experience(points: int) -> str:
    if not points:
        return _("Any experience")
    return ngettext("%(n)d point or more", "%(n)d points or more", points) % {"n": points}


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """A page of a pool's list, and the reader's own place in it."""
    pool = request.GET.get("pool", "")
    pool = pool if pool in RatingPool.values else RatingPool.ONLINE.value
    context = leaderboard_context(request, pool) | {"pools": RatingPool.choices}
    return render(request, "ratings/leaderboard.html", context)


def leaderboard_context(request: HttpRequest, pool: str) -> dict[str, Any]:
    """What a leaderboard of a pool shows, with the filters of the request."""
    form = LeaderboardForm(request.GET, pool=pool)
    asked = form.asked()
    page = LeaderPages(asked).get_page(request.GET.get("page"))
    first = page.start_index() if page.object_list else 1
    mine = _own(request, pool)
    return {
        "form": form,
        "pool": pool,
        "page": page,
        "rows": [
            (place, row, is_provisional(row.experience)) for place, row in enumerate(page, first)
        ],
        "mine": mine,
        "place": rank_in(asked, mine) if mine is not None else None,
        "is_filtered": bool(asked.country or asked.least or asked.name),
    }


def _own(request: HttpRequest, pool: str) -> PlayerRating | None:
    if not isinstance(request.user, User):
        return None
    rows = PlayerRating.objects.filter(pool=pool, player__user=request.user)
    return rows.select_related("player").first()
