"""Whole pages, each written after a kind of platform: what a person would note down must come out, and no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from harvestman.model import Author, PageReading, Paper, Status

HOME = "https://www.example.org"

EXPECTED: dict[str, list[dict[str, Any]]] = {
    "acl.html": [
        {
            "title": "Counting Legs: Arthropod Morphology with Small Models",
            "authors": (Author("Ottilie Kranz"), Author("Bao-Long Trinh")),
            "venue": "Proceedings of the 61st Meeting on Animal Language (Volume 1: Long Papers)",
            "year": 2023,
            "date": "2023-07",
            "doi": "10.55555/v1/2023.mal-long.7",
            "pdf": "https://anthology.example.org/2023.mal-long.7.pdf",
            "pages": "101-115",
            "kind": "conference-paper",
        }
    ],
    "ceur.html": [
        {
            "title": "Weaving a Web Ontology",
            "authors": (Author("Zoë Adler"), Author("Anna Birke"), Author("Mika Citron")),
            "pdf": f"{HOME}/dir/paper1.pdf",
            "pages": "1-8",
            "venue": "Proceedings of the Workshop on Spider Silk Ontologies",
            "kind": "conference-paper",
            "session": "Session 1: Threads",
        },
        {
            "title": "Orb or Funnel? A Classifier",
            "authors": (Author("Karl Dachs"),),
            "pdf": f"{HOME}/dir/paper2.pdf",
            "pages": "9-16",
            "venue": "Proceedings of the Workshop on Spider Silk Ontologies",
            "kind": "conference-paper",
            "session": "Session 1: Threads",
        },
    ],
    "pmlr.html": [
        {
            "title": "Gradient Webs for k-Legged Walkers",
            "authors": (Author("Mei Lin"), Author("Jan van der Berg")),
            "venue": "International Conference on Walking Machines",
            "year": 2021,
            "date": "2021-07-01",
            "pages": "77",
            "pdf": "http://proceedings.example.press/v139/lin21a/lin21a.pdf",
            "issn": "2640-3498",
            "language": "en",
            "kind": "conference-paper",
        }
    ],
    "ojs.html": [
        {
            "title": "Los opiliones de la sierra",
            "authors": (
                Author("Ana María Ruiz", ("Universidad de León",)),
                Author("Íñigo Peña", ("CSIC",), (), "0000-0002-1825-0097"),
            ),
            "venue": "Revista de Aracnología",
            "volume": "8",
            "issue": "2",
            "pages": "33-47",
            "year": 2020,
            "date": "2020-06-29",
            "doi": "10.55555/ra.2020.12",
            "issn": "2049-3630",
            "url": "https://revista.example.es/article/view/12",
            "pdf": "https://revista.example.es/article/download/12/7",
            "language": "es",
            "keywords": ("opiliones", "taxonomía"),
            "abstract": "Se describen tres especies nuevas de opiliones de la sierra y su distribución.",
            "kind": "journal-article",
        }
    ],
    "dspace.html": [
        {
            "title": "Slow Gaits: A Comparative Study",
            "authors": (Author("Ngozi Okafor"),),
            "year": 2018,
            "date": "2018-11",
            "url": "http://hdl.handle.net/1234/5678",
            "isbn": "9783161484100",
            "publisher": "University of Somewhere",
            "keywords": ("gait", "arachnids"),
            "language": "en",
            "abstract": "This thesis looks at slow gaits of long-legged animals and of machines built after them.",
            "kind": "thesis",
        }
    ],
    "eprints.html": [
        {
            "title": "Stridulation in the dark",
            "authors": (Author("Dora Lovell"), Author("Jürgen Sand")),
            "venue": "Sound and Silence 2011",
            "year": 2011,
            "date": "2011-09-14",
            "pages": "4-9",
            "pdf": "http://eprints.example.ac.uk/4711/1/dark.pdf",
            "kind": "conference-paper",
        }
    ],
    "arxiv.html": [
        {
            "title": "Eight Legs Are All You Need",
            "authors": (Author("Aragorn Silk"), Author("Mary Ann Thread")),
            "year": 2021,
            "date": "2021-01-04",
            "arxiv": "2101.00042",
            "pdf": "https://arxiv.example.org/pdf/2101.00042",
            "abstract": "We show that eight legs suffice for every task that six legs were thought to be needed for.",
        }
    ],
    "acm.html": [
        {
            "title": "Daddy-Long-Legs Computing",
            "authors": (Author("Yuki Tanaka"), Author("Aïcha Benali")),
            "venue": "Proceedings of the 4th Conference on Legs",
            "year": 2022,
            "date": "2022-10-05",
            "doi": "10.5555/3500000.3500042",
            "isbn": "9783161484100",
            "pages": "12-21",
            "keywords": ("locomotion", "walking"),
            "language": "en",
            "kind": "conference-paper",
        }
    ],
    "zenodo.html": [
        {
            "title": "Harvest records of the long-legged",
            "authors": (
                Author("Lucía Gómez", ("Universidad de Sevilla",), (), "0000-0001-5109-3700"),
                Author("Илья Кузнецов"),
            ),
            "year": 2024,
            "date": "2024-05-01",
            "doi": "10.5555/example.777",
            "url": "https://records.example.org/records/777",
            "publisher": "Records",
            "keywords": ("harvest", "records"),
            "language": "en",
            "abstract": "All that was gathered at harvest time, with evidence for each value.",
        }
    ],
    "frontiers.html": [
        {
            "title": "Leg autotomy and its cost",
            "authors": (
                Author("Rosa Domínguez", ("Universidad de Chile",)),
                Author("John Smith Jr.", (), ("js@example.org",)),
            ),
            "venue": "Frontiers in Legs",
            "volume": "11",
            "year": 2020,
            "date": "2020-02-07",
            "doi": "10.3389/fleg.2020.00042",
            "pdf": f"{HOME}/articles/10.3389/fleg.2020.00042/pdf",
            "publisher": "Frontiers",
            "keywords": ("autotomy", "cost", "legs"),
            "language": "en",
            "abstract": "Leg autotomy is common among long-legged animals and its cost is low.",
            "kind": "journal-article",
        }
    ],
    "scielo.html": [
        {
            "title": "Segadores del altiplano: clave ilustrada",
            "authors": (
                Author("Elena Muñoz", ("Universidad de Concepción, Chile",)),
                Author("José Antonio del Río"),
            ),
            "venue": "Boletín de Zoología",
            "volume": "30",
            "issue": "4",
            "pages": "301-310",
            "year": 2015,
            "date": "2015",
            "doi": "10.5555/s0378-59552015000400003",
            "issn": "0378-5955",
            "url": "http://www.scielo.example.cl/scielo.php?script=sci_arttext&pid=S0378&lng=es",
            "pdf": "http://www.scielo.example.cl/pdf/bz/v30n4/art03.pdf",
            "publisher": "Sociedad Zoológica",
            "kind": "journal-article",
        }
    ],
    "cyberleninka.html": [
        {
            "title": "О СЕНОКОСЦАХ ПОВОЛЖЬЯ",
            "authors": (Author("Ершов Андрей Петрович"), Author("Ляпунов А.А.")),
            "venue": "Вестник зоологии",
            "year": 2016,
            "date": "2016",
            "issn": "2049-3630",
            "pdf": "https://library.example.ru/article/n/o-senokostsah/pdf",
            "keywords": ("СЕНОКОСЦЫ", "ПОВОЛЖЬЕ"),
            "language": "ru",
            "kind": "journal-article",
        }
    ],
    "mathnet.html": [
        {
            "title": "О длинноногих решётках на плоскости",
            "authors": (Author("С. Н. Паукова"), Author("Йозеф Краб")),
            "venue": "Математические ноги",
            "volume": "63",
            "issue": "6",
            "pages": "803-812",
            "year": 1998,
            "date": "1998-06-12",
            "pdf": f"{HOME}/php/getFT.phtml?jrnid=mn&paperid=1&what=fullt",
            "kind": "journal-article",
        }
    ],
    "issue_jsonld.html": [
        {
            "title": "Knees & elbows",
            "authors": (Author("Kim Lee"),),
            "venue": "Journal of Joints",
            "volume": "12",
            "issue": "3",
            "pages": "1-9",
            "issn": "0378-5955",
            "url": f"{HOME}/knees",
            "kind": "journal-article",
        },
        {
            "title": "Ankles, reconsidered",
            "authors": (
                Author("Paola Conti", (), (), "0000-0002-1825-0097"),
                Author("Ivo Novák"),
            ),
            "venue": "Journal of Joints",
            "volume": "12",
            "issue": "3",
            "issn": "0378-5955",
            "pdf": f"{HOME}/dir/ankles.pdf",
            "kind": "journal-article",
        },
    ],
    "coins_list.html": [
        {
            "title": "Webs of trust",
            "authors": (Author("Eve Mo"), Author("Ada Wu")),
            "venue": "Trust Letters",
            "volume": "4",
            "pages": "3-9",
            "year": 2009,
            "date": "2009-05",
            "doi": "10.5555/tl.4.3",
            "kind": "journal-article",
        },
        {
            "title": "On silence",
            "authors": (Author("Ann Bell"),),
            "year": 1987,
            "date": "1987",
            "publisher": "Univ. of Quiet",
            "kind": "thesis",
        },
    ],
    "programme_highwire.html": [
        {
            "title": "First talk on threads",
            "authors": (Author("Ana Ruiz"), Author("Luis Pérez")),
            "pdf": f"{HOME}/dir/p/1.pdf",
        },
        {
            "title": "Second talk on knots",
            "authors": (Author("Wei Zhang", ("Tsinghua University", "PKU")),),
            "pdf": f"{HOME}/dir/p/2.pdf",
        },
    ],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_page_gives_exactly_its_papers(name: str, papers: Callable[..., list[Paper]]) -> None:
    assert papers(name) == [Paper(**expected) for expected in EXPECTED[name]]


@pytest.mark.parametrize("name", ["negative_blog.html", "negative_journal.html"])
def test_a_page_that_only_describes_itself_or_its_site_gives_none(
    name: str, read: Callable[..., PageReading]
) -> None:
    reading = read(name)
    assert (reading.status, reading.mentions, reading.problems) == (Status.NO_PAPERS, (), ())


@pytest.mark.parametrize("name", EXPECTED)
def test_reading_again_gives_the_same_and_every_claim_has_its_evidence(
    name: str, read: Callable[..., PageReading]
) -> None:
    reading = read(name)
    assert reading == read(name)
    assert reading.status is Status.SUCCESS
    assert len({mention.subject for mention in reading.mentions}) == len(reading.mentions)
    for mention in reading.mentions:
        for claim in mention.claims:
            assert claim.subject == mention.subject
            assert claim.evidence.source == f"{HOME}/dir/page.html"
            assert claim.evidence.locator
            assert claim.evidence.quote
            assert 0 < claim.confidence <= 1


def test_a_windows_1251_page_is_read_in_its_encoding(read: Callable[..., PageReading]) -> None:
    reading = read("mathnet.html")
    assert reading.encoding == "windows-1251"
    assert "доказывается" in reading.text
