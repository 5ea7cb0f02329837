"""Two players become one: everything moves, nothing of play is touched, and who are two people stay two."""

import pytest

from accounts.models import AuditLine, Player
from accounts.services.audit import Actor
from accounts.services.players import create_walk_in
from games.models import Action, MatchSeat, Mute
from games.services import verify
from tests.staff.people import root, signed_in, user
from tests.tournaments import making
from tests.tournaments.making import NOW
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.models import Entry, Invitation, LedgerLine, OrganizerBlock, Tournament
from tournaments.players.services import merging
from web.errors import DomainError

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_databases,  # a second row is refused by the database
]


def doer() -> Actor:
    return Actor(None, NOW, reason="They signed up twice.")


def played(*players: Player) -> Tournament:
    """A tournament of these that is over; the first wins."""
    made = making.tournament()
    for player in players:
        entries.add_walk_in(made.pk, by=None, now=NOW, player=player)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    making.win(made, "W1.1", players[0].name)
    return made


def merged(gone: Player, kept: Player) -> Player:
    seen = merging.preview(gone.pk, kept.pk)
    return merging.merge(gone.pk, kept.pk, seen.digest, doer())


def test_entries_seats_and_standings_are_the_kept_players_and_logs_stay_as_they_were() -> None:
    gone, kept = create_walk_in("Tiina K"), making.player("tiina")
    made, other = played(gone, making.player()), played(kept, making.player())
    log = list(Action.objects.order_by("match_id", "seq").values_list("match_id", "seq", "payload"))
    version = Tournament.objects.get(pk=made.pk).version
    merged(gone, kept)
    assert {entry.tournament_id for entry in Entry.objects.filter(player=kept)} == {
        made.pk,
        other.pk,
    }
    assert MatchSeat.objects.filter(player=kept).count() == 2
    assert not Player.objects.filter(pk=gone.pk).exists()
    made.refresh_from_db()
    assert standing_rows(made)[0].player.name == "tiina"
    assert made.version > version
    after = list(
        Action.objects.order_by("match_id", "seq").values_list("match_id", "seq", "payload")
    )
    assert after == log
    assert verify.verify_matches() == {}


def test_the_record_says_row_by_row_what_moved() -> None:
    gone, kept = create_walk_in("Tiina K"), making.player("tiina")
    made = played(gone, making.player())
    entry = Entry.objects.get(tournament=made, player=gone)
    merged(gone, kept)
    line = AuditLine.objects.get(what="player.merged")
    assert line.before["name"] == "Tiina K"
    assert line.after["moved"]["tournaments.entry.player"] == [str(entry.pk)]
    assert line.reason == "They signed up twice."


def test_who_sit_in_one_tournament_are_two_people() -> None:
    first, two = making.player("one"), making.player("two")
    played(first, two)
    for gone, kept in ((first, two), (two, first)):
        with pytest.raises(DomainError, match="same_tournament"):
            merging.preview(gone.pk, kept.pk)


def test_who_plays_now_is_not_merged_away() -> None:
    gone, kept = making.player("gone"), making.player("kept")
    made = making.tournament()
    for item in (gone, making.player()):
        entries.add_walk_in(made.pk, by=None, now=NOW, player=item)
    start(made.pk, by=None, now=NOW, draw_seed=making.SEED)
    with pytest.raises(DomainError, match="still_playing"):
        merging.preview(gone.pk, kept.pk)


def test_a_yes_to_something_else_is_refused() -> None:
    gone, kept = create_walk_in("Tiina K"), making.player("tiina")
    seen = merging.preview(gone.pk, kept.pk)
    played(gone, making.player())
    with pytest.raises(DomainError, match="preview_stale"):
        merging.merge(gone.pk, kept.pk, seen.digest, doer())
    assert Player.objects.filter(pk=gone.pk).exists()


def test_of_two_logins_the_duplicates_is_shut_and_a_walk_in_takes_it_over() -> None:
    first, second, walk_in = user("first"), user("second"), create_walk_in("First")
    merged(second.player, first.player)
    second.refresh_from_db()
    assert second.is_suspended
    merged(first.player, walk_in)
    assert Player.objects.get(user=first).pk == walk_in.pk


def test_who_both_are_muted_by_one_reader_are_muted_once() -> None:
    gone, kept, reader = create_walk_in("Gone"), making.player("kept"), user("reader")
    for item in (gone, kept):
        Mute.objects.create(user=reader, player=item)
    merged(gone, kept)
    assert Mute.objects.get(user=reader).player_id == kept.pk


def test_the_page_shows_what_would_move_before_it_does() -> None:
    gone, kept = create_walk_in("Tiina K"), making.player("tiina")
    played(gone, making.player())
    client, address = signed_in(root()), f"/admin/accounts/player/{gone.pk}/merge/"
    sent = {"player": "tiina", "reason": "Twice."}
    page = client.post(address, sent).content.decode()
    assert "Merge players" in page
    assert Player.objects.filter(pk=gone.pk).exists()
    seen = merging.preview(gone.pk, kept.pk).digest
    assert client.post(address, sent | {"seen": seen}).status_code == 302
    assert not Player.objects.filter(pk=gone.pk).exists()


def test_an_unknown_player_is_said_beside_the_field() -> None:
    gone = create_walk_in("Tiina K")
    answer = signed_in(root()).post(f"/admin/accounts/player/{gone.pk}/merge/", {"player": "x"})
    assert answer.status_code == 422
    assert "No player has this number or name." in answer.content.decode()


