"""Is a page somebody's homepage? First by its address alone, then by what it says.

After section 5.1 of the paper finder and the methods that it reports: signs of the address (it ends with a slash, has a tilde or `people`, few
slashes, a word of the name), of the title and headings (the name, words of homepages), of the text and the links (publications, contact,
how many people it names). A small linear model weighs them. A page of a directory
names the person as well; it is told by the others whom it names. Whether it is this person or a namesake is another question
(`agreeing.py`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from urllib.parse import unquote, urlsplit

from harvestman.find.naming import Naming, Sought, names_in
from harvestman.find.word_lists import phrases
from harvestman.pages import ListRecord, SavedPage, read_records
from harvestman.text import decode_html, fold, romanise, sound, squeeze
from harvestman.text.linear import LinearModel, shipped_linear
from harvestman.text.personal import is_name, looks_of

_INDEX = re.compile(
    r"(?:index|main|default|home|homepage|welcome)(?:\.[a-z]{3,5})?$", re.IGNORECASE
)
_INDEX_FILE = re.compile(r"(?<=/)index\.[a-z]{3,5}$", re.IGNORECASE)
_PAGE_ENDING = re.compile(r"\.(?:html?|php|aspx?|xhtml)$", re.IGNORECASE)
_PERSONAL = re.compile(
    r"/~|/people/|/users?/|/staff/|/person(?:s|al)?/|/faculty/|/members?/|/profiles?/",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"(?:^|\.)(?:researchgate\.net|linkedin\.com|academia\.edu|scholar\.google\.\w+|dblp\.(?:org|uni-trier\.de)|orcid\.org|facebook\.com|"
    r"twitter\.com|x\.com|youtube\.com|amazon\.\w+|wikipedia\.org|springer\.com|sciencedirect\.com|ieee\.org|acm\.org|arxiv\.org|"
    r"semanticscholar\.org|elibrary\.ru|mathnet\.ru|cyberleninka\.ru|vk\.com|instagram\.com)$"
)
_EMAIL = re.compile(
    r"[\w.+-]{1,64}\s?(?:@|\[at\]|\(at\)|\sat\s)\s?([\w-]{1,60}(?:\.[\w-]{1,60}){1,4})",
    re.IGNORECASE,
)
_TITLE = re.compile(r"<title[^>]{0,200}>([^<]{0,600})", re.IGNORECASE)
_BEHIND_NAME = re.compile(r"[,;:(|]|\s[-–—]\s")
THRESHOLD_NAME = "sure from"
"""Under this name the model file has the chance from which on a page is given."""
_MOST_TEXT = 60_000
_MOST_HEADINGS = 60
_SHORT = 10_000  # letters: the paper finder counts bytes
_MOST_LINES = 400


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link of a page and what it is called."""

    url: str
    text: str


@dataclass(frozen=True, slots=True)
class PageLook:
    """What is asked of a page when a homepage is looked for."""

    url: str
    title: str
    headings: tuple[str, ...]
    lines: tuple[str, ...]
    links: tuple[PageLink, ...]

    @property
    def text(self) -> str:
        """The title and all lines."""
        return "\n".join((self.title, *self.lines))[:_MOST_TEXT]

    @property
    def addresses(self) -> str:
        """The page's host and the domains of the e-mail addresses on it."""
        return " ".join((urlsplit(self.url).hostname or "", *_EMAIL.findall(self.text)))


def look_at(page: SavedPage) -> PageLook:
    """A page as homepages are judged."""
    return look_of(page.url, page_title(page), read_records(page, lambda _: 0.0))


def page_title(page: SavedPage) -> str:
    """The text of a page's title."""
    html, _ = decode_html(page.body[:200_000], page.content_type)
    found = _TITLE.search(html)
    return squeeze(unescape(found[1])) if found else ""


def look_of(url: str, title: str, records: Sequence[ListRecord]) -> PageLook:
    """The same from records that were read already."""
    links = {
        (link.href, squeeze(record.text[link.start : link.end]) or link.hint): None
        for record in records
        for link in record.links
    }
    return PageLook(
        url,
        title,
        tuple(record.text for record in records if record.is_heading)[:_MOST_HEADINGS],
        tuple(record.text for record in records),
        tuple(PageLink(href, text[:200]) for href, text in links),
    )


def address_signs(url: str, who: Sought) -> list[str]:
    """What an address says: the first score of the paper finder."""
    parts = urlsplit(url)
    path = _INDEX_FILE.sub("", unquote(parts.path))  # "/index.html" is the folder itself
    host = (parts.hostname or "").lower()
    signs = ["bias"]
    if path.endswith("/") or not path:
        signs.append("ends with a slash")
    elif _PAGE_ENDING.search(path):
        signs.append("ends as a page")
    else:
        signs.append("ends otherwise")
    last = path.rstrip("/").rpartition("/")[2]
    if not path.strip("/") or _INDEX.match(last):
        signs.append("an index")
    if _PERSONAL.search(path):
        signs.append("a personal folder")
    depth = path.strip("/").count("/") + bool(path.strip("/"))
    signs.append("shallow" if depth <= 2 else "deep" if depth > 3 else "of middle depth")
    if not path.strip("/") or (_INDEX.match(last) and "/" not in path.strip("/")):
        signs.append("root")
    heard = [sound(word) for word in re.split(r"[^\w]+|_|\d+", f"{host}/{path}") if len(word) > 2]
    if any(
        family in heard or any(family in one for one in heard if len(family) > 3)
        for family in who.families
    ):
        signs.append("name in the address")
    if _ELSEWHERE.search(host):
        signs.append("a portal")
    if parts.query:
        signs.append("a query")
    if any(
        word in path.lower() for word in ("publ", "paper", "teach", "course", "news", "talk", "cv")
    ):
        signs.append("a part of a site")
    return signs


