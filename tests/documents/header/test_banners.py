"""Where a paper appeared, as lines at the top and the foot of its first page say it."""

from __future__ import annotations

import pytest

from harvestman.documents.header.banners import find_banner
from harvestman.documents.header.front import read_front
from harvestman.documents.layout.lines import Layout, Line, PageLayout

BODY = [
    Line(
        f"words of the running text that say nothing at all, line {n}",
        1,
        50,
        200 + 12 * n,
        300,
        210 + 12 * n,
        10.0,
    )
    for n in range(25)
]


def banner(*lines: str, top: bool = False) -> tuple[str | None, str | None, int | None]:
    """What is found when these lines stand at the foot (or the top) of a page, in small print."""
    start = 20.0 if top else 740.0
    small = [
        Line(text, 1, 50, start + 10 * at, 300, start + 8 + 10 * at, 8.0)
        for at, text in enumerate(lines)
    ]
    page = PageLayout(1, 595.0, 842.0, tuple([*small, *BODY] if top else [*BODY, *small]))
    found = find_banner(read_front(Layout((page,), 1, "pdf")))
    return (
        found.venue.value if found.venue else None,
        found.pages.value if found.pages else None,
        found.year.value if found.year else None,
    )


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            [
                "Proceedings of the 4th Meeting of the Society for Small Animals, pages 31–36",
                "September 11-15, 2023 ©2023 Society for Small Animals",
            ],
            ("Proceedings of the 4th Meeting of the Society for Small Animals", "31-36", 2023),
        ),
        (
            ["31st Conference on Legs and Webs (CLAW 2021), Almadraba."],
            ("31st Conference on Legs and Webs (CLAW 2021), Almadraba", None, 2021),
        ),
        (
            [
                "Spiders at the 12 th International Conference on",
                "Harvest, Tarapuy, 2019. Copyright 2019 by the author(s).",
            ],
            ("12 th International Conference on Harvest, Tarapuy, 2019", None, 2019),
        ),
        (
            [
                "WEBS’09, May 4–9, 2009, Quillmouth, UK.",
                "Copyright 2009 ACM 978-1-60558-000-0 $5.00.",
            ],
            ("WEBS’09", None, 2009),
        ),
        (["Copyright © 2022, Association for the Advancement of Webs."], (None, None, 2022)),
        (["978-1-7281-0000-0/19/$31.00 ©2019 IEEE"], (None, None, 2019)),
        (
            ["XX Jornadas de Arácnidos y Redes, 2014"],
            ("XX Jornadas de Arácnidos y Redes, 2014", None, 2014),
        ),
        (["Preprint submitted to Journal of Webs, Vol. 3, 2020"], (None, None, None)),
        (["Supported by grant 2019-17 of nobody."], (None, None, None)),
    ],
)
def test_foot_of_the_first_page(
    lines: list[str], told: tuple[str | None, str | None, int | None]
) -> None:
    assert banner(*lines) == told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "Journal of Polite Crawling 59 (2012) 661–686",
            ("Journal of Polite Crawling", "661-686", 2012),
        ),
        (
            "Revista de Telarañas, Vol. 3, No. 2, 2015, pp. 12-25",
            ("Revista de Telarañas", "12-25", 2015),
        ),
        (
            "Труды Института паутины, том 28, вып. 3, 2016, с. 5-20",
            ("Труды Института паутины", "5-20", 2016),
        ),
        ("JOURNAL OF LATEX CLASS FILES, VOL. 14, NO. 8, AUGUST 2015", (None, None, None)),
    ],
)
def test_top_of_the_first_page(line: str, told: tuple[str | None, str | None, int | None]) -> None:
    assert banner(line, top=True) == told


def test_the_running_text_names_no_venue() -> None:
    sentence = "We took part in the 16th International Conference on Words, which was held in 2016."
    page = PageLayout(
        1, 595.0, 842.0, (*BODY, Line(sentence, 1, 50, 510, 300, 520, 10.0), *BODY[:3])
    )
    assert find_banner(read_front(Layout((page,), 1, "pdf"))).venue is None
