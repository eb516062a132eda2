"""Whether the surer readers have told all papers of a page, and how the guesses of the learned one are joined to theirs.

A landing page names its paper in its head; a list is covered when no repeated text of title's length is left that nothing
told accounts for. Then the learned reader, the slowest on long pages, need not be asked. Where it
is, it completes what they told (authors, file, session) and adds what they left out, but never another print of the same paper,
nor what the page itself calls a keynote or a break.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise
from typing import Final

from harvestman.model import Author, Authority, Field
from harvestman.pages.learned.looks import NAVIGATION
from harvestman.pages.learned.regions import windows
from harvestman.pages.merging import Draft, contradict
from harvestman.pages.readers.article_page import NAME as ARTICLE_PAGE
from harvestman.pages.source import Source, text_of
from harvestman.text import fold, words

_FEW: Final = 4
_SHARE: Final = 0.25
"""So many repeated texts may be left, outright or for each paper told: affiliations of editors, chairs, remarks."""
_ALIKE: Final = 2
"""So many texts left that are printed just as the titles told are further papers."""
_MIN_WORDS: Final = 4
_MAX_WORDS: Final = 40
_MAX_WINDOWS: Final = (
    5  # of a long page that are looked at, 20,000 regions: a list goes on as it began
)
_MAX_CHARACTERS: Final = 1_000_000  # of a long page in which links to files are looked for
_ENDS: Final = 24  # characters at either end of a title by which another print of it is looked up
_HREF: Final = re.compile(r"href\s*+=\s*+[\"']?([^\"'\s>]++)", re.IGNORECASE)
_FILE_ENDINGS: Final = (".pdf", ".ps", ".ps.gz", ".doc", ".docx")
_SEVERAL: Final = 3


def is_own_page(told: Sequence[Draft], source: Source) -> bool:
    """Whether the page is that of one paper, which it names in its head or its heading."""
    keys = {one.title_key for one in told if one.title_key}
    if any(one.reader == ARTICLE_PAGE for one in told):
        return len(keys) == 1
    if len(keys) != 1 or not any(one.authority > Authority.WRAPPER for one in told):
        return False
    (key,) = keys
    if any(fold(meta.content[:2_000]) == key for meta in source.metas[:500]):
        return True
    return any(
        key in fold(text_of(node, limit=2_000)) for node in source.tree.css("title, h1")[:_SEVERAL]
    )


def own_paper(told: Sequence[Draft], source: Source) -> list[Draft] | None:
    """On the page of one paper, which its head names with title and authors: what is told of it, without the related and cited works.

    None where the page is something else.
    """
    titles = {fold(meta.content[:2_000]) for meta in source.metas_of("citation_title")}
    if len(titles) != 1 or not source.metas_of("citation_author"):
        return None
    (own,) = titles
    shown = source.tree.css("title, h1")[:_SEVERAL] if own else []
    if not any(own in fold(text_of(node, limit=2_000)) for node in shown):
        return None
    return [one for one in told if not one.title_key or one.title_key == own] or None


def is_covered(told: Sequence[Draft], source: Source, *, refused: Iterable[str] = ()) -> bool:
    """Whether no list of the page is left that what was told, or refused to be a paper, does not account for."""
    titles = {one.title_key for one in told if one.title_key}
    if not titles:
        return False
    texts = chain(refused, (text for one in told for text in _texts(one)))
    known = {pair for text in texts for pair in pairwise(words(text))}
    most = max(_FEW, _SHARE * len(titles))
    left: dict[str, int] = {}
    title_paths: set[str] = set()
    for page in islice(windows(source.html), _MAX_WINDOWS):
        if page.last is None and not page.offset:
            source.regions = page
        for region in page.regions[page.first : page.last]:
            if region.flags & NAVIGATION:
                continue
            tokens = words(region.text)
            if sum(token.isalpha() for token in tokens) < _MIN_WORDS:
                continue
            if fold(region.text) in titles:
                title_paths.add(region.path)
            elif len(tokens) <= _MAX_WORDS and _is_news(tokens, known):
                left[region.path] = left.get(region.path, 0) + 1
                if left[region.path] > most:
                    return False
    return all(left.get(path, 0) < _ALIKE for path in title_paths)


def _is_news(tokens: list[str], known: set[tuple[str, str]]) -> bool:
    """Whether most pairs of neighbouring words are in nothing that was told."""
    told = 0
    for pair in pairwise(tokens):
        told += pair in known
    return 2 * told < len(tokens) - 1


def is_complete(told: Sequence[Draft], source: Source) -> bool:
    """Whether every paper has authors, and a file where the page links files that nobody has told of."""
    papers: dict[str, set[Field]] = {}
    for one in told:
        if one.title_key:
            papers.setdefault(one.title_key, set()).update(one.values)
    if any(Field.AUTHORS not in fields for fields in papers.values()):
        return False
    bare = sum(Field.PDF not in fields for fields in papers.values())
    if not bare:
        return True
    links = _HREF.findall(source.html[:_MAX_CHARACTERS])
    files = {source.resolve(link) for link in links if link.lower().endswith(_FILE_ENDINGS)}
    claimed = {one.get(Field.PDF) for one in told}
    return 2 * len(files - claimed) < bare


def joined(
    told: Sequence[Draft],
    guessed: Sequence[Draft],
    *,
    refused: Iterable[str],
    completing_only: bool,
) -> Iterator[Draft]:
    """The guesses that are of use beside what was told; another print of a title is put to the paper it means.

    `refused` are the titles of what the page says is no paper.
    """
    no_papers = {fold(title[:1_000]) for title in refused}
    by_end: dict[str, list[Draft]] = {}
    for one in told:
        for end in _both_ends(one.title_key):
            by_end.setdefault(end, []).append(one)
    for guess in guessed:
        key = guess.title_key
        same = [
            one for one in _candidates(key, by_end) if key in one.title_key or one.title_key in key
        ]
        if same:
            for one in same:
                if not contradict(guess, one):
                    yield guess.called(one.title_key)
                    break
        elif not completing_only and not _is_refused(key, no_papers):
            yield guess


def _candidates(key: str, by_end: dict[str, list[Draft]]) -> list[Draft]:
    if not by_end:
        return []  # on most pages nothing was told
    return [one for end in _both_ends(key) for one in by_end.get(end, [])[:20]]


def _both_ends(key: str) -> tuple[str, ...]:
    return (f"^{key[:_ENDS]}", f"{key[-_ENDS:]}$") if key else ()


def _is_refused(key: str, refused: Collection[str]) -> bool:
    if not refused:
        return False
    return key in refused or any(
        len(no) > _ENDS and (no in key or key in no) for no in list(refused)[:200]
    )


def _texts(one: Draft) -> Iterator[str]:
    for cleaned in one.values.values():
        value = cleaned.value
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            names = [part.name if isinstance(part, Author) else part for part in value]
            yield " ".join(names)
            for part in value:
                if isinstance(part, Author):
                    yield from (f"{part.name} {place}" for place in part.affiliations)
                    yield f"{part.name} and"
                    yield from part.affiliations
