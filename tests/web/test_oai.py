"""OAI-PMH: every verb and every error, lists in pieces while the library changes, deleted records, and a key in the address."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from lxml import etree

from harvestman.model import Field, SetClock
from harvestman.store import Library, PaperSet, SetKind
from harvestman.web import Service
from harvestman.web.out import oai
from harvestman.web.out.oai_arguments import TOKEN_LIFE, read_set, set_spec
from store.sample import keep_mentions, keyed, mention
from web.application import ServiceMaker, running

OAI = "{http://www.openarchives.org/OAI/2.0/}"
DC = "{http://purl.org/dc/elements/1.1/}"
SITE = "http://conf.example/"
START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> SetClock:
    return SetClock(START)


@pytest.fixture
def service(make_service: ServiceMaker, clock: SetClock) -> Service:
    return make_service(clock=clock, contact="desk@uni.example")


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oai, "RECORDS_A_PAGE", 2)
    monkeypatch.setattr(oai, "SETS_A_PAGE", 2)


def keep(library: Library, *numbers: int, **values: object) -> list[str]:
    """A paper for each number; their ids."""
    for number in numbers:
        said = {"year": 2020 + number, "venue": "LEGS & Co", **values}
        one = mention(f"Paper <{number}> & more", keys=[f"k{number}"], **said)  # type: ignore[arg-type]
        keep_mentions(library, f"{SITE}{number}", one)
    return [paper.id for paper in library.papers.find()][::-1]


async def ask(client: httpx.AsyncClient, **arguments: str) -> etree._Element:
    """The answer to a verb; `from_` stands for `from`."""
    named = {name.rstrip("_"): value for name, value in arguments.items()}
    answer = await client.get("/oai", params=named)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/xml")
    root = etree.fromstring(answer.content)
    assert root.tag == f"{OAI}OAI-PMH"
    assert b"<OAI-PMH" in answer.content[:200], "the namespace is the default one"
    return root


def error(root: etree._Element) -> str:
    found = root.find(f"{OAI}error")
    return "" if found is None else str(found.get("code"))


def texts(root: etree._Element, name: str) -> list[str]:
    return [str(one.text) for one in root.iter(f"{OAI}{name}")]


async def all_of(
    client: httpx.AsyncClient, verb: str, **arguments: str
) -> tuple[list[etree._Element], list[str]]:
    """The items of a list, piece by piece, and the tokens on the way."""
    found: list[etree._Element] = []
    tokens: list[str] = []
    root = await ask(client, verb=verb, **arguments)
    while True:
        assert not error(root), etree.tostring(root)
        (content,) = root.findall(f"{OAI}{verb}")
        found += [item for item in content if item.tag != f"{OAI}resumptionToken"]
        token = content.find(f"{OAI}resumptionToken")
        if token is None or not token.text:
            return found, tokens
        tokens.append(token.text)
        root = await ask(client, verb=verb, resumptionToken=token.text)


async def test_identify(client: httpx.AsyncClient, library: Library, clock: SetClock) -> None:
    root = await ask(client, verb="Identify")
    assert texts(root, "adminEmail") == ["desk@uni.example"]
    assert texts(root, "baseURL") == ["http://localhost/oai"]
    assert texts(root, "deletedRecord") == ["persistent"]
    assert texts(root, "granularity") == ["YYYY-MM-DDThh:mm:ssZ"]
    assert texts(root, "earliestDatestamp") == ["2026-03-01T12:00:00Z"]
    request = root.find(f"{OAI}request")
    assert request is not None
    assert (request.get("verb"), request.text) == ("Identify", "http://localhost/oai")


async def test_a_record_in_both_formats(client: httpx.AsyncClient, library: Library) -> None:
    (paper,) = keep(library, 1, doi="10.1/x", pages="1-9")
    name = f"oai:localhost:{paper}"
    root = await ask(client, verb="GetRecord", identifier=name, metadataPrefix="oai_dc")
    assert texts(root, "identifier") == [name]
    assert [str(one.text) for one in root.iter(f"{DC}title")] == ["Paper <1> & more"]
    assert "https://doi.org/10.1/x" in [str(one.text) for one in root.iter(f"{DC}identifier")]
    assert [read_set(spec) for spec in texts(root, "setSpec")] == [
        PaperSet(SetKind.YEAR, "2021"),
        PaperSet(SetKind.VENUE, "LEGS & Co"),
    ]
    root = await ask(client, verb="GetRecord", identifier=name, metadataPrefix="mods")
    mods = "{http://www.loc.gov/mods/v3}"
    assert [str(one.text) for one in root.iter(f"{mods}start")] == ["1"]
    root = await ask(client, verb="ListMetadataFormats", identifier=name)
    assert texts(root, "metadataPrefix") == ["oai_dc", "mods"], "no document is held: no JATS"


async def test_a_list_in_pieces_that_can_be_asked_again(
    client: httpx.AsyncClient, library: Library, clock: SetClock
) -> None:
    ids = keep(library, 1, 2, 3, 4, 5)
    found, tokens = await all_of(client, "ListRecords", metadataPrefix="oai_dc")
    names = [str(one.findtext(f"{OAI}header/{OAI}identifier")) for one in found]
    assert sorted(names) == sorted(f"oai:localhost:{one}" for one in ids)
    first = await ask(client, verb="ListRecords", resumptionToken=tokens[0])
    again = await ask(client, verb="ListRecords", resumptionToken=tokens[0])
    assert texts(first, "identifier") == texts(again, "identifier") == names[2:4]
    token = first.find(f".//{OAI}resumptionToken")
    assert token is not None
    assert token.get("cursor") == "2"
    assert token.get("expirationDate") == "2026-03-08T12:00:00Z"
    clock.advance(TOKEN_LIFE.total_seconds() + 1)
    root = await ask(client, verb="ListRecords", resumptionToken=tokens[0])
    assert error(root) == "badResumptionToken"


async def test_deleted_records_and_their_return(
    client: httpx.AsyncClient, library: Library, clock: SetClock
) -> None:
    one, two = keep(library, 1, 2)
    merged = library.merges.accept(one, two)
    found, _ = await all_of(client, "ListIdentifiers", metadataPrefix="oai_dc")
    states = {
        str(h.findtext(f"{OAI}identifier")).rpartition(":")[2]: h.get("status") for h in found
    }
    assert states == {one: None, two: "deleted"}
    name = f"oai:localhost:{two}"
    root = await ask(client, verb="GetRecord", identifier=name, metadataPrefix="oai_dc")
    assert root.find(f".//{OAI}metadata") is None
    library.merges.undo(merged.id)
    root = await ask(client, verb="GetRecord", identifier=name, metadataPrefix="oai_dc")
    assert root.find(f".//{OAI}metadata") is not None


async def test_from_and_until_include_both_ends(
    client: httpx.AsyncClient, service: Service, library: Library
) -> None:
    keep(library, 1)
    (paper,) = library.papers.find()
    record = library.records.one(paper.id)
    assert record is not None
    moment = record.place.moment.replace(microsecond=0)
    exact = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    day = moment.strftime("%Y-%m-%d")
    later = (moment + timedelta(seconds=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    for from_, until in ((exact, exact), (day, day)):
        root = await ask(
            client, verb="ListIdentifiers", metadataPrefix="oai_dc", from_=from_, until=until
        )
        assert texts(root, "datestamp") == [exact]
    root = await ask(client, verb="ListIdentifiers", metadataPrefix="oai_dc", from_=later)
    assert error(root) == "noRecordsMatch"


async def test_sets_are_listed_and_select(client: httpx.AsyncClient, library: Library) -> None:
    keep(library, 1, 2, 3)
    found, tokens = await all_of(client, "ListSets")
    specs = {
        str(one.findtext(f"{OAI}setSpec")): str(one.findtext(f"{OAI}setName")) for one in found
    }
    assert tokens
    assert set(specs.values()) >= {"LEGS & Co", "Papers of 2021", "Papers of 2023"}
    assert all(re.fullmatch(r"[A-Za-z0-9\-_.!~*'()]+", spec) for spec in specs)
    for spec, name in specs.items():
        headers, _ = await all_of(client, "ListIdentifiers", metadataPrefix="oai_dc", set=spec)
        assert len(headers) == (3 if name == "LEGS & Co" else 1)


@pytest.mark.parametrize("value", ["Ñandú: «сети» ~ 100% / a_b", "x", "~7E%7E"])
def test_a_set_is_known_by_its_name_again(value: str) -> None:
    one = PaperSet(SetKind.VENUE, value)
    assert read_set(set_spec(one)) == one
    assert re.fullmatch(r"[A-Za-z0-9\-_.!~*'()]+", set_spec(one))


ERRORS: tuple[tuple[dict[str, str], str], ...] = (
    ({}, "badVerb"),
    ({"verb": "listrecords"}, "badVerb"),
    ({"verb": "Identify", "set": "x"}, "badArgument"),
    ({"verb": "ListRecords"}, "badArgument"),
    ({"verb": "GetRecord", "metadataPrefix": "oai_dc"}, "badArgument"),
    ({"verb": "ListRecords", "metadataPrefix": "marc"}, "cannotDisseminateFormat"),
    ({"verb": "ListRecords", "metadataPrefix": "oai_dc", "from_": "yesterday"}, "badArgument"),
    ({"verb": "ListRecords", "metadataPrefix": "oai_dc", "from_": "2026-02-30"}, "badArgument"),
    ({"verb": "ListRecords", "metadataPrefix": "oai_dc", "from_": "2026-03-02", "until": "2026-03-01"}, "badArgument"),
    ({"verb": "ListRecords", "metadataPrefix": "oai_dc", "from_": "2026-03-02", "until": "2026-03-02T00:00:00Z"}, "badArgument"),
    ({"verb": "ListRecords", "metadataPrefix": "oai_dc", "until": "1999-01-01"}, "noRecordsMatch"),
    ({"verb": "ListRecords", "metadataPrefix": "oai_dc", "set": "nonesuch"}, "badArgument"),
    ({"verb": "ListRecords", "metadataPrefix": "oai_dc", "set": "year-9999999999"}, "badArgument"),
    ({"verb": "ListRecords", "metadataPrefix": "oai_dc", "set": "year-1066"}, "noRecordsMatch"),
    ({"verb": "ListRecords", "resumptionToken": "x", "metadataPrefix": "oai_dc"}, "badArgument"),
    ({"verb": "ListRecords", "resumptionToken": "x"}, "badResumptionToken"),
    ({"verb": "ListRecords", "resumptionToken": "e30"}, "badResumptionToken"),
    ({"verb": "ListRecords", "resumptionToken": "W10"}, "badResumptionToken"),
    ({"verb": "ListSets", "resumptionToken": "ñ"}, "badResumptionToken"),
    ({"verb": "GetRecord", "identifier": "oai:localhost:nonesuch12", "metadataPrefix": "oai_dc"}, "idDoesNotExist"),
    ({"verb": "GetRecord", "identifier": "\u0007", "metadataPrefix": "oai_dc"}, "idDoesNotExist"),
    ({"verb": "ListMetadataFormats", "identifier": "x"}, "idDoesNotExist"),
)  # fmt: skip


@pytest.mark.parametrize(("arguments", "code"), ERRORS)
async def test_every_error(
    client: httpx.AsyncClient, library: Library, arguments: dict[str, str], code: str
) -> None:
    keep(library, 1)
    root = await ask(client, **arguments)
    assert error(root) == code
    request = root.find(f"{OAI}request")
    assert request is not None
    if code in ("badVerb", "badArgument"):
        assert not request.attrib


async def test_an_argument_given_twice(client: httpx.AsyncClient) -> None:
    answer = await client.get("/oai?verb=Identify&verb=Identify")
    assert error(etree.fromstring(answer.content)) == "badVerb"


async def test_an_empty_library_has_no_sets(client: httpx.AsyncClient) -> None:
    assert error(await ask(client, verb="ListSets")) == "noSetHierarchy"


async def test_by_post(client: httpx.AsyncClient, library: Library) -> None:
    keep(library, 1)
    answer = await client.post("/oai", data={"verb": "ListIdentifiers", "metadataPrefix": "oai_dc"})
    assert texts(etree.fromstring(answer.content), "identifier")
    answer = await client.post("/oai", data={"verb": "x" * 30_000})
    assert answer.status_code == 413


async def test_hostile_values_stay_text(client: httpx.AsyncClient, library: Library) -> None:
    keep_mentions(library, SITE, mention("A\x00B<script>\ud800]]>", keys=["k"], venue="\x0b&"))
    found, _ = await all_of(client, "ListRecords", metadataPrefix="mods")
    assert len(found) == 1
    await all_of(client, "ListSets")


async def test_tampered_tokens_are_refused_and_nothing_else(
    client: httpx.AsyncClient, library: Library
) -> None:
    keep(library, 1, 2, 3)
    _, (token,) = await all_of(client, "ListRecords", metadataPrefix="oai_dc")
    for place in range(0, len(token), 3):
        root = await ask(
            client, verb="ListRecords", resumptionToken=token[:place] + "A" + token[place + 1 :]
        )
        assert error(root) in ("", "badResumptionToken", "cannotDisseminateFormat")


@pytest.fixture
def keys(library: Library) -> Callable[[str], str]:
    def make(scope: str) -> str:
        return library.api_keys.add(scope, [scope])[1]

    return make


async def test_a_key_of_feeds_may_stand_in_the_address_and_no_other(
    make_service: ServiceMaker, library: Library, keys: Callable[[str], str]
) -> None:
    feed, read = keys("feed"), keys("read")
    async with running(make_service()) as client:
        answer = await client.get(f"/oai?verb=Identify&key={feed}")
        assert error(etree.fromstring(answer.content)) == ""
        assert (await client.get("/oai?verb=Identify")).status_code == 401
        assert (await client.get(f"/oai?verb=Identify&key={read}")).status_code == 403
        assert (await client.get(f"/api/v1/papers?key={feed}")).status_code == 401
        by_header = {"X-API-Key": read}
        assert (await client.get("/oai?verb=Identify", headers=by_header)).status_code == 200
        by_header = {"X-API-Key": feed}
        assert (await client.get("/api/v1/papers", headers=by_header)).status_code == 403


async def test_a_correction_moves_the_datestamp_and_a_second_reading_does_not(
    client: httpx.AsyncClient, library: Library
) -> None:
    (paper,) = keep(library, 1)
    before = library.records.one(paper)
    keep(library, 1)
    assert library.records.one(paper) == before
    library.say(paper, Field.YEAR, 1999, by="Ann")
    after = library.records.one(paper)
    assert after is not None
    assert before is not None
    assert after.place.moment > before.place.moment


async def test_removed_papers_are_told_to_those_who_copy_their_set(
    client: httpx.AsyncClient, library: Library, clock: SetClock
) -> None:
    first, _ = keep(library, 1, 2)
    clock.advance(3600)
    library.forgotten.forget([first], by="ann")

    async def gone(spec: PaperSet) -> list[str]:
        found, _ = await all_of(
            client, "ListIdentifiers", metadataPrefix="oai_dc", set=set_spec(spec)
        )
        return [texts(one, "identifier")[0] for one in found if one.get("status") == "deleted"]

    name = f"oai:localhost:{first}"
    assert await gone(PaperSet(SetKind.YEAR, "2021")) == [name]
    assert await gone(PaperSet(SetKind.VENUE, "LEGS & Co")) == [name]
    assert await gone(PaperSet(SetKind.YEAR, "2022")) == []
    clock.advance(3600)
    library.forgotten.bring_back([first])
    assert await gone(PaperSet(SetKind.YEAR, "2021")) == []


async def test_jats_of_papers_whose_document_is_held(
    client: httpx.AsyncClient, service: Service, library: Library, paper_pdf: bytes
) -> None:
    keep(library, 1)
    sent = await client.post(
        "/api/v1/documents", files={"file": ("a.pdf", paper_pdf, "application/pdf")}
    )
    assert sent.status_code in (200, 201), sent.text
    found, _ = await all_of(client, "ListRecords", metadataPrefix="jats")
    (record,) = found
    jats = "{https://jats.nlm.nih.gov/ns/archiving/1.3/}"
    article = record.find(f"{OAI}metadata/{jats}article")
    assert article is not None
    assert next(article.iter(f"{jats}article-title")).text
    assert article.find(f"{jats}body/{jats}sec") is not None
    name = texts(record, "identifier")[0]
    root = await ask(client, verb="ListMetadataFormats", identifier=name)
    assert texts(root, "metadataPrefix") == ["oai_dc", "mods", "jats"]
    other = next(one.id for one in library.papers.find() if one.id not in name)
    root = await ask(
        client, verb="GetRecord", identifier=f"oai:localhost:{other}", metadataPrefix="jats"
    )
    assert error(root) == "cannotDisseminateFormat"
    # Both are gone: whoever copies JATS is told of the one that had it.
    held = name.rpartition(":")[2]
    library.forgotten.forget([held, other], by="ann")
    found, _ = await all_of(client, "ListIdentifiers", metadataPrefix="jats")
    assert [texts(one, "identifier")[0] if len(one) else one.text for one in found] == [name]
    found, _ = await all_of(client, "ListIdentifiers", metadataPrefix="oai_dc")
    assert len(found) == 2


async def test_those_who_copy_jats_hear_that_a_document_has_come_or_gone(
    client: httpx.AsyncClient, library: Library, paper_pdf: bytes
) -> None:
    async def statuses(verb: str, **arguments: str) -> list[str | None]:
        root = await ask(client, verb=verb, **arguments)
        return [one.get("status") for one in root.iter(f"{OAI}header")]

    async def send() -> str:
        file = ("a.pdf", paper_pdf, "application/pdf")
        answer = await client.post("/api/v1/documents", files={"file": file})
        return str(answer.json()["id"])

    def moment() -> datetime:
        found = library.records.one(paper.id)
        assert found is not None
        return found.place.moment

    document = await send()
    (paper,) = library.papers.find()
    names = [one.name for one in paper.authors]
    keep_mentions(library, SITE, keyed(mention(paper.title, authors=names, doi=paper.doi)))
    (paper,) = library.papers.find()
    before = moment()
    await client.delete(f"/api/v1/documents/{document}")
    assert [one.id for one in library.papers.find()] == [paper.id], "a page speaks of it too"
    assert (gone := moment()) > before
    assert await statuses("ListRecords", metadataPrefix="jats") == ["deleted"]
    assert await statuses("ListRecords", metadataPrefix="oai_dc") == [None]
    named = {"identifier": f"oai:localhost:{paper.id}"}
    assert await statuses("GetRecord", metadataPrefix="jats", **named) == ["deleted"]
    await send()
    assert moment() > gone
    assert await statuses("ListRecords", metadataPrefix="jats") == [None]
