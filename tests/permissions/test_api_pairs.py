"""What a page can do, the API can do: each action of a page has an address of the API beside it, or a written reason."""

from collections import Counter

from tests.permissions.pairs import api_addresses, page_actions, read_pairs

PAIRS = read_pairs()


def test_every_action_of_a_page_is_in_the_list_once() -> None:
    listed = Counter(pair.page for pair in PAIRS)
    missing = sorted(page_actions() - listed.keys())
    gone = sorted(listed.keys() - page_actions())
    assert not missing, f"write into api_pairs.txt what the API has for these pages: {missing}"
    assert not gone, f"these pages take no POST any more: {gone}"
    assert set(listed.values()) == {1}


def test_every_address_of_the_list_exists() -> None:
    existing = api_addresses()
    wrong = [
        (pair.page, address) for pair in PAIRS for address in pair.api if address not in existing
    ]
    assert not wrong


def test_what_has_no_address_has_a_reason() -> None:
    silent = [pair.page for pair in PAIRS if not pair.api and len(pair.reason) < 15]
    assert not silent
