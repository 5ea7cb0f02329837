""".xg and .bgf: real files come in as their .mat does, with what they say of the decisions; hostile ones are refused.

The files are those of gammonview (tests/data/README.md): eXtreme Gammon and BGBlitz have written them.
"""

import gzip
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.engine import file_process, file_worker, unpacking
from analysis.engine.file_process import can_read, read_match_file
from analysis.models import ImportedAnalysis, PerformanceRating
from analysis.services import file_imports
from games.models import Match
from games.records.match_file import FilePlace, FileRefused
from games.services.importing import ImportRefused, ReadMatch, import_match, read_match
from tests.games.services.tables import person
from web.errors import DomainError

DATA = Path(__file__).resolve().parents[1] / "data" / "analysed"
FILES = ("match.xg", "match.bgf", "money.xg", "money.bgf")
START = 8232

pytestmark = pytest.mark.skipif(not can_read(), reason="needs gammonview")


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a process for each of hundreds of files; its limits are tested by themselves."""
    monkeypatch.setattr(file_imports, "read_match_file", answered)


def answered(data: bytes) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(file_worker.answer_to(data))
    return answer


def bytes_of(name: str) -> bytes:
    return (DATA / name).read_bytes()


def imported(name: str) -> Match:
    user = person().user
    assert user is not None
    return import_match(user, bytes_of(name), timezone.now())


@pytest.mark.django_db
@pytest.mark.parametrize("name", FILES)
def test_a_file_is_the_match_that_its_mat_is(name: str) -> None:
    read, of_mat = read_match(bytes_of(name)), read_match(bytes_of(name[:-3].rstrip(".") + ".mat"))
    assert read.filed.names == of_mat.filed.names
    assert read.checked.state.score == of_mat.checked.state.score
    assert read.checked.rules.length == of_mat.checked.rules.length
    results = [
        [(result.winner, result.points, result.kind) for result in match.checked.state.results]
        for match in (read, of_mat)
    ]
    assert results[0] == results[1]
    assert read.checked.state.rolls == of_mat.checked.state.rolls


@pytest.mark.django_db
def test_what_the_file_says_is_shown_as_the_files_and_counts_nowhere(client: Client) -> None:
    match = imported("match.xg")
    kept = ImportedAnalysis.objects.get(match=match)
    assert (kept.program, kept.level) == ("xg", "3ply")
    assert kept.result["totals"]["B"]["pr"] == 7.374
    seqs = [entry["seq"] for entry in kept.result["decisions"]]
    assert seqs == sorted(set(seqs))
    assert len(seqs) > 100
    assert not PerformanceRating.objects.exists()
    page = client.get(f"/matches/{match.pk}/review/").content.decode()
    assert "Analysis from the file" in page
    assert "eXtreme Gammon" in page
    assert "7.4" in page
    assert client.get(f"/matches/{match.pk}/analysis.json").json()["status"] == "none"
    data = client.get(f"/matches/{match.pk}/analysis-from-file.json").json()
    for decision in data["result"]["decisions"]:
        for row in decision["candidates"]:
            row.setdefault("played", False)
    assert data["result"] == kept.result
    api = client.get(f"/api/v1/matches/{match.pk}/analysis/from-file").json()
    assert (api["program"], api["result"]) == ("eXtreme Gammon", kept.result)


@pytest.mark.django_db
def test_without_the_library_the_page_and_the_api_say_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_imports, "can_read", lambda: False)
    client.force_login(person().user)
    answer = client.post(
        "/api/v1/matches/import", bytes_of("match.xg"), content_type="application/octet-stream"
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "no_reader")
    assert ".mat" in answer.json()["detail"]


@pytest.mark.usefixtures("in_this_process")
def test_an_illegal_play_is_refused_at_its_game_and_move() -> None:
    data = bytes_of("match.xg")
    head, records = unpacking.xg_parts(data)
    changed = bytearray(records)
    at = nth_move(records, 2)
    changed[at + 100 : at + 108] = struct.pack("<ii", 6, 6)  # other dice than were played
    with pytest.raises(ImportRefused) as refused:
        read_match(head + zlib.compress(bytes(changed)))
    assert (refused.value.place.game, refused.value.place.row) == (1, 2)
    assert refused.value.where == "Game 1, move 2"


@pytest.mark.usefixtures("in_this_process")
def test_dice_that_are_none_are_refused_at_their_move() -> None:
    head, records = unpacking.xg_parts(bytes_of("match.xg"))
    changed = bytearray(records)
    at = nth_move(records, 6)
    changed[at + 100 : at + 104] = struct.pack("<i", 77)
    with pytest.raises(ImportRefused) as refused:
        read_match(head + zlib.compress(bytes(changed)))
    assert refused.value.place.game == 1
    assert refused.value.place.row in (3, 4)


@pytest.mark.usefixtures("in_this_process")
def test_a_match_that_was_not_finished_comes_in_as_far_as_it_goes() -> None:
    head, records = unpacking.xg_parts(bytes_of("match.xg"))
    until = nth_move(records, 9)
    state = read_match(head + zlib.compress(records[:until])).checked.state
    assert state.outcome is not None
    assert state.outcome.reason == "unfinished"
    assert state.rolls == 9


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize(
    ("answers", "cube", "points", "kinds"),
    [
        ((2, 1, -1), 4, 12, ["double", "beaver", "take"]),
        ((2, -1, -1), 4, 12, ["double", "beaver", "take"]),  # the roll after it says the take
        ((2, 2, 1), 8, 24, ["double", "beaver", "raccoon", "take"]),
        ((2, 2, -1), 8, 24, ["double", "beaver", "raccoon", "take"]),
    ],
)
def test_beavers_and_raccoons_of_a_session_are_played(
    answers: tuple[int, int, int], cube: int, points: int, kinds: list[str]
) -> None:
    read = read_match(beavered("money.xg", answers, points))
    result = read.checked.state.results[-1]
    assert (result.cube, result.points) == (cube, points)
    made = [action.kind for game, action in read.checked.actions if game == 3]
    assert [kind for kind in made if kind in ("double", "beaver", "raccoon", "take", "drop")] == kinds  # fmt: skip
    assert read.checked.rules.max_beavers == len(kinds) - 2


@pytest.mark.usefixtures("in_this_process")
def test_a_beaver_that_is_dropped_ends_the_game_at_the_doubled_cube() -> None:
    read = read_match(beavered("money.xg", (2, 0, -1), 2, is_over=True))
    result = read.checked.state.results[-1]
    made = [action.kind for game, action in read.checked.actions if game == 3]
    assert (result.points, made[-3:]) == (2, ["double", "beaver", "drop"])


@pytest.mark.usefixtures("in_this_process")
def test_a_beaver_in_a_match_is_refused_at_its_move() -> None:
    with pytest.raises(ImportRefused, match="beavers_off") as refused:
        read_match(beavered("match.xg", (2, 1, -1), None))
    assert refused.value.place.game > 0
    assert refused.value.place.row > 1


@pytest.mark.django_db
def test_what_the_file_says_of_a_session_with_a_beaver_is_left_out() -> None:
    user = person().user
    assert user is not None
    match = import_match(user, beavered("money.xg", (2, 1, -1), 12), timezone.now())
    assert not ImportedAnalysis.objects.filter(match=match).exists()


def beavered(
    name: str, answers: tuple[int, int, int], points: int | None, *, is_over: bool = False
) -> bytes:
    """The file with other answers to its last double that was taken, and other points of its last game."""
    head, records = unpacking.xg_parts(bytes_of(name))
    size = unpacking.XG_RECORD
    starts = list(range(0, len(records), size))
    at = max(
        at
        for at in starts
        if records[at + 8] == 2 and struct.unpack_from("<2i", records, at + 16) == (1, 1)
    )
    end = max(at for at in starts if records[at + 8] == 4)
    changed = bytearray(records)
    struct.pack_into("<3i", changed, at + 20, *answers)
    if points is not None:
        _score, other, _zero, winner, before = struct.unpack_from("<5i", records, end + 12)
        score = struct.unpack_from("<i", records, end + 12)[0] - before + points
        struct.pack_into("<6i", changed, end + 12, score, other, 0, winner, points, 1)
    if is_over:
        del changed[at + size : end]
    return head + zlib.compress(bytes(changed))


def nth_move(records: bytes, number: int) -> int:
    """Where the move record of this number begins, from 0."""
    size = unpacking.XG_RECORD
    starts = [at for at in range(0, len(records), size) if records[at + 8] == 3]
    return starts[number]


@pytest.mark.slow
@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("name", ["money.xg", "money.bgf"])
def test_a_file_cut_off_at_any_byte_is_refused_with_its_place(name: str) -> None:
    """Near its parts' borders at every byte, between them at every 97th: the rest is one packed stream."""
    data = bytes_of(name)
    whole = read_match(data).checked.actions
    borders = (0, START, struct.unpack_from("<I", data, 20)[0] + START, len(data))
    near = {at for border in borders for at in range(border - 60, border + 60)}
    for length in sorted(near | set(range(0, len(data), 97))):
        if not 0 <= length < len(data):
            continue
        answer = read_or_refused(data[:length])
        if isinstance(answer, ImportRefused):
            assert answer.place != FilePlace() or length < 80, (length, answer)
        else:
            assert answer.checked.actions == whole


