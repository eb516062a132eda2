"""The answers that were made of documents, from the library; first from Redis where that is configured.

The library has everything. Redis has what is asked for often, as long as its own limits and times to live allow.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from harvestman.dedup.texts import Answers
from harvestman.documents import ABOUT, Extractor
from harvestman.holdings.parts import unpack_about
from harvestman.store import Documents, KeptPart


class KeptAnswers:
    """The kept parts of all documents."""

    def __init__(
        self,
        documents: Documents,
        extractors: Mapping[str, Extractor],
        *,
        quick: Answers | None = None,
    ) -> None:
        self._documents = documents
        self._extractors = extractors
        self._quick = quick

    def get(self, digest: str, names: Collection[str]) -> dict[str, KeptPart]:
        """Those of the given parts that are kept, and `about`."""
        wanted = {ABOUT, *names}
        found = self._quickly(digest, wanted)
        if found is None:
            found = self._documents.parts(digest, wanted)
        return found

    def current(self, digest: str, names: Collection[str]) -> dict[str, KeptPart] | None:
        """The parts and `about`; None when one is missing or was made by another version of its extractor."""
        kept = self.get(digest, names)
        if ABOUT not in kept:
            return None
        about = unpack_about(kept[ABOUT])
        for name in names if about.is_read else ():
            version = kept[name].version if name in kept else about.failures.get(name, ("",))[0]
            if version != self._extractors[name].version:
                return None
        return kept

    def remember(self, digest: str, parts: Mapping[str, KeptPart]) -> None:
        """Have what the library was just given at hand outside of it too."""
        if self._quick is not None:
            for name, part in parts.items():
                self._quick.put(digest, name, part.version.encode() + b"\n" + part.value)

    def forget(self, digest: str) -> None:
        """Forget what is kept outside the library; the library forgets by itself."""
        if self._quick is not None:
            self._quick.discard(digest)

    def _quickly(self, digest: str, names: Collection[str]) -> dict[str, KeptPart] | None:
        """All these parts from Redis, or None."""
        found: dict[str, KeptPart] = {}
        for name in names if self._quick is not None else ():
            assert self._quick is not None
            packed = self._quick.get(digest, name)
            if packed is None:
                return None
            version, _, value = packed.partition(b"\n")
            found[name] = KeptPart(value, version.decode())
        return found or None
