"""Tables in and out: nothing computes in a spreadsheet, and whatever a spreadsheet saves is read."""

import csv
import io
import json
import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.exchange.services.import_cells import country
from web.csv_reading import ENTRIES, MOST_BYTES, RESULTS, decode, read_table
from web.csv_writing import csv_rows, escape_formula, unescape_formula
from web.errors import DomainError


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        " =1",
        "\r=1",
        "＝1",
        "'=1",
        "a;=1+1;b",
        "a|@x",
        "a;\t-1",
    ],
)
def test_a_cell_that_a_spreadsheet_would_compute_is_text(cell: str) -> None:
    cells = re.split(r"[;|]|(?<=;)\t", str(escape_formula(cell)))
    assert not any(re.match(r"\s*[=+\-@＝]", text) for text in cells)
    assert unescape_formula(str(escape_formula(cell))) == cell


@given(st.text(max_size=30))
def test_every_text_comes_back_as_it_was(text: str) -> None:
    assert unescape_formula(str(escape_formula(text))) == text


@given(
    st.lists(
        st.lists(
            st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), max_size=8),
            min_size=2,
            max_size=2,
        ),
        max_size=5,
    )
)
def test_what_is_written_reads_back_quotes_and_newlines_included(rows: list[list[str]]) -> None:
    text = "".join(csv_rows(("name", "club"), rows)).removeprefix("\ufeff")
    read = list(csv.reader(io.StringIO(text, newline="")))
    assert [[unescape_formula(cell) for cell in row] for row in read[1:]] == rows


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_any_encoding_and_separator_is_read(encoding: str, separator: str) -> None:
    text = (
        separator.join(["Name", "Club"])
        + "\r\n"
        + separator.join(["Jürg Müller", '"Zür\nich"'])
        + "\r\n"
    )
    table = read_table(decode(text.encode(encoding)), ENTRIES, "entries")
    assert [row for _line, row in table.rows] == [{"name": "Jürg Müller", "club": "Zür\nich"}]


def test_headings_of_all_sorts_are_understood_and_the_others_named() -> None:
    table = read_table(
        "sep=;\nPlayer Name;FEDERATION;Shoe size;Vorname\nAnn;NO;38;\n", ENTRIES, "entries"
    )
    assert table.read == (
        ("Player Name", "name"),
        ("FEDERATION", "country"),
        ("Vorname", "first_name"),
    )
    assert table.unread == ("Shoe size",)
    assert table.rows[0][0] == 3


def test_a_heading_that_is_misspelt_is_told_once_for_the_whole_file() -> None:
    with pytest.raises(DomainError) as refused:
        read_table("naem,seed\nAnn,1\nBob,2\n", ENTRIES, "entries")
    assert refused.value.detail == "The “name” column is missing. Unknown columns: naem."


@pytest.mark.parametrize(
    ("written_as", "code"),
    [
        ("uk", "GB"), ("U.K.", "GB"), ("England", "GB"), ("Scotland", "GB"), ("Wales", "GB"), ("great britain", "GB"),
        ("usa", "US"), ("U.S.A.", "US"), ("United States", "US"), ("the Netherlands", "NL"), ("Holland", "NL"),
        ("GER", "DE"), ("de", "DE"), ("Norway", "NO"), ("Türkiye", "TR"), ("", ""),
    ],
)  # fmt: skip
def test_countries_are_understood_as_people_write_them(written_as: str, code: str) -> None:
    assert country(written_as) == code


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    table = read_table('name,club\nAnn,"a\nb"\n\nBob,c\n', ENTRIES, "entries")
    assert [line for line, _row in table.rows] == [2, 5]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Foo,Bar\n1,2\n", "no_columns"), ('name\n"Ann\n', "bad_csv"), ("{not json", "bad_json"),
        ('{"results": []}', "bad_json"), ("[1, 2]", "bad_json"), ("name\n" + "x\n" * 5001, "too_many_rows"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_words(text: str, code: str) -> None:
    with pytest.raises(DomainError) as refused:
        read_table(text, ENTRIES, "entries")
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "file_empty"), (b"\xef\xbb\xbf \n", "file_empty"), (b"PK\x03\x04\x00abc", "not_text"), (b"x" * (MOST_BYTES + 1), "file_too_large")],
)  # fmt: skip
def test_what_is_not_text_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(DomainError) as refused:
        decode(data)
    assert refused.value.code == code


@given(st.binary(max_size=200))
def test_bytes_of_any_sort_are_read_or_refused(data: bytes) -> None:
    with suppress(DomainError):
        read_table(decode(data), RESULTS, "results")


@pytest.mark.parametrize("half", ["\ud800", "\0"])
def test_what_no_database_and_no_page_holds_is_left_out_of_json(half: str) -> None:
    rows = [{f"na{half}me": f"An{half}na", f"co{half}lour": "red", "club": [f"T{half}artu"]}]
    table = read_table(json.dumps(rows), ENTRIES, "entries")
    assert table.rows == ((1, {"name": "Anna", "club": "Tartu"}),)
    assert table.unread == ("colour",)
