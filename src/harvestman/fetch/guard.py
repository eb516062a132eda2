"""The address guard: which addresses of the internet may be dialled, and what a host written as a number means.

A page, a redirect or a DNS answer may name any address, also one inside the operator's own network. The question is
therefore asked of the very address that is dialled (`aiohttp_transport.py`), never of a name. Python's `is_global` alone
is not enough: it is True for multicast and for IPv6 addresses that carry a private IPv4 address inside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from ipaddress import (
    AddressValueError,
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
)

# Beyond what every supported Python's `is_global` refuses (IANA special-purpose registries, RFC 6890 and later).
_REFUSED_V4 = tuple(
    IPv4Network(net)
    for net in (
        "0.0.0.0/8",  # "this network"; 0.0.0.0 reaches the local machine on Linux
        "100.64.0.0/10",  # carrier-grade NAT, also Alibaba's metadata service
        "168.63.129.16/32",  # looks public; inside Azure it is the host's own service
        "192.0.0.0/24",  # IETF protocol assignments, also Oracle's metadata service
        "192.88.99.0/24",  # 6to4 relays, withdrawn by RFC 7526
        "198.18.0.0/15",  # benchmarks
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, with the broadcast address
    )
)
# Where clouds tell their machines' secrets: most of them, Alibaba, Azure, Oracle.
_METADATA_V4 = frozenset(
    map(IPv4Address, ("169.254.169.254", "100.100.100.200", "168.63.129.16", "192.0.0.192"))
)
_METADATA_V6 = tuple(
    IPv6Network(net)
    for net in (
        "fd00:ec2::/32",  # Amazon
        "fd20:ce::/32",  # Google
        "fd00:c1::/32",  # Oracle
        "fd00:42::/32",  # Scaleway
    )
)
_GLOBAL_UNICAST = IPv6Network("2000::/3")  # the only part of IPv6 from which hosts get addresses
_NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052: the last 32 bits are the IPv4 address
_LOCAL_NAT64 = IPv6Network(
    "64:ff9b:1::/48"
)  # RFC 8215; where the IPv4 address stands is each network's own choice
_LAST_32 = (  # the last 32 bits of these are an IPv4 address
    IPv6Network("::/96"),  # "compatible", RFC 4291
    IPv6Network("::ffff:0:0/96"),  # "mapped"
    IPv6Network("::ffff:0:0:0/96"),  # "translated", RFC 7915
    _NAT64,
    _LOCAL_NAT64,
)
_REFUSED_V6 = tuple(
    IPv6Network(net)
    for net in (
        "2001::/23",  # protocol assignments with Teredo, whose client and server are IPv4 addresses inside
        "2001:db8::/32",  # documentation
        "3fff::/20",  # documentation, RFC 9637
    )
)
_ISATAP = (0x00005EFE, 0x02005EFE)  # RFC 5214: the interface identifier carries an IPv4 address
_IPV4_NUMBER = re.compile(r"0x[0-9a-f]*|[0-9]+")


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet, whatever it is wrapped in."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return _is_public_v4(ip) if isinstance(ip, IPv4Address) else _is_public_v6(ip)


def is_no_trap(address: str) -> bool:
    """Whether an IP address may be dialled where private networks are allowed: not a cloud's metadata service, nor a multicast or broadcast address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv4Address):
        return not _is_trap_v4(ip)
    if ip.ipv4_mapped is None and (ip.is_link_local or ip.is_multicast):
        return False
    if any(ip in net for net in _METADATA_V6) or any(map(_is_trap_v4, _carried(ip))):
        return False
    # A network may translate behind any prefix of its own (RFC 6052): the last bits tell what it would reach.
    return IPv4Address(int(ip) & 0xFFFF_FFFF) not in _METADATA_V4


def _is_trap_v4(ip: IPv4Address) -> bool:
    return ip.is_link_local or ip.is_multicast or ip in _METADATA_V4


