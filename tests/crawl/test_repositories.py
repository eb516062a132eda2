"""Papers from OAI-PMH repositories and feeds: all of them once, then what changed, deleted ones gone, going on after a break."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from harvestman.crawl import RepositoryHarvested, RepositoryHarvester, is_repository
from harvestman.fetch import Fetched, FetchOptions
from harvestman.formats import read_feed, read_repository
from harvestman.model import Status, SystemClock, UsageError
from harvestman.store import Library, PaperQuery, open_library

NOW = datetime(2026, 11, 1, tzinfo=UTC)
ADDRESS = "oai+https://repo.example/oai"


def record(number: int, *, deleted: bool = False, title: str = "") -> str:
    status = ' status="deleted"' if deleted else ""
    header = f"<header{status}><identifier>oai:repo:{number}</identifier><datestamp>2026-01-01</datestamp></header>"
    if deleted:
        return f"<record>{header}</record>"
    return (
        f"<record>{header}<metadata><dc xmlns='http://purl.org/dc/elements/1.1/'><title>{title or f'Paper {number}'}</title>"
        f"<creator>Gómez Ruiz, Ana</creator><date>2024-05-0{number % 9 + 1}</date><identifier>https://doi.org/10.1000/{number}</identifier>"
        "</dc></metadata></record>"
    )


class Repository:
    """A repository that gives two records a page and can break off."""

    def __init__(self) -> None:
        self.records = [record(n) for n in range(1, 6)]
        self.changed: list[str] = []
        self.asked: list[dict[str, str]] = []
        self.breaks_at = ""
        self.forgets = False
        self.options = FetchOptions(contact="", delay_s=0)

    async def call(self, url: str, **_: object) -> Fetched:
        given = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        self.asked.append(given)
        if given["verb"] == "Identify":
            return self.answer("<Identify><granularity>YYYY-MM-DD</granularity></Identify>")
        token = given.get("resumptionToken", "")
        if token and token == self.breaks_at:
            return Fetched(url, url, NOW, Status.TIMEOUT, "it took too long")
        if token and self.forgets:
            self.forgets = False
            return self.answer('<error code="badResumptionToken">old</error>')
        is_later = "from" in given or token.startswith("later-")
        listed = self.changed if is_later else self.records
        if not listed:
            return self.answer('<error code="noRecordsMatch"/>')
        start = int(token.removeprefix("later-") or 0)
        following = f"{'later-' * is_later}{start + 2}" if start + 2 < len(listed) else ""
        rest = f"<resumptionToken>{following}</resumptionToken>"
        return self.answer(f"<ListRecords>{''.join(listed[start : start + 2])}{rest}</ListRecords>")

    @staticmethod
    def answer(content: str) -> Fetched:
        text = f"<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'><responseDate>2026-11-01T10:00:00Z</responseDate>{content}</OAI-PMH>"
        return Fetched(
            "https://repo.example/oai", "https://repo.example/oai", NOW, body=text.encode()
        )


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_library(str(tmp_path / "library.db"), clock=SystemClock()) as opened:
        yield opened


def titles(library: Library) -> set[str]:
    return {paper.title for paper in library.papers.find(PaperQuery())}


def harvest(library: Library, repository: Repository) -> RepositoryHarvested:
    harvester = RepositoryHarvester(library, repository, SystemClock())  # type: ignore[arg-type]
    return asyncio.run(harvester.harvest(ADDRESS))


class Forgetful(Repository):
    """A repository that never knows its own tokens."""

    async def call(self, url: str, **more: object) -> Fetched:
        self.forgets = True
        assert len(self.asked) < 50, "it is asked without end"
        return await super().call(url, **more)


class Empty(Repository):
    """A repository that has always one more page, and nothing on it."""

    async def call(self, url: str, **more: object) -> Fetched:
        self.asked.append({})
        assert len(self.asked) < 50, "it is asked without end"
        return self.answer(
            f"<ListRecords><resumptionToken>{len(self.asked)}</resumptionToken></ListRecords>"
        )


class Repeating(Repository):
    """A repository that gives the same records for ever, each time with a new token."""

    async def call(self, url: str, **more: object) -> Fetched:
        self.asked.append({})
        assert len(self.asked) < 50, "it is asked without end"
        turns = "".join(self.records[:1] if len(self.asked) % 2 else self.records[1:2])
        return self.answer(
            f"<ListRecords>{turns}<resumptionToken>{len(self.asked)}</resumptionToken></ListRecords>"
        )


@pytest.mark.parametrize("hostile", [Forgetful, Empty, Repeating])
def test_a_list_without_end_is_given_up(library: Library, hostile: type[Repository]) -> None:
    with pytest.raises(UsageError):
        harvest(library, hostile())


def oai(content: str) -> str:
    return f"<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'>{content}</OAI-PMH>"


@pytest.mark.parametrize(
    "body",
    [
        f'<?xml version="1.0" encoding="utf-16"?><!DOCTYPE x [<!ENTITY e "aha">]>{oai("&e;")}'.encode("utf-16"),
        f'<!DOCTYPE x [<!ENTITY e "aha">]>{oai("&e;")}'.encode(),
        oai("<record>" * 2000 + "</record>" * 2000).encode(),
        oai("<a/>" * 1_100_000).encode(),
    ],
    ids=["entities in UTF-16", "entities", "nested records", "a million elements"],
)  # fmt: skip
def test_answers_made_to_grow_are_not_read(body: bytes) -> None:
    with pytest.raises(UsageError):
        read_repository(body, where="https://repo.example/oai")


def test_entries_of_a_feed_inside_each_other_are_not_read() -> None:
    with pytest.raises(UsageError):
        read_feed(
            b"<feed>" + b"<entry><title>x</title>" * 500 + b"</entry>" * 500 + b"</feed>", where="x"
        )


def test_all_records_come_once_then_what_changed(library: Library) -> None:
    repository = Repository()
    done = harvest(library, repository)
    assert (done.records, done.changed) == (5, 5)
    assert titles(library) == {f"Paper {n}" for n in range(1, 6)}
    paper = next(library.papers.find(PaperQuery(text='"Paper 3"')))
    assert (paper.doi, paper.year, paper.authors[0].name) == ("10.1000/3", 2024, "Ana Gómez Ruiz")

    repository.changed = [
        record(2, title="Paper two"),
        record(3, deleted=True),
        record(9, deleted=True),
    ]
    done = harvest(library, repository)
    assert "2026-11-01" in {one.get("from") for one in repository.asked}, "by day, as it takes it"
    assert (done.records, done.deleted, done.changed) == (3, 2, 2)
    assert titles(library) == {"Paper 1", "Paper two", "Paper 4", "Paper 5"}
    repository.changed = []
    assert harvest(library, repository).records == 0


def test_a_harvest_that_broke_off_goes_on_there(library: Library) -> None:
    repository = Repository()
    repository.breaks_at = "4"
    with pytest.raises(UsageError, match="broke off"):
        harvest(library, repository)
    assert len(titles(library)) == 4
    repository.breaks_at = ""
    assert harvest(library, repository).records == 1
    assert repository.asked[-1] == {"verb": "ListRecords", "resumptionToken": "4"}
    assert len(titles(library)) == 5
    assert library.repositories.place(ADDRESS).since == "2026-11-01T10:00:00Z"


def test_a_token_that_is_forgotten_begins_anew(library: Library) -> None:
    repository = Repository()
    repository.breaks_at = "2"
    with pytest.raises(UsageError):
        harvest(library, repository)
    repository.breaks_at, repository.forgets = "", True
    harvest(library, repository)
    assert len(titles(library)) == 5


@pytest.mark.parametrize(
    "body", [b"", b"<html/>", b"no xml", b"<!DOCTYPE x [<!ENTITY a 'b'>]><OAI-PMH/>"]
)
def test_what_is_no_repository_is_told(body: bytes) -> None:
    with pytest.raises(UsageError, match="repo"):
        read_repository(body, where="https://repo.example")
    with pytest.raises(UsageError, match="feed"):
        read_feed(body, where="https://feed.example")


ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><title>New</title><entry><id>urn:1</id><title>On Spiders</title>
<author><name>Ana Ruiz</name></author><published>2026-05-01T00:00:00Z</published><link href="https://j.example/1"/><link rel="enclosure" href="https://j.example/1.pdf"/>
<summary>Legs &lt;b&gt;and&lt;/b&gt; webs.</summary></entry><entry><id>urn:2</id></entry></feed>"""
RSS = b"""<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/"><channel><title>J</title>
<item><guid>g1</guid><title>On Webs</title><dc:creator>Gil, Juan</dc:creator><prism:doi>10.1000/77</prism:doi><prism:publicationName>Webs</prism:publicationName><link>https://j.example/2</link><pubDate>Fri, 01 May 2026 00:00:00 GMT</pubDate></item></channel></rss>"""


@pytest.mark.parametrize(
    ("body", "title", "author", "url"),
    [
        (ATOM, "On Spiders", "Ana Ruiz", "https://j.example/1"),
        (RSS, "On Webs", "Juan Gil", "https://j.example/2"),
    ],
)
def test_entries_of_feeds_are_papers(body: bytes, title: str, author: str, url: str) -> None:
    (entry,) = read_feed(body, where="x")
    assert entry.paper is not None
    assert (entry.paper.title, entry.paper.authors[0].name, entry.paper.url, entry.paper.year) == (
        title,
        author,
        url,
        2026,
    )


def test_only_marked_addresses_are_repositories() -> None:
    assert is_repository("oai+https://x.example/oai")
    assert is_repository("feed+http://x.example/rss")
    assert not is_repository("https://x.example/oai")
    assert not is_repository("oai+file:///etc/passwd")
