"""The sidebar of the administration: tournaments first, then people; what keeps the site running stands under System."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

TOURNAMENTS = (
    "tournaments.event", "tournaments.tournament", "tournaments.entry", "tournaments.result", "tournaments.ruling", "clubs.club", "series.series",
)  # fmt: skip
PEOPLE = ("accounts.player", "accounts.user", "games.chatreport")


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """unfold's SIDEBAR navigation: only lists that this member of staff may open."""
    lists = _lists(request)
    index = reverse("admin:index")
    first = [{"title": "Events by date", "icon": "event", "link": index, "active": _is_first}]
    system = [{"title": "Health and growth", "link": f"{index}?show=system", "active": _is_system}]
    may_organize = request.user.has_perm("tournaments.view_event")
    others = [label for label in lists if label not in (*TOURNAMENTS, *PEOPLE)]
    groups: tuple[tuple[str, list[dict[str, Any]], Iterable[str]], ...] = (
        ("Tournaments", first if may_organize else [], TOURNAMENTS),
        ("People", [], PEOPLE),
        ("System", system, others),
    )
    return [
        {"title": title, "collapsible": title == "System", "items": items}
        for title, pages, labels in groups
        if (items := [*pages, *(lists[label] for label in labels if label in lists)])
    ]


def _lists(request: HttpRequest) -> dict[str, dict[str, Any]]:
    """The lists by the labels of their models, in the order of their names."""
    allowed = {
        model._meta.label_lower: (str(model._meta.verbose_name_plural), model._meta)
        for model, page in admin.site._registry.items()
        if page.has_view_permission(request)
    }
    return {
        label: {
            "title": name[:1].upper() + name[1:],
            "link": reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist"),
        }
        for label, (name, meta) in sorted(allowed.items(), key=lambda pair: pair[1][0])
    }


def _is_system(request: HttpRequest) -> bool:
    return request.path == reverse("admin:index") and bool({"show", "days"} & request.GET.keys())


def _is_first(request: HttpRequest) -> bool:
    return request.path == reverse("admin:index") and not _is_system(request)
