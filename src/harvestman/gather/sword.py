"""Handing candidates over by SWORDv2: each is sent as a package to a collection of the repository, once.

The package is a zip of the file (`SimpleZip`), with its metadata in an Atom entry beside it, as one multipart request.
What is sent is noted before it is sent. A run that was killed after that does not send again: it first looks through the collection for the
name (Slug) that it had asked for, and says so where the repository cannot tell.
"""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from lxml import etree

from harvestman.fetch import Fetched, Fetcher
from harvestman.formats import candidate_terms, safe_name, xml_text
from harvestman.gather.files import candidate_file
from harvestman.model import Candidate
from harvestman.store import Library

_ATOM = "http://www.w3.org/2005/Atom"
_TERMS = "http://purl.org/dc/terms/"
_ANSWER = "application/atom+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.5"
"""Receipts and feeds are Atom; some servers send them as plain XML and refuse whoever asks for Atom alone."""
_SWORD = "http://purl.org/net/sword/terms/"
_SIMPLE_ZIP = "http://purl.org/net/sword/package/SimpleZip"
_MOST_ANSWER = 10_000_000
_MOST_PAGES = 200
_MOST_WORDS = 300
_BOUNDARY = "harvestman-parts"
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_NAMES = {"author": "creator", "issued": "issued", "abstract": "abstract"}


class Handed(StrEnum):
    """How handing one candidate over ended."""

    DONE = "deposited"
    BEFORE = "deposited before"
    WOULD = "would be deposited"
    REFUSED = "refused"
    UNSURE = "unsure"
    """It was sent, and nobody knows whether it has arrived."""


@dataclass(frozen=True, slots=True)
class HandedOver:
    """One candidate after it was handed over, or not."""

    candidate: Candidate
    outcome: Handed
    receipt: str = ""
    detail: str = ""

    @property
    def is_fine(self) -> bool:
        """Whether it is at the repository now, or would be."""
        return self.outcome in (Handed.DONE, Handed.BEFORE, Handed.WOULD)


@dataclass(frozen=True, slots=True)
class SwordTarget:
    """A collection of a repository, and how to speak to it."""

    collection: str
    """The address of the collection (Col-IRI)."""
    user: str = ""
    password: str = ""
    on_behalf_of: str = ""
    in_progress: bool = False
    """Whether the repository is to wait for more before it takes the item into its workflow."""

    def fields(self, *more: tuple[str, str]) -> tuple[tuple[str, str], ...]:
        """The header fields of a request."""
        own = list(more)
        if self.user:
            code = base64.b64encode(f"{self.user}:{self.password}".encode()).decode()
            own.append(("Authorization", f"Basic {code}"))
        if self.on_behalf_of:
            own.append(("On-Behalf-Of", self.on_behalf_of))
        return tuple(own)


async def hand_over(
    library: Library,
    fetcher: Fetcher,
    target: SwordTarget,
    candidates: Iterable[Candidate],
    *,
    by: str,
    dry_run: bool = False,
) -> AsyncIterator[HandedOver]:
    """Deposit candidates one after the other; each is told as it ends."""
    for one in candidates:
        known = [d for d in library.deposits.of(one.id) if d.collection == target.collection]
        if known and known[0].done:
            yield HandedOver(one, Handed.BEFORE, known[0].receipt)
        elif dry_run:
            yield HandedOver(one, Handed.WOULD)
        else:
            yield await _hand_over(library, fetcher, target, one, by=by)


async def _hand_over(
    library: Library, fetcher: Fetcher, target: SwordTarget, one: Candidate, *, by: str
) -> HandedOver:
    deposit, was_begun = library.deposits.begin(one.id, target.collection)
    if was_begun:
        found = await _look_up(fetcher, target, deposit.slug, one)
        if found:
            done = library.deposits.finish(one.id, target.collection, found, by=by)
            return HandedOver(one, Handed.BEFORE, done.receipt)
        if found is None:
            detail = "it was sent before, and the repository does not list its collection: look there, then note it with gather review"
            library.deposits.doubt(one.id, target.collection, detail)
            return HandedOver(one, Handed.UNSURE, detail=detail)
    body = _package(library, one, deposit.slug)
    answer = await fetcher.call(
        target.collection,
        fields=target.fields(
            (
                "Content-Type",
                f'multipart/related; type="application/atom+xml"; boundary="{_BOUNDARY}"',
            ),
            ("Slug", deposit.slug),
            ("In-Progress", "true" if target.in_progress else "false"),
            ("Accept", _ANSWER),
        ),
        body=body,
        max_bytes=_MOST_ANSWER,
    )
    if answer.status is None:
        receipt = _edit_address(answer.body) or target.collection
        library.deposits.finish(one.id, target.collection, receipt, by=by)
        return HandedOver(one, Handed.DONE, receipt)
    detail = answer.detail or str(answer.status)
    if said := _server_words(answer.body):
        detail = f"{detail}: {said}"
    if 400 <= answer.http_status < 500:
        library.deposits.refuse(one.id, target.collection)
        return HandedOver(one, Handed.REFUSED, detail=detail)
    library.deposits.doubt(one.id, target.collection, detail)
    return HandedOver(
        one, Handed.UNSURE, detail=f"{detail}; run it again: what has arrived is not sent twice"
    )


