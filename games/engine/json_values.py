"""Reading values out of JSON of unknown origin: the right shape comes out, or `bad_action` is raised."""

from collections.abc import Collection, Sequence
from typing import Any

from games.engine import dice as fair
from games.engine.errors import RulesError
from games.engine.seats import Seat


def bad(message: str) -> RulesError:
    return RulesError("bad_action", message)


def require_keys(payload: dict[str, Any], *names: str) -> None:
    if any(key not in names for key in payload):
        raise bad("This action carries something unknown.")


def number(value: object, low: int, high: int) -> int:
    if type(value) is int and low <= value <= high:
        return value
    raise bad(f"A whole number from {low} to {high} was expected.")


def text(value: object, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise bad(f"A text of at most {longest} characters was expected.")
    if any(c == "\0" or "\ud800" <= c <= "\udfff" for c in value):  # no database holds them
        raise bad("A text of whole characters was expected.")
    return value


def one_of(value: object, names: Collection[str]) -> str:
    if isinstance(value, str) and value in names:
        return value
    raise bad(f"One of {', '.join(names)} was expected.")


def switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise bad("True or false was expected.")


def items(value: object, most: int) -> Sequence[object]:
    if isinstance(value, list | tuple) and len(value) <= most:
        return value
    raise bad(f"A list of at most {most} values was expected.")


def seat(value: object) -> Seat:
    if value == "A":
        return "A"
    if value == "B":
        return "B"
    raise bad("A seat is A or B.")


def digest(value: object) -> str:
    if isinstance(value, str) and fair.valid_digest(value):
        return value
    raise bad("A SHA-256 in lower-case hexadecimal was expected.")


def nonce(value: object) -> str:
    if isinstance(value, str) and fair.valid_nonce(value):
        return value
    raise bad("A nonce is up to 64 letters and digits.")


def dice(value: object) -> tuple[int, int]:
    first, second = pair(value)
    return number(first, 1, 6), number(second, 1, 6)


def moves(value: object) -> tuple[tuple[int, int], ...]:
    """Up to four moves as [source, target] pairs, mover's numbers: bar 25, off 0."""
    pairs = (pair(move) for move in items(value, 4))
    return tuple((number(source, 1, 25), number(target, 0, 24)) for source, target in pairs)


def pair(value: object) -> tuple[object, object]:
    both = items(value, 2)
    if len(both) != 2:
        raise bad("Two values were expected.")
    return both[0], both[1]


def per_seat(value: object, low: int, high: int) -> tuple[int | None, int | None]:
    """{"A": n, "B": n}, one of them or both."""
    if not isinstance(value, dict) or not value:
        raise bad('An object such as {"A": 1, "B": 0} was expected.')
    require_keys(value, "A", "B")
    of_a, of_b = value.get("A"), value.get("B")
    return (
        None if of_a is None else number(of_a, low, high),
        None if of_b is None else number(of_b, low, high),
    )


def seat_if_any(payload: dict[str, Any]) -> Seat | None:
    """The seat where one is named."""
    return seat(payload["seat"]) if "seat" in payload else None


def is_set(payload: dict[str, Any], name: str) -> bool:
    """A switch that is true or left out."""
    if payload.get(name, True) is not True:
        raise bad(f"{name} is true or left out.")
    return name in payload
