"""Lists of players as people paste them: what each line says, and that no line and no word of it is lost."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tournaments.exchange.services.pasted_lines import (
    HEADING,
    MOST_LINES,
    UNREAD,
    is_list,
    read_line,
    read_lines,
)
from web.errors import DomainError

ANNA = {"name": "Anna Müller", "country": "GER", "rating": "1650", "club": "Riverside BC"}


@pytest.mark.parametrize(
    "line",
    [
        "Anna Müller; GER; 1650; Riverside BC",
        "1. Anna Müller; Riverside BC; GER; 1650",
        "- Anna Müller, Riverside BC, 1650, GER",
        "GER\tAnna Müller\tRiverside BC\t1650",
        "12\tAnna Müller\t1650\tGER\tRiverside BC",
        "1650;GER;Anna Müller;Riverside BC",
        "✅ Anna Müller (GER), Riverside BC, 1650",
        "(3) Anna Müller (Riverside BC); 1650; GER",
        "Müller, Anna, GER, 1650, Riverside BC",
        '"Müller, Anna";GER;1650;Riverside BC',
        "Anna Müller GER 1650; Riverside BC",
        "Anna Müller – GER – 1650 – Riverside BC",
        "•  7) Anna Müller, rating: 1650, club: Riverside BC, GER",
    ],
)
def test_the_same_player_in_many_shapes(line: str) -> None:
    assert read_line(line).values == ANNA
    assert read_line(line).unread == []


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("Anna Müller", {"name": "Anna Müller"}),
        ("Bo Larsson, Sweden, #4711", {"name": "Bo Larsson", "country": "Sweden", "member_number": "4711"}),
        ("#12 Bo Larsson", {"name": "Bo Larsson", "member_number": "12"}),
        ("Bo Larsson; DE-1234", {"name": "Bo Larsson", "member_number": "DE-1234"}),
        ("Ng, Ann, USBGF 12345", {"name": "Ann Ng", "member_number": "USBGF 12345"}),
        ("Bo Larsson, 5,25", {"name": "Bo Larsson", "rating": "5.25"}),
        ("Bo Larsson;1650,5", {"name": "Bo Larsson", "rating": "1650.5"}),
        ("van der Berg, Jan, NED", {"name": "Jan van der Berg", "country": "NED"}),
        ("GARCÍA LÓPEZ, Luis; ESP", {"name": "Luis GARCÍA LÓPEZ", "country": "ESP"}),
        ("Jordan, Michael", {"name": "Michael Jordan"}),
        ("Ola Nordmann (NOR) ola@example.org", {"name": "Ola Nordmann", "country": "NOR", "email": "ola@example.org"}),
        ("Bo Larsson <bo@example.se>", {"name": "Bo Larsson", "email": "bo@example.se"}),
        ("Georgia Smith; Georgia", {"name": "Georgia Smith", "country": "Georgia"}),
        ("Bo, Anna", {"name": "Anna Bo"}),
        ("Lee, Club 04", {"name": "Lee", "club": "Club 04"}),
        ("Lee; Riverside", {"name": "Lee", "club": "Riverside"}),
        ("Lee; Club 04", {"name": "Lee", "club": "Club 04"}),
        ("Bo Lee; bo@example.org; +46 70 123 45 67",
         {"name": "Bo Lee", "email": "bo@example.org", "phone": "+46 70 123 45 67"}),
        ("Jean-Luc d’Arc (FRA)", {"name": "Jean-Luc d’Arc", "country": "FRA"}),
    ],
)  # fmt: skip
def test_what_a_line_says(line: str, values: dict[str, str]) -> None:
    assert read_line(line).values == values


def test_what_is_not_understood_is_said() -> None:
    (row,) = (
        row for _n, row in read_lines("Anna Müller; 12345; Riverside; Friday only; 1500; 1600").rows
    )
    assert row["name"] == "Anna Müller"
    assert row[UNREAD] == "12345 · 1600 · Friday only"


def test_a_line_without_a_name_is_kept_whole() -> None:
    rows = read_lines("GER; 1650\n17").rows
    assert [row[UNREAD] for _n, row in rows] == ["GER; 1650", "17"]


@pytest.mark.parametrize(
    "heading", ["Players:", "Entries (24)", "------", "## Open", "Open division:", "Teilnehmer"]
)
def test_headings_are_no_players(heading: str) -> None:
    rows = read_lines(f"{heading}\n\nAnna Müller\n").rows
    assert rows == ((1, {HEADING: heading}), (3, {"name": "Anna Müller"}))


def test_a_line_of_columns_says_what_stands_where() -> None:
    text = "Spring Open:\nNo.\tName\tClub\tElo\tMember no\n1\tMüller, Anna\tGeorgia\t1650\t#99\n2\tBo\t\t\t\n"
    rows = dict(read_lines(text).rows)
    assert rows[3] == {
        "name": "Müller, Anna",
        "club": "Georgia",
        "rating": "1650",
        "member_number": "99",
    }
    assert rows[4] == {"name": "Bo"}


@pytest.mark.parametrize(
    ("text", "result"),
    [("Anna Müller", False), ("Smith, John", False), ("Anna\nBo", True), ("Anna; GER", True),
     ("Smith, John, GBR", True), ("Anna\tGER", True), (" Anna \n\n", False)],
)  # fmt: skip
def test_a_name_alone_is_no_list(text: str, result: bool) -> None:
    assert is_list(text) is result


@pytest.mark.parametrize(
    ("text", "code"),
    [("\n \n", "no_lines"), ("x\n" * (MOST_LINES + 1), "too_many_lines")],
)
def test_refused_lists(text: str, code: str) -> None:
    with pytest.raises(DomainError) as refused:
        read_lines(text)
    assert refused.value.code == code


WORDS = st.text(
    st.characters(categories=("Lu", "Ll", "Nd"), max_codepoint=0x2FF) | st.sampled_from("'-.@#+()\" /:"),
    min_size=1, max_size=14,
)  # fmt: skip
LINES = st.lists(
    st.tuples(st.sampled_from(["", "1. ", "- ", "3\t", "• "]), st.lists(WORDS, min_size=1, max_size=6)),
    min_size=1, max_size=12,
)  # fmt: skip


@settings(max_examples=examples(200))
@given(LINES, st.sampled_from([";", ",", "\t", "; ", ", "]))
def test_no_line_and_no_word_is_lost(listed: list[tuple[str, list[str]]], separator: str) -> None:
    lines = [begin + separator.join(words) for begin, words in listed]
    text = "\n".join(lines)
    if not text.strip():
        return
    rows = dict(read_lines(text).rows)
    assert sorted(rows) == [n for n, line in enumerate(lines, start=1) if line.strip()]
    columns = any(HEADING in row for row in rows.values())
    for number, row in rows.items():
        kept = set(re.findall(r"\w{4,}", " ".join(row.values())))
        typed = set(re.findall(r"\w{4,}", lines[number - 1])) - LABELS
        assert columns or {word.strip("_") for word in typed} <= {w.strip("_") for w in kept}


LABELS = {
    "mailto",
    "rating",
    "member",
    "number",
    "licence",
    "license",
    "email",
    "mail",
    "phone",
    "mobile",
    "name",
}
