"""Documents that are kept: each file that was read and names its title and authors is a paper of the library, or speaks of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harvestman.cli.merging import search_after_a_harvest, tell_found
from harvestman.cli.printing import print_line
from harvestman.dedup import paper_keys
from harvestman.model import LinkedMention, Mention

if TYPE_CHECKING:
    from harvestman.cli.documents_given import Given
    from harvestman.model import Extraction
    from harvestman.store import Library


class Keeper:
    """Puts documents into a library, each as soon as it was read."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._kept = 0
        self._left: list[str] = []

    def take(self, given: Given, extraction: Extraction) -> None:
        """Keep a document's bytes and what its header says; one without title or authors is left."""
        if not extraction.is_read:
            return  # which is told at the end anyway
        if not (extraction.header.title and extraction.header.authors):
            self._left.append(given.name)
            return
        digest = self._library.blobs.put(given.path.read_bytes())
        mention = Mention(extraction.claims)
        self._library.captures.keep_file(digest, LinkedMention(mention, paper_keys(mention.claims)))
        self._kept += 1

    def tell(self) -> None:
        """Compare the papers with those of the library, and say on standard error what came of it all."""
        for name in self._left:
            print_line(f"{name}: not kept, for it names no title or no authors.", to_stderr=True)
        found = search_after_a_harvest(self._library)
        print_line(
            f"{self._kept} documents kept; the library has {self._library.papers.count()} papers.",
            to_stderr=True,
        )
        tell_found(found, to_stderr=True)
