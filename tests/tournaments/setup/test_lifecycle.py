"""From the draft to the start: the rule card, the draw, and everything a start makes at once."""

import pytest

from accounts.models import User
from accounts.services.logins import create_login
from tests.tournaments.making import (
    NOW,
    SEED,
    director,
    entered,
    entry,
    match_of,
    pairing,
    shown,
    started,
    tournament,
    win,
)
from tournaments.bracket.services.advancement import advance
from tournaments.bracket.services.start import start
from tournaments.entry.services import entries
from tournaments.formats.draw import shuffled
from tournaments.models import Pairing, PairingMatch, Round, Slot, Stage, Tournament
from tournaments.setup.services import lifecycle
from web.errors import DomainError, NotAllowed

pytestmark = pytest.mark.django_db


def fresh(of: Tournament) -> Tournament:
    return Tournament.objects.get(pk=of.pk)


def test_a_verified_account_makes_a_draft_and_is_its_organizer() -> None:
    ann = director("ann")
    made = lifecycle.create(organizer=ann, name="Spring Open 2026")
    assert (made.organizer, made.status, made.slug) == (ann, "draft", "spring-open-2026")


def test_an_unverified_account_makes_none() -> None:
    anyone = create_login("ben", "ben@example.org", "pw", verified=False)
    with pytest.raises(NotAllowed) as error:
        lifecycle.create(organizer=anyone, name="Mine")
    assert error.value.code == "not_verified"


@pytest.mark.parametrize(
    ("name", "slug"), [("Spring Open", "spring-open-2"), ("new", "new-2"), ("杯", "tournament")]
)
def test_addresses_do_not_clash(name: str, slug: str) -> None:
    ann = director()
    lifecycle.create(organizer=ann, name="Spring Open")
    assert lifecycle.create(organizer=ann, name=name).slug == slug


def test_options_are_laid_over_the_preset() -> None:
    made = lifecycle.create(
        organizer=director(), name="T", preset="fi_international", rules={"crawford": False}
    )
    assert (made.rules["preset"], made.rules["crawford"]) == ("fi_international", False)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"lengths": []}, "bad_lengths"),
        ({"lengths": [0]}, "bad_lengths"),
        ({"lengths": ["7"]}, "bad_lengths"),
        ({"format": "beauty_contest"}, "unknown_format"),
        ({"preset": "house"}, "unknown_preset"),
        ({"rules": {"crawford": "maybe"}}, "bad_rules"),
        ({"clock": {"preset": "sundial"}}, "unknown_preset"),
        ({"clock": {"kind": "simple"}}, "bad_clock"),
        ({"entry_limit": 1}, "bad_entry_limit"),
    ],
)
def test_a_card_that_could_not_be_played_is_refused(settings: dict[str, object], code: str) -> None:
    with pytest.raises(Exception) as error:  # noqa: PT011  # DomainError or RulesError
        lifecycle.create(organizer=director(), name="T", **settings)
    assert getattr(error.value, "code", None) == code


def test_only_a_director_changes_it() -> None:
    made = tournament()
    with pytest.raises(NotAllowed):
        lifecycle.change(made.pk, by=director(), name="Mine now")
    assert lifecycle.change(made.pk, by=made.organizer, name="Ours").name == "Ours"


def test_the_rule_card_freezes_at_the_start() -> None:
    made = started(4)
    with pytest.raises(DomainError) as error:
        lifecycle.change(made.pk, by=made.organizer, lengths=[5])
    assert error.value.code == "card_frozen"
    assert fresh(made).card["lengths"] == [3]


def test_name_and_description_stay_open_after_the_start() -> None:
    made = started(4)
    assert lifecycle.change(made.pk, by=made.organizer, description="Hi", lengths=[3]).description


def test_a_start_with_one_entry_is_refused() -> None:
    with pytest.raises(DomainError) as error:
        start(entered(1).pk, by=None, now=NOW)
    assert error.value.code == "too_few_entries"


def test_only_a_director_starts_it() -> None:
    with pytest.raises(NotAllowed):
        start(entered(2).pk, by=director(), now=NOW)


