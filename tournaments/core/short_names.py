"""A player's name where there is little room: H. Mägi, or Mägi among names that belong together. No database."""

from collections import Counter
from collections.abc import Callable, Mapping

MOST_WORDS = 5
UNLIKE_A_PERSON = frozenset("/&+()[]0123456789,;:")


def initial_form(name: str) -> str:
    """The first name as an initial; a name that is not of one person's first and last name stays as it is.

    >>> initial_form("Heino Mägi"), initial_form("Georg van der Berg"), initial_form("Aino (bot)")
    ('H. Mägi', 'G. van der Berg', 'Aino (bot)')
    """
    first, rest = _parted(name)
    return f"{first[0]}. {rest}" if rest else name


def surname(name: str) -> str:
    """What follows the first name, else the whole name.

    >>> surname("Heino Mägi"), surname("Georg van der Berg"), surname("Alice")
    ('Mägi', 'van der Berg', 'Alice')
    """
    return _parted(name)[1] or name


def unique_forms(
    names: Mapping[int, str], forms: tuple[Callable[[str], str], ...]
) -> dict[int, str]:
    """Of each name the first of these forms that no other name shares, else the whole name."""
    chosen: dict[int, str] = {}
    for form in forms:
        made = {pk: form(name) for pk, name in names.items() if pk not in chosen}
        counted = Counter(form(name) for name in names.values())
        chosen |= {pk: text for pk, text in made.items() if counted[text] == 1}
    return dict(names) | chosen


def _parted(name: str) -> tuple[str, str]:
    """First name and rest; the rest is empty where the name cannot be parted safely."""
    words = name.split()
    is_plain = 2 <= len(words) <= MOST_WORDS and not UNLIKE_A_PERSON.intersection(name)
    if not is_plain or len(words[0]) < 2 or not all(word[0].isalpha() for word in words):
        return name, ""
    return words[0], " ".join(words[1:])
