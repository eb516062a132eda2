"""robots.txt, as RFC 9309 says, on Protego: what a host allows us, and how long it wants to be left alone in between.

A file that does not exist (4xx) allows everything. One that cannot be had (5xx, no connection, time-out, too many
redirects) allows nothing: when unsure, we stay out. Then the page ends as its robots.txt did (`timeout`, `unreachable`, …;
`blocked-robots` for 5xx), for a server that is down is not a server that forbids. Rules are kept for 24 hours.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from urllib.parse import quote, urlsplit

from protego import Protego

from harvestman.fetch.exchange import PRODUCT, Answer, Asked
from harvestman.fetch.hops import next_address
from harvestman.fetch.transport import Failure
from harvestman.model import Clock, Status

MAX_ROBOTS_BYTES = 500 * 1024  # RFC 9309 section 2.5: at least so much is read; the rest is ignored
MAX_ROBOTS_REDIRECTS = 5  # section 2.3.1.2
MAX_SITEMAPS = 20
_KEPT_FOR = timedelta(hours=24)  # section 2.4
_FAILURE_KEPT_FOR = timedelta(minutes=10)
# Parsed rules take up to 1 KB a line. Beyond this many lines in all, the hosts asked for longest ago are forgotten.
_MAX_LINES = 50_000
_LINE_END = re.compile(r"\r\n|\r|\n")
# The records that count, as they are written and miswritten; all others are ignored (section 2.2.4).
_FIELDS = {
    **dict.fromkeys(("user-agent", "useragent", "user agent"), "User-agent"),
    "allow": "Allow",
    **dict.fromkeys(
        "disallow dissallow dissalow disalow diasllow disallaw".split(),
        "Disallow",
    ),
    **dict.fromkeys(("crawl-delay", "crawl delay", "crawldelay"), "Crawl-delay"),
    **dict.fromkeys(("sitemap", "sitemaps", "site-map"), "Sitemap"),
}
_WITHOUT_COLON = re.compile(rf"({'|'.join(_FIELDS)})(?:\s+|$)", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")  # ends of lines to Python alone
_SLASH = re.compile("%2f", re.IGNORECASE)
_QUESTION_MARK = re.compile("%3f", re.IGNORECASE)
_TOKEN = re.compile(r"([a-z_-]+)(\*?)")  # "harvestman/1.0" and "harvest*" are meant for us too
_SOMEBODY_ELSE = "-"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a page may be asked for; `status` is None when it may."""

    status: Status | None = None
    detail: str = ""
    crawl_delay_s: float = 0.0
    retry_after_s: float | None = None


@dataclass(slots=True)
class _Entry:
    """What is known of one origin."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    expires: datetime | None = None
    rules: Protego | None = None
    lines: int = 1
    failure: Verdict | None = None


class RobotsBook:
    """Knows the robots.txt of every origin it was asked about; asks for each once, however many wait for it."""

    def __init__(
        self,
        ask: Callable[[Asked], Awaitable[Answer]],
        *,
        clock: Clock,
        max_crawl_delay_s: float,
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._max_crawl_delay_s = max_crawl_delay_s
        self._entries: dict[str, _Entry] = {}

    async def verdict(self, url: str) -> Verdict:
        """What the robots.txt of the URL's host says about it."""
        entry = await self._entry(url)
        if entry.failure is not None:
            return entry.failure
        if entry.rules is None:
            return Verdict()
        return self._judge(entry.rules, url)

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """The first sitemaps that the robots.txt of the URL's host names."""
        rules = (await self._entry(url)).rules
        return () if rules is None else tuple(islice(rules.sitemaps, MAX_SITEMAPS))

    async def _entry(self, url: str) -> _Entry:
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        entry = self._entries.pop(origin, None) or _Entry()
        self._entries[origin] = entry  # the most recently asked for stands last
        async with entry.lock:
            if entry.expires is None or self._clock.now() >= entry.expires:
                await self._refresh(entry, f"{origin}/robots.txt")
                self._forget_oldest()
        return entry

    def _judge(self, rules: Protego, url: str) -> Verdict:
        delay_s = rules.crawl_delay(PRODUCT) or 0.0
        if delay_s > self._max_crawl_delay_s:
            return Verdict(
                Status.BLOCKED_ROBOTS,
                f"robots.txt asks for {delay_s:g} s between two requests;"
                f" hosts that ask for more than {self._max_crawl_delay_s:g} s are not visited",
            )
        if not rules.can_fetch(_comparable(url.partition("#")[0]), PRODUCT):
            return Verdict(Status.BLOCKED_ROBOTS, "robots.txt disallows this page")
        return Verdict(crawl_delay_s=delay_s)

    async def _refresh(self, entry: _Entry, url: str) -> None:
        answer = await self._fetch(url)
        failure = _failure(answer)
        if failure is not None:
            # Old rules are better than none: section 2.4 lets them stand while the file cannot be had.
            entry.failure = failure if entry.rules is None else None
            entry.expires = self._clock.now() + _FAILURE_KEPT_FOR
            return
        text = "" if answer.status is not None else _text(answer.body)
        entry.rules = await asyncio.to_thread(_parse, text) if text else None
        entry.lines = text.count("\n") + text.count("\r") + 1
        entry.failure = None
        entry.expires = self._clock.now() + _KEPT_FOR

    async def _fetch(self, url: str) -> Answer:
        """The file, also behind redirects, which may lead to other hosts."""
        trail = [url]
        while True:
            answer = await self._ask(Asked(trail[-1], MAX_ROBOTS_BYTES + 1, is_cut=True))
            if not answer.is_redirect:
                return answer
            try:
                location = answer.headers.first("Location")
                target = next_address(location, trail, max_redirects=MAX_ROBOTS_REDIRECTS)
            except Failure as failure:
                return Answer(failure.status, failure.detail)
            trail.append(target)

    def _forget_oldest(self) -> None:
        total = sum(entry.lines for entry in self._entries.values())
        for origin, entry in list(self._entries.items())[:-1]:
            if total <= _MAX_LINES:
                return
            if not entry.lock.locked():
                total -= entry.lines
                del self._entries[origin]


