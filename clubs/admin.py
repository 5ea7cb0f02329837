"""Clubs on the staff's pages: correct what a club says about itself, hide it and show it again."""

from django.contrib import admin, messages
from django.db.models import QuerySet, URLField
from django.http import HttpRequest
from django.utils import timezone

from accounts.admin_base import ReadOnlyInline, StaffAdmin
from clubs.models import Club, ClubMember
from clubs.services.hosted_pages import renew_hosted_pages
from clubs.services.leaving import promote_oldest
from clubs.services.news import forget_club


class ClubMemberInline(ReadOnlyInline):
    """Who belongs to it."""

    model = ClubMember
    fields = ["player", "status", "at"]


@admin.register(Club)
class ClubAdmin(StaffAdmin):
    """One row a club. Clubs are started on the site; a hidden one is seen by its officers and staff only."""

    list_display = ["name", "place", "country", "founder", "created_at", "hidden_at"]
    list_filter = ["hidden_at", "country"]
    list_select_related = ["founder"]
    search_fields = ["name", "slug"]
    fields = ["name", "place", "country", "about", "website", "contact", "joining", "founder", "created_at", "hidden_at"]  # fmt: skip
    readonly_fields = ["founder", "created_at", "hidden_at"]
    inlines = [ClubMemberInline]
    actions = ["hide", "show", "appoint"]

    formfield_overrides = {URLField: {"assume_scheme": "https"}}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: Club) -> None:
        forget_club(obj)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        for club in queryset:
            forget_club(club)
        super().delete_queryset(request, queryset)

    @admin.action(description="Hide clubs", permissions=["change"])
    def hide(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        for club in queryset:
            Club.objects.filter(pk=club.pk, hidden_at=None).update(hidden_at=timezone.now())
            renew_hosted_pages(club)
            self.acted(request, club, "club hidden")
        self.message_user(request, "Clubs hidden.", messages.SUCCESS)

    @admin.action(description="Show hidden clubs again", permissions=["change"])
    def show(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        for club in queryset:
            Club.objects.filter(pk=club.pk).update(hidden_at=None)
            renew_hosted_pages(club)
            self.acted(request, club, "club shown again")
        self.message_user(request, "Clubs shown again.", messages.SUCCESS)

    @admin.action(description="Make the longest-standing member an officer", permissions=["change"])
    def appoint(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        """For clubs whose officers do not act any more, such as a suspended one."""
        for club in queryset:
            if promote_oldest(club.pk):
                self.acted(request, club, "officer appointed")
        self.message_user(request, "Officers appointed.", messages.SUCCESS)