@pytest.mark.slow
@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("name", ["money.xg", "money.bgf"])
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_a_changed_file_is_refused_or_a_legal_match(name: str, data: st.DataObject) -> None:
    changed = bytearray(bytes_of(name))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(changed) - 1))
        changed[at : at + 1] = data.draw(st.binary(min_size=0, max_size=4))
    _is_refused_or_read(bytes(changed))


@pytest.mark.slow
@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize("name", ["money.xg", "money.bgf"])
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_changed_contents_packed_again_are_refused_or_a_legal_match(
    name: str, data: st.DataObject
) -> None:
    """What a checksum cannot see: the change is made before packing."""
    parts = unpacking.xg_parts if name.endswith("xg") else unpacking.bgf_parts
    head, inside = parts(bytes_of(name))
    changed = bytearray(inside)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(changed) - 1))
        changed[at] = data.draw(st.integers(0, 255))
    packed = (
        zlib.compress(bytes(changed), 1)
        if name.endswith("xg")
        else gzip.compress(bytes(changed), 1)
    )
    _is_refused_or_read(head + packed)


def _is_refused_or_read(data: bytes) -> None:
    answer = read_or_refused(data)
    if isinstance(answer, ImportRefused):
        assert answer.detail
        assert answer.code != "file_too_complex"
    else:
        assert answer.checked.state.rolls


