"""Challenges on a ladder: who may challenge whom, answers, results, and what an officer corrects."""

from datetime import timedelta

import pytest

from accounts.models import Player
from clubs.services import membership as club_membership
from games.models import Match, MatchStatus
from ladders.models import LadderChallenge, LadderEvent, LadderMember, LadderResult
from ladders.services.challenges import (
    accept_challenge,
    decline_challenge,
    play_online,
    send_challenge,
    withdraw_challenge,
)
from ladders.services.ladders import change_ladder
from ladders.services.membership import (
    join_ladder,
    leave_ladder,
    pause,
    place_player,
    resume,
)
from ladders.services.results import decide_result, report_result, void_challenge
from ladders.services.sweeping import run_due
from notifications.models import Notification
from notifications.texts import sentence
from social.services.blocks import block
from tests.clubs.making import login_of
from tests.ladders.making_ladders import challenged, ladder_of, order, played
from tests.tournaments.making import NOW, player
from web.errors import DomainError, NotAllowed

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
Status = LadderChallenge.Status


def news_of(who: Player) -> list[str]:
    rows = Notification.objects.filter(user__player=who, kind="ladder").order_by("pk")
    return [str(row.values["what"]) for row in rows]


def test_members_join_at_the_foot_and_others_do_not() -> None:
    made = ladder_of(3)
    assert order(made.ladder) == [who.pk for who in made.players]
    with pytest.raises(NotAllowed, match="not_a_member"):
        join_ladder(login_of(player()), made.ladder.pk, NOW)
    leave_ladder(login_of(made.players[0]), made.ladder.pk, NOW)
    join_ladder(login_of(made.players[0]), made.ladder.pk, NOW)
    assert order(made.ladder) == [made.players[n].pk for n in (1, 2, 0)]


def test_a_confirmed_result_moves_the_winner_up() -> None:
    made = ladder_of(4)
    top, two, three, four = made.players
    played(made, four, two, four)
    assert order(made.ladder) == [who.pk for who in (top, four, two, three)]
    played(made, three, top, top)
    assert order(made.ladder) == [who.pk for who in (top, four, two, three)]


@pytest.mark.parametrize(
    ("low", "high", "code"),
    [(0, 1, "not_higher"), (5, 1, "out_of_reach"), (2, 2, "not_higher"), (5, 3, "in_a_challenge")],
)
def test_whom_a_player_may_not_challenge(low: int, high: int, code: str) -> None:
    made = ladder_of(6, reach=3)
    challenged(made, made.players[4], made.players[3], accepted=False)
    with pytest.raises(DomainError, match=code):
        challenged(made, made.players[low], made.players[high], accepted=False)


def test_a_paused_player_is_not_challenged_until_the_pause_ends() -> None:
    made = ladder_of(2)
    top, two = made.players
    pause(login_of(top), made.ladder.pk, 14, NOW)
    with pytest.raises(DomainError, match="paused"):
        challenged(made, two, top)
    resume(login_of(top), made.ladder.pk, NOW + DAY)
    challenged(made, two, top, NOW + DAY)
    with pytest.raises(DomainError, match="in_a_challenge"):
        pause(login_of(top), made.ladder.pk, 14, NOW + DAY)


def test_the_same_two_wait_and_a_withdrawn_challenge_does_not_count() -> None:
    made = ladder_of(2, rematch_days=7)
    top, two = made.players
    first = challenged(made, two, top, accepted=False)
    withdraw_challenge(login_of(two), made.ladder.pk, first.pk, NOW)
    played(made, two, top, two)
    with pytest.raises(DomainError, match="too_soon"):
        challenged(made, top, two, NOW + 6 * DAY)
    challenged(made, top, two, NOW + 8 * DAY)


def test_blocked_players_do_not_meet() -> None:
    made = ladder_of(2)
    top, two = made.players
    block(login_of(top), two.pk, NOW)
    with pytest.raises(NotAllowed):
        challenged(made, two, top)


def test_a_declined_challenge_costs_the_place_where_the_ladder_is_so() -> None:
    for rule, moves in (("place", True), ("nothing", False)):
        made = ladder_of(2, unanswered=rule)
        top, two = made.players
        row = challenged(made, two, top, accepted=False)
        decline_challenge(login_of(top), made.ladder.pk, row.pk, NOW)
        expected = [two, top] if moves else [top, two]
        assert order(made.ladder) == [who.pk for who in expected]
        assert news_of(two)[-1] == "declined"


def test_only_the_challenged_player_answers_and_only_in_time() -> None:
    made = ladder_of(3, answer_days=3)
    top, two, three = made.players
    row = challenged(made, two, top, accepted=False)
    for who in (two, three):
        with pytest.raises(NotAllowed, match="not_your_challenge"):
            accept_challenge(login_of(who), made.ladder.pk, row.pk, NOW)
    with pytest.raises(DomainError, match="challenge_over"):
        accept_challenge(login_of(top), made.ladder.pk, row.pk, NOW + 3 * DAY)
    accept_challenge(login_of(top), made.ladder.pk, row.pk, NOW + 2 * DAY)
    with pytest.raises(DomainError, match="challenge_over"):
        withdraw_challenge(login_of(two), made.ladder.pk, row.pk, NOW + 2 * DAY)


