"""RFC 9309 point by point, asked of the fetcher: what is allowed is what is then fetched.

The numbers are the sections of the standard. Where it leaves a choice, the test says which we made.
"""

from __future__ import annotations

import pytest

from fetch.robots_site import PAGE, ROBOTS, SITE, Site, fetch, fetcher_of, rules, to
from harvestman.fetch import Failure, Reply
from harvestman.model import SetClock, Status

KIB = 1024


async def is_allowed(text: str | bytes, path: str, clock: SetClock) -> bool:
    reply = rules(text) if isinstance(text, str) else Reply(text)
    fetched = await fetch(Site(reply), clock, SITE + path)
    assert fetched.status in (None, Status.BLOCKED_ROBOTS)
    return fetched.status is None


def everybody(*lines: str) -> str:
    return "\n".join(("User-agent: *", *lines))


GROUPS = {
    # 2.2.1 the user-agent line
    "our product token, in whatever case": (
        ("user-AGENT: hArVeStMaN\nDisallow: /x", "/x", False),
        ("USER-AGENT: *\nDISALLOW: /x", "/x", False),
    ),
    "the token may be followed by a version or a remark": (
        ("User-agent: Harvestman/2.0\nDisallow: /x", "/x", False),
        ("User-agent: harvestman (the crawler)\nDisallow: /x", "/x", False),
    ),
    "another's token is not ours, be it a part of it or longer": (
        ("User-agent: harvest\nDisallow: /", "/x", True),
        ("User-agent: harvestmans\nDisallow: /", "/x", True),
        ("User-agent: harvestman_news\nDisallow: /", "/x", True),
        ("User-agent: a harvestman\nDisallow: /", "/x", True),
    ),
    "our own group is used alone, wherever it stands": (
        ("User-agent: *\nDisallow: /x\n\nUser-agent: harvestman\nDisallow: /y", "/x", True),
        ("User-agent: *\nDisallow: /x\n\nUser-agent: harvestman\nDisallow: /y", "/y", False),
        ("User-agent: harvestman\nDisallow: /y\n\nUser-agent: *\nDisallow: /x", "/x", True),
        ("User-agent: harvestman\nDisallow:\n\nUser-agent: *\nDisallow: /", "/x", True),
    ),
    "groups for the same token are one group": (
        (
            "User-agent: harvestman\nDisallow: /a\n\nUser-agent: other\nDisallow: /b\n\n"
            "User-agent: Harvestman\nDisallow: /c",
            "/a",
            False,
        ),
        (
            "User-agent: harvestman\nDisallow: /a\n\nUser-agent: other\nDisallow: /b\n\n"
            "User-agent: Harvestman\nDisallow: /c",
            "/c",
            False,
        ),
        ("User-agent: harvestman\nDisallow: /\n\nUser-agent: harvestman\nAllow: /c", "/c", True),
        ("User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b", "/a", False),
        ("User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b", "/b", False),
    ),
    "several names may stand above one group, blank lines or not": (
        ("User-agent: other\nUser-agent: harvestman\nDisallow: /x", "/x", False),
        ("User-agent: harvestman\n\n\nUser-agent: other\n\nDisallow: /x", "/x", False),
    ),
    "a name after a rule begins another group": (
        ("User-agent: other\nDisallow: /x\nUser-agent: harvestman\nDisallow: /y", "/x", True),
        ("User-agent: harvestman\nAllow: /x\nUser-agent: other\nDisallow: /x", "/x", True),
    ),
    "without our group and without everybody's there are no rules": (
        ("User-agent: other\nDisallow: /", "/x", True),
    ),
    "rules before any name are nobody's": (
        ("Disallow: /\nUser-agent: *\nDisallow: /y", "/x", True),
        ("Disallow: /", "/x", True),
    ),
    # 2.2.2 allow and disallow
    "what no rule matches is allowed": (
        (everybody("Disallow: /y"), "/x", True),
        (everybody("Allow: /y"), "/x", True),
        (everybody("Disallow:", "Allow:"), "/x", True),
        (everybody(), "/x", True),
    ),
    "a rule matches from the first octet on, case-sensitively": (
        (everybody("Disallow: /fish"), "/fish", False),
        (everybody("Disallow: /fish"), "/fish.html?a=b", False),
        (everybody("Disallow: /fish"), "/fishheads/tail", False),
        (everybody("Disallow: /fish"), "/Fish", True),
        (everybody("Disallow: /fish"), "/a/fish", True),
        (everybody("Disallow: /fish/"), "/fish", True),
        (everybody("Disallow: fish"), "/fish", True),
    ),
    "the rule with most octets is used, in whatever order": (
        (everybody("Allow: /a/", "Disallow: /a/b/"), "/a/b/c", False),
        (everybody("Disallow: /a/b/", "Allow: /a/"), "/a/b/c", False),
        (everybody("Disallow: /a/", "Allow: /a/b/"), "/a/b/c", True),
        (everybody("Disallow: /", "Allow: /a"), "/a", True),
        (everybody("Disallow: /", "Allow: /$"), "/", True),
        (everybody("Disallow: /", "Allow: /$"), "/a", False),
        # 5.1 and 5.2, the standard's own examples
        (everybody("Allow: /example/page/", "Disallow: /example/page/disallowed.gif"), "/x", True),
        (
            everybody("Allow: /example/page/", "Disallow: /example/page/disallowed.gif"),
            "/example/page/disallowed.gif",
            False,
        ),
        (everybody("Disallow: *.gif$", "Allow: /example/"), "/example/a.gif", True),
        (everybody("Disallow: *.gif$", "Disallow: /example/"), "/a.gif", False),
    ),
    "of two alike, allow is used": (
        (everybody("Disallow: /a", "Allow: /a"), "/a", True),
        (everybody("Allow: /a", "Disallow: /a"), "/ab", True),
        (everybody("Disallow: /a*", "Allow: /ab"), "/ab", True),
    ),
    "the file itself is always allowed": (
        (everybody("Disallow: /"), "/robots.txt", True),
        (everybody("Disallow: /robots.txt"), "/robots.txt", True),
        (everybody("Disallow: /robots"), "/robots.txt.bak", False),
    ),
    # 2.2.2 octets, encoded and not
    "an encoded letter is that letter, in rule and address": (
        (everybody("Disallow: /foo/bar/%62%61%7A"), "/foo/bar/baz", False),
        (everybody("Disallow: /foo/bar/baz"), "/foo/bar/%62%61%7a", False),
        (everybody("Disallow: /a%7Eb%2d"), "/a~b-", False),
    ),
    "octets beyond ASCII are compared encoded": (
        (everybody("Disallow: /foo/bar/ツ"), "/foo/bar/%E3%83%84", False),
        (everybody("Disallow: /foo/bar/%E3%83%84"), "/foo/bar/%e3%83%84", False),
        (everybody("Disallow: /foo/bar/%e3%83%84"), "/foo/bar/%E3%83%84", False),
        (everybody("Disallow: /foo/bar/ツ"), "/foo/bar/%E3%83%85", True),
    ),
    "reserved characters stay as they are written": (
        (everybody("Disallow: /a%2Fb"), "/a%2fb", False),
        (everybody("Disallow: /a%2Fb"), "/a/b", True),
        (everybody("Disallow: /a/b"), "/a%2Fb", True),
        (everybody("Disallow: /a?b"), "/a%3Fb", True),
        (everybody("Disallow: /a%3Fb"), "/a%3fb", False),
        (everybody("Disallow: /a%3Fb"), "/a?b", True),
        (everybody("Disallow: /*?"), "/why%3F", True),
    ),
    "in a query they may be written either way": (
        (
            everybody("Disallow: /foo/bar?baz=https://foo.bar"),
            "/foo/bar?baz=https%3A%2F%2Ffoo.bar",
            False,
        ),
        (
            everybody("Disallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar"),
            "/foo/bar?baz=https://foo.bar",
            False,
        ),
        (everybody("Disallow: /foo/bar?baz=quz"), "/foo/bar?baz=quz", False),
        (everybody("Disallow: /*to=%2Fx"), "/a?to=%2Fx", False),
        (everybody("Disallow: /*b%2Fx"), "/b%2Fx", False),
        (everybody("Disallow: /*b=%3Fx"), "/a?b=%3Fx", False),
        (everybody("Disallow: /*b%3Fx"), "/b%3Fx", False),
    ),
    # 2.2.3 special characters
    "a star is any octets, also none": (
        (everybody("Disallow: /a*c"), "/abbbc", False),
        (everybody("Disallow: /a*c"), "/ac", False),
        (everybody("Disallow: /a*c"), "/ab", True),
        (everybody("Disallow: /*/private/*/x"), "/u/private/v/w/xyz", False),
        (everybody("Disallow: *.pdf"), "/a/b.pdf?c", False),
        (everybody("Disallow: /**a***b"), "/xaxb", False),
        (everybody("Disallow: *"), "/", False),
    ),
    "a dollar at the end is the end": (
        (everybody("Disallow: /this/path/exactly$"), "/this/path/exactly", False),
        (everybody("Disallow: /this/path/exactly$"), "/this/path/exactly/", True),
        (everybody("Disallow: /*.php$"), "/a/b.php", False),
        (everybody("Disallow: /*.php$"), "/a/b.php?c=1", True),
        (everybody("Disallow: /a$b"), "/a$b", False),
    ),
    "encoded, they are themselves": (
        (everybody("Disallow: /a%2Ab"), "/a*b", False),
        (everybody("Disallow: /a%2Ab"), "/axb", True),
        (everybody("Disallow: /path/file-with-a-%2A.html"), "/path/file-with-a-*.html", False),
        (everybody("Disallow: /path/foo-%24"), "/path/foo-$", False),
        (everybody("Disallow: /path/foo-%24"), "/path/foo-", True),
    ),
    "a hash begins a remark": (
        (everybody("# Disallow: /x"), "/x", True),
        ("# first\nUser-agent: * # all\n# between\nDisallow: /x# why", "/xy", False),
        (everybody("Disallow: /x # y"), "/x", False),
        (everybody("Disallow: # all is well"), "/x", True),
    ),
    # 2.2.4 other records
    "records nobody knows are passed over and part no group": (
        ("User-agent: harvestman\nFoo: bar\nUser-agent: other\nDisallow: /x", "/x", False),
        ("User-agent: harvestman\nNoindex: /\nDisallow: /x\nFoo: bar\nAllow: /x/y", "/x", False),
        ("User-agent: harvestman\nDisallow: /x\nFoo: bar\nDisallow: /y", "/y", False),
        ("User-agent: harvestman\n<b>\nUser-agent: other\nDisallow: /x", "/x", False),
        ("User-agent: other\nDisallow: /\nFoo: bar\nUser-agent: harvestman", "/x", True),
        ("User-agent: harvestman\nRequest-rate: 1/9\nUser-agent: o\nDisallow: /x", "/x", False),
        (everybody("Allow list: /x", "Disallow: /x"), "/x", False),
    ),
    "sitemaps are of the whole file and part no group": (
        (
            "User-agent: harvestman\nSitemap: http://site.example/s.xml\nUser-agent: other\n"
            "Disallow: /x",
            "/x",
            False,
        ),
        ("Sitemap: http://site.example/s.xml\nUser-agent: *\nDisallow: /x", "/x", False),
        (everybody("Disallow: /a", "Sitemap: /s.xml", "Disallow: /x"), "/x", False),
    ),
    # Crawl-delay is our extension: it belongs to its group. It does not part names that stand together, but with an empty line below
    # it, it is all that its group says. Sites that write "everybody: wait 10 s", then "badbot: stay out" do not mean everybody.
    "a pause is a rule of its group": (
        ("User-agent: *\nCrawl-delay: 1\n\nUser-agent: badbot\nDisallow: /", "/x", True),
        ("User-agent: *\nCrawl-delay: 1\nUser-agent: badbot\nDisallow: /", "/x", False),
        ("User-agent: *\nCrawl-delay: 1\n\nDisallow: /x", "/x", False),
        ("User-agent: *\nDisallow: /x\nCrawl-delay: 1\nDisallow: /y", "/y", False),
    ),
    # 2.2 and 2.3 the file
    "lines end in LF, CR or CRLF, and the last need not": (
        ("User-agent: *\nDisallow: /x\n", "/x", False),
        ("User-agent: *\rDisallow: /x\r", "/x", False),
        ("User-agent: *\r\nDisallow: /x", "/x", False),
        ("User-agent: *\r\n\n\rDisallow: /w\rDisallow: /x\nDisallow: /y", "/x", False),
    ),
    "nothing else ends a line": (
        (everybody("Disallow: /a\u2028Allow: /ab"), "/ab", True),
        (everybody("Disallow: /a\u0085b"), "/a%C2%85b", False),
        (everybody("Disallow: /a\u0085b"), "/a", True),
        (everybody("Disallow: /a\x0cb"), "/a%0Cb", False),
    ),
    "white space around fields and values is nothing": (
        ("  User-agent\t:\t*  \n\tDisallow :/x  ", "/x", False),
        ("User-agent:*\nDisallow:/x", "/x", False),
    ),
    "a mark of the byte order is no part of the first line": (
        ("\ufeffUser-agent: *\nDisallow: /x", "/x", False),
    ),
    "an empty file and one that is something else allow everything": (
        ("", "/x", True),
        ("\n\n# nothing\n", "/x", True),
        ("\ufeff", "/x", True),
        ("<!doctype html><html><body>User-agent: *</body></html>", "/x", True),
    ),
}
CASES = [
    pytest.param(text, path, allowed, id=f"{name} {number}")
    for name, cases in GROUPS.items()
    for number, (text, path, allowed) in enumerate(cases, 1)
]


