"""What the repository has already, asked of the repository itself over OAI-PMH: all records in Dublin Core, page by page.

Deleted records count for nothing. The list is bounded; one that breaks off is an error, for half a list would let through what is held.
"""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit
from xml.etree.ElementTree import Element

from harvestman.fetch import Fetcher
from harvestman.formats import read_tree
from harvestman.gather.held import HeldIndex
from harvestman.model import UsageError

_OAI = "{http://www.openarchives.org/OAI/2.0/}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_MOST_BYTES = 50_000_000
_MOST_PAGES = 100_000
_MOST_RECORDS = 5_000_000
_MOST_EMPTY = (
    20  # pages one after the other that name nothing new: a list that has no end and says nothing
)


async def ask_held(fetcher: Fetcher, address: str) -> HeldIndex:
    """The works of the repository whose OAI-PMH address this is. UsageError when it does not answer as it should."""
    base = address.partition("?")[0].rstrip("/")
    index = HeldIndex()
    asked = {"verb": "ListRecords", "metadataPrefix": "oai_dc"}
    seen: set[str] = set()
    count = empty = 0
    for _ in range(_MOST_PAGES):
        page = await fetcher.call(
            f"{base}?{urlencode(asked)}", max_bytes=_MOST_BYTES, pause_s=fetcher.options.delay_s
        )
        if page.status is not None:
            why = page.detail or str(page.status)
            raise UsageError(
                f"the repository's list at {base} broke off after {count} records: {why}. "
                "Try again later, or give a CSV file with --held"
            )
        root = _parsed(page.body, base)
        found = _add_records(root, index)
        count += found
        empty = 0 if found else empty + 1
        if empty > _MOST_EMPTY:
            break
        token = (root.findtext(f".//{_OAI}resumptionToken") or "").strip()
        if not token or count > _MOST_RECORDS:
            return index
        if token in seen:
            raise UsageError(f"the repository's list at {base} goes round in a circle")
        seen.add(token)
        asked = {"verb": "ListRecords", "resumptionToken": token}
    raise UsageError(f"the repository's list at {base} has no end")


def is_oai_address(text: str) -> bool:
    """Whether this is an address to be asked, and no file."""
    return urlsplit(text).scheme in ("http", "https")


def _parsed(body: bytes, base: str) -> Element:
    root = read_tree(body)
    if root is None or root.tag != f"{_OAI}OAI-PMH":
        raise UsageError(
            f"{base} does not answer as OAI-PMH: check the address, such as https://repo.example/oai/request"
        )
    for error in root.findall(f"{_OAI}error"):
        if error.get("code") != "noRecordsMatch":
            raise UsageError(
                f"{base} refuses to list its records: {error.get('code')}: {(error.text or '').strip()[:200]}"
            )
    return root


def _add_records(root: Element, index: HeldIndex) -> int:
    count = 0
    for record in root.iter(f"{_OAI}record"):
        count += 1
        header = record.find(f"{_OAI}header")
        if header is not None and header.get("status") == "deleted":
            continue
        authors = "; ".join(_texts(record, "creator") or _texts(record, "contributor"))
        identifiers = _texts(record, "identifier")
        for title in _texts(record, "title") or [""]:
            index.add(title=title, authors=authors)
        for one in identifiers:
            index.add(doi=one, url=one if "://" in one else "")
    return count


def _texts(record: Element, name: str) -> list[str]:
    found = (" ".join((one.text or "").split()) for one in record.iter(f"{_DC}{name}"))
    return [text for text in found if text]