def test_different_reports_go_to_an_officer() -> None:
    made = ladder_of(2)
    top, two = made.players
    row = challenged(made, two, top)
    report_result(login_of(two), made.ladder.pk, row.pk, LadderResult(two.pk, 2), NOW)
    report_result(login_of(top), made.ladder.pk, row.pk, LadderResult(top.pk, 2), NOW)
    assert news_of(made.officer) == ["disputed"]
    with pytest.raises(DomainError, match="disputed"):
        report_result(login_of(two), made.ladder.pk, row.pk, LadderResult(two.pk, 1), NOW)
    with pytest.raises(NotAllowed, match="not_an_officer"):
        decide_result(login_of(two), made.ladder.pk, row.pk, LadderResult(two.pk, 2), "Won.", NOW)
    by = login_of(made.officer)
    decide_result(by, made.ladder.pk, row.pk, LadderResult(two.pk, 2), "Seen by me.", NOW)
    assert order(made.ladder) == [two.pk, top.pk]


@pytest.mark.parametrize("points", [-1, 7, 10**12])
def test_points_that_no_loser_can_have_are_refused(points: int) -> None:
    made = ladder_of(2, length=7)
    top, two = made.players
    row = challenged(made, two, top)
    with pytest.raises(DomainError, match="bad_result"):
        report_result(login_of(top), made.ladder.pk, row.pk, LadderResult(top.pk, points), NOW)


def test_a_correction_works_the_order_out_again_from_the_log() -> None:
    made = ladder_of(4)
    top, two, three, four = made.players
    first = played(made, three, top, three)
    played(made, four, three, four, NOW + DAY)
    assert order(made.ladder) == [who.pk for who in (four, three, top, two)]
    by = login_of(made.officer)
    decide_result(by, made.ladder.pk, first.pk, LadderResult(top.pk, 5), "Typed wrong.", NOW + DAY)
    assert order(made.ladder) == [who.pk for who in (top, two, four, three)]
    void_challenge(by, made.ladder.pk, first.pk, "Not played.", NOW + DAY)
    assert order(made.ladder) == [who.pk for who in (top, two, four, three)]
    kinds = LadderEvent.objects.filter(ladder=made.ladder).values_list("kind", flat=True)
    assert {"won", "corrected", "voided"} <= set(kinds)


def test_an_officer_moves_a_player_with_a_reason() -> None:
    made = ladder_of(3)
    by, last = login_of(made.officer), made.players[2]
    with pytest.raises(DomainError, match="reason_needed"):
        place_player(by, made.ladder.pk, last.pk, 1, "", NOW)
    with pytest.raises(DomainError, match="bad_place"):
        place_player(by, made.ladder.pk, last.pk, 4, "Champion of last year.", NOW)
    place_player(by, made.ladder.pk, last.pk, 1, "Champion of last year.", NOW)
    assert order(made.ladder)[0] == last.pk


def test_who_leaves_ends_their_challenge_and_those_below_move_up() -> None:
    made = ladder_of(3)
    top, two, three = made.players
    row = challenged(made, two, top)
    leave_ladder(login_of(top), made.ladder.pk, NOW)
    row.refresh_from_db()
    assert (row.status, row.due_at) == (Status.VOID, None)
    assert order(made.ladder) == [two.pk, three.pk]
    send_challenge(login_of(three), made.ladder.pk, two.pk, NOW)


def test_an_online_match_is_one_friendly_match_and_its_result_counts() -> None:
    made = ladder_of(2, length=5)
    top, two = made.players
    row = challenged(made, two, top)
    match = play_online(login_of(two), made.ladder.pk, row.pk, NOW)
    assert play_online(login_of(top), made.ladder.pk, row.pk, NOW) == match
    seat = match.seats.get(player=two).seat
    over = {"status": MatchStatus.FINISHED, "finished_at": NOW + DAY, "winner": seat}
    over |= {"score_a": 5 if seat == "A" else 2, "score_b": 2 if seat == "A" else 5}
    Match.objects.filter(pk=match.pk).update(
        **over, to_act=None, flag_at=None, next_at=None, bot_at=None
    )
    assert run_due(NOW + DAY) >= 1
    row.refresh_from_db()
    assert (row.status, row.winner_id, row.loser_points) == (Status.PLAYED, two.pk, 2)
    assert order(made.ladder) == [two.pk, top.pk]


def test_a_member_who_leaves_the_club_leaves_the_ladder() -> None:
    made = ladder_of(3)
    club_membership.leave(login_of(made.players[0]), made.club.pk, NOW)
    run_due(NOW)
    assert order(made.ladder) == [who.pk for who in made.players[1:]]


def test_every_notification_has_its_sentence() -> None:
    made = ladder_of(3)
    top, two, three = made.players
    played(made, two, top, two)
    row = challenged(made, three, top)
    void_challenge(login_of(made.officer), made.ladder.pk, row.pk, "Not played.", NOW)
    rows = Notification.objects.filter(kind="ladder").select_related("player")
    assert rows
    assert all("Something happened" not in sentence(each) for each in rows)


def test_settings_are_an_officers_and_checked() -> None:
    made = ladder_of(1)
    with pytest.raises(NotAllowed, match="not_an_officer"):
        change_ladder(made.ladder.pk, login_of(made.players[0]), NOW, reach=5)
    for facts, code in (
        ({"reach": 0}, "bad_number"),
        ({"preset": "nothing"}, "bad_rules"),
        ({"clock": "nothing"}, "bad_rules"),
        ({"name": "x"}, "bad_name"),
    ):
        with pytest.raises(DomainError, match=code):
            change_ladder(made.ladder.pk, login_of(made.officer), NOW, **facts)
    change_ladder(made.ladder.pk, login_of(made.officer), NOW, reach=5, clock="days-3")
    assert LadderMember.objects.filter(ladder=made.ladder).count() == 1
