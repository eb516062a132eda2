"""Classes of publishers that were typeset after `later`, again to see what a template costs that nobody looked at.

Measured at first reading, before anything was mended for them; see docs/documents.md.
"""

from __future__ import annotations

from eval.typeset import bibliography as bib
from eval.typeset.bibliography import tex
from eval.typeset.templates import PLAIN, Draft, Template

_END = r"\end{document}"


def _short(d: Draft) -> str:
    """Who the running head names."""
    return f"{d.writers[0].name.split()[-1]} et al."


def mnras(d: Draft) -> tuple[str, int]:
    """Two columns, title at the left, names in one line with numbers, a list by author and year."""
    items = d.entries("harvard")
    names = ", ".join(rf"{w.name}$^{{{d.number(w)}}}$" for w in d.writers)
    places = r"\\".join(rf"$^{{{at}}}${tex(', '.join(p))}" for at, p in enumerate(d.places, 1))
    return (
        r"\documentclass[fleqn,usenatbib]{mnras}" + PLAIN + rf"\title[{tex(d.title[:40])}]{{{tex(d.title)}}}\author[{_short(d)}]{{{names}\\{places}}}\date{{Accepted XXX. Received YYY; in original form ZZZ}}\pubyear{{{d.year}}}"
        + rf"\begin{{document}}\maketitle\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}\begin{{keywords}}{' -- '.join(d.keywords)}\end{{keywords}}" + d.body() + bib.hanging(items, "REFERENCES") + _END,
        len(items),
    )  # fmt: skip


def achemso(d: Draft) -> tuple[str, int]:
    """A chemists' manuscript: names in bold, double spaced, the abstract on a page of its own, a numbered list."""
    items = d.entries("ieee")
    people = "".join(
        rf"\author{{{w.name}}}\email{{{w.mail}}}\affiliation{{{tex(', '.join(w.place))}}}"
        for w in d.writers
    )
    return (
        r"\documentclass[journal=jacsat,manuscript=article]{achemso}\usepackage[T1]{fontenc}" + rf"{people}\title{{{tex(d.title)}}}\begin{{document}}\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}"
        + d.body(sections=3) + bib.of_class(items) + _END,
        len(items),
    )  # fmt: skip


def spie(d: Draft) -> tuple[str, int]:
    """One column, names with letters, places below, a numbered list with brackets."""
    items = d.entries("ieee")
    marks = "abcdefgh"
    names = ", ".join(rf"{w.name}\supit{{{marks[d.number(w) - 1]}}}" for w in d.writers)
    places = r"\skiplinehalf ".join(
        rf"\supit{{{marks[at]}}}{tex(', '.join(p))};" for at, p in enumerate(d.places)
    )
    return (
        r"\documentclass[]{spie}\usepackage[T1]{fontenc}\newcommand\mysup[1]{\textsuperscript{#1}}\providecommand{\supit}[1]{\textsuperscript{#1}}\providecommand{\skiplinehalf}{\medskip\\}" + rf"\title{{{tex(d.title)}}}\author{{{names} \skiplinehalf {places}}}\authorinfo{{Send correspondence to {d.writers[0].name}: E-mail: {d.writers[0].mail}}}\begin{{document}}\maketitle\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}\keywords{{{', '.join(d.keywords)}}}"
        + d.body() + bib.of_class(items) + _END,
        len(items),
    )  # fmt: skip


def asce(d: Draft) -> tuple[str, int]:
    """A manuscript of civil engineers: title in capitals, "By" before names, places in the foot, double spaced."""
    items = d.entries("harvard")
    names = " and ".join(
        rf"{w.name}\thanks{{{tex(', '.join(w.place))}. Email: {w.mail}.}}" for w in d.writers
    )
    return (
        r"\documentclass[NewProceedings]{ascelike}" + PLAIN + rf"\begin{{document}}\title{{{tex(d.title)}}}\author{{{names}}}\maketitle\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}"
        + d.body() + bib.hanging(items, "REFERENCES") + _END,
        len(items),
    )  # fmt: skip


def tugboat(d: Draft) -> tuple[str, int]:
    """A newsletter: title and names at the left of a column, places only at the end, a numbered list."""
    items = d.entries("ieee")
    people = "".join(
        rf"\author{{{w.name}}}\address{{{tex(', '.join(w.place))}}}\netaddress{{{w.mail}}}"
        for w in d.writers
    )
    return (
        r"\documentclass{ltugboat}" + PLAIN + rf"\title{{{tex(d.title)}}}{people}\begin{{document}}\maketitle\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}"
        + d.body() + bib.of_class(items) + r"\makesignature" + _END,
        len(items),
    )  # fmt: skip


UNSEEN: dict[str, tuple[Template, str]] = {
    "mnras": (mnras, "en"), "achemso": (achemso, "en"), "spie": (spie, "en"), "asce": (asce, "en"), "tugboat": (tugboat, "en"),
}  # fmt: skip
"""Every one of these templates with its language."""
