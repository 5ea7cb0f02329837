"""Length, clock and rules of a stage or a round as an organizer chooses them; what no field can say is never lost."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.making import started
from tests.tournaments.ruling.test_rounds import live, row, win_round
from tests.tournaments.setup.test_form_formats import NEW, chosen, fields_of, filled, made
from tournaments.bracket.selectors.agreement import terms_of
from tournaments.models import PairingMatch, Tournament
from tournaments.setup.forms.lengths import length_values, lengths_from
from tournaments.setup.services.lifecycle import rules_with_preset

pytestmark = pytest.mark.django_db
OWN_CLOCK = {"kind": "fischer", "reserve_ms_per_point": 90_000, "delay_ms": 8_000}
SWITCHED = rules_with_preset("pl_match", {"resign": "off"})
KNOCKOUT = {"format": "single_elimination", "take": {"cut": "top", "n": 8}}


def settings_page(client: Client, of: Tournament) -> str:
    html = client.get(f"/tournaments/{of.slug}/manage/settings/").content.decode()
    return html.split('<form class="form"')[1].split("</form>")[0]


def saved(client: Client, of: Tournament, **changes: str) -> Tournament:
    """The page of settings sent as it is shown, but for the changes."""
    sent = fields_of(settings_page(client, of)) | changes
    answer = client.post(f"/tournaments/{of.slug}/manage/settings/", sent)
    assert answer.status_code == 302, answer.content.decode()
    return Tournament.objects.get(pk=of.pk)


def stored(client: Client, **settings: Any) -> Tournament:
    """A draft with settings as a program may have stored them."""
    plan = settings.pop("plan", "knockout")
    of = made(client, chosen(client, plan))
    Tournament.objects.filter(pk=of.pk).update(**settings)
    return Tournament.objects.get(pk=of.pk)


def card(of: Tournament) -> str:
    return json.dumps(of.agreed, sort_keys=True)


def test_a_later_stage_gets_its_own_clock_and_rule_book(client: Client, boss: User) -> None:
    own = {"s2-clock": "fast", "s2-rules": "sr_nocube"}
    of = made(client, chosen(client, "swiss_knockout", **own) | {"clock_kind": "bronstein"})
    stage = of.later_stages[0]
    assert stage["clock"] == {"preset": "fast", "kind": "bronstein"}
    assert stage["rules"] == rules_with_preset("sr_nocube", {})
    assert (terms_of(of, 1, "main", 0).clock, terms_of(of, 1, "main", 0).rules) == (None, None)
    assert terms_of(of, 2, "main", 0).clock == stage["clock"]
    shown = fields_of(settings_page(client, of))
    assert (shown["s2-clock"], shown["s2-rules"]) == ("fast", "sr_nocube")
    assert card(saved(client, of)) == card(of)


def test_a_later_stage_plays_like_the_first_unless_told_otherwise(
    client: Client, boss: User
) -> None:
    data = chosen(client, "swiss_knockout")
    assert (data["s2-clock"], data["s2-rules"], data["s2-seeded_top"]) == ("", "", "")
    assert not {"clock", "rules", "seeded_top"} & set(made(client, data).later_stages[0])


def test_a_later_stage_can_be_without_a_clock_and_have_it_again(client: Client, boss: User) -> None:
    of = made(client, chosen(client, "swiss_knockout", **{"s2-clock": "none"}))
    assert of.later_stages[0]["clock"] == {"kind": "none"}
    assert "clock" not in saved(client, of, **{"s2-clock": ""}).later_stages[0]


@pytest.mark.parametrize("name", ["s2-clock", "s2-rules"])
def test_no_clock_or_book_that_there_is_not(client: Client, boss: User, name: str) -> None:
    for nonsense in ("beauty", "kept"):
        answer = client.post(NEW, chosen(client, "swiss_knockout", **{name: nonsense}))
        assert answer.status_code == 422
    assert not Tournament.objects.exists()


def test_the_first_so_many_can_be_seeded_in_any_stage(client: Client, boss: User) -> None:
    seeds = {"draw_method": "seeded", "seeded_top": "4"}
    later = {"s2-draw_method": "seeded", "s2-seeded_top": "2"}
    of = made(client, chosen(client, "swiss_knockout", **seeds, **later))
    assert (of.seeded_top, of.later_stages[0]["seeded_top"]) == (4, 2)
    assert card(saved(client, of)) == card(of)
    of = saved(client, of, **{"seeded_top": "", "s2-seeded_top": ""})
    assert of.seeded_top is None
    assert "seeded_top" not in of.later_stages[0]
    data = chosen(client, "knockout", draw_method="seeded", seeded_top="0")
    assert client.post(NEW, data).status_code == 422


@pytest.mark.parametrize(
    "settings",
    [
        {"clock": OWN_CLOCK},
        {"clock": {"preset": "fast"}},
        {"clock": None},
        {"join_within_s": 90},
        {"lengths": [13, 11, 9, 7, 5, 3]},
        {"plan": "swiss", "lengths": [9, 8, 7, 5]},
        {"plan": "lives", "lengths": [9, 7]},
        {"special_terms": [{"stage": 1, "section": "main", "from_end": 0, "clock": OWN_CLOCK}]},
        {"special_terms": [{"stage": 1, "section": "main", "from_end": 1, "clock": {"preset": "fast"}}]},
        {
            "special_terms": [
                {"stage": 1, "section": "main", "from_end": 0, "clock": {"preset": "fast", "kind": "fischer"}},
                {"section": "main", "length": 5},
            ]
        },
        {"plan": "groups_knockout", "special_terms": [{"stage": 1, "section": "A", "length": 5}]},
        {
            "plan": "swiss_knockout",
            "later_stages": [
                KNOCKOUT | {"options": {}, "draw_method": "seeded", "seeded_top": 3, "clock": OWN_CLOCK,
                            "rules": SWITCHED, "lengths": [11, 9, 7, 5, 3]}
            ],
        },
    ],
    ids=lambda settings: json.dumps(settings)[:60],
)  # fmt: skip
def test_saving_what_was_not_touched_loses_nothing(
    client: Client, boss: User, settings: dict[str, Any]
) -> None:
    of = stored(client, **settings)
    after = saved(client, of)
    assert card(after) == card(of)
    assert after.join_within_s == of.join_within_s


def test_a_clock_of_its_own_is_a_choice_and_can_be_left(client: Client, boss: User) -> None:
    of = stored(client, clock=OWN_CLOCK)
    assert "Current: 1.5 min per point, 8 s per turn" in settings_page(client, of)
    assert saved(client, of, clock_kind="simple").clock == OWN_CLOCK | {"kind": "simple"}
    assert saved(client, of, clock="fast").clock == {"preset": "fast", "kind": "simple"}
    assert "As set" not in settings_page(client, Tournament.objects.get())


def test_another_kind_of_clock_is_for_the_stages_and_the_final_too(
    client: Client, boss: User
) -> None:
    own = {"s2-clock": "fast", "final_clock": "standard"}
    of = saved(client, made(client, chosen(client, "swiss_knockout", **own)), clock_kind="fischer")
    assert of.later_stages[0]["clock"]["kind"] == "fischer"
    assert of.special_terms[0]["clock"] == {"preset": "standard", "kind": "fischer"}


def test_a_clock_chosen_for_the_final_replaces_one_with_its_own_times(
    client: Client, boss: User
) -> None:
    place = {"stage": 1, "section": "main", "from_end": 0}
    of = saved(
        client, stored(client, special_terms=[place | {"clock": OWN_CLOCK}]), final_clock="fast"
    )
    assert of.special_terms == [place | {"clock": {"preset": "fast", "kind": "simple"}}]


def test_special_terms_of_a_stage_go_when_it_is_held_in_another_way(
    client: Client, boss: User
) -> None:
    strange = [{"stage": 2, "from_end": 1, "length": 11}, {"from_end": 1, "length": 9}]
    of = stored(client, plan="swiss_knockout", special_terms=strange)
    page = fields_of(settings_page(client, of)) | {"of": of.slug, "plan": "swiss"}
    part = client.post("/tournaments/new/format/", page).content.decode()
    sent = filled(part)
    del sent["of"]
    assert saved(client, of, **sent).special_terms == strange[1:]


def test_more_lengths_than_fields_stay_until_the_earlier_rounds_get_another(
    client: Client, boss: User
) -> None:
    of = stored(client, lengths=[13, 11, 9, 7, 5, 3])
    assert "Now, from last to first: 7, 5, 3." in settings_page(client, of)
    assert saved(client, of, length_final="15").lengths == [15, 11, 9, 7, 5, 3]
    assert saved(client, of, length_earlier="5").lengths == [15, 11, 9, 5]


def test_the_last_two_rounds_of_a_swiss_may_be_longer(client: Client, boss: User) -> None:
    longer = {"length_earlier": "5", "length_last_but_one": "7", "length_final": "9"}
    of = made(client, chosen(client, "swiss", **longer))
    assert of.lengths == [9, 7, 5]
    assert [terms_of(of, 1, "main", n).length for n in (0, 1, 2, 3)] == [9, 7, 5, 5]
    assert card(saved(client, of)) == card(of)


@pytest.mark.parametrize("format_", ["swiss", "single_elimination"])
@pytest.mark.parametrize("lengths", [[7], [9, 7], [9, 8, 7], [9, 9, 9, 5], [9, 8, 7, 6, 5, 7, 5]])
def test_lengths_come_back_from_their_fields(format_: str, lengths: list[int]) -> None:
    assert lengths_from(format_, length_values(format_, lengths), lengths) == lengths


def round_page(of: Tournament, number: int) -> str:
    return f"/tournaments/{of.slug}/manage/rounds/{row(of, number).pk}/"


def sent_of(client: Client, page: str) -> dict[str, str]:
    """The form of the terms as it is shown; the reason is given."""
    html = client.get(page).content.decode()
    return fields_of(html.split('value="terms"')[1]) | {"verb": "terms", "t-reason": "it is late"}


def test_a_round_gets_another_rule_book_from_its_page(client: Client, boss: User) -> None:
    of = started(4, organizer=boss)
    page = round_page(of, 1)
    sent = sent_of(client, page)
    assert (sent["t-length"], sent["t-clock"], sent["t-rules"]) == ("3", "agreed", "agreed")
    assert client.post(page, sent | {"t-rules": "sr_nocube"}).status_code == 302
    assert [on.match.rules["cube"] for on in live(of, 1)] == [False, False]
    assert of.rulings.get().after == {"stage": 1, "round": 1, "rules": row(of, 1).rules}
    sent = sent_of(client, page)
    assert sent["t-rules"] == "sr_nocube"
    client.post(page, sent | {"t-rules": "agreed", "t-clock": "fast"})
    assert row(of, 1).rules is None
    assert row(of, 1).clock == {"preset": "fast", "kind": "simple"}
    assert [on.match.rules["cube"] for on in live(of, 1)] == [True, True]
    assert client.post(page, sent | {"t-rules": "chess"}).status_code == 422


def test_a_round_keeps_what_its_page_can_only_show(client: Client, boss: User) -> None:
    """A clock with its own times and a book with other switches, while the length alone is changed."""
    term = {"from_end": 1, "clock": OWN_CLOCK, "rules": SWITCHED}
    of = started(
        4, organizer=boss, special_terms=[term], clock={"preset": "fast", "kind": "fischer"}
    )
    page = round_page(of, 1)
    sent = sent_of(client, page)
    assert (sent["t-clock"], sent["t-rules"]) == ("kept", "kept")
    assert client.post(page, sent | {"t-length": "5"}).status_code == 302
    there = row(of, 1)
    assert (there.length, there.clock, there.rules) == (5, OWN_CLOCK, SWITCHED)
    client.post(page, sent | {"t-clock": "standard"})
    assert row(of, 1).clock == {"preset": "standard", "kind": "fischer"}


def test_a_stage_with_its_own_terms_is_played_by_them(client: Client, boss: User) -> None:
    stage = {
        "clock": {"preset": "fast", "kind": "simple"},
        "rules": rules_with_preset("sr_nocube", {}),
    }
    of = started(
        4,
        organizer=boss,
        format="round_robin",
        later_stages=[KNOCKOUT | {"take": {"cut": "top", "n": 2}} | stage],
    )
    assert not any(on.match.clock for on in live(of, 1))
    for number in (1, 2, 3):
        win_round(of, number)
    final = PairingMatch.objects.get(pairing__stage__tournament=of, pairing__stage__number=2).match
    assert final.clock
    assert final.rules["cube"] is False