def page_signs(look: PageLook, who: Sought) -> list[str]:
    """What address and page say: the second score."""
    return [*address_signs(look.url, who), *content_signs(look, who)]


def content_signs(look: PageLook, who: Sought) -> list[str]:
    """What a page says, wherever it lies."""
    return [*_name_signs(look, who), *_kind_signs(look, who)]


def _name_signs(look: PageLook, who: Sought) -> Iterator[str]:
    title = names_in(look.title, who)
    headings = max((names_in(text, who) for text in look.headings[:4]), default=Naming.NONE)
    top = names_in(" ".join(look.lines[:12])[:1500], who)
    yield f"title names {title.name.lower()}"
    yield f"headings name {headings.name.lower()}"
    yield f"top names {top.name.lower()}"
    best = max(title, headings)
    yield f"title or heading {best.name.lower()}"
    if min(title, headings) is Naming.OTHER and best <= Naming.FAMILY:
        yield "somebody else's"
    mails = " ".join(word for word in look.text.split() if "@" in word or "[at]" in word.lower())
    if any(family in sound(mails) for family in who.families if len(family) > 3):
        yield "name in an e-mail address"


def _kind_signs(look: PageLook, who: Sought) -> Iterator[str]:
    low = look.text.lower()
    head = f"{look.title} {' '.join(look.headings[:6])}".lower()
    if sum(word in low for word in phrases("homepage")) >= 2:
        yield "homepage words"
    if any(word in low for word in phrases("publications")):
        yield "speaks of publications"
    called = " ".join(f"{link.text} {link.url}" for link in look.links).lower()
    if any(word in called for word in phrases("publications link")):
        yield "links to publications"
    if any(word in head for word in phrases("directory")):
        yield "directory words in headings"
    if any(word in low[:3000] for word in phrases("role")):
        yield "tells a role"
    yield "short" if len(look.text) < _SHORT else "long"
    people = names_on(look, who)
    yield f"other people {'none' if people < 3 else 'some' if people < 8 else 'many'}"


def names_on(look: PageLook, who: Sought) -> int:
    """How many lines of a page are other people's names and little else: a directory has many."""
    return _others_among(look.lines[:_MOST_LINES], who)


def people_listed(look: PageLook, who: Sought) -> int:
    """How many lines begin with other people's names, be they followed by a room, a post or an address."""
    return _others_among((_BEHIND_NAME.split(line, 1)[0] for line in look.lines[:_MOST_LINES]), who)


def _others_among(texts: Iterable[str], who: Sought) -> int:
    found = set()
    for one in texts:
        text = squeeze(one)
        if 5 <= len(text) <= 60 and len(text.split()) <= 5 and is_name(looks_of(text)):
            looks = looks_of(text)
            if any(look_ in "GPSN" for look_ in looks) and names_in(text, who) < Naming.INITIAL:
                found.add(fold(text))
    return len(found)


def homepage_chance(signs: Sequence[str], *, model: LinearModel | None = None) -> float:
    """How likely a page is the homepage of somebody of that name, from 0 to 1."""
    known = model or shipped_linear(__package__ or "", "homepages")
    score = known.sums((sign, 1.0) for sign in signs)[0]
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))


def sure_from() -> float:
    """The chance from which on a page is given as a homepage: chosen by folds when the model was taught."""
    [threshold] = shipped_linear(__package__ or "", "homepages").weights[THRESHOLD_NAME]
    return threshold


def address_score(url: str, title: str, who: Sought) -> float:
    """The first score: which of many hits are worth a look."""
    signs = address_signs(url, who)
    good = {"ends with a slash": 1.0, "an index": 1.0, "a personal folder": 1.5, "root": 1.0, "name in the address": 2.5,
            "a portal": -4.0, "a query": -0.5, "a part of a site": -0.5, "deep": -0.7}  # fmt: skip
    score = sum(good.get(sign, 0.0) for sign in signs)
    named = names_in(title, who)
    score += {
        Naming.FULL: 3.0,
        Naming.INITIAL: 2.0,
        Naming.FAMILY: 1.0,
        Naming.OTHER: -1.0,
        Naming.NONE: 0.0,
    }[named]
    low = title.lower()
    return score + (0.7 if any(word in low for word in phrases("homepage")) else 0.0)


def roots_of(url: str) -> list[str]:
    """The pages above an address where the homepage may be: the site's front page, and that of a personal folder."""
    parts = urlsplit(url)
    front = f"{parts.scheme}://{parts.netloc}/"
    segments = parts.path.split("/")
    found = [front]
    for place, segment in enumerate(segments[:-1]):
        if segment.startswith("~") or (
            place > 0
            and segments[place - 1].lower()
            in ("people", "users", "staff", "person", "faculty", "members")
        ):
            found.insert(0, front + "/".join(segments[1 : place + 1]) + "/")
    if len(segments) == 3 and len(segments[1]) == 2:  # /ru/, /en/: one of the languages of a site
        found.append(f"{front}{segments[1]}/")
    return [one for one in dict.fromkeys(found) if one != url]


def own_place(url: str) -> str:
    """The part of the web that is one person's: the host, or a personal folder of it."""
    roots = [root for root in roots_of(url) if root.count("/") > 3 and len(urlsplit(root).path) > 4]
    return roots[0] if roots else urlsplit(url).netloc


def is_same_site(one: str, other: str) -> bool:
    """Whether two addresses have the same host."""
    return romanise(urlsplit(one).netloc).removeprefix("www.") == romanise(
        urlsplit(other).netloc
    ).removeprefix("www.")
