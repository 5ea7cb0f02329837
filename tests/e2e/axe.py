"""axe-core on a page: what it finds, in words. The file is vendored (tests/data/vendor), nothing is fetched."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urlsplit

from playwright.sync_api import Error, Page

SOURCE = Path(__file__).parent.parent / "data" / "vendor" / "axe-core" / "axe.min.js"
MODES = {
    "desktop, light": ({"width": 1280, "height": 800}, "light"),
    "phone, dark": ({"width": 390, "height": 844}, "dark"),
}
# Every rule that is on by default, best practices included, and the size of targets besides.
OF_COLOUR = ["color-contrast", "link-in-text-block"]
RUN = """async (only) => {
  // A row at the edge of a list that scrolls is cut off: a user who aims at it scrolls.
  const cut = (element) => {
    for (let up = element?.parentElement; up; up = up.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(up).overflowY)) continue;
      const [inside, edge] = [element.getBoundingClientRect(), up.getBoundingClientRect()];
      if (inside.top < edge.top || inside.bottom > edge.bottom) return true;
    }
    return false;
  };
  // The same where a bar that sticks to an edge of the screen lies over it.
  const bars = [...document.body.querySelectorAll("*")].filter((element) => /sticky|fixed/.test(getComputedStyle(element).position));
  const covered = (element) => bars.some((bar) => {
    const [inside, over] = [element.getBoundingClientRect(), bar.getBoundingClientRect()];
    return !bar.contains(element) && inside.top < over.bottom && over.top < inside.bottom && inside.left < over.right && over.left < inside.right;
  });
  const scrolls = (element) => element && (cut(element) || covered(element));
  const asked = only ? { runOnly: only } : { rules: { "target-size": { enabled: true } } };
  const results = await axe.run(document, { ...asked, resultTypes: ["violations"] });
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.filter(({ target }) => id !== "target-size" || !scrolls(document.querySelector(target[0]))).map(({ target, html, any, all, none }) => `${id}: ${help} | ${target.join(" ")} | ${html.slice(0, 160)} | ` +
      [...any, ...all, ...none].map((check) => check.message).join("; ").slice(0, 240)));
}"""
# Not ours: the pages of Django's administration and of the API's reader; and what ends the session.
LEFT_OUT = ("/admin/", "/api/", "/accounts/logout", "/static/", "/i18n/")
VARIABLE = re.compile(r"/(\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[A-Za-z0-9_-]{24,})(?=/|$)")


def complaints(page: Page, *, colours_only: bool = False) -> list[str]:
    """What axe finds on the page as it stands; the strict policy does not hold for the tools of the tests.

    `colours_only` asks the rules alone that a change of theme can change."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SOURCE.read_text())
    return list(page.evaluate(RUN, OF_COLOUR if colours_only else None))


def in_every_mode(page: Page, what: str) -> list[str]:
    """Both themes, a desk and a phone, without loading the page again."""
    values = []
    for mode, (size, scheme) in MODES.items():
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_timeout(60)
        values += [f"{what} ({mode}): {words}" for words in complaints(page)]
    return values


class Crawler:
    """Follows the links of a site, one page of each kind (numbers and names in addresses count as one kind)."""

    def __init__(self, page: Page, base: str, *, slugs: int = 1) -> None:
        self.page, self.base = page, base
        self.slugs = slugs
        self.seen: dict[str, int] = {}
        self.complaints: list[str] = []

    def crawl(self, *starts: str) -> list[str]:
        """Every page within reach of the starts; returns the complaints."""
        ahead = list(starts)
        while ahead:
            path = ahead.pop(0)
            if self._is_new(path):
                ahead += self._visit(path)
        return self.complaints

    def _is_new(self, path: str) -> bool:
        kind = _kind(path)
        self.seen[kind] = self.seen.get(kind, 0) + 1
        return self.seen[kind] <= self.slugs

    def _visit(self, path: str) -> list[str]:
        try:
            answer: Any = self.page.goto(self.base + path, wait_until="load")
        except Error as error:
            if "Download is starting" in str(error):
                return []  # a file to keep, no page
            raise
        if "text/html" not in (answer.headers.get("content-type") or ""):
            return []
        self.complaints += in_every_mode(self.page, path)
        links = self.page.locator("a[href]:not([download])").evaluate_all(
            "all => all.map(a => a.href)"
        )
        return [_path(link) for link in links if self._belongs(link)]

    def _belongs(self, link: str) -> bool:
        return link.startswith(self.base) and not urlsplit(link).path.startswith(LEFT_OUT)


def _path(link: str) -> str:
    parts = urlsplit(urldefrag(link).url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _kind(path: str) -> str:
    parts = urlsplit(path)
    kind = VARIABLE.sub("/*", parts.path)
    kind = re.sub(r"^/tournaments/(?!new\b)[^/]+/", "/tournaments/*/", kind)
    return kind + "?" + "&".join(sorted(re.findall(r"(\w+)=", parts.query)))
