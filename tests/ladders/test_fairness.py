"""What a player of a ladder cannot do to keep a place, and what the site does not do to one."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import BotKind, Player, Scope
from accounts.services.audit import Actor
from accounts.services.bot_accounts import may_change
from accounts.services.tokens import create_token
from clubs.models import Club
from games.models import Match, MatchStatus
from ladders.models import Consequence, Ladder, LadderChallenge, LadderResult
from ladders.services.challenges import play_online, withdraw_challenge
from ladders.services.membership import join_ladder, leave_ladder, pause, resume
from ladders.services.results import report_result
from ladders.services.sweeping import run_due
from ladders.texts import score_of
from tests.clubs.making import joined, login_of
from tests.ladders.making_ladders import ClubLadder, challenged, ladder_of, order
from tests.tournaments.making import NOW
from tournaments.players.services import merging
from web.errors import DomainError

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
Status = LadderChallenge.Status


def changed(made: ClubLadder, **settings: object) -> None:
    Ladder.objects.filter(pk=made.ladder.pk).update(**settings)


def test_who_leaves_after_a_reported_result_has_lost_it() -> None:
    made = ladder_of(3)
    top, two, three = made.players
    row = challenged(made, three, top)
    report_result(login_of(three), made.ladder.pk, row.pk, LadderResult(three.pk, 3), NOW)
    leave_ladder(login_of(top), made.ladder.pk, NOW)
    row.refresh_from_db()
    assert row.status == Status.PLAYED
    assert order(made.ladder) == [three.pk, two.pk]


@pytest.mark.parametrize(("rule", "first"), [(Consequence.PLACE, 2), (Consequence.NOTHING, 1)])
def test_who_leaves_instead_of_an_answer_loses_the_place_by_the_rule(
    rule: Consequence, first: int
) -> None:
    made = ladder_of(3)
    changed(made, unanswered=rule)
    challenged(made, made.players[2], made.players[0], accepted=False)
    leave_ladder(login_of(made.players[0]), made.ladder.pk, NOW)
    assert order(made.ladder)[0] == made.players[first].pk


def test_a_match_without_a_clock_does_not_hold_up_a_challenge_for_ever() -> None:
    made = ladder_of(2)
    top, two = made.players
    changed(made, unplayed=Consequence.PLACE)
    row = challenged(made, two, top)
    match = play_online(login_of(two), made.ladder.pk, row.pk, NOW)
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.PLAYING)
    run_due(NOW + 20 * DAY)
    row.refresh_from_db()
    assert row.status == Status.EXPIRED
    assert order(made.ladder) == [top.pk, two.pk], "the match may be nearly over: nobody moves"


def test_a_match_with_a_clock_is_waited_for() -> None:
    made = ladder_of(2)
    row = challenged(made, made.players[1], made.players[0])
    match = play_online(login_of(made.players[1]), made.ladder.pk, row.pk, NOW)
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.PLAYING, clock={"kind": "simple"})
    run_due(NOW + 20 * DAY)
    row.refresh_from_db()
    assert row.status == Status.ACCEPTED


def test_pauses_need_days_between_them() -> None:
    made = ladder_of(2)
    user = login_of(made.players[0])
    pause(user, made.ladder.pk, 60, NOW)
    resume(user, made.ladder.pk, NOW + DAY)
    with pytest.raises(DomainError, match="paused_lately"):
        pause(user, made.ladder.pk, 60, NOW + 2 * DAY)
    pause(user, made.ladder.pk, 60, NOW + 16 * DAY)


def test_challenges_that_are_withdrawn_again_and_again_are_bounded() -> None:
    made = ladder_of(2)
    top, two = made.players
    for _ in range(6):
        row = challenged(made, two, top, accepted=False)
        withdraw_challenge(login_of(two), made.ladder.pk, row.pk, NOW)
    with pytest.raises(DomainError) as refused:
        challenged(made, two, top, accepted=False)
    assert refused.value.status == 429


def test_an_old_result_keeps_its_score_when_the_ladder_changes_its_length() -> None:
    made = ladder_of(2)
    top, two = made.players
    row = challenged(made, two, top)
    report_result(login_of(two), made.ladder.pk, row.pk, LadderResult(two.pk, 6), NOW)
    changed(made, length=5)
    report_result(login_of(top), made.ladder.pk, row.pk, LadderResult(two.pk, 6), NOW)
    row.refresh_from_db()
    assert (row.status, score_of(row)) == (Status.PLAYED, "7–6")


def test_idle_neighbours_both_fall_under_an_active_player() -> None:
    made = ladder_of(3)
    top, two, three = made.players
    changed(made, idle_days=30)
    made.ladder.members.filter(player=three).update(active_at=NOW + 29 * DAY)
    run_due(NOW + 31 * DAY)
    assert order(made.ladder) == [three.pk, top.pk, two.pk]


def test_no_deadline_runs_out_in_a_hidden_club() -> None:
    made = ladder_of(2)
    row = challenged(made, made.players[1], made.players[0], accepted=False)
    Club.objects.filter(pk=made.club.pk).update(hidden_at=NOW)
    run_due(NOW + 20 * DAY)
    row.refresh_from_db()
    assert row.status == Status.OPEN


def test_the_place_of_a_merged_player_goes_to_the_one_who_had_left() -> None:
    made = ladder_of(3)
    top, two, three = made.players
    leave_ladder(login_of(three), made.ladder.pk, NOW)
    seen = merging.preview(top.pk, three.pk)
    merging.merge(top.pk, three.pk, seen.digest, Actor(None, NOW, reason="The same person."))
    run_due(NOW)
    assert sorted(order(made.ladder)) == sorted([three.pk, two.pk])


def test_bots_do_not_join_and_players_of_ladders_do_not_become_bots() -> None:
    made = ladder_of(1)
    bot = joined(made.club)
    assert may_change(bot)
    Player.objects.filter(pk=bot.pk).update(bot_kind=BotKind.ACCOUNT)
    with pytest.raises(DomainError, match="no_bots"):
        join_ladder(login_of(bot), made.ladder.pk, NOW)
    assert not may_change(made.players[0])


def test_a_token_to_play_does_not_decide_as_an_officer(client: Client) -> None:
    made = ladder_of(2)
    row = challenged(made, made.players[1], made.players[0])
    user = login_of(made.officer)
    sent = {"do": "void", "reason": "A test.", "winner": made.players[0].pk, "loser_points": 1}
    address = f"/api/v1/ladders/{made.ladder.slug}/challenges/{row.pk}"
    for scopes, status in (([Scope.READ, Scope.PLAY], 403), ([Scope.READ, Scope.DIRECT], 200)):
        bearer = {"Authorization": f"Bearer {create_token(user, scopes[-1], scopes)[1]}"}
        answer = client.post(address, sent, content_type="application/json", headers=bearer)
        assert answer.status_code == status, answer.content


def test_numbers_beyond_the_database_are_refused(client: Client) -> None:
    made = ladder_of(1)
    client.force_login(login_of(made.officer))
    address = f"/api/v1/ladders/{made.ladder.slug}/players/{'9' * 30}"
    assert client.delete(address).status_code == 404
