from __future__ import annotations

import pytest

from harvestman.fetch import is_public
from harvestman.fetch.guard import is_no_trap, plain_host
from harvestman.fetch.hops import plain_url

PRIVATE = {
    "loopback": "127.0.0.1 127.255.255.254 ::1",
    "unspecified": "0.0.0.0 0.1.2.3 ::",
    "own networks": "10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 fc00::1 fd00:ec2::254",
    "link-local and metadata": "169.254.169.254 169.254.0.1 fe80::1 fe80::1%eth0 fec0::1",
    "carrier-grade NAT": "100.64.0.1 100.100.100.200 100.127.255.255",
    "multicast": "224.0.0.1 239.255.255.255 ff02::1 ff0e::1",
    "reserved": "240.0.0.1 255.255.255.255 192.0.0.1 192.0.0.192 192.88.99.1 198.18.0.1 198.19.255.255",
    "documentation": "192.0.2.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1 3fff:fff::1",
    "clouds' own": "168.63.129.16",
    "IPv4-mapped": "::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0.0.0.0",
    "IPv4-compatible and translated": "::127.0.0.1 ::7f00:1 ::8.8.8.8 ::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8",
    "6to4": "2002:7f00:1:: 2002:a00:1::1 2002:a9fe:a9fe::1 2002:808:808::1",
    "NAT64": "64:ff9b::127.0.0.1 64:ff9b::a00:1 64:ff9b::169.254.169.254 64:ff9b:1::1 64:ff9b:1::8.8.8.8",
    "Teredo": "2001:0:4136:e378:8000:63bf:80ff:fffe 2001::1",
    "ISATAP": "2001:4860::5efe:127.0.0.1 2001:4860::200:5efe:10.0.0.1",
    "outside global unicast": "100::1 4000::1 5f00::1 8000::1 e000::1",
    "no address": "localhost 127.1 2130706433 example.org 1.2.3.4.5 999.1.1.1",
}


@pytest.mark.parametrize("kind", PRIVATE)
def test_what_is_not_public_is_refused(kind: str) -> None:
    assert [address for address in PRIVATE[kind].split() if is_public(address)] == []


def test_what_is_no_address_at_all_is_refused() -> None:
    assert not is_public("")


@pytest.mark.parametrize("kind", ["link-local and metadata", "multicast", "clouds' own"])
def test_services_of_clouds_are_never_dialled(kind: str) -> None:
    also = (
        "100.100.100.200 192.0.0.192 fd00:ec2::254 ::ffff:169.254.169.254 64:ff9b::169.254.169.254"
    )
    refused = [one for one in f"{PRIVATE[kind]} {also} nowhere".split() if one != "fec0::1"]
    assert [address for address in refused if is_no_trap(address)] == []


@pytest.mark.parametrize(
    "address",
    [
        "fd20:ce::254",  # Google
        "fd00:c1::a9fe:a9fe",  # Oracle
        "fd00:42::42",  # Scaleway
        "fd00:ec2::253",  # Amazon's names
        "2002:a9fe:a9fe::1",  # 6to4
        "::169.254.169.254",  # compatible
        "::ffff:0:169.254.169.254",  # translated
        "fd00::5efe:169.254.169.254",  # ISATAP
        "fd00::200:5efe:100.100.100.200",
        "64:ff9b:1::169.254.169.254",  # local NAT64 with 96, 48, 56 and 64 bits of prefix
        "64:ff9b:1:a9fe:a9:fe00::",
        "64:ff9b:1:a9:fe:a9fe::",
        "64:ff9b:1:0:a9:fea9:fe00:0",
        "fd12:3456::169.254.169.254",  # NAT64 with a prefix of one's own
        "2001:67c:1::169.254.169.254",
        "2001:0:a9fe:a9fe::1",  # Teredo: the server
    ],
)
def test_services_of_clouds_are_never_dialled_whatever_they_are_wrapped_in(address: str) -> None:
    assert not is_no_trap(address)


@pytest.mark.parametrize("kind", ["loopback", "own networks"])
def test_the_own_network_is_dialled_where_that_is_allowed(kind: str) -> None:
    own = set(PRIVATE[kind].split()) - {"fd00:ec2::254"}
    assert all(map(is_no_trap, own))
    assert is_no_trap("93.184.216.34")
    assert is_no_trap("::ffff:192.168.1.1")
    assert is_no_trap("fd12:3456::e100:1")  # the last bits are no multicast address here
    assert is_no_trap("2606:4700:4700::1111")


@pytest.mark.parametrize(
    "address",
    [
        "8.8.8.8",
        "93.184.216.34",
        "172.15.255.255",
        "172.32.0.1",
        "100.63.255.255",
        "100.128.0.1",
        "2606:4700:4700::1111",
        "2a00:1450:4001:81b::200e",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",  # what an IPv6-only network dials for every IPv4 site
    ],
)
def test_public_addresses_pass(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "written",
    "2130706433 017700000001 0x7f000001 0X7F000001 0177.0.0.1 0x7f.1 127.1 127.0.1 0x7f.0.0.0x1 0177.0x0.0.1"
    " 127.0.0.1. 0127.0.0.1".split(),
)
def test_hosts_written_as_numbers_are_read_as_browsers_read_them(written: str) -> None:
    address = "87.0.0.1" if written == "0127.0.0.1" else "127.0.0.1"
    assert plain_url(f"http://{written}/a") == f"http://{address}/a"


@pytest.mark.parametrize(
    "written",
    [
        *("256.0.0.1", "1.2.3.4.5", "127.0.0.0x100", "4294967296", "08.0.0.1", "9" * 200),
        *("a..b", "127%2e0.0.1", "[::1%25eth0]", "[1::2::3]", "a" * 300, "foo.0x7f"),
    ],
)
def test_hosts_that_are_no_hosts_are_not_asked_for(written: str) -> None:
    assert plain_url(f"http://{written}/") is None


def test_other_hosts_stay_as_they_are() -> None:
    assert plain_host("www.example.org") == "www.example.org"
    assert plain_host("3com.com") == "3com.com"
    assert plain_url("http://[::1]:8080/") == "http://[::1]:8080/"
    assert plain_url("http://[::ffff:127.0.0.1]/") == "http://[::ffff:7f00:1]/"
    assert plain_url("http://１２７.0.0.1/") == "http://127.0.0.1/"
    assert plain_url("ftp://example.org/") is None
    assert plain_url("http://ex\udcffample.org/\udcff") is None
