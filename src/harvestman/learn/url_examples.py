"""Made-up addresses that the training data lacks: scholars' home pages, look-alikes of conferences, and more conferences.

The crawled negatives hold no home pages, so a model trained on them calls nine of ten a conference. Home pages are made from
names of authors and the university hosts of the training rows; look-alikes from words of ordinary hosts and years; conferences
from the acronyms of known series, so that the letters of acronyms outweigh those of names. All from the training rows at hand
and a fixed seed: in cross-validation nothing of the fold that is judged gets in.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence

from harvestman.crawl.sites import parse
from harvestman.crawl.sites.kairos import YEAR
from harvestman.crawl.sites.lists import EVENT_WORDS

_FOLDERS = (
    "people faculty staff users home homepages members profile person team directory faculty-staff our-people academics "
    "academic-staff profiles researchers person-detail faculty-profile employees personal experts en/people en/staff "
    "people/faculty about/people faculty-members"
).split()
_HOSTS = (
    "people users homes homepages web faculty staff perso user home personal person pages profiles experts homepage members"
).split()
_OWN = (
    ".com .com .com .net .org .org .me .info .io .ai .name .de .fr .ca .in .nl .ch .xyz .cc .us .eu"
).split()
_SERVICES = (
    ".github.io .github.io .github.io .github.io .github.io .github.io .wordpress.com .weebly.com .wixsite.com .gitlab.io "
    ".netlify.app .blogspot.com"
).split()
_SHOPS = (
    ".com .com .com .com .com .com .net .net .net .org .info .biz .de .pl .in .co.uk .fr .us .co .tv .io"
).split()
_EVENT_HOSTS = (
    ".org .org .org .org .org .org .org .org .net .com .com .info .eu .de .it .fr .ca .jp"
).split()
_EVENTS = (
    "workshop conference congress conf summit forum workshops meeting seminar event events convention school kongress "
    "symposium congreso"
).split()
_ENDS = ("", "", "/", "/", "/index.html", ".html")
_ACADEMIC = re.compile(r"\.edu$|\.(ac|edu)\.[a-z]{2}$|(^|\.)(uni|univ|tu|fh)-|inria|ethz|epfl")


def university_hosts(urls: Iterable[str]) -> list[str]:
    """The hosts of universities among the addresses, without labels that name an event."""
    found = set()
    for url in urls:
        labels = parse(url).host.labels
        while len(labels) > 2 and _names_event(labels[0]):
            labels = labels[1:]
        host = ".".join(labels)
        if not _names_event(host) and (_ACADEMIC.search(host) or "/~" in url):
            found.add(host)
    return sorted(found)


def common_words(urls: Iterable[str]) -> list[str]:
    """Words of ordinary sites: the names of hosts and of folders."""
    found = set()
    for url in urls:
        address = parse(url)
        for word in (address.host.domain, *address.segments):
            if re.fullmatch(r"[a-z-]{4,14}", word) and not _names_event(word):
                found.add(word)
    return sorted(found)


def home_pages(
    hosts: Sequence[str], names: Sequence[str], count: int, *, rng: random.Random
) -> list[str]:
    """Addresses of scholars' home pages."""
    return [_home_page(rng.choice(hosts), names, rng) for _ in range(count)]


def look_alikes(words: Sequence[str], count: int, *, rng: random.Random) -> list[str]:
    """Hosts with a year or the word of an event that are no conference: "friv2018.net", "tileworkshop.com"."""
    return [_look_alike(words, rng) for _ in range(count)]


def event_sites(
    hosts: Sequence[str],
    acronyms: Sequence[str],
    names: Sequence[str],
    count: int,
    *,
    rng: random.Random,
) -> list[str]:
    """Addresses of conferences' sites."""
    return [_event_site(rng.choice(hosts), rng.choice(acronyms), names, rng) for _ in range(count)]


def _names_event(text: str) -> bool:
    return bool(YEAR.search(text) or EVENT_WORDS.search(text))


def _user(first: str, last: str, rng: random.Random) -> str:
    return rng.choice(
        (
            last,
            last,
            first,
            first[0] + last,
            first[0] + last,
            last + first[0],
            first + last,
            f"{first}.{last}",
            f"{first}-{last}",
            f"{first}_{last}",
            first[0] + rng.choice("abcdefghijklmnopqrstuvwxyz") + last[0],
            first[:3] + last[:3],
            last[:5] + first[0],
            f"{first[0]}{last}{rng.randint(1, 99)}",
            f"{first}{rng.randint(1, 9)}",
            last[: rng.randint(3, 8)],
        )
    )