@pytest.mark.parametrize(("text", "path", "allowed"), CASES)
async def test_rules(text: str, path: str, allowed: bool, clock: SetClock) -> None:
    assert await is_allowed(text, path, clock) is allowed


async def test_octets_that_are_not_utf_8_harm_no_other_line(clock: SetClock) -> None:
    text = b"# caf\xe9\nUser-agent: *\nDisallow: /\xff\xfe\nDisallow: /x\nDisallow: /caf\xe9\n"
    assert not await is_allowed(text, "/x", clock)
    assert not await is_allowed(text, "/caf%E9", clock)
    assert await is_allowed(text, "/y", clock)


# 2.5: at least 500 KiB are read.
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
async def test_the_last_rule_of_500_kib_counts(end: str, clock: SetClock) -> None:
    first, last = f"User-agent: *{end}", "Disallow: /x"
    filler = "#" * (500 * KIB - len(first) - len(end) - len(last)) + end
    text = first + filler + last
    assert len(text) == 500 * KIB
    assert not await is_allowed(text, "/x", clock)
    assert not await is_allowed(text + end, "/x", clock)
    # Of a rule that goes on beyond them nothing counts: "Disallow: /x" is not what is meant by "Disallow: /xyz".
    assert await is_allowed(text + "yz" + end, "/x", clock)


