"""What the repository has already, asked of it over OAI-PMH: pages, deleted records, errors, lists without an end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harvestman.fetch import Failure, Fetcher, FetchOptions, MockTransport, Reply, Request
from harvestman.gather import HeldIndex, ask_held
from harvestman.model import Candidate, CandidateAuthor, Status, SystemClock, UsageError

BASE = "https://repo.example/oai/request"


def record(title: str, author: str, identifier: str = "", *, deleted: bool = False) -> str:
    mark = " status='deleted'" if deleted else ""
    return (
        f"<record><header{mark}/><metadata><dc xmlns:d='http://purl.org/dc/elements/1.1/'><d:title>{title}</d:title>"
        f"<d:creator>{author}</d:creator><d:identifier>{identifier}</d:identifier></dc></metadata></record>"
    )


def page(*records: str, token: str = "", error: str = "") -> Reply:
    more = f"<resumptionToken>{token}</resumptionToken>" if token else ""
    inside = f"<error code='{error}'>no</error>" if error else f"<ListRecords>{''.join(records)}{more}</ListRecords>"  # fmt: skip
    text = f"<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'>{inside}</OAI-PMH>"
    return Reply(text.encode(), fields=(("Content-Type", "text/xml"),))


async def asked(replies: Callable[[Request], Reply | Failure]) -> HeldIndex:
    transport = MockTransport(replies)
    async with Fetcher(
        FetchOptions(delay_s=0), clock=SystemClock(), transport=transport
    ) as fetcher:
        return await ask_held(fetcher, f"{BASE}?verb=Identify")


def candidate(title: str, *, doi: str = "") -> Candidate:
    return Candidate("http://uni.example/x.pdf", title, (CandidateAuthor("Helen Marsh"),), doi=doi)


async def test_all_pages_are_read_and_deleted_records_count_for_nothing() -> None:
    pages = {
        f"{BASE}?verb=ListRecords&metadataPrefix=oai_dc": page(
            record("Reeds and Their Beds", "Marsh, Helen"), record("Otters at Night", "Marsh, Helen", deleted=True), token="t 2"
        ),
        f"{BASE}?verb=ListRecords&resumptionToken=t+2": page(record("Wet Land", "Quill, P.", "https://doi.org/10.5555/wet")),
    }  # fmt: skip
    held = await asked(lambda request: pages[request.url])
    assert held.has(candidate("Reeds and their beds"))
    assert not held.has(candidate("Otters at Night"))
    assert held.has(candidate("Something else", doi="10.5555/WET"))


async def test_an_empty_repository_has_nothing() -> None:
    held = await asked(lambda _: page(error="noRecordsMatch"))
    assert held.titles == {}


@pytest.mark.parametrize(
    "reply",
    [
        page(error="cannotDisseminateFormat"),
        Reply(b"<html>Welcome</html>"),
        Reply(b"", 500),
        Failure(Status.UNREACHABLE, "nobody"),
        page(record("a", "b"), token="always the same"),
    ],
)
async def test_half_a_list_is_no_list(reply: Reply | Failure) -> None:
    with pytest.raises(UsageError):
        await asked(lambda _: reply)


async def test_a_list_that_turns_in_a_circle_is_left_at_once() -> None:
    replies = iter([page(record("a", "b"), token="always the same")] * 5)
    broken = Failure(Status.TIMEOUT, "asked too often")
    with pytest.raises(UsageError, match="circle"):
        await asked(lambda _: next(replies, broken))
