"""A document with everything that a format has to carry, hostile letters included."""

from __future__ import annotations

from harvestman.model import (
    Author,
    Call,
    Category,
    Extraction,
    Header,
    Reference,
    Section,
    Status,
)

ARTICLE = Reference(
    raw="[1] Ruiz, A. M.; Ershov, A.: On <b>Crawling</b> & Waiting. J. Polite Web 12(3), 45-67 (2019). doi:10.5555/jpw.12.45",
    authors=("Ruiz, A. M.", "A. Ershov"),
    title="On <b>Crawling</b> & Waiting",
    container="J. Polite Web",
    year="2019",
    volume="12",
    issue="3",
    pages="45-67",
    doi="10.5555/jpw.12.45",
)
BOOK = Reference(
    raw="Иванов И. И. Основы. — М.: Наука, 1987. — 320 с.",
    authors=("Иванов И. И.",),
    title="Основы",
    publisher="Наука",
    place="М.",
    year="1987",
)
TALK = Reference(
    raw="Doe, J. A talk. In Proceedings of the 3rd Workshop on Talks, p. 7, 2001b. http://talks.example/?a=1&b=2",
    authors=("Doe, J.",),
    title="A talk",
    container="Proceedings of the 3rd Workshop on Talks",
    year="2001b",
    pages="7",
    url="http://talks.example/?a=1&b=2",
)
UNREAD = Reference(raw="(see the web site)")

DOCUMENT = Extraction(
    status=Status.SUCCESS,
    language="es",
    category=Category.PAPER,
    header=Header(
        title="Cosechar páginas: 5 < 6 & más\x00\x0b\ufffe\ud800",
        authors=(
            Author(
                "Ana María Ruiz Gómez",
                affiliations=("Departamento de Redes, Universidad de Tarapuy",),
                emails=("ana@tarapuy.example",),
                orcid="0000-0002-1825-0097",
                family="Ruiz Gómez",
            ),
            Author("Consorcio Araña"),
        ),
        affiliations=(
            "Departamento de Redes, Universidad de Tarapuy",
            "Museum of Threads",
        ),
        emails=("ana@tarapuy.example", "office@threads.example"),
        abstract="Primero.\n\nSegundo\nrenglón.",
        keywords=("cosecha", "telarañas"),
        date="12 de junio de 2024",
        doi="10.5555/cosecha.1",
        arxiv="2406.00001",
        orcids=("0000-0002-1825-0097",),
    ),
    citations=(ARTICLE, BOOK, TALK, UNREAD),
    body=(
        Section("", "Antes del primer título."),
        Section("1 Introducción", "Un párrafo\ncon dos líneas.\n\nOtro \x1b[31mpárrafo."),
        Section(
            "2 Antecedentes",
            "Lo dicen\nRuiz y\nErshov (2019) [1-3]. Lo niega Doe [3][1].\n\nNadie más.",
            (Call(9, 28, (0,)), Call(31, 34, (0, 1, 2)), Call(51, 52, (2,)), Call(54, 55, (0,))),
        ),
    ),
    text="Cosechar páginas\n\nUn párrafo.",
)
