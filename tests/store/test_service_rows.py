"""What the service keeps: documents with their extractions, keys; on both databases."""

from __future__ import annotations

import hashlib

import pytest

from harvestman.model import BlobError, HarvestRequest, SetClock, Status, UsageError
from harvestman.store import (
    Content,
    Duplicate,
    KeptPart,
    KnownBytes,
    Library,
    NewDocument,
    Reading,
)
from store.sample import SITE, add_document, crawl, keep_content, keep_parts, outcome

DONE = Reading(Status.SUCCESS)


def sent(library: Library, data: bytes, *, by: str = "") -> NewDocument:
    digest = library.blobs.put(data)
    return NewDocument(digest, "a.pdf", "application/pdf", len(data), sent_by=by)


def test_a_document_is_kept_with_what_became_of_it(library: Library) -> None:
    kept = add_document(library, sent(library, b"one", by="ana"), Reading(Status.SCANNED, "why"))
    assert library.documents.get(kept.id) == kept
    assert (kept.status, kept.detail, kept.sent_by) == (Status.SCANNED, "why", "ana")
    assert kept.answer == kept.digest
    assert kept.duplicate is None
    near = Duplicate(kept.id, "the same text", distance=2, overlap=0.93)
    other = add_document(
        library, sent(library, b"two"), Reading(Status.SUCCESS, answer=kept.digest, duplicate=near)
    )
    assert other.answer == kept.digest
    assert other.duplicate == near
    assert library.documents.known(kept.digest, "about") == KnownBytes(
        kept.id, kept.answer, None, ()
    )
    assert library.documents.count() == 2


def test_a_document_without_its_bytes_is_not_kept(library: Library) -> None:
    digest = hashlib.sha256(b"elsewhere").hexdigest()
    with pytest.raises(BlobError):
        add_document(library, NewDocument(digest, "a", "text/plain", 1), DONE)
    assert library.documents.count() == 0


def test_an_extraction_is_kept_whole_and_replaced_by_a_newer_one(library: Library) -> None:
    parts = {"about": KeptPart(b"a", "1"), "header": KeptPart(b"\0\xff", "1")}
    keep_parts(library, "d" * 64, parts)
    keep_parts(library, "d" * 64, {"header": KeptPart(b"new", "2")})
    assert library.documents.parts("d" * 64) == parts | {"header": KeptPart(b"new", "2")}
    assert library.documents.parts("d" * 64, ["about"]) == {"about": KeptPart(b"a", "1")}
    assert library.documents.parts("e" * 64) == {}
    assert library.documents.known("d" * 64, "about") == KnownBytes(
        "", "d" * 64, parts["about"], ()
    )
    assert library.documents.known("e" * 64, "about") is None


def test_bytes_and_extraction_go_with_the_last_who_needs_them(library: Library) -> None:
    first = add_document(library, sent(library, b"one"), DONE)
    keep_parts(library, first.digest, {"about": KeptPart(b"a", "1")})
    same = add_document(
        library,
        sent(library, b"one"),
        Reading(Status.SUCCESS, duplicate=Duplicate(first.id, "same")),
    )
    near = add_document(
        library,
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
    first = add_document(library, sent(library, b"one"), DONE)
    for digest in (first.digest, "d" * 64):
        keep_parts(library, digest, {"about": KeptPart(b"a", "1")})
        keep_content(library, Content(digest, (-(2**63), 0, 2**63 - 1), 5, "before"))
        # Read again, a file has the same streams, and the mark that counts is the last one.
        keep_content(library, Content(digest, (-(2**63), 0, 2**63 - 1), 7, "now"))
    known = library.contents.maybe_inside([5, 2**63 - 1, -(2**63)])
    both = (first.digest, "d" * 64)
    assert known == [Content(d, (-(2**63), 0, 2**63 - 1), 7, "now") for d in both]
    assert library.contents.maybe_inside([0, 1, 2**63 - 1]) == []
    clock.advance(10)
    library.documents.prune(older_than=clock.now())
    assert [one.digest for one in library.contents.maybe_inside([-(2**63)])] == [first.digest]
    library.documents.remove(first.id)
    assert library.contents.maybe_inside([-(2**63)]) == []


def test_bytes_that_are_also_a_page_stay(library: Library) -> None:
    document = add_document(library, sent(library, b"<html>one"), DONE)
    harvest = library.harvests.begin(HarvestRequest((SITE,), 0, 1))
    crawl(library, harvest, lambda visit: outcome(visit, digest=document.digest))
    library.documents.remove(document.id)
    assert library.blobs.has(document.digest)


def test_extractions_of_nobody_are_forgotten_in_time(library: Library, clock: SetClock) -> None:
    owned = add_document(library, sent(library, b"one"), DONE)
    for digest in (owned.digest, "d" * 64):
        keep_parts(library, digest, {"about": KeptPart(b"a", "1")})
    clock.advance(10)
    assert library.documents.prune(older_than=clock.now()) == ["d" * 64]
    assert library.documents.parts(owned.digest)
    keep_parts(library, "e" * 64, {"about": KeptPart(b"a", "1")})
    assert library.documents.prune(older_than=clock.now()) == []


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
