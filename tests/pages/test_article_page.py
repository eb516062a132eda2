"""A whole article as one page: its own title and people are read, the works that it cites are not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harvestman.model import Author, Paper

Papers = Callable[..., list[Paper]]

CITED = """<table>
<tr><td>[1]</td><td>Rosa Brandt <i>et al.</i>, "A Pipeline for Crowdsourced Maps of Hidden Caves", in <i>IEEE Conference on Large Data</i>, 2014.
  <a href="https://doi.org/10.1000/cited.7">https://doi.org/10.1000/cited.7</a></td></tr>
<tr><td>[2]</td><td>Karl Lund, "Letters from the Valley: Reading Them Aloud", <i>Journal of Valleys</i>, 2.2 (2016), 160-85.</td></tr>
<tr><td>[3]</td><td>Ida Moss and Per Holm, "Counting the Bats of the Northern Caves", <i>Bat Studies</i> 12 (2011).</td></tr>
</table>"""

MAGAZINE = f"""<html><head><title>Opening Cave Archives with Volunteers</title></head><body>
<p><a href="/">HOME</a> | <a href="/about.html">ABOUT</a></p>
<h3>Quiet Magazine</h3><p>May 2017<br>Volume 23, Number 5<br><a href="toc.html">Table of Contents</a></p>
<h3>Opening Cave Archives with Volunteers</h3>
<p>Anna Verde, University of Oxford, Speleology Group<br>anna [at] caves.example<br><br>
Tom Stone, The Granite Museum<br>tom [at] caves.example</p>
<p><a href="https://doi.org/10.1000/may2017-verde">https://doi.org/10.1000/may2017-verde</a></p>
<h3>Abstract</h3>
<p>This article tells how four archives of caves were opened with the help of volunteers, what they did, what it cost, and what was learned. {"It is a long story. " * 60}It ends here.</p>
<p>Keywords: caves, archives</p>
<h3>1 Overview</h3><p>As libraries digitise their caves, the challenges become apparent. {"More words stand here. " * 20} <a href="https://talk.caves.example/">talk</a></p>
<h4>1.1 What Can Volunteers Offer?</h4><p>{"More words stand here. " * 20}</p>
<h3>2 How the Archives Were Opened: Approach and Focus</h3><p>{"More words stand here. " * 20}</p>
<h3>Notes</h3><p>1 See below.</p>
<h3>References</h3>{CITED}
<h3>About the Authors</h3><p><b>Anna Verde</b> is a fellow at the Speleology Group.</p>
</body></html>"""

LATEX = f"""<HTML><HEAD><TITLE>On the Weight of Small Stones</TITLE></HEAD><BODY>
<A HREF="node1.html">Next</A> <A HREF="index.html">Up</A>
<H1 ALIGN="CENTER">On the Weight of Small Stones</H1>
<P ALIGN="CENTER"><STRONG>Jan Kowal<BR>Eva Zima</STRONG></P>
<P ALIGN="CENTER"><I>Technical University of Brno</I></P>
<H3>Abstract:</H3><DIV>Small stones weigh less than large ones. We say by how much, and prove that no stone weighs nothing at all.</DIV>
<H1><A NAME="s1">Introduction</A></H1><P>{"Stones are heavy. " * 20}</P>
<H1><A NAME="s2">A Lemma about the Density of Stones</A></H1><P>{"Stones are heavy. " * 20}</P>
<H2><A NAME="bib">Bibliography</A></H2>{CITED}
</BODY></HTML>"""

SPANISH = f"""<html><head><title>Las cuevas del norte: un archivo abierto | Revista Quieta</title></head><body>
<h1>Las cuevas del norte: un archivo abierto</h1>
<p>Ana Ruiz Gómez, Luis Pérez Soto</p>
<h2>Resumen</h2><p>El trabajo presenta un archivo de cuevas que se abrió con la ayuda de voluntarios, y lo que se aprendió de ello en tres años.</p>
<h2>Introducción</h2><p>{"Las cuevas son muchas. " * 20}</p>
<h2>El archivo y sus voluntarios</h2><p>{"Las cuevas son muchas. " * 20}</p>
<h2>Referencias</h2>{CITED}</body></html>"""


def test_an_article_of_a_magazine_is_the_only_paper_of_its_page(papers: Papers) -> None:
    (paper,) = papers(MAGAZINE)
    assert paper.title == "Opening Cave Archives with Volunteers"
    assert paper.authors == (
        Author("Anna Verde", ("University of Oxford, Speleology Group",)),
        Author("Tom Stone", ("The Granite Museum",)),
    )
    assert paper.doi == "10.1000/may2017-verde"
    assert paper.abstract.startswith("This article tells how four archives")
    assert paper.abstract.endswith("It ends here.")
    assert not paper.slides


@pytest.mark.parametrize(
    ("page", "title", "people"),
    [
        (LATEX, "On the Weight of Small Stones", ["Jan Kowal", "Eva Zima"]),
        (
            SPANISH,
            "Las cuevas del norte: un archivo abierto",
            ["Ana Ruiz Gómez", "Luis Pérez Soto"],
        ),
    ],
)
def test_an_article_in_other_markup(
    papers: Papers, page: str, title: str, people: list[str]
) -> None:
    (paper,) = papers(page)
    assert paper.title == title
    assert [author.name for author in paper.authors] == people


def test_a_list_of_papers_with_a_heading_for_references_is_no_article(papers: Papers) -> None:
    page = """<html><head><title>Workshop on Caves</title></head><body><h1>Workshop on Caves</h1><p>Organised by Ida Moss</p>
    <h2>Introduction</h2><p>We meet again.</p><h2>Accepted papers</h2><ul>
    <li><b>Counting the Bats of the Northern Caves</b><br>Ida Moss, Per Holm</li>
    <li><b>Reading Letters from the Valley Aloud</b><br>Karl Lund, Rosa Brandt</li>
    <li><b>A Pipeline for Maps of Hidden Places</b><br>Eva Zima, Jan Kowal</li></ul>
    <h2>References</h2><p>See last year.</p></body></html>"""
    assert "Workshop on Caves" not in [paper.title for paper in papers(page)]