ANSWERS = {
    "clubs.clubmember.player": "moves; of two in one club the stronger stays",
    "fairplay.fairplaynote.player": "moves: what was decided stays known",
    "fairplay.playerfigures.player": "worked out again for both together",
    "games.matchseat.player": "moves; refused where both sat at one table, or the duplicate plays now",
    "games.chatline.author": "moves",
    "games.mute.player": "moves, once for each reader",
    "games.vacation.player": "moves; the days of both are used",
    "games.challengeemail.sender": "moves, so that the bound on emails holds",
    "games.challengeemail.receiver": "moves: what is owed goes to the player who stays",
    "ladders.ladderchallenge.challenged": "moves; challenges between the two are deleted",
    "ladders.ladderchallenge.challenger": "moves; challenges between the two are deleted",
    "ladders.ladderchallenge.reported_by": "moves",
    "ladders.ladderchallenge.winner": "moves",
    "ladders.ladderevent.other": "moves",
    "ladders.ladderevent.player": "moves; of two on one ladder the place of the player who stays counts",
    "ladders.laddermember.player": "moves; of two on one ladder the place of the player who stays counts",
    "notifications.notification.player": "moves: the text shows the name of the player who stays",
    "ratings.externalrating.player": "moves; of two in one list the newer stays",
    "ratings.periodrating.player": "moves; everything is computed again after it",
    "ratings.playerrating.player": "moves; everything is computed again after it",
    "ratings.ratingchange.opponent": "moves",
    "ratings.ratingchange.player": "moves; everything is computed again after it",
    "satellites.entryticket.player": "moves: the player who stays uses it",
    "series.seriesadjustment.player": "moves: adjustments stay with the player",
    "social.blockedplayer.player": "moves, once for each user",
    "social.follow.player": "moves, once for each user",
    "tournaments.entry.player": "moves; refused where both are in one tournament",
    "tournaments.entrantcontact.player": "moves; refused where both are in one tournament",
    "tournaments.entryinvitation.player": "moves with the entry, and so does the email that is owed",
    "tournaments.organizerblock.player": "moves, once for each organizer",
    "tournaments.entrymember.player": "moves; refused where both are in one tournament",
    "tournaments.calcuttalot.owner_player": "moves",
    "tournaments.ledgerline.player": "moves; the name on the line stays as it was written",
    "tournaments.notice.player": "moves",
    "tournaments.conductpenalty.player": "moves: who was warned stays warned",
    "tournaments.invitation.player": "moves: the link goes to the player who stays",
    "tournaments.timeproposal.by": "moves",
}
"""What becomes of every column that names a player. A new column needs its answer here; the code finds it by itself."""


def test_every_column_that_names_a_player_has_an_answer() -> None:
    result = {f"{model._meta.label_lower}.{name}" for model, name in merging.player_foreign_keys()}
    assert result == ANSWERS.keys()


def test_nothing_that_names_a_player_is_lost_or_left_behind() -> None:
    """Also what has no way back from the player: mutes, invitations, proposed times."""
    gone, kept, reader = create_walk_in("Gone"), making.player("kept"), user("reader")
    made = played(gone, making.player())
    Mute.objects.create(user=reader, player=gone)
    asked = Invitation.objects.create(
        tournament=made, kind="monitor", player=gone, at=NOW, expires_at=NOW, token_hash="x"
    )
    line = LedgerLine.objects.create(
        tournament=made, kind="entry_fee", amount=5, currency="EUR", at=NOW, key="k", player=gone, who="Gone"
    )  # fmt: skip
    moved = {(row.model, row.column) for row in merging.preview(gone.pk, kept.pk).moving}
    assert {(Mute, "player"), (Invitation, "player"), (LedgerLine, "player")} <= moved
    merged(gone, kept)
    assert Mute.objects.get(user=reader).player_id == kept.pk
    for item in (asked, line):
        item.refresh_from_db()
        assert item.player_id == kept.pk
    assert line.who == "Gone"
    for model, name in merging.player_foreign_keys():
        assert not model._base_manager.filter(**{name: gone.pk}).exists(), (model, name)


def test_an_organizer_whom_both_blocked_stays_blocked_once() -> None:
    gone, kept = making.player("gone"), making.player("kept")
    boss, other = user("boss"), user("other")
    for player, organizer in ((gone, boss), (kept, boss), (gone, other)):
        OrganizerBlock.objects.create(player=player, organizer=organizer, at=NOW)
    merged(gone, kept)
    assert set(OrganizerBlock.objects.values_list("player", "organizer")) == {
        (kept.pk, boss.pk), (kept.pk, other.pk)
    }  # fmt: skip


def test_nobody_mutes_themselves_afterwards() -> None:
    gone, kept = making.player("gone"), making.player("kept")
    Mute.objects.create(user=kept.user, player=gone)
    merged(gone, kept)
    assert not Mute.objects.exists()


def test_a_login_that_holds_something_is_not_shut() -> None:
    gone, kept = making.player("gone"), making.player("kept")
    made = making.tournament(gone.user)
    with pytest.raises(DomainError, match="holds_roles") as refused:
        merging.preview(gone.pk, kept.pk)
    assert str(made) in refused.value.detail
    gone_walks_in = create_walk_in("Gone too")
    assert merging.preview(gone.pk, gone_walks_in.pk).takes == gone.user
