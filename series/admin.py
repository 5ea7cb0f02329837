"""Series on the staff's pages: hide one and show it again."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.admin_base import StaffAdmin
from series.models import Series
from series.services.counted_pages import renew_counted_pages


@admin.register(Series)
class SeriesAdmin(StaffAdmin):
    """One row a series. Series are started on the site; a hidden one is seen by its organizers and staff only."""

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

    def delete_model(self, request: HttpRequest, obj: Series) -> None:
        renew_counted_pages(obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Series]) -> None:
        for series in queryset:
            renew_counted_pages(series)
        super().delete_queryset(request, queryset)

    @admin.action(description="Hide series", permissions=["change"])
    def hide(self, request: HttpRequest, queryset: QuerySet[Series]) -> None:
        for series in queryset:
            Series.objects.filter(pk=series.pk, hidden_at=None).update(hidden_at=timezone.now())
            renew_counted_pages(series)
            self.acted(request, series, "series hidden")
        self.message_user(request, "Series hidden.", messages.SUCCESS)

    @admin.action(description="Show hidden series again", permissions=["change"])
    def show(self, request: HttpRequest, queryset: QuerySet[Series]) -> None:
        for series in queryset:
            Series.objects.filter(pk=series.pk).update(hidden_at=None)
            renew_counted_pages(series)
            self.acted(request, series, "series shown again")
        self.message_user(request, "Series shown again.", messages.SUCCESS)
