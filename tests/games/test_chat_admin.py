"""The staff's pages of the chat: open reports first, a line hidden or left with one action, a count on the first page."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.chat_envelope import LineRequest
from games.models import ChatLine, ChatReport
from games.services import chat
from tests.games.services.tables import playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(client: Client) -> ChatReport:
    client.force_login(User.objects.create_superuser("boss", "boss@example.org", "pw"))
    sitting = playing()
    author, reader = (sitting.match.seats.get(seat=seat).player.user for seat in "AB")
    line_request = LineRequest("k", "<b>rude</b>")
    line = chat.say(sitting.match.pk, author, line_request, timezone.now()).line
    return chat.report(line, reader, "insult", timezone.now())


def act(client: Client, model: str, name: str, pk: int) -> Any:
    path = reverse(f"admin:games_{model}_changelist")
    return client.post(path, {"action": name, "_selected_action": [pk]}, follow=True)


def test_the_list_has_line_author_match_and_reason_as_text(
    client: Client, report: ChatReport
) -> None:
    html = client.get(reverse("admin:games_chatreport_changelist")).content.decode()
    assert "&lt;b&gt;rude&lt;/b&gt;" in html
    assert "<b>rude</b>" not in html
    assert reverse("match", args=[report.line.match_id]) in html
    assert str(report.line.author) in html
    assert "insult" in html


@pytest.mark.parametrize(("action", "hidden"), [("hide_lines", True), ("let_stay", False)])
def test_a_report_is_settled_with_or_without_the_line(
    client: Client, report: ChatReport, action: str, hidden: bool
) -> None:
    first = client.get(reverse("admin:index"), {"show": "system"}).content.decode()
    assert "Chat reports" in first
    assert act(client, "chatreport", action, report.pk).status_code == 200
    report.refresh_from_db()
    assert report.settled_at is not None
    assert report.settled_by == User.objects.get(username="boss")
    assert (ChatLine.objects.get().hidden_at is not None) is hidden
    path = reverse("admin:games_chatreport_changelist")
    assert "insult" not in client.get(path).content.decode()
    assert "insult" in client.get(f"{path}?settled=yes").content.decode()


def test_any_line_can_be_found_and_hidden_but_not_edited(
    client: Client, report: ChatReport
) -> None:
    path = reverse("admin:games_chatline_changelist")
    assert "rude" in client.get(f"{path}?q=rude").content.decode()
    assert "rude" not in client.get(f"{path}?q=polite").content.decode()
    act(client, "chatline", "hide_lines", report.line_id)
    assert ChatLine.objects.get().hidden_at is not None
    change = reverse("admin:games_chatline_change", args=[report.line_id])
    assert client.post(change, {"text": "kind"}).status_code == 403
    assert ChatLine.objects.get().text == "<b>rude</b>"


def test_it_is_for_staff_only(client: Client, report: ChatReport) -> None:
    client.force_login(report.reporter)
    for model in ("chatreport", "chatline"):
        assert client.get(reverse(f"admin:games_{model}_changelist")).status_code == 302
