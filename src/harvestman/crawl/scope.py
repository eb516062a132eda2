"""Where a harvest begins, which other sites belong to it, and which addresses are files rather than pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from harvestman.model import HarvestRequest, UsageError
from harvestman.text import canonical_url, site_of

if TYPE_CHECKING:
    from harvestman.crawl.sites import SiteClassifier

# Endings that never lead to a page with papers on it. PDFs are kept as claims of their papers, not visited as pages.
_FILE_ENDINGS = frozenset(
    "7z aac avi avif bib bmp bz2 css csv dmg doc docx eps epub exe flac gif gz ico ics iso jar jpeg jpg js json "
    "key m4a m4v mkv mov mp3 mp4 mpeg mpg odp ods odt ogg pdf pkg png pps ppt pptx ps rar ris rss rtf svg swf tar "
    "tex tgz tif tiff ttf txt wav webm webp wmv woff woff2 xls xlsx xml xz zip zst".split()
)
_SCHEDULE = re.compile(
    r"(?:\w{1,20}[-_.])?(?:schedule|fahrplan)(?:[-_.]\w{1,20})?\.(?:xml|json)", re.IGNORECASE
)

_DOCUMENT_ENDINGS = frozenset("pdf ps eps doc docx odt rtf ppt pptx odp pps ppsx gz".split())

# What documents call themselves, and what the first bytes of containers are called: which of these a document is, its bytes say.
DOCUMENT_TYPES = frozenset(
    {
        "application/pdf", "application/x-pdf", "application/postscript", "application/rtf", "text/rtf", "application/msword",
        "application/vnd.ms-word", "application/vnd.ms-powerpoint", "application/mspowerpoint", "application/powerpoint",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
        "application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.presentation",
        "application/gzip", "application/x-gzip", "application/zip", "application/x-ole-storage", "application/octet-stream",
    }
)  # fmt: skip
"""The media types of documents."""


def seeds_of(urls: Iterable[str]) -> tuple[str, ...]:
    """The addresses in their one form, each once; UsageError for what is no address of a page."""
    seeds: dict[str, None] = {}
    for url in urls:
        seed = canonical_url(url)
        if seed is None:
            raise UsageError(
                f"{url!r} is not the address of a web page: it must begin with http:// or https://"
            )
        seeds[seed] = None
    return tuple(seeds)


def domain_of(name: str) -> str:
    """A domain as it stands in addresses; a whole address is taken for its host. UsageError for what is neither."""
    url = canonical_url(name if "://" in name else f"http://{name.strip().lstrip('.')}/")
    host = urlsplit(url).hostname if url else None
    if not host:
        raise UsageError(f"{name!r} is not a domain: write it like conf.example.org")
    return host


@dataclass(frozen=True, slots=True)
class Scope:
    """Which other sites belong to a harvest."""

    seed_sites: frozenset[str] = frozenset()
    domains: tuple[str, ...] = ()
    classifier: SiteClassifier | None = None
    """Judges links to sites that nobody named; None when those are not followed."""

    @classmethod
    def of(cls, request: HarvestRequest) -> Scope:
        """The scope that a request asks for."""
        seed_sites = frozenset(map(site_of, request.seeds)) if request.domains else frozenset()
        if not request.other_sites:
            return cls(seed_sites, request.domains)
        from harvestman.crawl.sites import SiteClassifier  # noqa: PLC0415 (few ask for it)

        return cls(seed_sites, request.domains, SiteClassifier.load())

    def has(self, url: str) -> bool:
        """Whether a page of another site belongs to the harvest."""
        if self.domains:
            if site_of(url) in self.seed_sites:
                return True
            host = urlsplit(url).hostname or ""
            if any(host == domain or host.endswith(f".{domain}") for domain in self.domains):
                return True
        return self.classifier is not None and self.classifier.is_conference(url)


@lru_cache(maxsize=65_536)  # pages of one site share their navigation
def is_file(url: str) -> bool:
    """Whether the address ends like a file rather than a page."""
    name = urlsplit(url).path.rsplit("/", 1)[-1]
    return "." in name and name.rsplit(".", 1)[-1].lower() in _FILE_ENDINGS


def is_schedule(url: str) -> bool:
    """Whether the address is that of a schedule as a file, which has more than the pages made of it: `schedule.xml`, `2019/schedule.v2.json`."""
    return _SCHEDULE.fullmatch(urlsplit(url).path.rsplit("/", 1)[-1]) is not None


def is_document(url: str) -> bool:
    """Whether an address ends like a document."""
    name = urlsplit(url).path.rpartition("/")[2].lower()
    return "." in name and name.rpartition(".")[2] in _DOCUMENT_ENDINGS
