"""BHT, the bibliography hypertext in which dblp's editors type tables of contents: one list for each session of a volume.

An entry is `<li>`, the authors' full names between commas, a colon, the title with its end, the pages (0- when they are not known) and
the address of the electronic edition. What dblp has already is cited by its key; the keys proposed for the others stand in comments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from harvestman.formats.dblp_volumes import (
    DblpKeys,
    DblpVolume,
    dblp_ee,
    dblp_pages,
    dblp_title,
    dblp_volume,
    published,
)
from harvestman.formats.fields import clean
from harvestman.model import Paper

_NO_PAGES = "0-"


class Bht:
    """dblp's bibliography hypertext."""

    name = "bht"
    media_type = "application/x-dblp-bht"
    extension = ".bht"
    of_volumes = True

    def __init__(self) -> None:
        self.known_keys: Mapping[str, str] = {}
        """The keys that dblp has given already, by ids of papers: these papers are cited."""

    def write(self, papers: Iterable[Paper]) -> Iterator[str]:
        """A heading for each volume, a list for each of its sessions; volumes and sessions in the order of their first papers."""
        volumes: dict[DblpVolume, dict[str, list[Paper]]] = {}
        for paper in published(papers):
            sessions = volumes.setdefault(dblp_volume(paper), {})
            sessions.setdefault(clean(paper.session), []).append(paper)
        keys = DblpKeys(self.known_keys)
        for volume, sessions in volumes.items():
            heading = _text(volume.title or volume.booktitle or volume.key)
            yield f"<h1>{heading}</h1>\n{_comment(volume.key)}\n"
            for session, listed in sessions.items():
                yield (f"<h2>{_text(session)}</h2>\n" if session else "") + "<ul>\n"
                for paper in listed:
                    key = keys.key(paper, volume)
                    is_known = paper.id in self.known_keys
                    yield _cited(key) if is_known else _entry(paper) + _comment(key)
                yield "</ul>\n\n"


def _cited(key: str) -> str:
    return f'<li><cite key="{escape(key)}" style=ee>\n'


def _comment(key: str) -> str:
    """A key as a proposal; two hyphens would end the comment."""
    return f"<!-- {_text(key.replace('--', '-'))} -->\n"


def _entry(paper: Paper) -> str:
    names = ", ".join(_text(author.name).replace(",", "") for author in paper.authors)
    pages = dblp_pages(paper)
    lines = [
        f"<li>{names}:" if names else "<li>",
        f"{_text(dblp_title(paper))} {_text(pages) or _NO_PAGES}",
    ]
    if ee := dblp_ee(paper):
        lines.append(f"<ee>{escape(ee, quote=False)}</ee>")
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    return escape(clean(text), quote=False)
