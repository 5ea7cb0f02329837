"""What a process keeps at hand: so many bytes, the oldest goes first."""

from web.bounded_cache import BoundedCache


def test_the_shelf_lets_the_oldest_go_when_it_is_full() -> None:
    shelf = BoundedCache[str](most=400)
    for number in range(5):
        shelf.put(number, f"value {number}", 100)
    assert shelf.bytes == 400
    assert shelf.get(0) is None
    assert shelf.get(1) == "value 1"


def test_a_value_put_again_takes_its_place_once_and_is_the_youngest() -> None:
    shelf = BoundedCache[str](most=200)
    shelf.put("a", "before", 50)
    shelf.put("b", "other", 50)
    shelf.put("a", "after", 20)
    assert shelf.get("a") == "after"
    assert shelf.bytes == 70
    for name in "cde":
        shelf.put(name, "more", 50)
    assert shelf.get("b") is None
    assert shelf.get("a") == "after"


def test_what_would_push_off_too_much_is_left_out_and_what_it_replaces_is_gone() -> None:
    shelf = BoundedCache[str](most=400)
    shelf.put("a", "small", 10)
    shelf.put("a", "large", 101)
    assert shelf.get("a") is None
    assert shelf.bytes == 0
