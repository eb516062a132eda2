"""RSS and Atom feeds of publishers and portals: the items that name an event or its proceedings.

An item of proceedings ("Proceedings of LIME 2026") gives the address where the papers are; one that names an event gives its
days, where its text holds a range of them. Other items (news, single papers) are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from html import unescape
from xml.etree import ElementTree as ET  # entities are refused before it sees them

from harvestman.model import Field, UsageError
from harvestman.text import squeeze
from harvestman.text.calendar import find_spans
from harvestman.watch.sources.given import Given, Notice, acronym_and_year

MAX_ITEMS = 5_000
_KIND = re.compile(
    r"\b(conference|workshop|symposium|colloquium|congress|congreso|conferencia|jornadas|taller|simposio|"
    r"конференци\w+|семинар\w*|симпозиум\w*|meeting|summit)\b",
    re.I,
)
_PROCEEDINGS = re.compile(r"\b(proceedings|actas|труды|материалы)\b", re.I)
_CALL = re.compile(r"\b(call for (?:papers|participation|contributions)|cfp)\b", re.I)
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
_TAG = re.compile(r"<[^>]{0,500}>")


class Feed:
    """An RSS or Atom feed."""

    name = "feed"
    order = 16

    def match(self, given: Given) -> bool:
        """Its first element is a feed's."""
        return (
            bool(re.search(r"<(rss|feed|rdf:rdf)[\s>]", given.opening))
            and "<html" not in given.opening
        )

    def read(self, given: Given) -> Iterator[Notice]:
        """The items that name an event."""
        if "<!ENTITY" in given.text.upper():
            raise UsageError("a feed that declares entities is not read")
        text = re.sub(r"^[\ufeff\s]*<\?xml[^>]*\?>", "", given.text)
        try:
            root = ET.fromstring(text)  # noqa: S314 - no entities, and in a worker with its limits
        except ET.ParseError as error:
            raise UsageError(f"a feed that cannot be read: {error}") from error
        for count, item in enumerate(_items(root)):
            if count >= MAX_ITEMS:
                return
            notice = _notice(item)
            if notice is not None:
                yield notice


def _items(root: ET.Element) -> Iterator[ET.Element]:
    for element in root.iter():
        if _local(element) in ("item", "entry"):
            yield element


def _notice(item: ET.Element) -> Notice | None:
    parts: dict[str, str] = {}
    for child in item:
        name = _local(child)
        value = (
            child.get("href", "")
            if name == "link" and not child.text
            else "".join(child.itertext())
        )
        parts.setdefault(name, _plain(value))
    title = parts.get("title", "")
    about = parts.get("description") or parts.get("summary") or parts.get("content", "")
    acronym, year = acronym_and_year(title)
    is_proceedings = bool(_PROCEEDINGS.search(title))
    is_call = acronym and (_CALL.search(title) or _KIND.search(about))
    if not (_KIND.search(title) or is_proceedings or is_call):
        return None
    year = year or next(iter(_YEAR.findall(title)), "")
    if not year:
        return None
    link = parts.get("link", "")
    values: dict[Field, str | date | None] = {
        Field.NAME: squeeze((_PROCEEDINGS if is_proceedings else _CALL).sub(" ", title)).strip(
            " :,"
        ),
        Field.ACRONYM: acronym,
        Field.YEAR: year,
        Field.PROCEEDINGS if is_proceedings else Field.SITE: link,
    }
    quotes = {}
    for span in find_spans(f"{title}. {about}"[:2_000]):
        if span.is_range and span.first.year and span.last.year == int(year):
            values[Field.START] = span.first.on(span.first.year)
            values[Field.END] = span.last.on(span.last.year)
            quotes = dict.fromkeys((Field.START, Field.END), about[:200])
            break
    return Notice(values, locator=parts.get("guid") or parts.get("id") or title[:80], quotes=quotes)


def _local(element: ET.Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _plain(text: str) -> str:
    return squeeze(unescape(_TAG.sub(" ", text[:20_000])))
