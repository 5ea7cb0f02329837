"""What a ruling would move is shown before, confirmed by its digest, and refused when it is no longer so (T9.5)."""

import pytest

from games.models import Match
from games.services import locking, match_cache
from tests.tournaments.making import (
    director,
    entry,
    join,
    later,
    match_of,
    pairing,
    shown,
    started,
    win,
    win_all,
)
from tests.tournaments.rows import rows
from tournaments.bracket.selectors.form_version import Stale
from tournaments.models import Pairing, Ruling, Tournament
from tournaments.ruling.selectors.preview_text import describe_preview
from tournaments.ruling.selectors.snapshot_diff import (
    Preview,
    SnapshotChange,
    TournamentSnapshot,
    compare,
)
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import ConfirmationNeeded, RulingRequest, preview, rule
from tournaments.ruling.services.redraw_rulings import RedrawStage
from tournaments.ruling.services.result_rulings import ForfeitPairing, SetResult
from tournaments.ruling.services.undo import Undo
from tournaments.ruling.services.withdrawal import WithdrawEntry
from web.errors import DomainError

pytestmark = pytest.mark.django_db
QUARTERS = ("W1.1 1", "W1.2 4", "W1.3 2", "W1.4 3")


def order(of: Tournament, minutes: int = 1, **more: str) -> RulingRequest:
    return RulingRequest(of.organizer, later(minutes), "because", **more)


def confirmed(of: Tournament, action: DirectorAction, minutes: int = 1) -> Ruling:
    return rule(action, order(of, minutes, confirm=preview(action, order(of, minutes)).digest))


def correction(of: Tournament, key: str = "W1.2", winner: object = 5, **more: bool) -> SetResult:
    return SetResult(pairing_id=pairing(of, key).pk, winner=entry(of, winner).pk, **more)


def moved(of: Tournament, seen: Preview, kind: str) -> dict[str, tuple[object, object, str]]:
    names = dict(Pairing.objects.values_list("pk", "key"))
    at = int(kind in ("aside", "made", "back"))
    return {names[m.key[at]]: (m.before, m.after, m.state) for m in seen.of(kind)}


def drawn() -> Tournament:
    win_all(made := started(8, format="double_elimination"), *QUARTERS)
    return made


def test_x3_a_result_is_corrected_before_anything_depends_on_it() -> None:
    made = drawn()
    ruling = rule(correction(made), order(made))
    assert (shown(made, "W2.1"), shown(made, "L1.1")) == ("1 5", "8 4")
    assert (ruling.by, ruling.at, ruling.reason) == (made.organizer, later(1), "because")
    first, two = entry(made, 4).pk, entry(made, 5).pk
    assert (ruling.before["winner"], ruling.after["winner"]) == (first, two)


def test_x4_dependents_that_were_played_are_shown_voided_and_made_again() -> None:
    made = drawn()
    win_all(made, "W2.1 1", "L1.1 8")
    old = [match_of(made, "W2.1"), match_of(made, "L1.1")]
    with pytest.raises(ConfirmationNeeded) as error:
        rule(correction(made), order(made))
    assert error.value.code == "needs_confirmation"
    told_aside = moved(made, error.value.preview, "aside")
    assert {key: state for key, (_b, _a, state) in told_aside.items()} == {
        "W2.1": "over",
        "L1.1": "over",
    }
    assert (shown(made, "W2.1"), shown(made, "L1.1")) == ("1 4", "8 5")
    rule(correction(made), order(made, confirm=error.value.preview.digest))
    assert (shown(made, "W2.1"), shown(made, "L1.1")) == ("1 5", "8 4")
    assert match_of(made, "W2.1").status == match_of(made, "L1.1").status == "joining"
    assert all(Match.objects.filter(pk=match.pk, status="finished").exists() for match in old)


def test_a_preview_is_what_then_happens_and_leaves_nothing_behind() -> None:
    made = drawn()
    win_all(made, "W2.1 1")
    match = join(made, "W2.2")
    before, picture, seen = rows(made), TournamentSnapshot(made), match.seq
    shown_before = preview(correction(made, "W1.4", 6), order(made))
    assert rows(made) == before
    assert (Ruling.objects.count(), Match.objects.get(pk=match.pk).seq) == (0, seen)
    remembered = match_cache.get(*locking.lock([match.pk], wait=False))
    assert remembered is None or remembered.table.match.phase != "void"
    confirmed(made, correction(made, "W1.4", 6))
    assert compare(picture, TournamentSnapshot(made)).changes == shown_before.changes
    assert "on" in {move.state for move in shown_before.of("aside")}