def test_a_second_start_changes_nothing() -> None:
    made = started(4)
    before = Slot.objects.count(), PairingMatch.objects.count(), fresh(made).draw_seed
    with pytest.raises(DomainError) as error:
        start(made.pk, by=None, now=NOW)
    assert error.value.code == "tournament_running"
    assert before == (Slot.objects.count(), PairingMatch.objects.count(), fresh(made).draw_seed)


def test_a_start_makes_all_rounds_and_the_first_matches() -> None:
    made = started(5)
    assert list(Round.objects.values_list("name_key", flat=True)) == [
        "quarterfinal",
        "semifinal",
        "final",
    ]
    assert Pairing.objects.count() == 7
    assert [shown(made, key) for key in ("W1.1", "W1.2", "W1.3", "W1.4", "W2.1", "W2.2")] == [
        "1 –", "4 5", "2 –", "3 –", "1 ?", "2 3",
    ]  # fmt: skip
    assert PairingMatch.objects.count() == 2


def test_a_round_has_the_length_agreed_from_the_final_backwards() -> None:
    made = started(8, lengths=[9, 7, 5], options={"third_place": True})
    lengths = dict(Round.objects.values_list("name_key", "length"))
    assert lengths == {"quarterfinal": 5, "semifinal": 7, "final": 9, "third_place": 7}
    assert match_of(made, "W1.1").rules["length"] == 5


def test_a_match_knows_what_its_table_needs() -> None:
    made = started(2, clock={"preset": "standard"}, join_within_s=300, bot_pace_ms=5)
    match = match_of(made, "W1.1")
    assert match.kind == "tournament"
    assert match.clock["reserve_ms"] == 360_000
    wanted = {"title": "Spring Open", "subtitle": "Final", "url": "/tournaments/spring-open/"}
    assert {k: match.context[k] for k in wanted} == wanted
    assert (match.context["join_s"], match.context["bot_pace_ms"]) == (300, 5)
    assert [s.player.name for s in match.seats.order_by("seat")] == ["1", "2"]


def test_a_random_draw_can_be_made_again_from_what_is_published() -> None:
    made = started(8, draw_method="random")
    bracket = Stage.objects.get(tournament=made)
    ids = list(made.entries.order_by("entered_at", "id").values_list("pk", flat=True))
    assert bracket.draw_seed == made.draw_seed == SEED
    assert bracket.seed_order == shuffled(ids, SEED)


def test_without_a_given_seed_a_fresh_one_is_drawn() -> None:
    seeds = {start(entered(2).pk, by=None, now=NOW).draw_seed for _ in range(2)}
    assert len(seeds) == 2
    assert {len(seed) for seed in seeds} == {64}


def test_who_left_before_the_start_is_not_drawn() -> None:
    made = entered(3)
    entries.remove(entry(made, 2).pk, by=None)
    start(made.pk, by=None, now=NOW)
    assert shown(made, "W1.1") == "1 3"


def test_a_director_in_the_draw_of_their_own_tournament_is_nothing_special() -> None:
    made = tournament()
    organizer: User = made.organizer
    entries.enter(made.pk, organizer.player, now=NOW)
    entries.add_walk_in(made.pk, by=organizer, now=NOW, name="2")
    assert pairing(start(made.pk, by=organizer, now=NOW), "W1.1").slots.count() == 2


def test_cancelling_voids_what_is_on() -> None:
    made = started(4)
    lifecycle.cancel(made.pk, by=made.organizer, now=NOW, reason="No room")
    assert fresh(made).status == "cancelled"
    assert {m.match.status for m in PairingMatch.objects.all()} == {"void"}
    assert made.rulings.get().reason == "No room"


def test_a_tournament_whose_final_has_just_ended_is_not_cancelled_any_more() -> None:
    made = started(2)
    win(made, "W1.1", 1, go_on=False)
    with pytest.raises(DomainError) as error:
        lifecycle.cancel(made.pk, by=made.organizer, now=NOW)
    assert error.value.code == "tournament_finished"
    advance(made.pk, NOW)
    assert fresh(made).champion == entry(made, 1)


def test_entry_can_be_closed_and_opened_again() -> None:
    made = tournament()
    assert lifecycle.close_entry(made.pk, by=None).status == "draft"
    assert lifecycle.open_entry(made.pk, by=None).status == "open"
    with pytest.raises(DomainError):
        lifecycle.open_entry(made.pk, by=None)
