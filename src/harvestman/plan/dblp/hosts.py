"""Where an electronic edition is served: its host, or behind a DOI the host that the prefix is known to lead to."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from harvestman.text import find_doi

# The publishers' own sites, for the prefixes under which most proceedings are registered. Any other prefix stays doi.org.
_BY_PREFIX = {
    "10.1007": "link.springer.com",
    "10.1016": "www.sciencedirect.com",
    "10.1049": "digital-library.theiet.org",
    "10.1109": "ieeexplore.ieee.org",
    "10.1117": "www.spiedigitallibrary.org",
    "10.1137": "epubs.siam.org",
    "10.1142": "www.worldscientific.com",
    "10.1145": "dl.acm.org",
    "10.1609": "ojs.aaai.org",
    "10.18653": "aclanthology.org",
    "10.21437": "www.isca-archive.org",
    "10.2312": "diglib.eg.org",
    "10.24963": "www.ijcai.org",
    "10.3115": "aclanthology.org",
    "10.3233": "ebooks.iospress.nl",
    "10.4230": "drops.dagstuhl.de",
    "10.5220": "www.scitepress.org",
}


def source_host(editions: Sequence[str]) -> str:
    """The host of the first edition that names one."""
    for url in editions:
        doi = find_doi(url)
        if doi and (host := _BY_PREFIX.get(doi.partition("/")[0])):
            return host
        try:
            host = (urlsplit(url).hostname or "") if "://" in url else ""
        except ValueError:
            continue
        if host:
            return host
    return ""
