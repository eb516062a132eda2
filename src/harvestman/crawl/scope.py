"""Which links of a page a harvest follows: pages of the same site, not files, not actions."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from harvestman.model import Link
from harvestman.text import site_of

# Endings that never lead to a page with papers on it. PDFs are kept as claims of their papers, not visited as pages.
_FILE_ENDINGS = frozenset(
    "7z aac avi avif bib bmp bz2 css csv dmg doc docx eps epub exe flac gif gz ico ics iso jar jpeg jpg js json "
    "key m4a m4v mkv mov mp3 mp4 mpeg mpg odp ods odt ogg pdf pkg png pps ppt pptx ps rar ris rss rtf svg swf tar "
    "tex tgz tif tiff ttf txt wav webm webp wmv woff woff2 xls xlsx xml xz zip zst".split()
)


def links_to_follow(links: Iterable[Link], site: str) -> tuple[Link, ...]:
    """The links that lead to pages of that site, each target once, in page order."""
    seen: set[str] = set()
    kept = []
    for link in links:
        if link.target in seen or site_of(link.target) != site or is_file(link.target):
            continue
        seen.add(link.target)
        kept.append(link)
    return tuple(kept)


def is_file(url: str) -> bool:
    """Whether the address ends like a file rather than a page."""
    name = urlsplit(url).path.rsplit("/", 1)[-1]
    return "." in name and name.rsplit(".", 1)[-1].lower() in _FILE_ENDINGS
