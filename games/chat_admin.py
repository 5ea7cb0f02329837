"""What readers reported, and the chat itself, on the staff's pages. Lines are taken away, never edited."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from accounts.admin_base import ReadOnlyAdmin
from accounts.requests import me
from games.chat_texts import words
from games.models import ChatLine, ChatReport
from games.services import chat


class SettledFilter(admin.SimpleListFilter):
    """Open reports first: they are what somebody waits for."""

    title = "closed"
    parameter_name = "settled"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", "Yes"), ("all", "All")]

    def choices(self, changelist: Any) -> Any:
        choices = list(super().choices(changelist))
        return [{**choices[0], "display": "No"}, *choices[1:]]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "all":
            return queryset
        return queryset.filter(settled_at__isnull=self.value() != "yes")


@admin.register(ChatReport)
class ChatReportAdmin(ReadOnlyAdmin):
    """Reports that nobody has settled, with two answers: take the line away, or let it stay."""

    list_display = [
        "line_text",
        "author",
        "table",
        "room",
        "reason",
        "reporter",
        "at",
        "settled_at",
    ]
    list_filter = [SettledFilter, "at"]
    list_select_related = ["line__author", "reporter"]
    search_fields = ["line__text", "line__author__name", "reason"]
    actions = ["hide_lines", "let_stay"]

    @admin.display(description="message")
    def line_text(self, report: ChatReport) -> str:
        return _line_text(report.line)

    @admin.display(description="author")
    def author(self, report: ChatReport) -> str:
        return _author(report.line)

    @admin.display(description="match")
    def table(self, report: ChatReport) -> str:
        return _table(report.line)

    @admin.display(description="room")
    def room(self, report: ChatReport) -> str:
        return report.line.get_room_display()

    @admin.action(description="Remove the message and close the report")
    def hide_lines(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        self._settle(request, queryset, hiding=True)

    @admin.action(description="Close the report and keep the message")
    def let_stay(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> None:
        self._settle(request, queryset, hiding=False)

    def _settle(
        self, request: HttpRequest, queryset: QuerySet[ChatReport], *, hiding: bool
    ) -> None:
        chosen = list(queryset.select_related("line"))
        number = chat.settle(chosen, me(request), timezone.now(), hiding=hiding)
        for report in chosen:
            self.acted(request, report, "line hidden" if hiding else "line stays")
        text = "1 report closed." if number == 1 else f"{number} reports closed."
        self.message_user(request, text, messages.SUCCESS)


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnlyAdmin):
    """All lines, hidden ones too; searching for a player finds all their lines."""

    list_display = ["line_text", "author_name", "table", "room", "at", "hidden_at"]
    list_filter = ["room", "hidden_at", "at"]
    list_select_related = ["author"]
    search_fields = ["text", "author__name", "match__id"]
    ordering = ["-id"]
    actions = ["hide_lines"]
    show_full_result_count = False

    @admin.display(description="message")
    def line_text(self, line: ChatLine) -> str:
        return _line_text(line)

    @admin.display(description="author")
    def author_name(self, line: ChatLine) -> str:
        return _author(line)

    @admin.display(description="match")
    def table(self, line: ChatLine) -> str:
        return _table(line)

    @admin.action(description="Remove the message")
    def hide_lines(self, request: HttpRequest, queryset: QuerySet[ChatLine]) -> None:
        chosen = list(queryset)
        chat.hide(chosen, me(request), timezone.now())
        for line in chosen:
            self.acted(request, line, "hidden")


def _line_text(line: ChatLine) -> str:
    return line.text or words(line.phrase) or "–"


def _author(line: ChatLine) -> str:
    return line.author.name if line.author else "–"


def _table(line: ChatLine) -> str:
    return format_html('<a href="{}">{}</a>', reverse("match", args=[line.match_id]), line.match_id)
