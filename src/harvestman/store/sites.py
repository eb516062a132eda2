"""Hosts as papers and pages are found by them: without "www.", a port only where one is named."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from harvestman.store.storable import storable
from harvestman.text import site_of

if TYPE_CHECKING:
    from harvestman.store.asking import Values

MAX_NAME = 200
"""Characters of a host or a reader's name by which mentions are found."""

_PORT = re.compile(r":\d+$")


def host_named(address: str) -> str:
    """The host of an address without "www." and port, as mentions are found by it; "" for what is no web address."""
    if not address.startswith(("http://", "https://")):
        return ""
    try:
        return _PORT.sub("", site_of(address)).lower()[:MAX_NAME]
    except ValueError:  # a bracket that is none of an address of IPv6
        return ""


def beginnings_on(site: str) -> list[str]:
    """How the addresses on a host begin, with and without "www."; a port counts where one is given."""
    host = site.removeprefix("www.")
    ends = ("/",) if _PORT.search(host) else ("/", ":")
    return [
        f"{scheme}://{prefix}{host}{end}"
        for scheme in ("https", "http")
        for prefix in ("", "www.")
        for end in ends
    ]


def is_on(column: str, site: str, values: Values) -> str:
    """Whether a column's address is one on that host, in SQL; the host is added to the values."""
    return f"({' OR '.join(begins(column, one, values) for one in beginnings_on(site))})"


def begins(column: str, text: str, values: Values) -> str:
    """Whether a column's text begins like this, in SQL; the beginning is added to the values."""
    escaped = storable(text).replace("~", "~~").replace("%", "~%").replace("_", "~_")
    return f"{column} LIKE {values.add(escaped + '%')} ESCAPE '~'"