def test_a_preview_tells_places_prizes_and_the_champion() -> None:
    prizes = [
        {"section": "main", "place": 1, "share": 60},
        {"section": "main", "place": 2, "share": 40},
    ]
    made = started(2, pay_table=prizes, prize_pool=100)
    win(made, "W1.1", 1)
    first, two = entry(made, 1).pk, entry(made, 2).pk
    would = preview(correction(made, "W1.1", 2), order(made))
    assert would.of("champion") == (SnapshotChange("champion", (), first, two),)
    assert [(m.key[2], m.before, m.after) for m in would.of("place")] == [
        (first, [1, 1], [2, 2]),
        (two, [2, 2], [1, 1]),
    ]
    assert [(m.key, m.before, m.after) for m in would.of("prize")] == [
        ((first,), 60, 40),
        ((two,), 40, 60),
    ]


def test_a_preview_is_told_in_groups_with_counts() -> None:
    made = drawn()
    join(made, "W2.1")
    join(made, "L1.1")
    words = describe_preview(made, preview(correction(made), order(made)))
    assert words.groups[0].title == "2 matches in progress become void (kept in the record)"
    assert {line.about for line in words.groups[0].lines} == {"W2 1", "L1 1"}
    assert words.number == sum(len(g.lines) + len(g.rest) for g in words.groups)


def test_a_yes_to_something_else_is_refused_and_says_what_it_would_be_now() -> None:
    made = drawn()
    join(made, "W2.1")
    digest = preview(correction(made), order(made)).digest
    win(made, "L1.1", 8, later(1))
    with pytest.raises(ConfirmationNeeded) as error:
        rule(correction(made), order(made, 2, confirm=digest))
    assert (error.value.code, error.value.status) == ("stale_preview", 409)
    assert set(moved(made, error.value.preview, "aside")) == {"W2.1", "L1.1"}
    assert shown(made, "W2.1") == "1 4"


def test_a_point_scored_meanwhile_does_not_make_a_yes_stale() -> None:
    first = Preview((SnapshotChange("aside", (1, 1), [1, 2], [1, 2], "on", [0, 0]),))
    two = Preview((SnapshotChange("aside", (1, 1), [1, 2], [1, 2], "on", [1, 0]),))
    assert first.digest == two.digest


def test_a_stale_form_is_refused_and_says_who_changed_what() -> None:
    made, other = started(4), director("colleague")
    made.directors.add(other)
    action = correction(made, "W1.1", 1)
    seen = action.load().version().mark
    theirs = correction(made, "W1.1", 4)
    rule(theirs, RulingRequest(other, later(1), "told at the desk", seen=seen))
    with pytest.raises(Stale) as error:
        rule(action, order(made, 2, seen=seen))
    assert (error.value.code, error.value.status) == ("stale", 409)
    assert error.value.ruling is not None
    assert error.value.ruling.by == other
    assert (error.value.before["outcome"], error.value.now.plain["winner"]) == (
        "",
        entry(made, 4).pk,
    )
    assert pairing(made, "W1.1").winner == entry(made, 4)
    rule(action, order(made, 3, seen=action.load().version().mark))
    assert pairing(made, "W1.1").winner == entry(made, 1)


def test_a_form_is_stale_as_well_when_the_match_has_ended_meanwhile() -> None:
    made = started(4)
    action = ForfeitPairing(pairing_id=pairing(made, "W1.1").pk, losers=(entry(made, 1).pk,))
    seen = action.load().version().mark
    win(made, "W1.1", 1, go_on=False)
    with pytest.raises(Stale) as error:
        rule(action, order(made, seen=seen))
    assert error.value.ruling is None
    assert pairing(made, "W1.1").loser != entry(made, 1)


def test_of_two_who_undo_the_same_one_is_told() -> None:
    made = started(4)
    ruling = rule(correction(made, "W1.1", 4), order(made))
    action = Undo(ruling_id=ruling.pk)
    seen = action.load().version().mark
    rule(action, order(made, 2, seen=seen))
    with pytest.raises(Stale):
        rule(action, order(made, 3, seen=seen))


def test_a_player_who_has_left_meanwhile_makes_the_form_stale() -> None:
    made = started(4)
    action = WithdrawEntry(entry_id=entry(made, 1).pk)
    seen = action.load().version().mark
    rule(action, order(made))
    with pytest.raises(Stale) as error:
        rule(
            WithdrawEntry(entry_id=entry(made, 1).pk, verb="disqualify"), order(made, 2, seen=seen)
        )
    assert error.value.ruling is not None


