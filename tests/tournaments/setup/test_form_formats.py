"""The form chooses a format: its options are shown, read, stored, and come back; nothing else is asked."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.setup.filled_form import FORM
from tournaments.formats.plans import available
from tournaments.models import Tournament
from tournaments.setup.forms.tournament import TournamentSetup
from tournaments.standings.tie_breaks import DEFAULT_ORDER

pytestmark = pytest.mark.django_db
NEW = "/tournaments/new/full/"
CHANGES = {"version", "updated_at"}
"""What every change of a tournament writes."""


def filled(html: str) -> dict[str, str]:
    """What a browser would send of the part about the format, as it stands."""
    return fields_of(html.split('id="how"')[1].split("</section>", maxsplit=1)[0])


def fields_of(part: str) -> dict[str, str]:
    """What a browser would send of this part of a page, but for texts of several lines."""
    sent: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", part):
        name, value = _attribute(tag, "name"), _attribute(tag, "value")
        is_box = 'type="checkbox"' in tag or 'type="radio"' in tag
        if name and (not is_box or " checked" in tag):
            sent[name] = value or ("on" if is_box else "")
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', part, re.S):
        chosen = re.search(r'<option value="([^"]*)"\s+selected', options)
        first = re.search(r'<option value="([^"]*)"', options)
        sent[name] = (chosen or first).group(1)  # type: ignore[union-attr]
    return sent


def _attribute(tag: str, name: str) -> str:
    matched = re.search(rf'\b{name}="([^"]*)"', tag)
    return matched.group(1) if matched else ""


def chosen(client: Client, plan: str, **changes: str) -> dict[str, str]:
    """The whole form after choosing a way, as the part that comes back has it."""
    answer = client.post(
        "/tournaments/new/format/", FORM | {"was": "single_elimination", "plan": plan}
    )
    assert answer.status_code == 200
    head = {name: value for name, value in FORM.items() if not name.startswith("length_")}
    return head | filled(answer.content.decode()) | changes


def made(client: Client, data: dict[str, str]) -> Tournament:
    answer = client.post(NEW, data)
    assert answer.status_code == 302, re.findall(
        r'class="error".*?</p>', answer.content.decode(), re.S
    )
    return Tournament.objects.get()


@pytest.mark.parametrize("plan", available())
def test_every_way_can_be_chosen_and_saved_as_it_is_shown(
    client: Client, boss: User, plan: str
) -> None:
    of = made(client, chosen(client, plan))
    way = available()[plan]
    assert (of.format, [stage["format"] for stage in of.later_stages]) == (
        way.format,
        [stage.format for stage in way.later],
    )
    assert [stage["take"] for stage in of.later_stages] == [dict(s.take) for s in way.later]
    assert of.options == dict(way.options)


@pytest.mark.parametrize("plan", available())
def test_what_is_stored_comes_back_and_saving_it_again_changes_nothing(
    client: Client, boss: User, plan: str
) -> None:
    of = made(client, chosen(client, plan))
    setup = TournamentSetup(None, of)
    page = client.get(f"/tournaments/{of.slug}/manage/settings/").content.decode()
    before = Tournament.objects.values().get()
    data = {name: value for name, value in FORM.items() if not name.startswith("length_")}
    answer = client.post(f"/tournaments/{of.slug}/manage/settings/", data | filled(page))
    assert answer.status_code == 302
    after = Tournament.objects.values().get()
    assert {k: v for k, v in after.items() if k not in CHANGES} == {
        k: v for k, v in before.items() if k not in CHANGES
    }
    assert setup.how.plan == ("swiss_knockout" if plan == "own" else plan)


def test_only_the_options_of_the_chosen_way_are_asked_for(client: Client, boss: User) -> None:
    knockout, swiss = client.get(NEW).content.decode(), chosen(client, "swiss")
    assert 'name="third_place"' in knockout
    assert "o_rounds" not in knockout
    assert "o_rounds" in swiss
    assert "length_semi" not in swiss
    assert {name for name in swiss if name.startswith("tie_break_")}
    assert "tie_break_1" not in knockout


def test_options_are_stored_where_they_differ_from_what_is_usual(
    client: Client, boss: User
) -> None:
    of = made(client, chosen(client, "swiss", o_rounds="5", o_method="monrad"))
    assert of.options == {"rounds": 5, "method": "monrad"}


def test_another_format_without_having_seen_its_options_saves_nothing(
    client: Client, boss: User
) -> None:
    """Without a script somebody may choose a way and press the button at once."""
    answer = client.post(NEW, FORM | {"was": "single_elimination", "plan": "swiss"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "the format has changed" in html
    assert 'name="o_rounds"' in html
    assert not Tournament.objects.exists()
    made(client, FORM | filled(html))


def test_without_a_script_a_button_shows_the_options(client: Client, boss: User) -> None:
    assert 'name="show"' in client.get(NEW).content.decode()
    answer = client.post(NEW, FORM | {"was": "single_elimination", "plan": "lives", "show": "1"})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert 'name="o_lives"' in html
    assert "Not saved" not in html
    assert not Tournament.objects.exists()


def test_lengths_typed_before_another_format_was_chosen_are_kept(
    client: Client, boss: User
) -> None:
    typed = {"was": "single_elimination", "length_earlier": "5"}
    html = client.post(
        "/tournaments/new/format/", FORM | typed | {"plan": "swiss"}
    ).content.decode()
    assert filled(html)["length_earlier"] == "5"
    assert filled(html)["length_final"] == ""
    both = FORM | typed | {"plan": "double_elimination", "length_final": "13"}
    html = client.post("/tournaments/new/format/", both).content.decode()
    assert (filled(html)["length_final"], filled(html)["length_earlier"]) == ("13", "5")


def test_an_own_chain_asks_for_the_format_of_each_stage_in_turn(client: Client, boss: User) -> None:
    data = chosen(client, "own")
    assert (data["format"], data["s2-format"], data["s3-format"]) == (
        "swiss",
        "single_elimination",
        "",
    )
    html = client.post("/tournaments/new/format/", data | {"s2-format": "groups"}).content.decode()
    data |= filled(html)
    assert "s2-o_group_size" in data
    data |= {"s2-take_n": "12", "s3-format": "single_elimination"}
    data |= filled(client.post("/tournaments/new/format/", data).content.decode())
    of = made(client, data | {"s3-take_cut": "top_of_group", "s3-take_n": "2"})
    assert [stage["format"] for stage in of.later_stages] == ["groups", "single_elimination"]
    assert [stage["take"] for stage in of.later_stages] == [
        {"cut": "top", "n": 12},
        {"cut": "top_of_group", "n": 2},
    ]


def test_a_chain_as_long_as_there_may_be_comes_back_whole(client: Client, boss: User) -> None:
    data = chosen(client, "own")
    for number, best in ((2, 12), (3, 8), (4, 6), (5, 4)):
        data[f"s{number}-format"] = "round_robin"
        data |= filled(client.post("/tournaments/new/format/", data).content.decode())
        data[f"s{number}-take_n"] = str(best)
    of = made(client, data)
    assert [stage["take"]["n"] for stage in of.later_stages] == [12, 8, 6, 4]
    address = f"/tournaments/{of.slug}/manage/settings/"
    page = FORM | filled(client.get(address).content.decode())
    assert client.post(address, page).status_code == 302
    assert Tournament.objects.get().later_stages == of.later_stages


def test_a_chain_may_end_after_its_first_stage(client: Client, boss: User) -> None:
    data = chosen(client, "own")
    data |= filled(
        client.post("/tournaments/new/format/", data | {"s2-format": ""}).content.decode()
    )
    assert made(client, data).later_stages == []


def test_sections_may_have_lengths_and_the_final_a_clock_of_its_own(
    client: Client, boss: User
) -> None:
    data = chosen(client, "double_elimination", to_losers="5", final_clock="fast")
    of = made(client, data)
    assert of.special_terms == [
        {"stage": 1, "section": "losers", "length": 5},
        {"stage": 1, "section": "final", "clock": {"preset": "fast", "kind": "simple"}},
    ]
    page = filled(client.get(f"/tournaments/{of.slug}/manage/settings/").content.decode())
    assert (page["to_losers"], page["final_clock"]) == ("5", "fast")


def test_special_terms_that_the_form_cannot_say_are_kept(client: Client, boss: User) -> None:
    of = made(client, chosen(client, "double_elimination"))
    strange = {"section": "main", "from_end": 1, "length": 11}
    Tournament.objects.filter(pk=of.pk).update(special_terms=[strange])
    address = f"/tournaments/{of.slug}/manage/settings/"
    data = FORM | filled(client.get(address).content.decode())
    assert client.post(address, data | {"to_losers": "5"}).status_code == 302
    of.refresh_from_db()
    assert of.special_terms == [{"stage": 1, "section": "losers", "length": 5}, strange]


def test_ties_apart_entry_and_prizes_are_read(client: Client, boss: User) -> None:
    data: dict[str, Any] = chosen(client, "swiss", tie_break_1="wins", tie_break_2="lot")
    data |= {f"tie_break_{place}": "" for place in range(3, 10)}
    data |= {"entry_kind": "team", "boards": "4", "apart": ["club", "family"], "reentries": "2"}
    data |= {"prize_pool": "400", "pay_table": "1: 50\n2: 30 %\n\nlast chance 1: 12,5"}
    of = made(client, data)
    assert of.tie_breaks == ["wins", "lot"]
    assert (of.entry_kind, of.boards, of.apart, of.reentries) == ("team", 4, ["club", "family"], 2)
    assert of.prize_pool == 400
    assert of.pay_table == [
        {"section": "main", "place": 1, "share": 50},
        {"section": "main", "place": 2, "share": 30},
        {"section": "last_chance", "place": 1, "share": 12.5},
    ]


def test_teams_begin_with_boards_won_and_a_director_may_take_them_out(
    client: Client, boss: User
) -> None:
    of = made(client, chosen(client, "swiss", entry_kind="team", boards="3"))
    assert of.tie_breaks == []
    address = f"/tournaments/{of.slug}/manage/settings/"
    shown = filled(client.get(address).content.decode())
    assert (shown["tie_break_1"], shown["tie_break_2"]) == ("boards", "head_to_head")
    data = FORM | shown | {f"tie_break_{n}": name for n, name in enumerate(DEFAULT_ORDER, 1)}
    data |= {"entry_kind": "team", "boards": "3", "tie_break_7": ""}
    assert client.post(address, data).status_code == 302
    of.refresh_from_db()
    assert of.tie_breaks == list(DEFAULT_ORDER)


@pytest.mark.parametrize(
    "nonsense",
    [
        {"plan": "beauty"}, {"o_rounds": "0"}, {"o_rounds": "x"}, {"o_method": "x"},
        {"length_earlier": ""}, {"tie_break_1": "lot", "tie_break_2": "lot"},
        {"tie_break_1": "beauty"}, {"entry_kind": "crowd"}, {"boards": "7"}, {"apart": "hair"},
        {"reentries": "-1"}, {"pay_table": "first: all"}, {"pay_table": "1: 60\n2: 60"},
        {"pay_table": "1: nan"}, {"pay_table": "1: inf"}, {"pay_table": "²: 5"},
        {"pay_table": "1: 5\n1: 6"}, {"prize_pool": "-1"}, {"expected": "1"},
        {"expected": "99999999999"}, {"final_clock": "sundial"}, {"entry_limit": "10001"},
    ],
    ids=str,
)  # fmt: skip
def test_nonsense_about_a_format_is_told_and_nothing_is_made(
    client: Client, boss: User, nonsense: dict[str, str]
) -> None:
    answer = client.post(NEW, chosen(client, "swiss") | nonsense)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'class="error"' in html or "notice--danger" in html
    assert not Tournament.objects.exists()


def test_a_cut_that_cannot_work_is_refused_with_its_sentence(client: Client, boss: User) -> None:
    data = chosen(client, "swiss_knockout", **{"s2-take_n": "32"})
    answer = client.post(NEW, data)
    assert answer.status_code == 422
    assert "Too many qualifiers: 32 of 16." in answer.content.decode()


def test_a_form_sent_twice_makes_one_draft(client: Client, boss: User) -> None:
    token = re.search(r'name="token" value="([^"]+)"', client.get(NEW).content.decode())
    assert token
    data = FORM | {"token": token.group(1)}
    addresses = {client.post(NEW, data)["Location"] for _ in range(2)}
    assert len(addresses) == 1
    assert Tournament.objects.count() == 1
    client.post(NEW, FORM | {"token": "another"})
    assert Tournament.objects.count() == 2


def test_after_the_start_only_words_times_and_prize_money_are_asked_for(
    client: Client, boss: User
) -> None:
    of = made(client, FORM)
    Tournament.objects.filter(pk=of.pk).update(card=of.agreed, status="running")
    address = f"/tournaments/{of.slug}/manage/settings/"
    html = client.get(address).content.decode()
    assert 'name="plan"' not in html
    fields = {"name": "Renamed", "time_zone": "UTC", "prize_pool": "500"}
    assert client.post(address, fields).status_code == 302
    of.refresh_from_db()
    assert (of.name, of.prize_pool, of.late_entry, of.lengths) == ("Renamed", 500, False, [9, 7])
    assert client.post(address, fields | {"name": ""}).status_code == 422
