"""Papers inside collected volumes: the pages on which they stand, and those pages cut out."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import pytest

from documents.layout.printing import pdf, write
from find.little_web import little_web, open_for
from harvestman.documents import cut_pages, read_page_texts
from harvestman.find import PaperQuestion, place_in
from harvestman.model import Status

WORDS = "In this work we look at water that is slow and at plants that stand in it. " * 25
QUESTION = PaperQuestion("Slow Water in Deep Ditches", ("Peter Quill",))


def opening(title: str, authors: str, *, word: str = "Abstract") -> str:
    return f"Proceedings of the Pond Days 2019\n{title}\n{authors}\nUniversity of Saltreach\n{word}. We tell all.\n{WORDS}"


def volume(*, contents: str = "", own: str | None = None) -> list[str]:
    """Proceedings of four papers on sixteen pages behind a cover and a table of contents."""
    pages = [
        "Pond Days 2019\nProceedings",
        contents or "Contents\nSlow Water in Deep Ditches . . . . 7\nPeter Quill",
    ]
    for number, title in enumerate(("Reeds", "Slow Water in Deep Ditches", "Herons", "Mud")):
        first = opening(title, "Ann Fenn" if number != 1 else "P. Quill and Ann Fenn")
        pages += [own if own is not None and number == 1 else first, WORDS, WORDS, WORDS]
    return pages


def test_the_pages_from_its_title_to_the_next_papers() -> None:
    found = place_in(volume(), QUESTION)
    assert found is not None
    assert (found.first, found.last) == (7, 10)
    assert found.title == "Slow Water in Deep Ditches"
    assert found.score > 0.9


@pytest.mark.parametrize(
    ("title", "authors", "word"),
    [
        ("Медленная вода в глубоких канавах", "П. В. Тихонов", "Аннотация"),
        ("Agua lenta en las zanjas profundas", "Pedro Quiroga", "Resumen"),
    ],
)
def test_in_russian_and_spanish(title: str, authors: str, word: str) -> None:
    pages = volume(own=opening(title.upper(), authors, word=word))
    found = place_in(pages, PaperQuestion(title, (authors,)))
    assert found is not None
    assert (found.first, found.last) == (7, 10)


@pytest.mark.parametrize(
    "own",
    [
        opening("Slow Water in Deep Ditches", "Ann Fenn"),  # another's
        opening("Towards Slow Water in Deep Ditches", "Peter Quill"),
        f"7. P. Quill\nSlow Water in Deep Ditches\nJournal of Ponds 3, 2019\n{WORDS}",  # a list of works
        f"{WORDS}\nSlow Water in Deep Ditches\nPeter Quill\nAbstract",  # far below the top
    ],
)
def test_what_only_names_it_is_not_the_paper(own: str) -> None:
    assert place_in(volume(own=own, contents="Contents"), QUESTION) is None


def test_a_short_file_is_no_volume() -> None:
    assert place_in(volume()[6:10], QUESTION) is None


def proceedings() -> bytes:
    pages = iter(volume())

    def draw(page: object) -> None:
        lines = [part for line in next(pages).splitlines() for part in wrap(line, 90)]
        for row, line in enumerate(lines[:50]):
            write(page, 60, 60 + 14 * row, line)  # type: ignore[arg-type]

    return pdf(draw, pages=18)


def test_pages_of_a_file_are_read_and_cut_out() -> None:
    body = proceedings()
    assert "Slow Water" in read_page_texts(body)[6]
    cut = cut_pages((body, 7, 10))
    assert [len(read_page_texts(cut)), "Slow Water" in read_page_texts(cut)[0]] == [4, True]
    assert read_page_texts(b"no PDF at all") == ()
    assert cut_pages((b"no PDF at all", 1, 2)) == b""
    assert cut_pages((body, 90, 95)) == b""


def test_a_paper_is_found_inside_its_proceedings(tmp_path: Path) -> None:
    page = "<title>Pond Days</title><p>Pond Days 2019 <a href=all.pdf>Proceedings</a>"
    sites: dict[str, dict[str, str | bytes]] = {
        "pond": {"index.html": page, "all.pdf": proceedings()}
    }
    with little_web(tmp_path / "web", sites) as web, open_for(web, tmp_path) as opened:
        [answer] = opened.find_papers([QUESTION])
        assert (answer.status, answer.volume_pages) == (Status.SUCCESS, (7, 10)), answer.trail
        assert answer.to_plain()["volume_pages"] == [7, 10]
        assert len(read_page_texts(opened.find.cut(answer))) == 4
        [none] = opened.find_papers([PaperQuestion("Fast Water in Deep Ditches", ("P. Quill",))])
        assert none.status is Status.NOT_FOUND
