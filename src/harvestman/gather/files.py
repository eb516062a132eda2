"""The file of a candidate, for archives, deposits and downloads."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from harvestman.model import Candidate
from harvestman.store import Library


def candidate_file(library: Library, candidate: Candidate) -> tuple[str, bytes]:
    """The name that a candidate's file has on its site, and its bytes."""
    name = unquote(urlsplit(candidate.url).path).rpartition("/")[2]
    return name, library.blobs.get(candidate.digest)