# 2.3.1.1 and 2.3.1.2: a file that was had, also behind five redirects on other hosts, is the file of this one.
async def test_five_redirects_lead_to_the_rules_of_the_first_host(clock: SetClock) -> None:
    others = {f"https://h{n}.example/r": to(f"https://h{n + 1}.example/r") for n in range(1, 5)}
    others["https://h5.example/r"] = rules("User-agent: *\nDisallow: /papers/")
    site = Site(to("https://h1.example/r"), others)
    assert (await fetch(site, clock)).status is Status.BLOCKED_ROBOTS
    assert site.asked_for == [ROBOTS, *others]


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
async def test_every_kind_of_redirect_is_followed(code: int, clock: SetClock) -> None:
    there = Reply(http_status=code, fields=(("Location", "/elsewhere.txt"),))
    site = Site(there, {f"{SITE}/elsewhere.txt": rules("User-agent: *\nDisallow: /papers/")})
    assert (await fetch(site, clock)).status is Status.BLOCKED_ROBOTS


# The standard lets a sixth redirect count as "there is no file"; to us it is a file that was not reached.
async def test_six_redirects_allow_nothing(clock: SetClock) -> None:
    others = {f"http://h{n}.example/r": to(f"http://h{n + 1}.example/r") for n in range(1, 9)}
    site = Site(to("http://h1.example/r"), others)
    assert (await fetch(site, clock)).status is Status.REDIRECT_LOOP
    assert PAGE not in site.asked_for


