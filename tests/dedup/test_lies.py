"""Pages that lie about papers: however a page, or several, tie an author's papers together, they stay what they are, and a person is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from harvestman.dedup import find_merges, linked_mentions
from harvestman.model import Author, Field, Mention, SetClock, Value
from harvestman.store import Library, open_library
from store.sample import NOON, claim, keep_mentions

EVIL = "http://evil.example/"
HOSTILE = "Everything Was Written by the Attacker"
PAPERS = 26
Entry = dict[str, Value | list[Value]]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with open_library(str(tmp_path / "library.db"), clock=SetClock(NOON)) as opened:
        yield opened


def keep(library: Library, url: str, *entries: Entry) -> None:
    """A page that states these papers, as a harvest keeps it."""
    mentions = []
    for number, entry in enumerate(entries):
        subject = f"p{number}"
        claims = [
            claim(Field(field), one, source=url, subject=subject)
            for field, value in entry.items()
            for one in (value if isinstance(value, list) else [value])
        ]
        mentions.append(Mention(tuple(claims)))
    keep_mentions(library, url, *linked_mentions(mentions))


def title_of(number: int) -> str:
    """No two begin alike."""
    word = "amber birch cedar delta ember fjord grove heath islet jetty kelp lagoon marsh".split()
    return f"{word[number % 13]} {number} in the valleys of the north".capitalize()


def entry(title: str, **more: Value | list[Value]) -> Entry:
    return {"title": title, "authors": (Author("Ana Ruiz"),), **more}


def genuine(number: int) -> Entry:
    return entry(title_of(number), doi=f"10.1000/real.{number}", arxiv=f"2401.{number:05}")


def keep_genuine(library: Library) -> None:
    for number in range(PAPERS):
        keep(library, f"http://publisher.example/{number}", genuine(number))


def pages_of(entries: Iterable[Entry], size: int) -> Iterator[tuple[str, list[Entry]]]:
    every = list(entries)
    for number, start in enumerate(range(0, len(every), size)):
        yield f"{EVIL}{number}", every[start : start + size]


def one_title(size: int, **ids: str) -> Callable[[], Iterator[tuple[str, list[Entry]]]]:
    """One title, another paper's identifier each, so many on a page."""
    return lambda: pages_of(
        (
            entry(HOSTILE, **{name: form.format(n) for name, form in ids.items()})
            for n in range(200)
        ),
        size,
    )


def chain() -> Iterator[tuple[str, list[Entry]]]:
    """Each title with the next paper's DOI: no entry and no title has more than one."""
    yield (
        EVIL,
        [entry(title_of(n), doi=f"10.1000/real.{(n + 1) % PAPERS}") for n in range(PAPERS)],
    )


def chain_of_pages() -> Iterator[tuple[str, list[Entry]]]:
    (_, entries), *_ = chain()
    return pages_of(entries, 1)


def many_titles() -> Iterator[tuple[str, list[Entry]]]:
    """One entry with all titles, as names in many languages would be."""
    yield EVIL, [entry(HOSTILE) | {"title": [title_of(n) for n in range(PAPERS)]}]


def pairs_of_titles() -> Iterator[tuple[str, list[Entry]]]:
    """Entries with two titles each, every page another pair."""
    return pages_of(
        (
            entry(HOSTILE) | {"title": [title_of(n), title_of((n + 1) % PAPERS)]}
            for n in range(PAPERS)
        ),
        1,
    )


def both_identifiers() -> Iterator[tuple[str, list[Entry]]]:
    """One paper's DOI, another's arXiv identifier."""
    return pages_of(
        (
            entry(HOSTILE, doi=f"10.1000/real.{n}", arxiv=f"2401.{(n + 1) % PAPERS:05}")
            for n in range(PAPERS)
        ),
        5,
    )


def titles_of_their_own() -> Iterator[tuple[str, list[Entry]]]:
    """Each paper's DOI under another wrong title."""
    lies = (f"How {title_of(n + 5)[:6]} was bought and sold by nobody" for n in range(PAPERS))
    yield EVIL, [entry(lie, doi=f"10.1000/real.{n}") for n, lie in enumerate(lies)]


ATTACKS = {
    "titles of their own": titles_of_their_own,
    "200 on a page": one_title(200, doi="10.1000/real.{}"),
    "two a page": one_title(2, doi="10.1000/real.{}"),
    "one a page": one_title(1, doi="10.1000/real.{}"),
    "arXiv identifiers": one_title(200, arxiv="2401.{:05}"),
    "arXiv identifiers, one a page": one_title(1, arxiv="2401.{:05}"),
    "a DOI of arXiv's": one_title(200, doi="10.48550/arxiv.2401.{:05}", arxiv="2401.{:05}"),
    "a chain": chain,
    "a chain of pages": chain_of_pages,
    "many titles": many_titles,
    "pairs of titles": pairs_of_titles,
    "both identifiers": both_identifiers,
}


