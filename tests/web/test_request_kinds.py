"""Which threads answer a request, where one process serves the site."""

import pytest

from config.request_kinds import RequestKind, kind_of

PAGES, TAPS, CLOCKS, SCREENS = (
    RequestKind.PAGES, RequestKind.TAPS, RequestKind.CLOCKS, RequestKind.SCREENS,
)  # fmt: skip
CODE = "0f9a6a0e-6a4c-4a53-9a71-0c0f6a1d2b3c"


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/clock/k7m2pq/log/", CLOCKS),
        ("POST", "/clock/k7m2pq/log/", TAPS),
        ("GET", "/clock/k7m2pq/", PAGES),
        ("GET", "/tournaments/spring-open/wall/", SCREENS),
        ("GET", "/events/harbour_2026/wall/", SCREENS),
        ("GET", "/overlay/k7m2pq/", SCREENS),
        ("GET", f"/overlay/matches/{CODE}/", SCREENS),
        ("GET", "/anything/of/somebody/wall/", PAGES),
        ("GET", "/tournaments/spring-open/wall/\n", PAGES),
        ("GET", "/clock/k7m2pq/log/more/", PAGES),
        ("POST", "/tournaments/spring-open/manage/", PAGES),
    ],
)
def test_only_what_devices_send_has_threads_of_its_own(
    method: str, path: str, kind: RequestKind
) -> None:
    assert kind_of(method, path) is kind