async def _look_up(fetcher: Fetcher, target: SwordTarget, slug: str, one: Candidate) -> str | None:
    """The address of a deposit that was sent before; "" when the collection does not have it, None when it cannot be told."""
    url = target.collection
    for _ in range(_MOST_PAGES):
        page = await fetcher.call(
            url,
            fields=target.fields(("Accept", _ANSWER)),
            max_bytes=_MOST_ANSWER,
        )
        root = _xml(page)
        if root is None or root.tag != f"{{{_ATOM}}}feed":
            return None
        for entry in root.iter(f"{{{_ATOM}}}entry"):
            text = etree.tostring(entry, encoding="unicode")
            if slug in text or f">{one.url}<" in text:
                return _edit_address(etree.tostring(entry)) or target.collection
        following = root.find(f"{{{_ATOM}}}link[@rel='next']")
        if following is None or not following.get("href"):
            return ""
        url = str(following.get("href"))
        if urlsplit(url)[:2] != urlsplit(target.collection)[:2]:
            return None  # the password is for one host only
    return None


def _xml(page: Fetched) -> etree._Element | None:
    return _parsed(page.body) if page.status is None else None


def _parsed(body: bytes) -> etree._Element | None:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        return etree.fromstring(body, parser)
    except etree.XMLSyntaxError:
        return None


def _server_words(body: bytes) -> str:
    """What the repository says of a refusal, in an error document of SWORD (section 12 of the profile) or in plain text."""
    root = _parsed(body)
    if root is None:
        text = "" if body.lstrip().startswith(b"<") else body.decode("utf-8", "replace")
    else:
        told = [
            one.text or ""
            for name in (f"{{{_ATOM}}}summary", f"{{{_SWORD}}}verboseDescription", f"{{{_ATOM}}}title")
            for one in root.iter(name)
        ]  # fmt: skip
        text = next((one for one in told if one.strip()), "")
    return " ".join(text.split())[:_MOST_WORDS]


def _edit_address(body: bytes) -> str:
    """Where the item is at the repository, as a receipt says: for people, else for programs."""
    root = _parsed(body)
    if root is None:
        return ""
    links = {link.get("rel"): link.get("href") or "" for link in root.iter(f"{{{_ATOM}}}link")}
    return str(links.get("alternate") or links.get("edit") or "")


def _package(library: Library, one: Candidate, slug: str) -> bytes:
    """A multipart body: the Atom entry with the metadata, then the zip with the file."""
    name, data = candidate_file(library, one)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(safe_name(name), _FIRST_DAY), data)
    payload = packed.getvalue()
    digest = hashlib.md5(payload, usedforsecurity=False).hexdigest()
    head = (
        f'--{_BOUNDARY}\r\nContent-Type: application/atom+xml; charset="utf-8"\r\n'
        'Content-Disposition: attachment; name="atom"; filename="atom.xml"\r\nMIME-Version: 1.0\r\n\r\n'
    ).encode()
    middle = (
        f"\r\n--{_BOUNDARY}\r\nContent-Type: application/zip\r\n"
        f'Content-Disposition: attachment; name="payload"; filename="{slug}.zip"\r\n'
        f"Packaging: {_SIMPLE_ZIP}\r\nContent-MD5: {digest}\r\nMIME-Version: 1.0\r\n\r\n"
    ).encode()
    return head + _entry(one, slug) + middle + payload + f"\r\n--{_BOUNDARY}--\r\n".encode()


def _entry(one: Candidate, slug: str) -> bytes:
    ET.register_namespace("", _ATOM)
    ET.register_namespace("dcterms", _TERMS)
    root = ET.Element(f"{{{_ATOM}}}entry")
    ET.SubElement(root, f"{{{_ATOM}}}title").text = xml_text(one.title or one.url)
    ET.SubElement(root, f"{{{_ATOM}}}id").text = f"urn:harvestman:{slug}"
    for element, qualifier, value in candidate_terms(one):
        if qualifier != "affiliation":
            ET.SubElement(root, f"{{{_TERMS}}}{_NAMES.get(qualifier, element)}").text = xml_text(
                value
            )
    ET.SubElement(root, f"{{{_TERMS}}}identifier").text = slug
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))
