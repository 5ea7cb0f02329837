"""A correction for the record only: the corrected result counts, the bracket stands (docs/adr/0021)."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from tests.tournaments.making import (
    NOW,
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
from tests.tournaments.rounds_run import SWISS, refused, standing
from tests.tournaments.ruling import rulings
from tests.tournaments.ruling.ruled_pages import hidden, ordered
from tests.tournaments.teams import begun, with_teams
from tournaments.bracket.selectors.standings import standing_rows
from tournaments.bracket.services import advancement
from tournaments.bracket.services.advancement import recompute
from tournaments.exchange.selectors.exports import RESULTS, result_rows
from tournaments.models import Ruling, Tournament
from tournaments.ruling.services.preview import RulingRequest, preview, rule
from tournaments.ruling.services.result_rulings import SetResult

pytestmark = pytest.mark.django_db
QUARTERS = ("W1.1 1", "W1.2 4", "W1.3 2", "W1.4 3")
NOTE = "Corrected for the record; the bracket stands"


def played(boss: User | None = None) -> Tournament:
    """A knockout of eight that is over: 1 beat 2 in the final, 4 came through W1.2 against 5."""
    made = started(8, organizer=boss) if boss else started(8)
    win_all(made, *QUARTERS, "W2.1 1", "W2.2 2", "W3.1 1")
    return made


def record(of: Tournament, key: str, winner: object, **more: Any) -> SetResult:
    row = pairing(of, key)
    won = entry(of, winner).pk
    (lost,) = {row.winner_id, row.loser_id} - {won}
    facts = {"winner": won, "score": {won: 3, lost or 0: 1}, "effect": "record"}
    return SetResult(pairing_id=row.pk, **(facts | more))


def corrected(of: Tournament, key: str, winner: object) -> Ruling:
    return rule(record(of, key, winner), RulingRequest(of.organizer, later(1), "Wrong sheet"))


def table(of: Tournament) -> dict[str, tuple[Any, ...]]:
    of.refresh_from_db()
    rows = standing_rows(of)
    return {r.player.name: (r.place_from, r.place_to, r.won, r.lost) for r in rows}


def bracket(of: Tournament) -> list[str]:
    return [shown(of, key) for key in ("W2.1", "W2.2", "W3.1")]


def test_the_record_changes_and_the_bracket_stands() -> None:
    made = played()
    before, drawn = table(made), bracket(made)
    corrected(made, "W1.2", 5)
    row = pairing(made, "W1.2")
    assert (row.winner, row.loser, row.advanced) == (
        entry(made, 5), entry(made, 4), entry(made, 4),
    )  # fmt: skip
    after = table(made)
    assert bracket(made) == drawn
    assert {n: r[:2] for n, r in after.items()} == {n: r[:2] for n, r in before.items()}
    assert (before["5"][2:], before["4"][2:]) == ((0, 1), (1, 1))
    assert (after["5"][2:], after["4"][2:]) == ((1, 0), (0, 2))
    assert recompute(made.pk, later(2)).is_nothing


def test_a_final_that_is_corrected_for_the_record_keeps_the_winner_of_the_tournament() -> None:
    made = played()
    corrected(made, "W3.1", 2)
    made.refresh_from_db()
    assert (pairing(made, "W3.1").winner, made.champion) == (entry(made, 2), entry(made, 1))
    assert recompute(made.pk, later(2)).is_nothing
    assert made.status == Tournament.Status.FINISHED


def test_a_later_match_goes_on_and_its_result_still_moves_the_bracket() -> None:
    made = started(8)
    win_all(made, *QUARTERS)
    on = join(made, "W2.1")
    changes = preview(record(made, "W1.2", 5), RulingRequest(made.organizer, later(1), ""))
    assert [change.kind for change in changes.changes] == ["pairing"]
    assert not changes.needs_confirmation
    corrected(made, "W1.2", 5)
    assert match_of(made, "W2.1") == on
    win(made, "W2.1", 4)
    assert shown(made, "W3.1") == "4 ?"


def test_losers_stay_where_the_bracket_sent_them() -> None:
    made = started(8, format="double_elimination")
    win_all(made, *QUARTERS)
    drawn = shown(made, "L1.1")
    corrected(made, "W1.2", 5)
    assert shown(made, "L1.1") == drawn
    assert recompute(made.pk, later(2)).is_nothing


def test_an_undo_takes_the_correction_back() -> None:
    made = played()
    before = table(made)
    ruling = corrected(made, "W1.2", 5)
    rulings.undo(ruling.pk, by=made.organizer, now=later(2), reason="It was right.")
    row = pairing(made, "W1.2")
    assert (row.winner, row.advanced, table(made)) == (entry(made, 4), None, before)
    assert recompute(made.pk, later(3)).is_nothing


def test_a_correction_back_removes_the_note_and_one_of_everything_moves_the_bracket() -> None:
    made = started(8)
    win_all(made, *QUARTERS)
    corrected(made, "W1.2", 5)
    corrected(made, "W1.2", 4)
    assert pairing(made, "W1.2").advanced is None
    corrected(made, "W1.2", 5)
    rule(record(made, "W1.2", 5, effect="bracket"), RulingRequest(None, later(3), "Follow it"))
    assert (pairing(made, "W1.2").advanced, shown(made, "W2.1")) == (None, "1 5")


def test_in_a_swiss_the_later_rounds_stand_and_the_table_counts_the_result() -> None:
    made = started(8, **SWISS)
    win_all(made, "R1.1 1", "R1.2 2", "R1.3 3", "R1.4 4")
    drawn = standing(made, 2)
    corrected(made, "R1.1", 5)
    assert (standing(made, 2), pairing(made, "R1.1").advanced) == (drawn, None)
    assert (table(made)["5"][2:], table(made)["1"][2:]) == ((1, 0), (0, 1))
    assert recompute(made.pk, later(2)).is_nothing


def test_what_is_refused_has_a_code() -> None:
    made = started(8)
    row = pairing(made, "W1.1")
    first = SetResult(pairing_id=row.pk, winner=entry(made, 1).pk, effect="record")
    assert refused(made, first) == "no_result_yet"
    win_all(made, *QUARTERS)
    assert refused(made, record(made, "W1.2", 5, redraw=True)) == "draws_stand"
    corrected(made, "W1.2", 5)
    assert refused(made, record(made, "W1.2", 5)) == "already_recorded"
    four_and_five = [entry(made, 2).pk, entry(made, 7).pk]
    rulings.forfeit(pairing(made, "W1.3").pk, losers=four_and_five, by=None, now=NOW, reason="x")
    again = SetResult(
        pairing_id=pairing(made, "W1.3").pk, winner=entry(made, 7).pk, effect="record"
    )
    assert refused(made, again) == "nobody_advanced"


def test_a_team_match_is_corrected_as_a_whole() -> None:
    made = begun(with_teams(4, draw_method="manual"))
    first = SetResult(pairing_id=pairing(made, "W1.1").pk, winner=made.entries.get(name="1").pk)
    rule(first, RulingRequest(None, NOW, "Told at the desk"))
    row = pairing(made, "W1.1")
    board = SetResult(pairing_id=row.pk, winner=row.loser_id, board=1, effect="record")
    assert refused(made, board) == "whole_match_only"
    whole = SetResult(pairing_id=row.pk, winner=row.loser_id, effect="record")
    was = shown(made, "W2.1")
    rule(whole, RulingRequest(made.organizer, later(1), "Boards swapped"))
    now = pairing(made, "W1.1")
    assert (now.winner_id, now.advanced_id) == (row.loser_id, row.winner_id)
    assert shown(made, "W2.1") == was
    assert recompute(made.pk, later(2)).is_nothing


def place(of: Tournament, key: str) -> str:
    return f"/tournaments/{of.slug}/manage/pairings/{pairing(of, key).pk}/"


def form(of: Tournament, winner: object, effect: str) -> dict[str, Any]:
    who = {"verb": "correct", "c-winner": entry(of, winner).pk, "c-reason": "mixed up"}
    return who | {"c-winner_points": 3, "c-loser_points": 1, "c-effect": effect}


def chosen(client: Client, address: str) -> list[str]:
    html = client.get(address).content.decode()
    tags = [tag for tag in html.split("<input") if 'name="c-effect"' in tag]
    return [tag.split('value="')[1].split('"')[0] for tag in tags if "checked" in tag]


def test_the_page_offers_three_choices_and_proposes_one(client: Client, boss: User) -> None:
    made = started(8, organizer=boss)
    assert "c-effect" not in client.get(place(made, "W1.2")).content.decode()
    win_all(made, *QUARTERS)
    html = client.get(place(made, "W1.2")).content.decode()
    for label in ("Move everything that follows", "Correct only the record", "Replay this match"):
        assert label in html
    assert chosen(client, place(made, "W1.2")) == ["bracket"]
    join(made, "W2.1")
    assert chosen(client, place(made, "W1.2")) == ["record"]


def test_each_choice_has_its_preview(client: Client, boss: User) -> None:
    made = started(8, organizer=boss)
    win_all(made, *QUARTERS)
    join(made, "W2.1")
    html = client.post(place(made, "W1.2"), form(made, 5, "bracket")).content.decode()
    assert "1 match in progress becomes void" in html
    html = client.post(place(made, "W1.2"), form(made, 5, "record")).content.decode()
    assert "5 (corrected for the record; the bracket stands)" in html
    assert "becomes void" not in html
    replay = {"verb": "correct", "c-effect": "replay", "c-reason": "No clock"}
    html = client.post(place(made, "W1.2"), replay).content.decode()
    assert "Void and replay match" in html
    assert Ruling.objects.count() == 0


def test_the_note_is_everywhere_and_goes_with_the_undo(client: Client, boss: User) -> None:
    made = played(boss)
    address = place(made, "W1.2")
    assert ordered(client, address, form(made, 5, "record")).status_code == 302
    shows = client.get(f"/tournaments/{made.slug}/?tab=bracket").content.decode()
    assert NOTE in shows
    kept = client.get(f"/tournaments/{made.slug}/manage/rulings/").content.decode()
    assert "(corrected for the record; the bracket stands)" in kept
    rows = [dict(zip(RESULTS, row, strict=True)) for row in result_rows(made)]
    (line,) = [row for row in rows if row["pairing"] == "W1.2"]
    assert (line["winner"], line["advanced"]) == ("5", "4")
    assert [row["advanced"] for row in rows if row["pairing"] != "W1.2"] == [""] * 6
    undo = f"/tournaments/{made.slug}/manage/rulings/{Ruling.objects.get().pk}/undo/"
    assert ordered(client, undo, {"reason": "it was right"}).status_code == 302
    assert NOTE not in client.get(f"/tournaments/{made.slug}/?tab=bracket").content.decode()


def test_a_form_older_than_another_ruling_is_refused(client: Client, boss: User) -> None:
    made = played(boss)
    seen = hidden(client.get(place(made, "W1.2")))["seen"][0]
    corrected(made, "W1.2", 5)
    answer = client.post(place(made, "W1.2"), form(made, 5, "record") | {"seen": seen})
    assert answer.status_code == 409
    assert "Nothing was overwritten" in answer.content.decode()


def test_a_program_has_the_same_choice() -> None:
    made = played()
    program = APIClient()
    program.force_authenticate(made.organizer)
    address = f"/api/v1/tournaments/{made.slug}/rulings"
    row = pairing(made, "W1.2")
    data = {
        "verb": "correct_result", "reason": "mixed up", "pairing": row.pk, "winner": row.loser_id,
        "effect": "record",
    }  # fmt: skip
    shown_first = program.post(address, data | {"preview": True}, format="json").json()
    assert [move["kind"] for move in shown_first["moves"]] == ["pairing"]
    assert program.post(address, data, format="json").status_code == 201
    again = program.post(address, data, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "already_recorded")
    rounds = program.get(f"/api/v1/tournaments/{made.slug}/bracket").json()
    pairings = [p for part in (rounds if isinstance(rounds, list) else rounds["rounds"])
                for p in part["pairings"]]  # fmt: skip
    advanced = {p["key"]: p["advanced"] for p in pairings if p["advanced"]}
    assert advanced == {"W1.2": entry(made, 4).pk}
    replay = {"verb": "correct_result", "reason": "mixed up", "pairing": row.pk, "preview": True}
    answer = program.post(address, replay | {"effect": "replay"}, format="json")
    assert "aside" in [move["kind"] for move in answer.json()["moves"]]
    wrong = {"verb": "undo", "ruling": 1, "reason": "mixed up", "effect": "record"}
    assert program.post(address, wrong, format="json").status_code == 400


def test_the_queries_of_the_page_do_not_grow_with_the_bracket(
    client: Client, boss: User, django_assert_max_num_queries: Any
) -> None:
    made = started(32, organizer=boss)
    advancement.advance(made.pk, NOW)
    win(made, "W1.1", 1)
    with django_assert_max_num_queries(60):
        assert client.get(place(made, "W1.1")).status_code == 200