async def test_a_redirect_to_nothing_is_no_file(clock: SetClock) -> None:
    site = Site(to("http://h1.example/r"), {"http://h1.example/r": Reply(http_status=404)})
    assert (await fetch(site, clock)).status is None


# 2.3.1.3: not available is everything allowed. 429 says "not now", which is not "none": we stay out (our choice).
@pytest.mark.parametrize(
    ("code", "allowed"), [(code, code != 429) for code in (400, 401, 403, 404, 410, 429, 451)]
)
async def test_no_file(code: int, allowed: bool, clock: SetClock) -> None:
    site = Site(Reply(http_status=code))
    assert ((await fetch(site, clock)).status is None) is allowed
    assert (PAGE in site.asked_for) is allowed


# 2.3.1.4: not reachable is nothing allowed.
@pytest.mark.parametrize(
    "robots",
    [
        *(Reply(http_status=code) for code in (500, 502, 503, 504, 511, 599)),
        *(Failure(status, "why") for status in (Status.UNREACHABLE, Status.TIMEOUT)),
    ],
)
async def test_a_file_that_cannot_be_had(robots: Reply | Failure, clock: SetClock) -> None:
    site = Site(robots)
    assert (await fetch(site, clock)).status is not None
    assert PAGE not in site.asked_for