def _home_page(host: str, names: Sequence[str], rng: random.Random) -> str:
    first, last = rng.choice(names), rng.choice(names)
    user, full = _user(first, last, rng), f"{first}-{last}"
    parts = parse(host).host
    domain = f"{parts.domain}.{parts.suffix}"
    end, dice = rng.choice(_ENDS), rng.random()
    if dice < 0.22:
        own = rng.choice((first + last, first + last, first + last, full, last, first[0] + last))
        place = (
            own + rng.choice(_OWN) + rng.choice(("", "", "", "/", "/", "/wordpress", "/research"))
        )
    elif dice < 0.36:
        place = re.sub(r"[._]", "", user) + rng.choice(_SERVICES) + rng.choice(("", "/", "/home"))
    elif dice < 0.41:
        site = rng.choice((user, first + last, full, f"{user}/home"))
        place = f"sites.google.com/{rng.choice(('site', 'view'))}/{site}{end}"
    elif dice < 0.68:
        page = rng.choice(("", "", "/", "/", "/home", "/research", "/publications.html", "/cv.pdf"))
        place = f"{host}/~{user}{page}"
    elif dice < 0.85:
        who = rng.choice((user, user, full, full, f"{last}-{first}", str(rng.randint(1, 99999))))
        place = f"{host}/{rng.choice(_FOLDERS)}/{who}{end}"
    elif dice < 0.94:
        place = (
            f"{rng.choice(_HOSTS)}.{domain}/{rng.choice(('~', ''))}{rng.choice((user, full))}{end}"
        )
    elif dice < 0.97:
        page = rng.choice(("profile", "index", "view", "person", "detail", "show"))
        field = rng.choice(("id", "uid", "staff_id", "person", "user", "name"))
        who = rng.choice((str(rng.randint(1, 9999)), user))
        place = f"{host}/{rng.choice(_FOLDERS)}/{page}.php?{field}={who}"
    else:
        place = f"{host}/{rng.choice((user, full))}{end}"
    return "http://" + place


def _look_alike(words: Sequence[str], rng: random.Random) -> str:
    one, two, event = rng.choice(words), rng.choice(words), rng.choice(_EVENTS)
    year, tld, dice = str(rng.randint(2008, 2027)), rng.choice(_SHOPS), rng.random()
    if dice < 0.06:
        # Journals that call themselves international: "ijsrp.org".
        name = "ij" + "".join(rng.choice("abcdefghijklmnoprstw") for _ in range(rng.randint(2, 5)))
        tld = rng.choice((".org", ".org", ".com", ".net"))
    elif dice < 0.5:
        names = (one + year, f"{one}-{year}", year + one, one + year + two[:4], one + two + year)
        name = rng.choice((*names, one + year))
    elif dice < 0.9:
        name = rng.choice((one + event, f"the{one}{event}", event + one, f"{one}-{event}"))
    else:
        return (
            f"http://{one}{rng.choice((year, year[2:], ''))}{tld}/{rng.choice((two, two + year))}"
        )
    return f"http://{name}{tld}/"


def _event_site(host: str, acronym: str, names: Sequence[str], rng: random.Random) -> str:
    year = rng.randint(1994, 2027)
    marked = rng.choice((str(year), f"{year % 100:02d}"))
    maybe = rng.choice((marked, marked, marked, "", ""))
    written = acronym.upper() if rng.random() < 0.4 else acronym
    dice = rng.random()
    if dice < 0.3:
        place = f"{acronym}{maybe}{rng.choice(_EVENT_HOSTS)}/"
    elif dice < 0.4:
        event = rng.choice(
            ("-conf", "conf", "-conference", "conference", "-workshop", "-symposium")
        )
        place = f"{acronym}{event}{rng.choice(_EVENT_HOSTS)}{rng.choice((f'/{year}', '/'))}"
    elif dice < 0.5:
        place = f"{acronym}{marked}.{host}/"
    elif dice < 0.8:
        folder = rng.choice(("", "", "conferences/", "events/", "workshops/", "conf/"))
        place = f"{host}/{folder}{written}{maybe}{rng.choice(('/', '/', '/cfp.html'))}"
    elif dice < 0.86:
        place = f"{host}/~{written}{maybe}/"
    elif dice < 0.92:
        folder = rng.choice(("~", "~", "people/", "staff/", "users/", "homes/", "faculty/"))
        user = _user(rng.choice(names), rng.choice(names), rng)
        place = f"{host}/{folder}{user}/{written}{maybe}{rng.choice(('/', '.html'))}"
    elif dice < 0.97:
        more = rng.choice((marked, marked, "", "-workshop"))
        place = f"{acronym}{more}{rng.choice(_SERVICES)}/"
    else:
        place = f"sites.google.com/view/{acronym}{rng.choice((str(year), '-workshop'))}"
    return "http://" + place