@pytest.mark.parametrize("is_first", [False, True], ids=["after", "before"])
@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_papers_stay_apart_and_keep_their_titles(
    library: Library, attack: Callable[[], Iterator[tuple[str, list[Entry]]]], is_first: bool
) -> None:
    if not is_first:
        keep_genuine(library)
    for url, entries in attack():
        keep(library, url, *entries)
    if is_first:
        keep_genuine(library)
    find_merges(library)
    owners: dict[str, set[int]] = {}
    for paper in library.papers.find():
        for said in library.papers.claims(paper.id):
            if said.field is Field.TITLE and said.evidence.source.startswith("http://publisher"):
                owners.setdefault(paper.id, set()).add(int(said.evidence.source.rpartition("/")[2]))
    together = [numbers for numbers in owners.values() if len(numbers) > 1]
    assert together == []
    assert not is_shown(library)
    assert library.merges.doubtful()
    assert sound(library)


def is_shown(library: Library) -> bool:
    """Whether a paper of the publisher's shows the hostile title."""
    return any(
        said.evidence.source.startswith("http://publisher")
        for paper in library.papers.find()
        if paper.title == HOSTILE or "bought and sold" in paper.title
        for said in library.papers.claims(paper.id)
    )


def sound(library: Library) -> bool:
    return not [line for line in library.check() if "lost their bytes" not in line]


def test_what_was_held_back_waits_for_a_person_and_obeys(library: Library) -> None:
    keep_genuine(library)
    for url, entries in chain():
        keep(library, url, *entries)
    waiting = library.merges.doubtful()
    assert all(EVIL in one.reasons[0] for one in waiting)
    again = find_merges(library)
    assert {one.id for one in again.doubtful} >= {one.id for one in waiting}
    still = {one.id for one in library.merges.doubtful()}
    assert still >= {one.id for one in waiting}  # a comparison does not decide it
    before = library.papers.count()
    library.merges.accept(waiting[0].one, waiting[0].other)
    assert library.papers.count() == before - 1
    library.merges.refuse(waiting[1].one, waiting[1].other)
    for url, entries in chain():
        keep(library, url, *entries)
    assert library.papers.count() == before - 1
    left = {one.id for one in library.merges.doubtful()}
    assert left == still - {one.id for one in waiting[:2]}
    assert sound(library)


def test_a_column_that_returns_is_several_papers(library: Library) -> None:
    column = [
        entry("The View from the Lighthouse", doi=f"10.1000/column.{number}") for number in range(5)
    ]
    keep(library, "http://magazine.example/", *column)
    assert library.papers.count() == 5
    for number, one in enumerate(column):
        keep(library, f"http://magazine.example/{number}", one)
    assert library.papers.count() == 5


def test_a_volumes_doi_on_one_page_does_not_make_an_authors_two_papers_one(
    library: Library,
) -> None:
    one, other = entry(title_of(1), doi="10.1000/volume"), entry(title_of(2), doi="10.1000/volume")
    keep(library, "http://conf.example/", one, other)
    assert library.papers.count() == 2


def test_what_is_no_contradiction_joins(library: Library) -> None:
    title = title_of(3)
    keep(library, "http://a.example/", entry(title, doi="10.1145/1086365.1086380"))
    keep(library, "http://b.example/", entry(title, doi="10.1145/1090189.1086380"))
    keep(library, "http://c.example/", entry(title, doi="10.5281/zenodo.1", arxiv="2401.00001"))
    keep(library, "http://d.example/", entry(f"{title}: a catalogue", arxiv="2401.00001"))
    assert library.papers.count() == 1
    es, en = "Arañas del norte y sus patas", "Spiders of the northern valleys"
    keep(library, "http://e.example/", entry(es, doi="10.1000/es"))
    keep(library, "http://f.example/", entry(en, doi="10.1000/es"))
    assert library.papers.count() == 2
    assert not library.merges.doubtful()


@pytest.mark.parametrize("is_first", [False, True], ids=["after", "before"])
def test_against_the_dois_own_site_others_embedded_metadata_is_not_believed(
    library: Library, is_first: bool
) -> None:
    doi = "10.1145/1086365.1086380"
    genuine = entry(title_of(3), doi=doi)
    hostile = entry(f"{title_of(3)}: bought and sold by nobody", doi=doi, abstract="Buy my book.")
    # Three sites of one attacker, so that they outvote the publisher; each knows the whole beginning of the title.
    lies = [(f"http://evil{n}.example/", hostile) for n in range(3)]
    told = [("https://dl.acm.org/doi/10.1145/1086365.1086380", genuine)]
    for url, one in [*lies, *told] if is_first else [*told, *lies]:
        keep(library, url, one)
    (paper,) = library.papers.find()
    assert paper.title == title_of(3)
    assert paper.abstract == "Buy my book."  # nobody else tells one
