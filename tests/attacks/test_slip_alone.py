"""One person who holds the match slip reports for one side and confirms for the other, in a private window."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from tests.tournaments.making import NOW, later, pairing
from tests.tournaments.venue.room import on_board, slip, won
from tournaments.models import Result, ScoreReport, Slip, Tournament
from tournaments.notices.services import notices
from tournaments.public.selectors.waiting import waiting_view
from tournaments.venue.services import board_sweep as sweeping
from tournaments.venue.services import reporting
from tournaments.venue.services.claims import Reporter
from web.errors import DomainError

pytestmark = pytest.mark.django_db


def room() -> tuple[Tournament, Slip]:
    made = on_board(4, tables=2)
    return made, slip(made, "W1.1")


def by_slip(side: int, network: str = "") -> Reporter:
    return Reporter(side, with_slip=True, network=network)


def report_and_confirm(slip: Slip, first: Reporter, second: Reporter, winner: int) -> None:
    text = reporting.report(slip.pk, first, won(slip, winner), now=NOW)
    reporting.confirm(slip.pk, second, report_id=text.pk, now=later(1))


def test_two_windows_of_one_person_decide_nothing_until_the_time_to_object_is_over() -> None:
    made, stored = room()
    address = f"/t/{stored.code}/"
    window, private = Client(), Client()
    tapped = {"do": "report", "side": stored.entry_a_id, "winner": stored.entry_a_id, "lost": 1}
    window.post(address, tapped)
    text = stored.reports.get()
    assert private.post(address, {"do": "confirm", "report": text.pk}).status_code == 302
    assert pairing(made, "W1.1").outcome == ""
    shown = window.get(address).content.decode()
    assert "Both reports agree" in shown
    assert "unless someone disputes it" in shown
    text.refresh_from_db()
    assert text.stands_at is not None
    assert sweeping.run_due(text.stands_at - timedelta(seconds=1)) == 0
    assert sweeping.run_due(text.stands_at) == 1
    assert pairing(made, "W1.1").winner_id == stored.entry_a_id
    assert set(stored.reports.values_list("state", flat=True)) == {"stood", "confirmed"}


@pytest.mark.parametrize(
    ("first_signed_in", "second_signed_in", "second_wins", "counts"),
    [
        (True, True, True, True),
        (True, True, False, True),
        (False, True, False, True),  # who lost confirms it signed in
        (False, True, True, False),  # the winner may have made the other's report with the slip
        (True, False, False, False),
        (True, False, True, False),
        (False, False, False, False),
    ],
)
def test_whose_login_makes_a_result_count_at_once(
    first_signed_in: bool, second_signed_in: bool, second_wins: bool, counts: bool
) -> None:
    made, stored = room()
    first = Reporter(stored.entry_a_id, with_slip=not first_signed_in)
    second = Reporter(stored.entry_b_id, with_slip=not second_signed_in)
    report_and_confirm(
        stored, first, second, stored.entry_b_id if second_wins else stored.entry_a_id
    )
    assert (pairing(made, "W1.1").outcome == "played") is counts


def test_the_same_report_from_both_sides_is_a_confirmation_like_any_other() -> None:
    made, stored = room()
    for side in (stored.entry_a_id, stored.entry_b_id):
        reporting.report(stored.pk, by_slip(side), won(stored), now=NOW)
    assert pairing(made, "W1.1").outcome == ""
    reporting.report(stored.pk, Reporter(stored.entry_b_id), won(stored), now=later(1))
    assert pairing(made, "W1.1").outcome == "played"  # who lost has signed in


def test_signing_in_to_repeat_a_report_does_not_start_the_time_again() -> None:
    _made, stored = room()
    text = reporting.report(stored.pk, by_slip(stored.entry_a_id), won(stored), now=NOW)
    again = reporting.report(stored.pk, Reporter(stored.entry_a_id), won(stored), now=later(5))
    assert again.pk != text.pk
    assert again.stands_at == text.stands_at


def test_the_slip_changes_nothing_that_a_player_has_said_signed_in() -> None:
    _made, stored = room()
    reporting.report(stored.pk, Reporter(stored.entry_a_id), won(stored), now=NOW)
    with pytest.raises(DomainError) as refused:
        reporting.report(
            stored.pk, by_slip(stored.entry_a_id), won(stored, stored.entry_b_id), now=later(1)
        )
    assert refused.value.code == "signed_in_report"


def test_a_dispute_is_not_ended_with_the_slip_alone() -> None:
    made, stored = room()
    first, two = by_slip(stored.entry_a_id), by_slip(stored.entry_b_id)
    reporting.report(stored.pk, first, won(stored, lost=1), now=NOW)
    reporting.report(stored.pk, two, won(stored, stored.entry_b_id), now=NOW)
    reporting.report(stored.pk, first, won(stored, stored.entry_b_id), now=later(1))
    stored.refresh_from_db()
    assert stored.disputed_at == NOW
    assert sweeping.run_due(later(60)) == 0
    assert pairing(made, "W1.1").outcome == ""


def test_the_player_whose_name_was_used_sees_it_and_objects() -> None:
    made, stored = room()
    report_and_confirm(
        stored, by_slip(stored.entry_a_id), by_slip(stored.entry_b_id), stored.entry_a_id
    )
    for entry, kind in ((stored.entry_a, "by_slip"), (stored.entry_b, "report")):
        seen = waiting_view(entry.player.user, later(2)).items
        assert [item.kind for item in seen] == [kind]
    victim = Client()
    victim.force_login(stored.entry_b.player.user)
    shown = victim.get(f"/t/{stored.code}/").content.decode()
    assert "reported this for you" in shown
    text = stored.reports.get(side=stored.entry_a_id)
    victim.post(f"/t/{stored.code}/", {"do": "object", "report": text.pk})
    stored.refresh_from_db()
    assert stored.disputed_at is not None
    assert pairing(made, "W1.1").outcome == ""


@pytest.mark.parametrize("verb", ["confirm", "object"])
def test_a_report_in_a_players_own_name_is_answered_by_them(verb: str) -> None:
    made, stored = room()
    text = reporting.report(
        stored.pk, by_slip(stored.entry_a_id), won(stored, stored.entry_b_id), now=NOW
    )
    victim = Client()
    victim.force_login(stored.entry_a.player.user)
    answer = victim.post(f"/t/{stored.code}/", {"do": verb, "report": text.pk})
    assert answer.status_code == 302
    mine = stored.reports.order_by("pk").last()
    assert mine is not None
    assert not mine.with_slip
    assert mine.state == ("waiting" if verb == "confirm" else "disputed")
    text.refresh_from_db()
    assert (text.state, pairing(made, "W1.1").outcome) == ("replaced", "")


def queue(made: Tournament) -> str:
    desk = Client()
    desk.force_login(made.organizer)
    return desk.get(f"/tournaments/{made.slug}/manage/").content.decode()


@pytest.mark.parametrize(("networks", "flagged"), [(("x", "x"), True), (("x", "y"), False)])
def test_two_reports_from_one_network_are_a_line_at_the_desk(
    networks: tuple[str, str], flagged: bool
) -> None:
    made, stored = room()
    first, second = (
        by_slip(side, net)
        for side, net in zip((stored.entry_a_id, stored.entry_b_id), networks, strict=True)
    )
    report_and_confirm(stored, first, second, stored.entry_a_id)
    shown = queue(made)
    assert ("Both reports from one network" in shown) is flagged
    assert ("Confirmed with match slip" in shown) is not flagged
    text = stored.reports.get(side=stored.entry_a_id)
    desk = Client()
    desk.force_login(made.organizer)
    address = f"/tournaments/{made.slug}/manage/slips/{stored.pk}/"
    assert desk.post(address, {"report": text.pk}).status_code == 302
    assert pairing(made, "W1.1").outcome == "played"
    assert "Both reports from one network" not in queue(made)


def test_the_address_is_kept_as_a_digest_that_differs_from_slip_to_slip() -> None:
    made = on_board(4)
    digests = set()
    for key in ("W1.1", "W1.2"):
        stored = slip(made, key)
        tapped = {"do": "report", "side": stored.entry_a_id, "winner": stored.entry_a_id, "lost": 1}
        Client(REMOTE_ADDR="203.0.113.9").post(f"/t/{stored.code}/", tapped)
        digests.add(stored.reports.get().network)
    assert len(digests) == 2
    assert all(len(digest) == 32 for digest in digests)


def test_both_players_get_an_email_where_the_report_still_waits_after_a_minute() -> None:
    _made, stored = room()
    for entry in (stored.entry_a, stored.entry_b):
        EmailAddress.objects.create(
            user=entry.player.user, verified=True, email=f"p{entry.pk}@example.org"
        )
    notices.send_owed(NOW)
    mail.outbox.clear()
    reporting.report(stored.pk, by_slip(stored.entry_a_id), won(stored), now=NOW)
    assert notices.send_owed(NOW + timedelta(seconds=59)) == 0
    assert notices.send_owed(later(1)) == 2
    assert {"".join(letter.to) for letter in mail.outbox} == {
        f"p{stored.entry_a_id}@example.org",
        f"p{stored.entry_b_id}@example.org",
    }
    text = mail.outbox[0].body
    assert "Winner: 1, 3–0." in text
    assert "without login" in text
    assert f"/t/{stored.code}/" in text


def test_a_score_settled_within_a_minute_sends_no_email() -> None:
    _made, stored = room()
    EmailAddress.objects.create(
        user=stored.entry_b.player.user, verified=True, email="b@example.org"
    )
    notices.send_owed(NOW)
    text = reporting.report(stored.pk, Reporter(stored.entry_a_id), won(stored), now=NOW)
    reporting.confirm(stored.pk, Reporter(stored.entry_b_id), report_id=text.pk, now=NOW)
    assert notices.send_owed(later(2)) == 0


def test_who_reports_again_and_again_does_not_fill_a_mailbox() -> None:
    _made, stored = room()
    EmailAddress.objects.create(
        user=stored.entry_b.player.user, verified=True, email="b@example.org"
    )
    notices.send_owed(NOW)
    mail.outbox.clear()
    for lost in (0, 1, 2, 0, 1, 2):
        reporting.report(stored.pk, by_slip(stored.entry_a_id), won(stored, lost=lost), now=NOW)
        notices.send_owed(later(1))
    assert len(mail.outbox) == 3


def test_reports_and_results_are_as_many_as_before() -> None:
    """A confirmation that waits leaves one report with a time at which it stands."""
    _made, stored = room()
    report_and_confirm(
        stored, by_slip(stored.entry_a_id), by_slip(stored.entry_b_id), stored.entry_a_id
    )
    assert ScoreReport.objects.filter(state="waiting", stands_at__isnull=False).count() == 1
    assert Result.objects.count() == 0
