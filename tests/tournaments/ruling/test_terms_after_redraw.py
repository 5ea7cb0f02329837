"""A consolation that is drawn again is played as its director had said: terms, hold and deadlines stay (T4.2, T9.5);
the preview says what holds on and what goes."""

from datetime import datetime, timedelta

import pytest

from tests.tournaments.making import NOW, entry, later, match_of, pairing, started, win_all
from tests.tournaments.timing.timed import timed
from tournaments.models import Moved, PairingMatch, Round, RoundDeadline, Ruling, Tournament
from tournaments.ruling.selectors.preview_text import describe_preview
from tournaments.ruling.services.action import DirectorAction
from tournaments.ruling.services.preview import RulingRequest, preview, rule
from tournaments.ruling.services.result_rulings import SetResult
from tournaments.ruling.services.rounds import HoldRound, SetRoundTerms
from tournaments.ruling.services.undo import Undo
from tournaments.ruling.services.venue_change import MoveRound
from tournaments.timing.services import director_timing

pytestmark = pytest.mark.django_db
FIRST_ROUND = {"format": "consolation", "options": {"consolation": "first_round"}}
FIRST_MATCH = {"format": "consolation", "options": {"consolation": "first_match"}}
SUNDAY = NOW + timedelta(days=9)


def given(action: DirectorAction, now: datetime = NOW) -> Ruling:
    shown = preview(action, RulingRequest(None, now, ""))
    return rule(action, RulingRequest(None, now, "", confirm=shown.digest))


def rounds(of: Tournament) -> list[Round]:
    """Of the consolation, its first round first."""
    drawn = Round.objects.filter(stage__tournament=of, section="consolation", voided_at=None)
    return list(drawn.order_by("number"))


def another_wins(of: Tournament, key: str, name: object, *, redraw: bool = False) -> SetResult:
    return SetResult(pairing_id=pairing(of, key).pk, winner=entry(of, name).pk, redraw=redraw)


def says(
    of: Tournament, action: DirectorAction, now: datetime = NOW
) -> dict[str, list[tuple[str, str]]]:
    """The groups of the preview, each with what its lines say."""
    groups = describe_preview(of, preview(action, RulingRequest(None, now, ""))).groups
    return {
        group.title: [(line.about, line.before or line.after) for line in group.lines]
        for group in groups
    }


def of_eight(**more: object) -> Tournament:
    made = started(8, **FIRST_ROUND, **more)
    win_all(made, "W1.1 1", "W1.2 4", "W1.3 2", "W1.4 3")
    return made


def of_five() -> Tournament:
    """3 and 5 play one match; 1 joins them after a loss to 4."""
    made = started(5, **FIRST_MATCH)
    win_all(made, "W1.2 4", "W2.1 1", "W2.2 2")
    return made


def test_another_length_and_a_hold_stay_with_their_rounds() -> None:
    made = of_eight()
    first, final = rounds(made)
    given(SetRoundTerms(round_id=first.pk, length=1))
    given(SetRoundTerms(round_id=final.pk, length=7))
    given(HoldRound(round_id=final.pk, open=False))
    redrawn = another_wins(made, "W1.2", 5, redraw=True)
    assert says(made, redrawn)["Settings of 2 rounds carry over to the new draw"] == [
        ("Consolation: Semifinals", "Match length: 1"),
        ("Consolation: Final", "Match length: 7 · On hold"),
    ]
    given(redrawn)
    assert [(row.length, row.open) for row in rounds(made)] == [(1, True), (7, False)]
    assert {row.pk for row in rounds(made)}.isdisjoint({first.pk, final.pk})
    assert match_of(made, "C1.1").rules["length"] == 1


def test_what_held_for_the_first_round_holds_for_those_that_come_before_it() -> None:
    made = of_five()
    (final,) = rounds(made)
    given(SetRoundTerms(round_id=final.pk, length=1))
    given(HoldRound(round_id=final.pk, open=False))
    given(another_wins(made, "W2.1", 4))
    assert [(row.length, row.open) for row in rounds(made)] == [(1, False), (1, False)]
    assert not PairingMatch.objects.filter(pairing__round__in=rounds(made)).exists()


def test_the_preview_says_what_goes_with_a_round_that_is_no_longer_needed() -> None:
    made = started(5, **FIRST_MATCH)
    win_all(made, "W1.2 4", "W2.1 4", "W2.2 2")
    first, final = rounds(made)
    given(SetRoundTerms(round_id=first.pk, length=1))
    given(SetRoundTerms(round_id=final.pk, length=5))
    smaller = another_wins(made, "W2.1", 1, redraw=True)
    shown = says(made, smaller)
    assert shown["Settings of 1 round are lost"] == [("Consolation: Semifinals", "Match length: 1")]
    assert shown["Settings of 1 round carry over to the new draw"] == [
        ("Consolation: Final", "Match length: 5")
    ]
    given(smaller)
    assert [row.length for row in rounds(made)] == [5]


def test_terms_that_were_taken_over_go_when_their_ruling_is_undone_and_come_back() -> None:
    made = of_five()
    (final,) = rounds(made)
    terms = given(SetRoundTerms(round_id=final.pk, length=1))
    given(another_wins(made, "W2.1", 4))
    undone = given(Undo(ruling_id=terms.pk))
    assert [row.length for row in rounds(made)] == [3, 3]
    given(Undo(ruling_id=undone.pk))
    assert [row.length for row in rounds(made)] == [1, 1]


def test_where_a_round_is_played_stays() -> None:
    made = of_eight()
    first, _final = rounds(made)
    moved = given(MoveRound(round_id=first.pk, on_board=True))
    given(another_wins(made, "W1.2", 5, redraw=True))
    again, _final = rounds(made)
    assert Moved.objects.get(round=again, revoked_at=None).on_board
    given(Undo(ruling_id=moved.pk))
    assert not Moved.objects.filter(round=again, revoked_at=None).exists()


def dated(of: Tournament) -> list[datetime | None]:
    by_round = dict(RoundDeadline.objects.values_list("round_id", "play_until"))
    return [by_round.get(row.pk) for row in rounds(of)]


def with_deadlines() -> Tournament:
    """Three days a round, but the first of the consolation is to be over on Sunday."""
    made = timed(8, timing={"round_days": 3}, **FIRST_ROUND)
    win_all(made, "W1.1 1", "W1.2 4", "W1.3 2", "W1.4 3")
    director_timing.set_deadline(
        rounds(made)[0].pk, until=SUNDAY, by=None, now=NOW, reason="", later_too=False
    )
    return made


def test_a_deadline_that_a_director_has_set_stays_while_it_is_to_come() -> None:
    made = with_deadlines()
    before = dated(made)
    assert before[0] == SUNDAY
    given(another_wins(made, "W1.2", 5, redraw=True), later(5))
    assert dated(made) == before


def test_deadlines_are_planned_again_when_one_has_passed_and_the_preview_says_so() -> None:
    made = with_deadlines()
    now = SUNDAY + timedelta(hours=1)
    redrawn = another_wins(made, "W1.2", 5, redraw=True)
    ((about, text), *_rest) = says(made, redrawn, now)["Settings of 2 rounds are lost"]
    assert (about, text.startswith("Deadline: ")) == ("Consolation: Semifinals", True)
    given(redrawn, now)
    first, final = dated(made)
    assert first is not None
    assert final is not None
    assert now < first <= final
