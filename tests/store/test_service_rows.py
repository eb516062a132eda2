"""What the service keeps: documents with their extractions, jobs, keys; on both databases."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import pytest

from harvestman.model import BlobError, HarvestRequest, SetClock, Status, UsageError
from harvestman.store import Content, Duplicate, KeptPart, Library, NewDocument, Reading, new_owner
from harvestman.store.service.jobs import LEASE_S, MAX_TRIES
from store.sample import SITE, crawl, outcome

DONE = Reading(Status.SUCCESS)
HERE, THERE = "one server", "another"


def sent(library: Library, data: bytes, *, by: str = "") -> NewDocument:
    digest = library.blobs.put(data)
    return NewDocument(digest, "a.pdf", "application/pdf", len(data), sent_by=by)


def test_a_document_is_kept_with_what_became_of_it(library: Library) -> None:
    kept = library.documents.add(sent(library, b"one", by="ana"), Reading(Status.SCANNED, "why"))
    assert library.documents.get(kept.id) == kept
    assert (kept.status, kept.detail, kept.sent_by) == (Status.SCANNED, "why", "ana")
    assert kept.answer == kept.digest
    assert kept.duplicate is None
    near = Duplicate(kept.id, "the same text", distance=2, overlap=0.93)
    other = library.documents.add(
        sent(library, b"two"), Reading(Status.SUCCESS, answer=kept.digest, duplicate=near)
    )
    assert other.answer == kept.digest
    assert other.duplicate == near
    assert library.documents.known(kept.digest, "about") == (kept.id, kept.answer, None)
    assert library.documents.count() == 2


def test_a_document_without_its_bytes_is_not_kept(library: Library) -> None:
    digest = hashlib.sha256(b"elsewhere").hexdigest()
    with pytest.raises(BlobError):
        library.documents.add(NewDocument(digest, "a", "text/plain", 1), DONE)
    assert library.documents.count() == 0


def test_an_extraction_is_kept_whole_and_replaced_by_a_newer_one(library: Library) -> None:
    parts = {"about": KeptPart(b"a", "1"), "header": KeptPart(b"\0\xff", "1")}
    library.documents.keep_parts("d" * 64, parts)
    library.documents.keep_parts("d" * 64, {"header": KeptPart(b"new", "2")})
    assert library.documents.parts("d" * 64) == parts | {"header": KeptPart(b"new", "2")}
    assert library.documents.parts("d" * 64, ["about"]) == {"about": KeptPart(b"a", "1")}
    assert library.documents.parts("e" * 64) == {}


def test_bytes_and_extraction_go_with_the_last_who_needs_them(library: Library) -> None:
    first = library.documents.add(sent(library, b"one"), DONE)
    library.documents.keep_parts(first.digest, {"about": KeptPart(b"a", "1")})
    same = library.documents.add(
        sent(library, b"one"), Reading(Status.SUCCESS, duplicate=Duplicate(first.id, "same"))
    )
    near = library.documents.add(
        sent(library, b"two"),
        Reading(Status.SUCCESS, answer=first.digest, duplicate=Duplicate(first.id, "near")),
    )
    removed = library.documents.remove(first.id)
    assert removed is not None
    assert removed.forgotten == ()
    assert library.blobs.has(first.digest)
    kept = library.documents.get(same.id)
    assert kept is not None
    assert kept.duplicate == Duplicate("", "same")

    library.documents.remove(same.id)
    assert not library.blobs.has(first.digest)
    assert library.documents.parts(first.digest)  # the near-duplicate is answered by it

    last = library.documents.remove(near.id)
    assert last is not None
    assert set(last.forgotten) == {first.digest, near.digest}
    assert library.documents.parts(first.digest) == {}
    assert library.documents.remove(near.id) is None


def test_what_is_inside_a_file_is_forgotten_with_its_extraction(
    library: Library, clock: SetClock
) -> None:
    first = library.documents.add(sent(library, b"one"), DONE)
    for digest in (first.digest, "d" * 64):
        library.documents.keep_parts(digest, {"about": KeptPart(b"a", "1")})
        library.contents.keep(Content(digest, (-(2**63), 0, 2**63 - 1), 7))
        library.contents.keep(Content(digest, (1, 2, 3)))  # once is enough
    known = library.contents.maybe_inside([5, 2**63 - 1, -(2**63)])
    assert known == [Content(d, (-(2**63), 0, 2**63 - 1), 7) for d in (first.digest, "d" * 64)]
    assert library.contents.maybe_inside([0, 1, 2**63 - 1]) == []
    clock.advance(10)
    library.documents.prune(older_than=clock.now())
    assert [one.digest for one in library.contents.maybe_inside([-(2**63)])] == [first.digest]
    library.documents.remove(first.id)
    assert library.contents.maybe_inside([-(2**63)]) == []


def test_bytes_that_are_also_a_page_stay(library: Library) -> None:
    document = library.documents.add(sent(library, b"<html>one"), DONE)
    harvest = library.harvests.begin(HarvestRequest((SITE,), 0, 1))
    crawl(library, harvest, lambda visit: outcome(visit, digest=document.digest))
    library.documents.remove(document.id)
    assert library.blobs.has(document.digest)


def test_extractions_of_nobody_are_forgotten_in_time(library: Library, clock: SetClock) -> None:
    owned = library.documents.add(sent(library, b"one"), DONE)
    for digest in (owned.digest, "d" * 64):
        library.documents.keep_parts(digest, {"about": KeptPart(b"a", "1")})
    clock.advance(10)
    assert library.documents.prune(older_than=clock.now()) == ["d" * 64]
    assert library.documents.parts(owned.digest)
    library.documents.keep_parts("e" * 64, {"about": KeptPart(b"a", "1")})
    assert library.documents.prune(older_than=clock.now()) == []


def test_a_job_goes_from_queued_to_its_end(library: Library, clock: SetClock) -> None:
    document, job = library.documents.add_waiting(sent(library, b"one", by="ana"), "extract")
    assert document.status is None
    assert library.documents.known(document.digest, "about") is None  # it has not been read
    assert library.jobs.waiting("extract") == 1
    assert library.jobs.next_queued("harvest", holder=HERE) is None
    taken = library.jobs.next_queued("extract", holder=HERE)
    assert taken is not None
    assert (taken.id, taken.state, taken.started_by) == (job, "running", "ana")
    assert taken.task == {"document": document.id}
    assert library.jobs.next_queued("extract", holder=HERE) is None
    assert library.jobs.note(job, {"pages": 3}, holder=HERE)
    clock.advance(5)
    assert library.jobs.end(job, "done", holder=HERE, result={"status": "success"})
    assert not library.jobs.end(job, "failed", holder=HERE, error="too late")
    ended = library.jobs.get(job)
    assert ended is not None
    assert (ended.state, ended.progress, ended.result) == (
        "done",
        {"pages": 3},
        {"status": "success"},
    )
    assert ended.ended == clock.now()
    assert ended.has_ended


def test_a_job_is_its_holders_as_long_as_that_one_says_so(
    library: Library, clock: SetClock
) -> None:
    job = library.jobs.add("extract", {}).id
    library.jobs.next_queued("extract", holder=HERE)
    clock.advance(LEASE_S - 1)
    assert library.jobs.take_from_the_dead() == 0
    assert library.jobs.renew([job], holder=THERE) == set()
    assert library.jobs.renew([job], holder=HERE) == {job}
    clock.advance(LEASE_S - 1)
    assert library.jobs.take_from_the_dead() == 0
    clock.advance(1)
    assert library.jobs.take_from_the_dead() == 1
    assert library.jobs.take_from_the_dead() == 0
    assert library.jobs.next_queued("extract", holder=THERE) is not None
    # Whoever slept through the end of its time changes nothing any more.
    assert library.jobs.renew([job], holder=HERE) == set()
    assert not library.jobs.note(job, {"pages": 3}, holder=HERE)
    assert not library.jobs.end(job, "done", holder=HERE)
    assert not library.jobs.put_down(job, holder=HERE)
    assert library.jobs.end(job, "done", holder=THERE)


def test_nobody_waits_for_the_jobs_of_a_process_of_this_machine_that_is_dead(
    library: Library,
) -> None:
    code = "from harvestman.store import new_owner; print(new_owner())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    living, dead = library.jobs.add("extract", {}).id, library.jobs.add("extract", {}).id
    library.jobs.next_queued("extract", holder=new_owner())
    library.jobs.next_queued("extract", holder=done.stdout.strip())
    assert library.jobs.take_from_the_dead() == 1
    states = {job.id: job.state for job in library.jobs.some([living, dead])}
    assert states == {living: "running", dead: "queued"}


def test_a_job_over_which_servers_die_is_interrupted_in_the_end(
    library: Library, clock: SetClock
) -> None:
    job = library.jobs.add("harvest", {}).id
    for _ in range(2):  # as often as it is put down in good order, it waits again
        assert library.jobs.next_queued("harvest", holder=HERE) is not None
        assert library.jobs.put_down(job, holder=HERE)
    for _ in range(MAX_TRIES):
        assert library.jobs.next_queued("harvest", holder=HERE) is not None
        clock.advance(LEASE_S)
        assert library.jobs.take_from_the_dead() == 1
    told = library.jobs.get(job)
    assert told is not None
    assert (told.state, told.error) == ("interrupted", "its server died 3 times over it")
    assert library.jobs.next_queued("harvest", holder=HERE) is None
    assert library.jobs.requeue(job) == "harvest"
    assert library.jobs.next_queued("harvest", holder=HERE) is not None


def test_a_job_is_cancelled_whoever_holds_it(library: Library) -> None:
    jobs = [library.jobs.add("harvest", {}).id for _ in range(2)]
    library.jobs.next_queued("harvest", holder=HERE)
    for job in jobs:
        assert library.jobs.cancel(job)
        assert not library.jobs.cancel(job)
    assert not library.jobs.end(jobs[0], "done", holder=HERE)
    assert {job.state for job in library.jobs.newest()} == {"cancelled"}


def test_jobs_are_listed_newest_first_and_paged(library: Library) -> None:
    names = [library.jobs.add("extract", {"n": n}).id for n in range(5)]
    page = library.jobs.newest(limit=2)
    assert [job.id for job in page] == names[:2:-1]
    rest = library.jobs.newest(before=page[-1].id)
    assert [job.id for job in rest] == names[2::-1]
    assert library.jobs.newest(state="running") == []


def test_a_key_is_found_by_its_text_alone(library: Library, clock: SetClock) -> None:
    key, text = library.api_keys.add("ana", ["write"], rate=60)
    assert library.api_keys.find(text) == key
    assert key.allows("read")
    assert key.allows("write")
    assert not key.allows("admin")
    for wrong in (text[:-1], text + "x", "", "hv_", f"hv_{key.id}_", text.upper(), "hv_%_x"):
        assert library.api_keys.find(wrong) is None
    clock.advance(60)
    library.api_keys.touch(key.id)
    assert library.api_keys.all()[0].last_used == clock.now()
    assert library.api_keys.revoke(key.id)
    assert not library.api_keys.revoke(key.id)
    assert library.api_keys.find(text) is None
    assert library.api_keys.has_any()
    with pytest.raises(UsageError):
        library.api_keys.add("bo", ["everything"])
    with pytest.raises(UsageError):
        library.api_keys.add("bo", [])


def test_every_key_is_another(library: Library) -> None:
    assert not library.api_keys.has_any()
    texts = {library.api_keys.add("x", ["read"])[1] for _ in range(5)}
    assert len(texts) == 5
    assert all(len(text) > 50 for text in texts)
