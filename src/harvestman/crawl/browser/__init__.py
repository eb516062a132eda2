"""Browser: pages that are empty until their scripts have run, shown by a Chromium that has no network of its own.

In: a page that was fetched and is an empty shell. Out: the page as it is shown, or the status in which that ended. Every
request that the page makes is answered by the house's own fetcher, so the address guard, the limits and robots.txt hold for
scripts as for us. The browser never dials, never keeps anything from one page to the next, and never outlives the harvest.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
    from harvestman.crawl.browser.finding import Browser, find_browser
    from harvestman.crawl.browser.limits import BrowserLimits
    from harvestman.crawl.browser.renderer import BrowserRenderer
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "finding": "Browser find_browser",
            "limits": "BrowserLimits",
            "renderer": "BrowserRenderer",
        },
    )