# 2.4: not kept longer than 24 hours, but for a file that can no longer be had.
async def test_rules_are_asked_for_again_after_a_day(clock: SetClock) -> None:
    site = Site(rules("User-agent: *\nDisallow: /papers/"))
    async with fetcher_of(site, clock) as fetcher:
        assert (await fetcher.fetch(PAGE)).status is Status.BLOCKED_ROBOTS
        clock.advance(24 * 3600 - 1)
        assert (await fetcher.fetch(PAGE)).status is Status.BLOCKED_ROBOTS
        assert site.asked_for == [ROBOTS]
        clock.advance(1)
        site.robots = Reply(http_status=500)
        assert (await fetcher.fetch(PAGE)).status is Status.BLOCKED_ROBOTS
        assert site.asked_for == [ROBOTS, ROBOTS]
        clock.advance(3600)
        site.robots = Reply(http_status=404)
        assert (await fetcher.fetch(PAGE)).status is None


# 2.3: a file is of one scheme, host and port.
@pytest.mark.parametrize("other", ["https://site.example", f"{SITE}:8080", "http://b.site.example"])
async def test_rules_are_of_their_origin(other: str, clock: SetClock) -> None:
    site = Site(rules("User-agent: *\nDisallow: /"), {f"{other}/robots.txt": rules("")})
    assert (await fetch(site, clock, f"{other}/x")).status is None
    assert (await fetch(site, clock, f"{SITE}/x")).status is Status.BLOCKED_ROBOTS


async def test_the_pause_of_our_group_is_kept_and_not_anothers(clock: SetClock) -> None:
    text = "User-agent: *\nCrawl-delay: 50\n\nUser-agent: harvestman\nCrawl delay: 2.5\nDisallow:\n"
    began = clock.now().timestamp()
    async with fetcher_of(Site(rules(text)), clock) as fetcher:
        for number in range(2):
            assert (await fetcher.fetch(f"{SITE}/{number}")).status is None
    assert clock.now().timestamp() - began == pytest.approx(5)