def _failure(answer: Answer) -> Verdict | None:
    """The verdict when robots.txt could not be had; None when it was, or does not exist."""
    # 429 is a 4xx that says "not now" rather than "there is none"; without its answer we cannot know.
    if answer.status is None or (400 <= answer.http_status < 500 and answer.http_status != 429):
        return None
    status = Status.BLOCKED_ROBOTS if answer.status is Status.SERVER_ERROR else answer.status
    if answer.status is Status.BLOCKED_ADDRESS:
        return Verdict(status, answer.detail)
    detail = f"robots.txt could not be read, so nothing is asked for: {answer.detail}"
    return Verdict(status, detail, retry_after_s=answer.retry_after_s)


def _text(body: bytes) -> str:
    if len(body) > MAX_ROBOTS_BYTES:
        end = max(body.rfind(b"\n"), body.rfind(b"\r")) + 1
        body = body[:end] or body  # half a rule is another rule
    return body.decode("utf-8-sig", errors="replace")


def _parse(text: str) -> Protego:
    """The rules of a file, of which Protego is given what RFC 9309 means, spelled so that it understands."""
    return Protego.parse("\n".join(_records(text)))


def _records(text: str) -> Iterator[str]:
    """The lines that count.

    A record other than a rule must not part the names above a group (section 2.2.4); to Protego it does, so the names are said again
    before the rules. A delay stays with the names right above it. One with an empty line below it is all that its group says: sites that
    write "everybody: wait 10 s", an empty line, "badbot: stay out" do not mean that everybody shall stay out.
    """
    names: dict[str, None] = {}  # of the group; three at most
    has_rules = is_parted = is_ended = False
    for line in _LINE_END.split(text):
        field, value = _record(line.partition("#")[0].strip())
        is_ended = is_ended or (is_parted and not line.strip())
        if field == "User-agent":
            if has_rules or is_ended:
                names, has_rules, is_parted, is_ended = {}, False, False, False
            names[_renamed(value)] = None
            yield f"User-agent: {_renamed(value)}"
        elif field in ("Allow", "Disallow"):
            if is_parted:
                yield from (f"User-agent: {name}" for name in names)
            has_rules, is_parted = True, False
            for spelling in _spellings(_SEPARATORS.sub(lambda sign: quote(sign[0]), value)):
                yield f"{field}: {spelling}"
        elif field:
            is_parted = not has_rules
            yield f"{field}: {_SEPARATORS.sub(' ', value)}"


def _record(line: str) -> tuple[str, str]:
    """The field and the value of a line without its comment; no field when it is none that counts."""
    name, colon, value = line.partition(":")
    field = _FIELDS.get(" ".join(name.lower().split()), "")
    if field and colon:
        return field, value.strip()
    if colon and (not value or value[0].isspace()):
        return "", ""
    # Many leave out the colon; one that stands here is part of the value.
    written = _WITHOUT_COLON.match(line)
    return (_FIELDS[written[1].lower()], line[written.end() :]) if written else ("", "")


def _spellings(path: str) -> Iterable[str]:
    """A rule's path as it is compared (section 2.2.2), if need be in two ways.

    What stands behind a star may be found in the path, where %2F and %3F are parts of names, or in the query, where they are a slash
    and a question mark.
    """
    first, star, rest = path.partition("*")
    if star and "?" not in path:
        return dict.fromkeys((_comparable(path), _comparable(first) + star + _SLASH.sub("/", rest)))
    return (_comparable(path),)


def _comparable(path: str) -> str:
    """A path with its query, so that Protego finds equal what section 2.2.2 calls equal, and nothing else.

    In a query, a slash and %2F are the same. A %3F in a path is part of a name and begins no query; Protego reads every %3F as a
    question mark, but leaves %25 alone.
    """
    path, mark, query = path.partition("?")
    return _QUESTION_MARK.sub("%253F", path) + mark + _SLASH.sub("/", query)


def _renamed(name: str) -> str:
    """The user agent of a group, as one of three: ours, `*`, or somebody else's.

    Protego keeps a copy of each rule for each name its group has: 3,000 names above 30,000 rules are 90 million copies.
    With three names in all, what it keeps is bounded by the size of the file. It also takes every beginning of our name
    for us; section 2.2.1 asks for the whole product token.
    """
    name = name.lower()
    if not name or name.split()[0] == "*":  # "*bot*" is nobody's name
        return name[:1]
    token = _TOKEN.match(name)
    is_ours = token is not None and (
        token.group(1) == PRODUCT.lower()
        or (token.group(2) == "*" and PRODUCT.lower().startswith(token.group(1)))
    )
    return PRODUCT if is_ours else _SOMEBODY_ELSE
