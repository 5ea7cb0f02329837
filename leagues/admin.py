"""Leagues on the staff's pages: hide one and show it again."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.admin_base import StaffAdmin
from leagues.models import League
from leagues.services.division_pages import renew_league_pages


@admin.register(League)
class LeagueAdmin(StaffAdmin):
    """One row a league. Leagues are started on the site; a hidden one is seen by its organizers and staff only."""

    list_display = ["name", "club", "organizer", "created_at", "hidden_at"]
    list_filter = ["hidden_at"]
    list_select_related = ["club", "organizer"]
    search_fields = ["name", "slug"]
    fields = ["name", "about", "organizer", "club", "created_at", "hidden_at"]
    readonly_fields = ["name", "club", "created_at", "hidden_at"]
    raw_id_fields = ["organizer"]
    actions = ["hide", "show"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: League) -> None:
        renew_league_pages(obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[League]) -> None:
        for league in queryset:
            renew_league_pages(league)
        super().delete_queryset(request, queryset)

    @admin.action(description="Hide league", permissions=["change"])
    def hide(self, request: HttpRequest, queryset: QuerySet[League]) -> None:
        for league in queryset:
            League.objects.filter(pk=league.pk, hidden_at=None).update(hidden_at=timezone.now())
            renew_league_pages(league)
            self.acted(request, league, "league hidden")
        self.message_user(request, "League hidden.", messages.SUCCESS)

    @admin.action(description="Show hidden league again", permissions=["change"])
    def show(self, request: HttpRequest, queryset: QuerySet[League]) -> None:
        for league in queryset:
            League.objects.filter(pk=league.pk).update(hidden_at=None)
            renew_league_pages(league)
            self.acted(request, league, "league shown again")
        self.message_user(request, "League shown again.", messages.SUCCESS)
