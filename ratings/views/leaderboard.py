"""The leaderboard: who is rated how in a pool, now or in a month or a year, by country, club and experience."""

from collections.abc import Iterable
from datetime import UTC
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from accounts.models import User
from ratings.formulas.fibs import is_provisional
from ratings.hooks import clubs_to_choose
from ratings.models import PeriodRating, PlayerRating, RatingPool
from ratings.selectors.current import (
    LeaderFilter,
    leaders,
    listed_in,
    rank_in,
    rated_countries,
    signed,
)
from ratings.selectors.periods import (
    ORDERS,
    RATING,
    PeriodFilter,
    listed_within,
    offered_periods,
    period_leaders,
    period_row,
    rank_within,
)

PER_PAGE = 50
EXPERIENCES = (0, 100, 400, 1000)


class LeaderboardForm(forms.Form):
    """The filters; what does not fit is as if it had not been asked. Lists of events and clubs know neither clubs nor
    periods."""

    name = forms.CharField(required=False, max_length=80)
    country = forms.ChoiceField(required=False)
    club = forms.ChoiceField(required=False)
    least = forms.TypedChoiceField(coerce=int, required=False)
    period = forms.ChoiceField(required=False)
    order = forms.ChoiceField(required=False, choices=list(ORDERS.items()))

    def __init__(self, *args: object, pool: str, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.pool, self.label_suffix = pool, ""
        now = timezone.now()
        for key, label in self._labels().items():
            self.fields[key].label = label
        country = str(self.data.get("country", ""))[:2]
        self._offer("country", _("All countries"), rated_countries(pool, now, country))
        least = self.fields["least"]
        least.choices = [(n, _experience(n)) for n in EXPERIENCES]  # type: ignore[attr-defined]
        if pool not in RatingPool.values:
            for key in ("club", "period", "order"):
                del self.fields[key]
            return
        club = str(self.data.get("club", ""))[:80]
        self._offer("club", _("All clubs"), clubs_to_choose(club))
        period = str(self.data.get("period", ""))
        self._offer("period", _("All time"), offered_periods(now.astimezone(UTC), period))

    def asked(self) -> LeaderFilter:
        """The filter, of the values that are valid."""
        self.is_valid()
        chosen = self.cleaned_data
        name = " ".join(chosen.get("name", "").replace("\x00", "").split())
        return LeaderFilter(
            self.pool,
            country=chosen.get("country", ""),
            least=chosen.get("least") or 0,
            name=name,
            club=chosen.get("club", ""),
        )

    def within(self) -> PeriodFilter | None:
        """The month or year, and the order in it; None for all time. After `asked`."""
        period = self.cleaned_data.get("period", "")
        return PeriodFilter(period, self.cleaned_data.get("order") or RATING) if period else None

    @staticmethod
    def _labels() -> dict[str, str]:
        return {
            "name": _("Player"),
            "country": _("Country"),
            "club": pgettext("player’s club", "Club"),
            "least": _("Minimum experience"),
            "period": _("Period"),
            "order": pgettext("leaderboard", "Order"),
        }

    def _offer(self, key: str, everything: str, choices: Iterable[tuple[str, str]]) -> None:
        self.fields[key].choices = [("", everything), *choices]  # type: ignore[attr-defined]


class LeaderPages(Paginator):
    """The pages of a leaderboard, which know a quick way to count it."""

    def __init__(self, asked: LeaderFilter, within: PeriodFilter | None) -> None:
        rows = leaders(asked) if within is None else period_leaders(asked, within)
        super().__init__(rows, PER_PAGE)
        self.asked, self.within = asked, within

    @cached_property
    def count(self) -> int:
        if self.within is None:
            return listed_in(self.asked)
        return listed_within(self.asked, self.within)


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
    asked, within = form.asked(), form.within()
    page = LeaderPages(asked, within).get_page(request.GET.get("page"))
    first = page.start_index() if page.object_list else 1
    mine = _own(request, pool, within)
    return {
        "form": form,
        "pool": pool,
        "page": page,
        "rows": [
            (place, row, is_provisional(row.experience), _change(row))
            for place, row in enumerate(page, first)
        ],
        "mine": mine,
        "place": _place(asked, within, mine),
        "within": within,
        "is_filtered": within is not None or asked != LeaderFilter(pool),
    }


def _change(row: PlayerRating | PeriodRating) -> str:
    """Within the period, with its sign; empty in a list of all time."""
    return signed(round(row.gain)) if isinstance(row, PeriodRating) else ""


def _own(
    request: HttpRequest, pool: str, within: PeriodFilter | None
) -> PlayerRating | PeriodRating | None:
    """The reader's rating: that of the period in a list of one, where they have one there."""
    if not isinstance(request.user, User):
        return None
    rows = PlayerRating.objects.filter(pool=pool, player__user=request.user)
    mine = rows.select_related("player").first()
    if mine is None or within is None:
        return mine
    return period_row(mine.player, pool, within.period) or mine


def _place(
    asked: LeaderFilter, within: PeriodFilter | None, mine: PlayerRating | PeriodRating | None
) -> int | None:
    """The reader's own place, None where they are not listed."""
    if isinstance(mine, PeriodRating):
        return None if within is None else rank_within(asked, within, mine)
    return None if mine is None or within is not None else rank_in(asked, mine)
