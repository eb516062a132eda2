"""DSpace Simple Archive Format: a zip that `dspace import --add --zip` takes, one folder an item.

Each item has `dublin_core.xml`, `contents` (its files), the file itself, and `collections` where handles are given. DSpace refuses an item with a
field that its registry does not know, so only fields are written that every DSpace has from its installation (config/registries/dublin-core-types.xml).
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterable, Sequence
from typing import IO
from xml.etree import ElementTree as ET

from harvestman.formats.candidates import candidate_terms
from harvestman.formats.xml_escaping import add_some, serialised
from harvestman.model import Candidate, UsageError

_SAFE = re.compile(r"[^\w.-]+")
# What DSpace reads as something else than a file of the item; names are compared without case, as some disks do.
_RESERVED = re.compile(r"dublin_core\.xml|metadata_.*\.xml|contents|collections|handle|relationships|delete_contents", re.IGNORECASE)  # fmt: skip
_MAX_NAME = 200
_COLLECTION = re.compile(r"[\w.]+/[\w.-]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)  # fmt: skip
_IN_ITS_LANGUAGE = frozenset({"title", "description", "subject"})
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the same candidates give the same bytes


def write_saf(
    stream: IO[bytes],
    candidates: Iterable[Candidate],
    file_of: Callable[[Candidate], tuple[str, bytes]],
    *,
    collections: Sequence[str] = (),
) -> int:
    """Write candidates with their files as one archive; how many there are. `file_of` gives the name and bytes of each.

    UsageError for a collection that is neither a handle nor a UUID: DSpace would stop at the first item.
    """
    count = 0
    for handle in collections:
        if not _COLLECTION.fullmatch(handle):
            raise UsageError(
                f"{handle!r} is no collection of DSpace: write its handle, such as 123456789/2, or its UUID"
            )
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for count, candidate in enumerate(candidates, start=1):
            folder = f"item_{count:05}"
            name, data = file_of(candidate)
            name = safe_name(name)
            _put(archive, f"{folder}/dublin_core.xml", _metadata(candidate).encode())
            _put(archive, f"{folder}/contents", f"{name}\tbundle:ORIGINAL\n".encode())
            if collections:
                handles = "".join(f"{handle}\n" for handle in collections)
                _put(archive, f"{folder}/collections", handles.encode())
            _put(archive, f"{folder}/{name}", data)
    return count


def safe_name(name: str) -> str:
    """A file's name without anything that a folder or a tab could be made of, and none that means something in an archive."""
    last = name.replace("\\", "/").rpartition("/")[2]
    kept = _SAFE.sub("_", last).strip("._")[-_MAX_NAME:] or "document"
    return f"document_{kept}" if _RESERVED.fullmatch(kept) else kept


def _metadata(candidate: Candidate) -> str:
    root = ET.Element("dublin_core", {"schema": "dc"})
    for element, qualifier, value in map(_as_registered, candidate_terms(candidate)):
        language = candidate.language if element in _IN_ITS_LANGUAGE else ""
        add_some(root, "dcvalue", value, {"element": element, "qualifier": qualifier or "none", "language": language})  # fmt: skip
    return serialised(root)


def _as_registered(term: tuple[str, str, str]) -> tuple[str, str, str]:
    """The term in a field that every DSpace knows: there is none for affiliations, and its field for DOIs is for those that it gives itself."""
    element, qualifier, value = term
    if qualifier == "affiliation":
        return "description", "statementofresponsibility", value
    if qualifier == "doi":
        return element, "uri", f"https://doi.org/{value}"
    return element, qualifier, value


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, _FIRST_DAY)
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, data)
