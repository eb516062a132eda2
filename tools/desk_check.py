"""Opens every page of a running desk in Chromium, runs axe-core on it and takes pictures: `python tools/desk_check.py URL AXE.js [--pictures FOLDER]`.

`AXE.js` is `axe.min.js` of the npm package axe-core (`npm pack axe-core`). Pages are looked at in light and dark and at the width of a
phone; serious findings, errors of the browser's console and pages that are wider than the screen are told, and make the exit code 1.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from harvestman.crawl.browser import find_browser

PATHS = (
    "/", "/papers", "/jobs", "/jobs/new", "/jobs/new?kind=gather", "/jobs/new?kind=watch", "/jobs/new?kind=run", "/run", "/review", "/review/deposit", "/review/letters", "/merges", "/merges?state=decided", "/due",
    "/calendar", "/events", "/upload", "/find", "/status", "/accuracy", "/settings", "/keys", "/sign-in", "/nothing",
)  # fmt: skip
FIRST = {
    "paper": ("/papers", r"/papers/[a-z0-9]{16}"),
    "candidate": ("/review", r"/review/[a-z0-9]{16}"),
    "job": ("/jobs", r"/jobs/[a-z0-9]{16}"),
    "event": ("/events", r"/events/[a-z0-9]{16}"),
    "series": ("/due", r"/due/conf/[\w-]+"),
    "site": ("/review", r"/sites/[\w.:%-]+"),
    "document": ("/review", r"/documents/[a-z0-9]{16}"),
    "found": ("/find", r"/find/[a-z0-9]{16}"),
}
PICTURES = {"/": "home", "/run": "run", "/papers": "papers", "/jobs/new": "new-job", "/due": "due"}
LOOKS = {"light": (1200, 850, "light"), "dark": (1200, 850, "dark"), "phone": (360, 740, "light")}


def main() -> int:
    """Look at all pages; the number of things that are wrong decides the exit code."""
    base, axe = sys.argv[1].rstrip("/"), Path(sys.argv[2]).read_text("utf-8")
    pictures = Path(sys.argv[4]) if "--pictures" in sys.argv else None
    wrong: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser("auto").path, args=["--no-sandbox"]
        )
        for look in LOOKS:
            wrong += _look(browser, base, axe, look, pictures if look == "light" else None)
        browser.close()
    print("\n".join(wrong) or "Nothing is wrong.")
    return 1 if wrong else 0


def _look(browser: Browser, base: str, axe: str, look: str, pictures: Path | None) -> list[str]:
    width, height, scheme = LOOKS[look]
    wrong: list[str] = []
    # Axe is put into the page from outside, which its policy would not let a page do.
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, bypass_csp=True  # type: ignore[arg-type]
    )  # fmt: skip
    page = context.new_page()
    paths = {path: PICTURES.get(path, "") for path in PATHS}
    for name, (listed, pattern) in FIRST.items():
        page.goto(base + listed)
        if found := re.search(pattern, page.content()):
            paths[found[0]] = name
            if name == "paper":
                paths[f"{found[0]}/evidence/title"] = "evidence"
    page.on(
        "console",
        lambda one: (
            wrong.append(f"{look} {page.url}: {one.text}")
            if one.type == "error" and "404" not in one.text
            else None
        ),
    )
    for path, name in paths.items():
        page.goto(base + path)
        page.wait_for_load_state("networkidle")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong.append(f"{look} {path}: wider than the screen")
        if pictures and name:
            page.screenshot(path=pictures / f"desk-{name}.png")
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, {iframes: false})")
        for one in found["violations"]:
            if one["impact"] in ("serious", "critical"):
                wrong.append(f"{look} {path}: {one['id']}: {one['nodes'][0]['html'][:200]}")
    context.close()
    return wrong


if __name__ == "__main__":
    sys.exit(main())