def _carried(ip: IPv6Address) -> Iterator[IPv4Address]:
    """Every IPv4 address that an IPv6 address may stand for on some network."""
    bits = int(ip)
    if ip.sixtofour is not None:
        yield ip.sixtofour
    if ip.teredo is not None:
        yield from ip.teredo
    if ip in _LOCAL_NAT64:  # RFC 6052, 2.2: prefixes of 48, 56, 64 bits; bits 64 to 71 are left out
        without = (bits >> 64 << 56) | (bits & 0xFF_FFFF_FFFF_FFFF)
        yield from (
            IPv4Address((without >> (88 - length)) & 0xFFFF_FFFF) for length in (48, 56, 64)
        )
    if any(ip in net for net in _LAST_32) or (bits >> 32) & 0xFFFF_FFFF in _ISATAP:
        yield IPv4Address(bits & 0xFFFF_FFFF)


def _is_public_v4(ip: IPv4Address) -> bool:
    return ip.is_global and not any(ip in net for net in _REFUSED_V4)


def _is_public_v6(ip: IPv6Address) -> bool:
    if ip.scope_id is not None:
        return False  # only link-local addresses have a zone
    if ip.ipv4_mapped is not None:
        return _is_public_v4(ip.ipv4_mapped)
    if ip in _NAT64:
        return _is_public_v4(IPv4Address(int(ip) & 0xFFFF_FFFF))
    if ip.sixtofour is not None:
        return (
            False  # 6to4 has been withdrawn (RFC 7526); Python 3.13 does not call it global either
        )
    if (int(ip) >> 32) & 0xFFFF_FFFF in _ISATAP and not _is_public_v4(
        IPv4Address(int(ip) & 0xFFFF_FFFF)
    ):
        return False
    return ip in _GLOBAL_UNICAST and ip.is_global and not any(ip in net for net in _REFUSED_V6)


def _written_v6(ip: IPv6Address) -> str:
    """As the URL standard writes it; from Python 3.13 on, `str` writes the last half of ::ffff:7f00:1 in decimal."""
    mapped = ip.ipv4_mapped
    return str(ip) if mapped is None else f"::ffff:{int(mapped) >> 16:x}:{int(mapped) & 0xFFFF:x}"


@lru_cache(maxsize=10_000)
def plain_host(host: str) -> str | None:
    """The host as it is to be dialled, numbers read as browsers read them; None when it is no valid host.

    The URL standard takes any host whose last label is a number for an IPv4 address, in decimal, octal or hexadecimal
    and with one to four parts: `2130706433`, `0177.0.0.1`, `0x7f.1` are all 127.0.0.1.
    """
    if "%" in host or ".." in host or len(host) > 253:
        return None  # a zone of this machine's own network, or no name that DNS could hold
    if ":" in host:
        try:
            return _written_v6(IPv6Address(host.strip("[]")))
        except AddressValueError:
            return None
    labels = host.removesuffix(".").split(".")
    if not _IPV4_NUMBER.fullmatch(labels[-1]):
        return host
    return _numeric_host(labels)


def _numeric_host(labels: list[str]) -> str | None:
    if len(labels) > 4 or not all(_IPV4_NUMBER.fullmatch(label) for label in labels):
        return None
    # Python refuses to read very long digit strings; no address has more than 11 significant octal digits.
    if any(len(label.removeprefix("0x").lstrip("0")) > 11 for label in labels):
        return None
    try:
        *heads, last = (_number(label) for label in labels)
    except ValueError:
        return None
    if any(head > 255 for head in heads) or last >= 256 ** (4 - len(heads)):
        return None
    return str(IPv4Address(sum(head << (24 - 8 * i) for i, head in enumerate(heads)) + last))


def _number(label: str) -> int:
    if label.startswith("0x"):
        return int(label[2:] or "0", 16)
    return int(label, 8) if label.startswith("0") and len(label) > 1 else int(label)
