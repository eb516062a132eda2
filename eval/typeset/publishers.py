"""Imitations of publishers whose classes are in no Debian package, to see what a template costs that nobody looked at.

Written from memory of their looks; measured at first reading, see docs/documents.md.
"""

from __future__ import annotations

from eval.typeset import bibliography as bib
from eval.typeset.bibliography import tex
from eval.typeset.templates import PLAIN, Draft, Template

_END = r"\end{document}"


def _names(d: Draft, between: str = ", ") -> str:
    """All names in one line, each with the number of its place."""
    names = [rf"{w.name}\textsuperscript{{{d.number(w)}}}" for w in d.writers]
    return between.join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]


def _places(d: Draft) -> str:
    return r"\\".join(
        rf"\textsuperscript{{{at}}} {tex(', '.join(place))}" for at, place in enumerate(d.places, 1)
    )


def mdpi(d: Draft) -> tuple[str, int]:
    """One wide column, everything at the left: a word for the kind, the title, names, small places, headings that run in."""
    items = d.entries("ieee")
    return (
        r"\documentclass[10pt]{article}\usepackage[left=5cm,right=2cm]{geometry}" + PLAIN
        + rf"\begin{{document}}\noindent\textit{{Article}}\par\noindent{{\LARGE\bfseries\raggedright {tex(d.title)}\par}}\medskip\noindent\textbf{{{_names(d)}}}\par\medskip"
        + rf"{{\footnotesize\noindent {_places(d)}\\ * Correspondence: {d.writers[0].mail}\par}}\medskip\noindent{{\small Received: 3 March {d.year}; Accepted: 9 May {d.year}; Published: 11 May {d.year}}}\par\medskip"
        + rf"\noindent\textbf{{Abstract:}} {tex(d.abstract)}\par\medskip\noindent\textbf{{Keywords:}} {'; '.join(d.keywords)}\par\hrule\medskip"
        + d.body() + bib.of_class(items) + _END,
        len(items),
    )  # fmt: skip


def copernicus(d: Draft) -> tuple[str, int]:
    """A journal line above, the title, names and places centred, correspondence and dates, then two columns."""
    items = d.entries("harvard")
    return (
        r"\documentclass[10pt,twocolumn]{article}" + PLAIN
        + rf"\begin{{document}}\twocolumn[{{\footnotesize\noindent Small Anim. Sci., 12, 101--118, {d.year}\\https://doi.org/10.5194/sas-12-101-{d.year}\\\copyright{{}} Author(s) {d.year}. This work is distributed under the Creative Commons Attribution 4.0 License.\par}}\bigskip"
        + rf"\begin{{center}}{{\Large\bfseries {tex(d.title)}\par}}\medskip{{\bfseries {_names(d)}\par}}\medskip{{\small {_places(d)}\par}}\medskip{{\small\bfseries Correspondence: }}{{\small {d.writers[0].name} ({d.writers[0].mail})}}\par{{\small Received: 2 June {d.year} -- Discussion started: 8 June {d.year} -- Accepted: 1 October {d.year}}}\end{{center}}\bigskip]"
        + rf"\noindent\textbf{{Abstract.}} {tex(d.abstract)}\par" + d.body() + bib.hanging(items, "References") + _END,
        len(items),
    )  # fmt: skip


def frontiers(d: Draft) -> tuple[str, int]:
    """Editors and reviewers in a column at the left, who are no authors; title and names beside them."""
    items = d.entries("harvard")
    side = rf"\footnotesize\raggedright\textbf{{OPEN ACCESS}}\par\medskip\textbf{{Edited by:}}\\Ursula Brandt,\\University of Ulm, Germany\par\medskip\textbf{{Reviewed by:}}\\Paolo Conti,\\University of Pavia, Italy\\Nina Holm,\\Lund University, Sweden\par\medskip\textbf{{*Correspondence:}}\\{d.writers[0].name}\\{d.writers[0].mail}\par\medskip\textbf{{Received:}} 4 April {d.year}\\\textbf{{Accepted:}} 6 June {d.year}"
    main = (
        rf"\raggedright{{\LARGE\bfseries {tex(d.title)}\par}}\medskip{{\itshape\bfseries {_names(d)}\par}}\medskip{{\footnotesize\itshape {_places(d)}\par}}\medskip"
        + rf"\textbf{{{tex(d.abstract)}}}\par\medskip\textbf{{Keywords:}} {', '.join(d.keywords)}"
    )
    return (
        r"\documentclass[10pt]{article}\usepackage[margin=1.8cm]{geometry}" + PLAIN
        + rf"\begin{{document}}\noindent\begin{{minipage}}[t]{{0.24\textwidth}}{side}\end{{minipage}}\hfill\begin{{minipage}}[t]{{0.7\textwidth}}{main}\end{{minipage}}\par\bigskip"
        + d.body() + bib.hanging(items, "REFERENCES") + _END,
        len(items),
    )  # fmt: skip


PUBLISHERS: dict[str, tuple[Template, str]] = {
    "mdpi": (mdpi, "en"),
    "copernicus": (copernicus, "en"),
    "frontiers": (frontiers, "en"),
}
"""Every one of these templates with its language."""
