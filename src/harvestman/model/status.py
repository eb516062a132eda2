"""The closed list of outcomes. A visit, a read or a job ends in exactly one of them.

The slugs are a public interface: they are stored, counted, shown and documented. Each has a meaning (what happened) and a
remedy (what a person can do), both shown to people as they stand here.
"""

from __future__ import annotations

from enum import Enum


class Status(Enum):
    """One outcome; `str(status)` is its slug."""

    meaning: str
    remedy: str

    def __new__(cls, slug: str, meaning: str = "", remedy: str = "") -> Status:  # noqa: D102
        member = object.__new__(cls)
        member._value_ = slug
        member.meaning = meaning
        member.remedy = remedy
        return member

    # read
    SUCCESS = (
        "success",
        "The page was read and papers were found on it; or the document was read.",
        "Nothing to do.",
    )
    NO_PAPERS = (
        "no-papers",
        "The page was read; no reader found a paper on it.",
        "Nothing to do if the page lists none; otherwise name the page that does.",
    )
    UNCHANGED = (
        "unchanged",
        "The page is the same as when it was last read.",
        "Nothing to do: what was read then still stands.",
    )
    # refused
    BLOCKED_ROBOTS = (
        "blocked-robots",
        "The site's robots.txt asks us not to fetch this page, or could not be read.",
        "Ask the site's owner; if robots.txt was unreachable, try again later.",
    )
    BLOCKED_WALL = (
        "blocked-wall",
        "The site answered with a bot wall, a log-in or a refusal (401, 403, 429, challenge page).",
        "Ask the site's owner for access, or wait as long as it asks; walls are never defeated.",
    )
    BLOCKED_ADDRESS = (
        "blocked-address",
        "The host resolves to an address that is not public.",
        "If this is your own network, set allow_private = true.",
    )
    # not there
    NOT_FOUND = (
        "not-found",
        "The server says the page does not exist (404, 410).",
        "Check the address.",
    )
    UNREACHABLE = (
        "unreachable",
        "No connection could be made: unknown host, refused connection, or a certificate that does not verify.",
        "Check the address; the site may be down or have moved.",
    )
    SERVER_ERROR = (
        "server-error",
        "The server failed to answer the request (5xx).",
        "Try again later.",
    )
    TIMEOUT = (
        "timeout",
        "The server did not deliver the page, or a reader did not finish it, within the time limit.",
        "Try again later, or raise timeout (fetching), read_timeout (pages) or extract_timeout (documents).",
    )
    REDIRECT_LOOP = (
        "redirect-loop",
        "The page redirects in a circle or more often than we follow.",
        "Open the address in a browser and name the page it leads to.",
    )
    BAD_RESPONSE = (
        "bad-response",
        "The answer is not valid HTTP, is cut off, or has headers beyond the limits.",
        "Tell the site's owner; nothing of the answer was kept.",
    )
    # cannot be read
    TOO_LARGE = (
        "too-large",
        "The page or document, or what was to be made of it, is larger than the limit (also after unpacking).",
        "If it is worth it, raise max_page (to fetch a page), read_memory (to read it), max_file or extract_memory (documents).",
    )
    TOO_DEEP = (
        "too-deep",
        "The page's elements are nested deeper than any honest page's.",
        "Nothing to do: such a page cannot be read safely.",
    )
    NOT_HTML = (
        "not-html",
        "The address leads to something that is no web page.",
        "Name the page that links to it instead.",
    )
    NEEDS_BROWSER = (
        "needs-browser",
        "The page is empty until its JavaScript has run.",
        "Install the extra `browser` and Chromium, or look for a plain version of the page.",
    )
    NO_METADATA = (
        "no-metadata",
        "The document was read; neither a title nor an author was found in it.",
        "Nothing to do if it prints none (a form, a data sheet); its text is kept.",
    )
    BAD_FILE = (
        "bad-file",
        "The file is damaged, is not what it claims to be or may not be opened; no reader could make anything of it.",
        "Open it in its own program; if that works, please report the file.",
    )
    BAD_ENCODING = (
        "bad-encoding",
        "The file's text layer is not readable text (a font without its table of letters).",
        "Install Tesseract to have the pages read as pictures; if it is installed, what it made out is given.",
    )
    ENCRYPTED = (
        "encrypted",
        "The file can only be opened with a password.",
        "Ask its owner for a copy without one.",
    )
    SCANNED = (
        "scanned",
        "The pages are pictures without text.",
        "Install Tesseract to have them read; if it is installed, what it made out is given.",
    )
    EMPTY = ("empty", "The file has no bytes, or no text and no picture.", "Fetch it again.")
    UNKNOWN_FORMAT = (
        "unknown-format",
        "The file is of a kind that is not read, or a program that its kind needs is not installed.",
        "Convert it to PDF, or see `harvestman doctor` for what is missing.",
    )
    CRASHED = (
        "crashed",
        "The process that read this item died.",
        "The rest of the run is not affected; please report the page or file.",
    )
    # not done
    POSTPONED = (
        "postponed",
        "The site asked us to come back later (Retry-After, or a delay longer than we wait).",
        "Run the same command again later.",
    )

    TRAP = (
        "trap",
        "The address is one of an endless family (a calendar, a sorted list, a path that grows), so it was not fetched.",
        "Nothing to do; if the page matters, name it itself.",
    )
    NOTHING_FOUND = (
        "nothing-found",
        "What was asked for was looked for, and nothing that was found is it.",
        "See the trail; give more of what is known, or ask other search providers.",
    )
    NO_PROVIDER = (
        "no-provider",
        "No search provider answered: none is set up, or all of them failed.",
        "Set searxng_url, or name others in the setting providers; `harvestman find search WORDS` shows whether they answer.",
    )
    NOT_SURE = (
        "not-sure",
        "Something was found that may be what was asked for, but too little agrees.",
        "See the trail; give an affiliation or a field, and look at the pages that it names.",
    )
    DIRECTORY_ONLY = (
        "directory-only",
        "The person has no homepage that could be found, but stands on a page that lists people.",
        "The answer names that page as its directory.",
    )
    BEYOND_BUDGET = (
        "beyond-budget",
        "The harvest, or its share for this site, was used up before this page's turn came.",
        "Raise limit or site_limit.",
    )

    def __str__(self) -> str:
        return str(self.value)

    @property
    def is_read(self) -> bool:
        """Whether the item was read to its end."""
        return self in (Status.SUCCESS, Status.NO_PAPERS, Status.UNCHANGED, Status.NO_METADATA)
