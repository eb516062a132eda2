"""What one key sends does not change what another key gets for its own bytes."""

from __future__ import annotations

import io
from collections.abc import Callable

import httpx
import pypdfium2
import pytest

from harvestman.documents import pdf_streams
from harvestman.store import Library
from web.application import ServiceMaker, running
from web.forging import FORGED, forged_pdf, forged_text, printed_over, with_properties
from web.papers import LONG
from world.pdf import make_pdf

DOCUMENTS = "/api/v1/documents"


def genuine_pdf() -> bytes:
    written = io.BytesIO()
    pypdfium2.PdfDocument(make_pdf(LONG)).save(written)
    return written.getvalue()


def genuine_text() -> bytes:
    sections = "\n\n".join(f"{heading}\n\n{text}" for heading, text in LONG.sections)
    return f"{LONG.title}\n\n{LONG.authors[0].name}\n\nAbstract\n\n{LONG.abstract}\n\n{sections}\n".encode()


def keys(library: Library, *names: str) -> list[dict[str, str]]:
    return [
        {"Authorization": f"Bearer {library.api_keys.add(name, ['read', 'write'])[1]}"}
        for name in names
    ]


async def title(client: httpx.AsyncClient, sent: httpx.Response, key: dict[str, str]) -> str:
    header = await client.get(sent.json()["links"]["header"], headers=key)
    return str(header.json()["title"])


@pytest.mark.parametrize("kind", ["pdf", "text"])
async def test_a_forger_gets_nobody_his_title(
    make_service: ServiceMaker, library: Library, kind: str
) -> None:
    forger, victim = keys(library, "forger", "victim")
    genuine = genuine_pdf() if kind == "pdf" else genuine_text()
    forged = forged_pdf(genuine) if kind == "pdf" else forged_text(genuine.decode()).encode()
    async with running(make_service()) as client:
        first = await client.post(DOCUMENTS, content=forged, headers=forger)
        assert await title(client, first, forger) == FORGED
        mine = await client.post(DOCUMENTS, content=genuine, headers=victim)
        assert await title(client, mine, victim) == LONG.title
        assert mine.json()["answered_from"] == "own-bytes"


@pytest.mark.parametrize("whose", ["all", "own", "none"])
async def test_not_even_where_everybody_answers_for_everybody_if_the_pages_differ(
    make_service: ServiceMaker, whose: str
) -> None:
    genuine = genuine_pdf()
    forged = forged_pdf(genuine)
    assert pdf_streams(forged) == pdf_streams(genuine)
    async with running(make_service(duplicates="all")) as client:
        await client.post(DOCUMENTS, content=forged)
        mine = await client.post(f"{DOCUMENTS}?duplicates={whose}", content=genuine)
        assert await title(client, mine, {}) == LONG.title


async def test_a_near_duplicate_of_another_key_answers_only_if_one_lets_it(
    make_service: ServiceMaker, library: Library
) -> None:
    first, second = keys(library, "first", "second")
    async with running(make_service()) as client:
        await client.post(DOCUMENTS, content=genuine_text(), headers=first)
        mine = genuine_text() + b" And one word more."
        taken = await client.post(f"{DOCUMENTS}?duplicates=all", content=mine, headers=second)
        assert taken.json()["answered_from"] == "near-duplicate"
        assert taken.json()["duplicate_of"]["id"] is None  # it is another key's
        # the same bytes once more: what a near-duplicate gave them is not what they say
        again = await client.post(DOCUMENTS, content=mine, headers=second)
        assert again.json()["answered_from"] == "own-bytes"
        waiting = await client.post(
            f"{DOCUMENTS}?async=1&duplicates=none", content=mine + b"\n", headers=second
        )
        assert waiting.status_code == 202


async def test_ones_own_near_duplicates_answer_unless_one_refuses(
    make_service: ServiceMaker, library: Library
) -> None:
    (mine,) = keys(library, "mine")
    other = genuine_text() + b" And one word more."
    async with running(make_service()) as client:
        first = await client.post(DOCUMENTS, content=genuine_text(), headers=mine)
        near = await client.post(DOCUMENTS, content=other, headers=mine)
        assert near.json()["answered_from"] == "near-duplicate"
        assert near.json()["duplicate_of"]["id"] == first.json()["id"]
        own = await client.post(f"{DOCUMENTS}?duplicates=none", content=other + b"\n", headers=mine)
        assert own.json()["answered_from"] == "own-bytes"
        assert own.json()["duplicate_of"]["reason"]


@pytest.mark.parametrize("forge", [printed_over, with_properties])
async def test_whoever_answers_says_nothing_that_the_file_does_not(
    make_service: ServiceMaker, forge: Callable[[bytes], bytes]
) -> None:
    genuine = genuine_pdf()
    async with running(make_service(duplicates="all")) as client:
        alone = (await client.post(DOCUMENTS, content=genuine)).json()
        truth = (await client.get(alone["links"]["header"])).json()
        await client.delete(alone["links"]["self"])
        forged = (await client.post(DOCUMENTS, content=forge(genuine))).json()
        assert (await client.get(forged["links"]["header"])).json() != truth
        mine = (await client.post(DOCUMENTS, content=genuine)).json()
        assert mine["duplicate_of"]["id"] == forged["id"]  # told all the same
        assert mine["answered_from"] == "own-bytes"
        assert (await client.get(mine["links"]["header"])).json() == truth


async def test_words_below_another_title_answer_nobody(make_service: ServiceMaker) -> None:
    forged = forged_text(genuine_text().decode()).encode()
    async with running(make_service(duplicates="all")) as client:
        await client.post(DOCUMENTS, content=forged)
        mine = await client.post(DOCUMENTS, content=genuine_text())
        assert mine.json()["answered_from"] == "own-bytes"
        assert await title(client, mine, {}) == LONG.title


async def test_a_key_learns_no_ids_of_anothers_documents(
    make_service: ServiceMaker, library: Library
) -> None:
    ana, bo = keys(library, "ana", "bo")
    admin = {"Authorization": f"Bearer {library.api_keys.add('root', ['admin'])[1]}"}
    async with running(make_service()) as client:
        first = await client.post(DOCUMENTS, content=genuine_text(), headers=ana)
        same = await client.post(DOCUMENTS, content=genuine_text(), headers=bo)
        told = same.json()["duplicate_of"]
        assert (told["id"], told["reason"]) == (None, "the same bytes")
        again = await client.post(DOCUMENTS, content=genuine_text(), headers=ana)
        assert again.json()["duplicate_of"]["id"] == first.json()["id"]
        changes = {}
        for name, key in (("ana", ana), ("bo", bo), ("root", admin)):
            answer = await client.get("/api/v1/changes", headers=key)
            changes[name] = [c["id"] for c in answer.json()["items"] if c["thing"] == "document"]
        assert changes["ana"] == [first.json()["id"], again.json()["id"]]
        assert changes["bo"] == [same.json()["id"]]
        assert len(changes["root"]) == 3


async def test_separate_keys_see_nothing_of_each_other(
    make_service: ServiceMaker, library: Library
) -> None:
    ana, bo = keys(library, "ana", "bo")
    async with running(make_service(separate_keys=True)) as client:
        sent = (await client.post(DOCUMENTS, content=genuine_text(), headers=ana)).json()
        for link in ("self", "file", "header"):
            assert (await client.get(sent["links"][link], headers=ana)).status_code == 200
            assert (await client.get(sent["links"][link], headers=bo)).status_code == 404
        assert (await client.delete(sent["links"]["self"], headers=bo)).status_code == 404
        assert sent["papers"] == []
        assert library.papers.count() == 0
