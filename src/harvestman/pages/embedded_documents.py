"""Documents that a page has without a link that people click: shown inside it (`embed`, `object`), or named in a comment.

What stands in a comment was taken off the page, and is often still on the server; whoever looks for a site's documents wants to know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from harvestman.model import Link
from harvestman.pages.source import Source

COMMENT: Final = "comment"
EMBEDDED: Final = "embedded"
"""The `rel` of such links."""
_MOST: Final = 500
_MAX_COMMENT: Final = 200_000
_COMMENTED: Final = re.compile(
    r"""[hH](?i:ref\s{0,9}=\s{0,9}["']([^"'<>\s]{1,500}\.(?:pdf|docx?|pptx?|ps|odt|rtf|gz))["'])"""
)


def embedded_documents(source: Source, links: Sequence[Link]) -> tuple[Link, ...]:
    """Links to documents that are not among the page's links."""
    known = {link.target for link in links}
    found: dict[str, Link] = {}
    for address, rel in _addresses(source):
        target = source.resolve(address)
        if target is not None and target not in known and target not in found:
            found[target] = Link(target, "", len(known) + len(found), rel)
            if len(found) >= _MOST:
                break
    return tuple(found.values())


def _addresses(source: Source) -> Iterator[tuple[str, str]]:
    if source.shows("<embed", "<object"):
        for node in source.tree.css("embed[src], object[data]")[:_MOST]:
            yield node.attributes.get("src") or node.attributes.get("data") or "", EMBEDDED
    html = source.html
    at = html.find("<!--")
    while at >= 0:
        end = html.find("-->", at)
        if end < 0:
            return
        if html.find(".", at, end) >= 0:
            for match in _COMMENTED.finditer(html, at, min(end, at + _MAX_COMMENT)):
                yield match[1], COMMENT
        at = html.find("<!--", end)
