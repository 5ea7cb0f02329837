"""T6: the worked examples of the Swiss system, who has the bye, when it ends, who stops."""


from tests.tournaments.formats.rounds_played import Played, started
from tournaments.formats.swiss import FORMAT


def swiss(n: int, winner=min, joined=None, **options: object) -> Played:  # type: ignore[no-untyped-def]
    return started(FORMAT, n, options, winner, joined)


def test_t6_n8_where_the_lower_number_wins() -> None:
    played = swiss(8, rounds=3).play()
    assert played.shown() == "1-5 2-6 3-7 4-8; 1-3 2-4 5-7 6-8; 1-2 3-5 4-6 7-8"


def test_t6_n8_where_the_higher_number_wins() -> None:
    played = swiss(8, max, rounds=3).play()
    assert played.shown() == "1-5 2-6 3-7 4-8; 5-7 6-8 1-3 2-4; 7-8 3-5 4-6 1-2"


def test_t6_n5_with_a_bye_in_every_round() -> None:
    played = swiss(5, rounds=3).play()
    assert played.shown() == "1-3 2-4 5-–; 1-2 5-3 4-–; 1-4 2-5 3-–"


def test_t6_n13_rounds_1_and_2() -> None:
    played = swiss(13, rounds=5).play(2)
    assert played.shown() == ("1-7 2-8 3-9 4-10 5-11 6-12 13-–; 1-4 2-5 3-6 13-7 8-10 9-11 12-–")


def test_x17_the_bye_goes_to_the_lowest_who_has_had_none() -> None:
    played = swiss(5, rounds=3).play(2)
    assert [played.round(n)[-3] for n in (1, 2)] == ["5", "4"]
    played.play_round()
    note = played.last.notes["R3.3"]
    assert played.round(3).endswith("3-–")
    assert note["bye"] == 3
    assert ["4", "had_bye"] in [[str(who), why] for who, why in note["passed_over"]]  # type: ignore[attr-defined]
