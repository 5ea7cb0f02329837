"""Fair play on the staff's pages: the list of players, one player with all that is known, and one tournament."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget

from accounts.admin_base import ReadOnlyAdmin
from accounts.audit_trail import doer
from fairplay.evidence.sequential import BETTER, FALSE_ALARMS, THRESHOLD, odds_in_words
from fairplay.models import FairPlayNote, FairPlayStatus, PlayerFigures
from fairplay.selectors.report import OPEN, listed, player_report, tournament_report
from fairplay.services.notes import note_decision, record_look
from tournaments.models import Tournament
from web.requests import number_in, posted


class DecisionFilter(admin.SimpleListFilter):
    """By the newest decision."""

    title = "decision"
    parameter_name = "decision"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(OPEN, "Needs a look"), *FairPlayStatus.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return listed(queryset, self.value() or "") if self.value() else queryset


class DecisionForm(forms.Form):
    """A decision and why."""

    status = forms.ChoiceField(
        label="Decision", choices=FairPlayStatus.choices, widget=UnfoldAdminSelectWidget
    )
    reason = forms.CharField(
        label="Reason", max_length=300, widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text="What you looked at and why you decide so. Colleagues read it.",
    )  # fmt: skip


@admin.register(PlayerFigures)
class PlayerFiguresAdmin(ReadOnlyAdmin):
    """Players with analysed matches, the strongest evidence first. It is a reason to look, and no proof."""

    list_display = ["player", "season", "matches", "choices", "rounded_pr", "agreed", "odds", "flagged", "updated_at"]  # fmt: skip
    list_filter = [DecisionFilter, "season"]
    list_select_related = ["player"]
    search_fields = ["player__name"]
    ordering = ["-evidence"]
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[PlayerFigures]:
        return super().get_queryset(request).filter(player__anonymised_at=None)

    @admin.display(description="PR", ordering="pr")
    def rounded_pr(self, row: PlayerFigures) -> str:
        return f"{row.pr:.2f}"

    @admin.display(description="agreement", ordering="agreement")
    def agreed(self, row: PlayerFigures) -> str:
        return f"{row.agreement:.0%}"

    @admin.display(description="highest odds", ordering="evidence")
    def odds(self, row: PlayerFigures) -> str:
        odds = odds_in_words(row.evidence)
        return f"{odds} to 1" if odds else "none"

    @admin.display(description="over the threshold", ordering="flagged_at")
    def flagged(self, row: PlayerFigures) -> str:
        """Red is for players over the threshold alone."""
        if row.flagged_at is None:
            return "no"
        return format_html(
            '<b class="staff-bad">since {}</b>', date_format(localtime(row.flagged_at), "j M Y")
        )

    def get_urls(self) -> list[URLPattern]:
        tournament = self.admin_site.admin_view(self.tournament_view)
        name = "fairplay_playerfigures_tournament"
        return [
            path("tournaments/<int:tournament_id>/", tournament, name=name),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """All that is known of a player, and the form of a decision. Each look is recorded."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        may_note = request.user.has_perm("fairplay.note_playerfigures")
        if request.method == "POST" and not may_note:
            raise PermissionDenied
        row = self.get_object(request, object_id)
        if row is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        form = DecisionForm(posted(request))
        if form.is_valid():
            by = doer(request, form.cleaned_data["reason"])
            note_decision(row.player, form.cleaned_data["status"], by)
            self.message_user(request, "Decision noted.", messages.SUCCESS)
            return redirect("admin:fairplay_playerfigures_change", row.pk)
        record_look(row.player, doer(request))
        context = self.admin_site.each_context(request) | {
            "title": f"Fair play: {row.player.name}",
            "opts": self.opts,
            "original": row,
            "report": player_report(row.player),
            "odds": odds_in_words(row.evidence),
            "threshold": odds_in_words(THRESHOLD),
            "share": f"{1 / FALSE_ALARMS:,.0f}",
            "better": BETTER,
            "form": form if may_note else None,
        }
        status = 422 if form.errors else 200
        return TemplateResponse(request, "admin/fairplay/player.html", context, status=status)

    def tournament_view(self, request: HttpRequest, tournament_id: int) -> HttpResponse:
        """The players of one tournament beside each other."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        is_number = number_in(str(tournament_id)) is not None
        tournament = Tournament.objects.filter(pk=tournament_id).first() if is_number else None
        if tournament is None:
            raise Http404
        record_look(tournament, doer(request))
        context = self.admin_site.each_context(request) | {
            "title": f"Fair play: {tournament.name}",
            "opts": self.opts,
            "rows": tournament_report(tournament),
            "tournament": tournament,
        }
        return TemplateResponse(request, "admin/fairplay/tournament.html", context)


@admin.register(FairPlayNote)
class FairPlayNoteAdmin(ReadOnlyAdmin):
    """All decisions, the newest first."""

    list_display = ["player", "status", "reason", "by_name", "at"]
    list_filter = ["status", "at"]
    list_select_related = ["player"]
    search_fields = ["player__name", "reason", "by_name"]