def swiss(**more: object) -> Tournament:
    """Six players, one round over, the second drawn."""
    made = started(6, format="swiss", options={"rounds": 3}, **more)
    for key in ("R1.1", "R1.2", "R1.3"):
        first = pairing(made, key).slots.get(side=1).entry
        win(made, key, first.player.name)
    return made


def standing(of: Tournament) -> dict[int, list[int | None]]:
    seats = Pairing.objects.filter(stage__tournament=of, voided_at=None).order_by("pk")
    return {p.pk: [s.entry_id for s in p.slots.order_by("side")] for p in seats}


def test_t9_5_a_corrected_swiss_round_keeps_the_later_pairings() -> None:
    made = swiss()
    before = standing(made)
    loser = pairing(made, "R1.1").loser
    rule(correction(made, "R1.1", loser.player.name), order(made))
    assert standing(made) == before
    assert pairing(made, "R1.1").winner == loser


def test_t9_5_drawn_again_when_the_director_wants_and_brought_back_by_undoing() -> None:
    made = swiss()
    before, pictured = standing(made), rows(made)
    loser = pairing(made, "R1.1").loser
    ruling = confirmed(made, correction(made, "R1.1", loser.player.name, redraw=True))
    after = standing(made)
    assert set(after) & set(before) == set(list(before)[:3])
    assert len(after) == 6
    confirmed(made, Undo(ruling_id=ruling.pk), 2)
    assert (standing(made), rows(made)) == (before, pictured)


def test_nothing_is_drawn_again_where_the_bracket_leads_on_by_itself() -> None:
    made = drawn()
    with pytest.raises(DomainError) as error:
        rule(correction(made, redraw=True), order(made))
    assert error.value.code == "nothing_drawn_later"


def two_stages(open_key: str = "") -> Tournament:
    """A Swiss of one round; its three winners and the best loser play on. One pairing may be left open."""
    later_stages = [{"format": "single_elimination", "take": {"cut": "top", "n": 4}}]
    made = started(6, format="swiss", options={"rounds": 1}, later_stages=later_stages)
    for key in ("R1.1", "R1.2", "R1.3"):
        if key != open_key:
            win(made, key, pairing(made, key).slots.get(side=1).entry.player.name)
    return made


def test_a_stage_that_has_begun_keeps_its_field_until_it_is_drawn_again() -> None:
    made = two_stages()
    stage = made.stages.get(number=2)
    join(made, "W1.1")
    field, before = stage.field, rows(made)
    loser = pairing(made, "R1.1").loser
    correcting = confirmed(made, correction(made, "R1.1", loser.player.name))
    stage.refresh_from_db()
    assert stage.field == field
    redrawn = confirmed(made, RedrawStage(stage_id=stage.pk), 2)
    stage.refresh_from_db()
    assert loser.pk in stage.field
    assert stage.field != field
    confirmed(made, Undo(ruling_id=redrawn.pk), 3)
    confirmed(made, Undo(ruling_id=correcting.pk), 4)
    assert rows(made) == before


def test_a_stage_that_nobody_has_begun_follows_by_itself_and_comes_back() -> None:
    made = two_stages()
    before = rows(made)
    loser = pairing(made, "R1.1").loser
    ruling = confirmed(made, correction(made, "R1.1", loser.player.name))
    assert rows(made)["stages"] != before["stages"]
    confirmed(made, Undo(ruling_id=ruling.pk), 2)
    assert rows(made) == before


def test_undoing_what_ended_a_stage_sets_the_next_one_aside_until_it_is_over_again() -> None:
    made = two_stages("R1.3")
    before = rows(made)
    two = list(pairing(made, "R1.3").slots.order_by("side").values_list("entry_id", flat=True))
    forfeit = ForfeitPairing(pairing_id=pairing(made, "R1.3").pk, losers=(two[1],))
    ruling = confirmed(made, forfeit)
    assert made.stages.get(number=2).field
    ruled = rows(made)
    undone = confirmed(made, Undo(ruling_id=ruling.pk), 2)
    after = rows(made)
    assert {k: after[k] for k in after if k != "stages"} == {
        k: before[k] for k in before if k != "stages"
    }
    assert made.stages.get(number=2).field == []
    again = confirmed(made, Undo(ruling_id=undone.pk), 3)
    assert rows(made)["slots"] == ruled["slots"]
    confirmed(made, Undo(ruling_id=again.pk), 4)
    win(made, "R1.3", made.entries.get(pk=two[0]).player.name, later(5))
    assert len(made.stages.get(number=2).field) == 4
    assert made.stages.get(number=2).rounds.filter(voided_at=None).count() == 2
