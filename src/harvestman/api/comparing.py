"""Papers against an imported bibliography: what it has already, and how a volume of ours differs from its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from harvestman.api.selecting import select

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harvestman.formats import Exporter
    from harvestman.model import Paper
    from harvestman.plan import InBibliography, VolumeDiff
    from harvestman.store import Library, Volume


_AT_ONCE = 500  # papers whose claims are asked for together


def bibliography(library: Library, name: str) -> InBibliography:
    """What an imported bibliography has; UsageError for one that cannot be compared with."""
    from harvestman.model import UsageError
    from harvestman.plan import DBLP, InBibliography

    if name != DBLP:
        raise UsageError(f"papers can be compared with {DBLP} alone, not with {name!r}")
    return InBibliography(library.plan)


class KnownPapers:
    """The papers that an imported bibliography has: told by DOI, by title and author, or by title in the volume that they are of.

    The volume settles what names cannot: a paper of which a page names but one author, and not the first.
    """

    def __init__(self, library: Library, name: str) -> None:
        """UsageError for a bibliography that was not imported."""
        self._library = library
        self._bibliography = bibliography(library, name)
        self._titles: dict[tuple[str, int], frozenset[str]] = {}

    def __contains__(self, paper: Paper) -> bool:
        return paper in self._bibliography or self._is_in_volume(paper)

    def _is_in_volume(self, paper: Paper) -> bool:
        from harvestman.formats import dblp_volume
        from harvestman.plan import listed_papers, volumes_of
        from harvestman.text import fold

        volume = dblp_volume(paper)
        if not volume.booktitle or not volume.year:
            return False
        of_volume = (volume.booktitle, volume.year)
        if of_volume not in self._titles:
            plan = self._library.plan
            self._titles[of_volume] = frozenset(
                fold(one.title)
                for known in volumes_of(plan, acronym=volume.booktitle, year=volume.year)
                for one in listed_papers(plan, known.key)
            )
        return fold(paper.title) in self._titles[of_volume]


def still_lacking(library: Library, volumes: Sequence[Volume], name: str) -> list[Volume]:
    """The volumes that are still to be entered into a bibliography: it lacks more than half of their papers."""
    known = KnownPapers(library, name)
    counted = [
        replace(
            one,
            lacking=sum(
                paper not in known for paper in library.papers.find(select(event=one.event.id))
            ),
        )
        for one in volumes
    ]
    return [one for one in counted if (one.lacking or 0) * 2 > one.papers]


def diff(library: Library, papers: Sequence[Paper], *, volume: str | None) -> VolumeDiff:
    """How papers differ from the volume of the imported dblp with this key, or from that of their venue and year; UsageError for a key of none."""
    from harvestman.model import UsageError
    from harvestman.plan import DBLP, compare_volume, listed_papers

    bibliography(library, DBLP)  # tells when none was imported
    volumes = [volume] if volume else _volumes_of(library, papers)
    listed = [one for key in volumes for one in listed_papers(library.plan, key)]
    if volume and not listed and not any(library.plan.volumes(key=volume)):
        raise UsageError(
            f"dblp has no volume {volume}: name one by its key, such as conf/lime/2026"
        )
    return compare_volume(papers, listed, volumes=volumes)


def as_wanted(library: Library, papers: Iterator[Paper], exporter: Exporter) -> Iterator[Paper]:
    """Papers as a format wants them: one of volumes gets them in the order in which they were found, first names in full, known by dblp's keys."""
    if not getattr(exporter, "of_volumes", False):
        return papers
    in_order = list(papers)[::-1]
    if hasattr(exporter, "known_keys"):
        exporter.known_keys = _keys_in_dblp(library, in_order)
    return _in_full(library, in_order)


def _in_full(library: Library, papers: Sequence[Paper]) -> Iterator[Paper]:
    """Papers with first names in full; claims are asked for only where a name is not."""
    from harvestman.model import has_abbreviated, with_full_names

    for start in range(0, len(papers), _AT_ONCE):
        some = papers[start : start + _AT_ONCE]
        short = [paper.id for paper in some if has_abbreviated(paper)]
        claims = library.merges.claims(short) if short else {}
        for paper in some:
            yield with_full_names(paper, claims[paper.id]) if paper.id in claims else paper


def _keys_in_dblp(library: Library, papers: Sequence[Paper]) -> dict[str, str]:
    """The keys of those papers, by their ids, that the imported dblp has in the volume of their venue and year; none without a dump."""
    from harvestman.plan import listed_papers
    from harvestman.text import fold

    listed = {
        fold(one.title): one.key
        for volume in _volumes_of(library, papers)
        for one in listed_papers(library.plan, volume)
    }
    found = {paper.id: listed.get(fold(paper.title), "") for paper in papers}
    return {paper: key for paper, key in found.items() if key}


def _volumes_of(library: Library, papers: Sequence[Paper]) -> list[str]:
    """The keys of the volumes of dblp that papers are of, by venue and year; those that most papers name."""
    from harvestman.formats import dblp_volume
    from harvestman.plan import volumes_of

    named = Counter((v.booktitle, v.year) for v in map(dblp_volume, papers) if v.booktitle)
    if not named:
        return []
    (acronym, year), _ = named.most_common(1)[0]
    return [v.key for v in volumes_of(library.plan, acronym=acronym, year=year or 0)]