def read_or_refused(data: bytes) -> ReadMatch | ImportRefused:
    """Anything else is a bug."""
    try:
        return read_match(data)
    except ImportRefused as refused:
        return refused


def bomb(kind: str, size: int) -> bytes:
    if kind == "xg":
        return bytes_of("money.xg")[:START].replace(
            bytes_of("money.xg")[20:24], bytes(4)
        ) + zlib.compress(bytes(size))
    return b'{"format":"BGF","compress":true}\n' + gzip.compress(unpacking.SMILE + bytes(size))


@pytest.mark.parametrize("kind", ["xg", "bgf"])
def test_a_bomb_is_refused_before_it_is_unpacked(kind: str) -> None:
    data = bomb(kind, 400 * 1024 * 1024)
    assert len(data) < 2 * 1024 * 1024
    answer = read_match_file(data)
    assert answer["refused"] == "unpacked_too_large"
    assert answer["place"]["byte"] > 1


@pytest.mark.parametrize("hostile", ["nested", "number"])
def test_contents_that_would_take_all_memory_or_time_are_refused(hostile: str) -> None:
    inside = {"nested": b"\xf8" * 4_000_000, "number": b"\x24" + b"\x3f" * 8_000_000}[hostile]
    head = b'{"format":"BGF","compress":true}\n'
    answer = read_match_file(head + gzip.compress(unpacking.SMILE + b"\x00" + inside))
    assert answer["refused"] in ("file_too_complex", "file_damaged")


@pytest.mark.parametrize(
    ("data", "byte"),
    [
        (b"RGMH", 5),
        (b"RGMH" + b"\xff" * 9000, 9005),
        (b'{"format":"BGF"}', 17),
        (b'{"format":"BGF"}\n', 18),
        (b'{"format":"BGF"}\nabc', 18),
        (b'{"format":"BGF"}\n\x1f\x8babc', 18),
    ],
)
def test_nonsense_has_its_place(data: bytes, byte: int) -> None:
    with pytest.raises(unpacking.Damaged) as damaged:
        file_worker.read(data)
    assert damaged.value.place["byte"] == byte


def test_a_reader_that_dies_or_is_silent_refuses_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_process, "TIMEOUT_S", 0.001)
    assert read_match_file(bytes_of("match.xg")) == {"refused": "file_too_complex"}


def test_other_files_are_left_to_their_readers() -> None:
    assert file_imports.read_match(b"\n 5 point match\n") is None
    assert file_imports.read_match(b"") is None
    with pytest.raises(FileRefused, match="file_too_large"):
        file_imports.read_match(b"RGMH" + bytes(3 * 1024 * 1024))


def test_a_request_hardly_waits_for_the_file_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    class Taken:
        def acquire(self, timeout: float) -> bool:
            waits.append(timeout)
            return False

    monkeypatch.setattr(file_process, "AT_ONCE", Taken())
    with pytest.raises(DomainError, match="busy") as refused:
        file_imports.read_match(bytes_of("match.xg"))
    assert refused.value.status == 503
    assert max(waits) <= 2


@pytest.mark.django_db
@pytest.mark.usefixtures("in_this_process")
def test_a_file_without_games_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = answered(bytes_of("money.bgf"))
    answer["match"]["games"] = []
    monkeypatch.setattr(file_imports, "read_match_file", lambda _data: answer)
    with pytest.raises(ImportRefused, match="no_games"):
        read_match(bytes_of("money.bgf"))
