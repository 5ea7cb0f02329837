"""Forgeries are forgotten: what strangers send must not fill the memory."""

from games import tickets


def test_a_forgery_of_any_length_is_refused_and_a_long_one_is_not_kept() -> None:
    tickets._verified.cache_clear()
    assert tickets.read("x" * 60_000, 0) is None
    assert tickets._verified.cache_info().currsize == 0
    assert tickets.read("x", 0) is None
