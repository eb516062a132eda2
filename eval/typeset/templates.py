"""One function a template: a drawn paper in, its LaTeX source out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from eval.typeset import bibliography as bib
from eval.typeset.bibliography import tex
from eval.typeset.material import Material, Writer, fold

BASE = r"""\documentclass[%s]{article}
\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\usepackage{times}\usepackage[%s]{geometry}
\usepackage{lineno}\usepackage{eso-pic}\usepackage{graphicx}\usepackage{xcolor}\usepackage{fancyhdr}
\pagestyle{plain}
"""
STAMP = r"""\AddToShipoutPictureBG*{\put(18,230){\rotatebox{90}{\color{gray}\Large arXiv:2106.0%04d v2 \ [cs.CL] \ 14 Jun 2021}}}
"""


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything that is to be printed."""

    rng: Random
    material: Material
    language: str
    title: str
    other_title: str
    writers: list[Writer]
    abstract: str
    keywords: list[str]
    year: int

    def body(self, sections: int = 4, sentences: int = 22) -> str:
        """Sections of running text with numbered headings."""
        heads = {
            "ru": ("Введение", "Постановка задачи", "Метод", "Эксперименты", "Заключение"),
            "es": ("Introducción", "Trabajos relacionados", "Método", "Resultados", "Conclusiones"),
            "pt": ("Introdução", "Trabalhos Relacionados", "Método", "Resultados", "Conclusão"),
        }.get(
            self.language, ("Introduction", "Related Work", "Method", "Experiments", "Conclusion")
        )
        return "\n".join(
            rf"\section{{{head}}} " + "\n\n".join(tex(self.material.prose(self.rng, self.language, sentences // 2)) for _ in range(2))
            for head in heads[:sections]
        )  # fmt: skip

    def entries(self, style: str) -> list[str]:
        """The list of references; its length differs between papers."""
        return bib.entries(
            self.material, self.rng, style, self.rng.choice((9, 16, 24, 38, 55)), self.language
        )

    @property
    def places(self) -> list[tuple[str, str, str, str]]:
        """Every place once, in order."""
        return list(dict.fromkeys(writer.place for writer in self.writers))

    def number(self, writer: Writer) -> int:
        """The number of somebody's place, from 1."""
        return self.places.index(writer.place) + 1


Template = Callable[[Draft], tuple[str, int]]
"""The source, and how many references its list has."""


def names_line(
    d: Draft, *, sep: str = ", ", last: str = "", mark: str = "number", bold: bool = False
) -> str:
    """All names in one line, each with the mark of its place."""
    marks = r"\dagger \ddagger \diamond \clubsuit \spadesuit \heartsuit".split()
    parts = []
    for at, w in enumerate(d.writers):
        sign = {
            "number": str(d.number(w)),
            "letter": "abcdef"[d.number(w) - 1],
            "sign": marks[d.number(w) - 1],
            "star": ("*," if at == 0 else "") + str(d.number(w)),
            "none": "",
        }[mark]
        name = rf"\textbf{{{w.name}}}" if bold else w.name
        parts.append(f"{name}$^{{{sign}}}$" if sign else name)
    return parts[0] if len(parts) == 1 else sep.join(parts[:-1]) + (last or sep) + parts[-1]


def places_lines(d: Draft, *, mark: str = "number", end: str = r"\\", short: bool = False) -> str:
    """Every place once, behind its mark."""
    marks = r"\dagger \ddagger \diamond \clubsuit \spadesuit \heartsuit".split()
    rows = []
    for at, place in enumerate(d.places):
        sign = {"number": str(at + 1), "letter": "abcdef"[at], "sign": marks[at]}[mark]
        rows.append(rf"$^{{{sign}}}${tex(place[1] if short else ', '.join(place))}")
    return end.join(rows)


def mails(d: Draft) -> str:
    """The addresses, those of one domain in braces."""
    domains: dict[str, list[str]] = {}
    for w in d.writers:
        user, domain = w.mail.split("@")
        domains.setdefault(domain, []).append(user)
    return ", ".join(
        rf"\texttt{{\{{{', '.join(users)}\}}@{domain}}}" if len(users) > 1 else rf"\texttt{{{users[0]}@{domain}}}"
        for domain, users in domains.items()
    )  # fmt: skip


def grid(
    d: Draft, *, columns: int, bold: bool = True, lines: int = 3, gap: str = r"\hspace{2em}"
) -> str:
    """Names side by side, each with its place and address below."""
    rows = []
    for first in range(0, len(d.writers), columns):
        cells = []
        for w in d.writers[first : first + columns]:
            name = rf"\textbf{{{w.name}}}" if bold else w.name
            parts = (
                [name, tex(w.place[0]), tex(w.place[1]), f"{w.place[2]}, {w.place[3]}"][: lines + 1]
                if lines > 1
                else [name, tex(w.place[1])]
            )
            cells.append(
                r"\begin{tabular}[t]{c}"
                + r"\\".join([*parts, rf"\texttt{{{w.mail}}}"])
                + r"\end{tabular}"
            )
        rows.append(gap.join(cells))
    return r"\\[1ex]".join(rows)


def acl(d: Draft) -> tuple[str, int]:
    """Two columns, names in bold side by side or in a grid; hanging author-year list; sometimes with line numbers."""
    items = d.entries("acl")
    style = d.rng.choice(("grid", "signs", "numbers", "shared"))
    block = {
        "grid": grid(d, columns=d.rng.choice((2, 3)), lines=1),
        "signs": names_line(d, sep=r"\quad ", mark="sign", bold=True)
        + r"\\"
        + places_lines(d, mark="sign", end=r"\quad ", short=True)
        + r"\\"
        + mails(d),
        "numbers": names_line(d, last=" and ", bold=True)
        + r"\\"
        + places_lines(d, short=True)
        + r"\\"
        + mails(d),
        "shared": r"\textbf{"
        + r"\quad ".join(w.name for w in d.writers)
        + r"}\\"
        + tex(", ".join(d.places[0][1:]))
        + r"\\"
        + mails(d),
    }[style]
    first = d.rng.randrange(1, 900)
    foot = rf"\fancyfoot[C]{{\footnotesize\textit{{Proceedings of the {d.rng.randrange(2, 60)}th Annual Meeting of the Society for Text}}, pages {first}--{first + 11}\\July {d.rng.randrange(1, 20)}--{d.rng.randrange(21, 30)}, {d.year} \textcopyright {d.year} Society for Text}}"
    review = r"\linenumbers " if d.rng.random() < 0.25 else ""
    return (
        BASE % ("11pt,a4paper,twocolumn", "a4paper,margin=2.5cm,columnsep=6mm")
        + r"\fancypagestyle{first}{\fancyhf{}\renewcommand{\headrulewidth}{0pt}" + foot + "}\\begin{document}"
        + rf"\twocolumn[\begin{{center}}{{\Large\bfseries {tex(d.title)}\par}}\vskip 1.2em {{\large {block}\par}}\vskip 2em\end{{center}}]\thispagestyle{{first}}"
        + review + rf"\begin{{center}}\textbf{{\large Abstract}}\end{{center}}\begin{{quote}}\small {tex(d.abstract)}\end{{quote}}"
        + d.body() + r"\section*{Acknowledgments} We thank the anonymous reviewers." + bib.hanging(items, "References")
        + (r"\appendix\section{Details} " + tex(d.material.prose(d.rng, "en", 25)) if d.rng.random() < 0.4 else "") + r"\end{document}",
        len(items),
    )  # fmt: skip


def aaai(d: Draft) -> tuple[str, int]:
    """Two columns, copyright note below the first one, author-year list with semicolons."""
    items = d.entries("aaai")
    is_grid = d.rng.random() < 0.4
    block = (
        grid(d, columns=3, lines=2)
        if is_grid
        else rf"\textbf{{{names_line(d)}}}\\" + rf"{places_lines(d)}\\" + mails(d)
    )
    return (
        BASE % ("10pt,letterpaper,twocolumn", "letterpaper,margin=.75in,columnsep=.375in")
        + r"\begin{document}" + rf"\twocolumn[\begin{{center}}{{\LARGE\bfseries {tex(d.title)}\par}}\vskip 1em {{\large {block}\par}}\vskip 2em\end{{center}}]"
        + rf"\let\thefootnote\relax\footnotetext{{Copyright \textcopyright\ {d.year}, Association for Thinking Machines (www.example.org). All rights reserved.}}"
        + rf"\begin{{center}}\textbf{{Abstract}}\end{{center}}\begin{{quote}}\small {tex(d.abstract)}\end{{quote}}"
        + d.body().replace(r"\section", r"\section*") + bib.hanging(items, "References", indent="0pt" if d.rng.random() < 0.4 else "1em") + r"\end{document}",
        len(items),
    )  # fmt: skip


def icml(d: Draft) -> tuple[str, int]:
    """Names in one line, everything else about them in a footnote; running title."""
    items = d.entries("apa")
    corresponding = d.writers[0]
    notes = rf"{'$^*$Equal contribution ' if len(d.writers) > 1 else ''}{places_lines(d, end='. ')}. Correspondence to: {corresponding.name} $<${corresponding.mail}$>$."
    foot = rf"\textit{{Proceedings of the {d.rng.randrange(20, 41)}$^{{th}}$ International Conference on Learning Machines}}, Vienna, Austria, PMLR {d.rng.randrange(90, 230)}, {d.year}. Copyright {d.year} by the author(s)."
    short = tex(d.title[:60])
    return (
        BASE % ("10pt,letterpaper,twocolumn", "letterpaper,margin=.8in,top=1.1in")
        + rf"\pagestyle{{fancy}}\fancyhf{{}}\fancyhead[C]{{\small\bfseries {short}}}\fancyfoot[C]{{\thepage}}\begin{{document}}"
        + rf"\twocolumn[\hrule height 1pt\vskip .2in\begin{{center}}{{\Large\bfseries {tex(d.title)}\par}}\end{{center}}\vskip .1in\hrule height 1pt\vskip .2in\begin{{center}}{names_line(d, sep=' ', mark='star', bold=True)}\end{{center}}\vskip .2in]"
        + rf"\let\thefootnote\relax\footnotetext{{{notes}\par\medskip {foot}}}"
        + rf"\begin{{center}}\textbf{{\large Abstract}}\end{{center}}\begin{{quote}}{tex(d.abstract)}\end{{quote}}"
        + d.body() + bib.hanging(items, "References") + r"\end{document}",
        len(items),
    )  # fmt: skip


def neurips(d: Draft) -> tuple[str, int]:
    """One column, title between rules, a grid of names; arXiv's stamp on some."""
    numbers = d.rng.random() < 0.5
    items = d.entries("ieee" if numbers else "acl")
    stamp = STAMP % d.rng.randrange(9999) if d.rng.random() < 0.5 else ""
    note = d.rng.choice(
        (
            f"{d.rng.randrange(30, 38)}th Conference on Neural Machines (NeurIPS {d.year}), Sydney, Australia.",
            "Preprint. Under review.",
            "Equal contribution.",
        )
    )
    return (
        BASE % ("10pt,letterpaper", "letterpaper,margin=1.5in,top=1in")
        + stamp + r"\begin{document}\hrule height 4pt\vskip .25in\begin{center}" + rf"{{\LARGE\bfseries {tex(d.title)}\par}}\end{{center}}\vskip .2in\hrule height 1pt\vskip .2in\begin{{center}}{grid(d, columns=3, lines=d.rng.choice((1, 2)))}\end{{center}}\vskip .2in"
        + rf"\begin{{center}}\textbf{{\large Abstract}}\end{{center}}\begin{{quote}}{tex(d.abstract)}\end{{quote}}\let\thefootnote\relax\footnotetext{{{note}}}"
        + d.body() + (bib.numbered(items, "References") if numbers else bib.hanging(items, "References", indent="0pt", gap="6pt")) + r"\end{document}",
        len(items),
    )  # fmt: skip


AND, _SEP, _DOT = r" \and ", r" \sep ", r" $\cdot$ "
PLAIN = "\\usepackage[utf8]{inputenc}\\usepackage[T1]{fontenc}\n"


def ieee_conf(d: Draft) -> tuple[str, int]:
    """IEEEtran: blocks of authors side by side, or one line of names with marks."""
    items = d.entries("ieee")
    ordinals = d.rng.random() < 0.3
    if d.rng.random() < 0.5:
        blocks = r" \and ".join(
            rf"\IEEEauthorblockN{{{(str(at) + chr(92) + 'textsuperscript{th} ') if ordinals else ''}{w.name}}}\IEEEauthorblockA{{\textit{{{tex(w.place[0])}}}\\\textit{{{tex(w.place[1])}}}\\{w.place[2]}, {w.place[3]}\\{w.mail}}}"
            for at, w in enumerate(d.writers, 4)
        )
    else:
        blocks = rf"\IEEEauthorblockN{{{names_line(d, last=' and ', mark='number' if len(d.places) > 1 else 'none')}}}\IEEEauthorblockA{{{places_lines(d)}\\Email: {mails(d)}}}"
    notice = (
        rf"\IEEEoverridecommandlockouts\IEEEpubid{{978-1-7281-{d.rng.randrange(1000, 9999)}-6/{d.year % 100:02d}/\$31.00~\copyright~{d.year} IEEE}}"
        if d.rng.random() < 0.5
        else ""
    )
    return (
        r"\documentclass[conference]{IEEEtran}" + PLAIN + notice + rf"\begin{{document}}\title{{{tex(d.title)}}}\author{{{blocks}}}\maketitle"
        + rf"\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}\begin{{IEEEkeywords}}{', '.join(d.keywords)}\end{{IEEEkeywords}}" + d.body() + bib.of_class(items) + r"\end{document}",
        len(items),
    )  # fmt: skip


def ieee_trans(d: Draft) -> tuple[str, int]:
    """IEEEtran, journal: grades of membership between the names, affiliations in footnotes."""
    items = d.entries("ieee")
    grades = ("Student Member, IEEE", "Member, IEEE", "Senior Member, IEEE", "Fellow, IEEE", "")
    names = [
        w.name + (rf",~\IEEEmembership{{{grade},}}" if (grade := d.rng.choice(grades)) else ",")
        for w in d.writers
    ]
    thanks = "".join(
        rf"\thanks{{{w.name} is with the {tex(', '.join(w.place))} (e-mail: {w.mail}).}}"
        for w in d.writers
    )
    return (
        r"\documentclass[journal]{IEEEtran}" + PLAIN + rf"\begin{{document}}\title{{{tex(d.title)}}}\author{{{' '.join(names).rstrip(',')}{thanks}\thanks{{Manuscript received April 19, {d.year}; revised August 16, {d.year}.}}}}"
        + rf"\markboth{{IEEE Transactions on Text Machines, Vol.~{d.rng.randrange(2, 40)}, No.~{d.rng.randrange(1, 12)}, August~{d.year}}}{{{d.writers[0].name.split()[-1]} \MakeLowercase{{\textit{{et al.}}}}: {tex(d.title[:50])}}}\maketitle"
        + rf"\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}\begin{{IEEEkeywords}}{', '.join(d.keywords)}.\end{{IEEEkeywords}}" + d.body() + bib.of_class(items) + r"\end{document}",
        len(items),
    )  # fmt: skip


def _acmart(d: Draft, options: str) -> tuple[str, int]:
    items = d.entries("acm")
    people = "".join(
        rf"\author{{{w.name}}}\email{{{w.mail}}}\affiliation{{\department{{{tex(w.place[0])}}}\institution{{{tex(w.place[1])}}}\city{{{w.place[2]}}}\country{{{w.place[3]}}}}}"
        for w in d.writers
    )
    where = (
        r"\acmJournal{TOG}\acmVolume{37}\acmNumber{4}\acmArticle{111}\acmMonth{8}"
        if "small" in options
        else rf"\acmConference[JCDL '{d.year % 100:02d}]{{Joint Conference on Digital Libraries}}{{June 3--7, {d.year}}}{{Fort Worth, TX, USA}}\acmBooktitle{{Joint Conference on Digital Libraries (JCDL '{d.year % 100:02d}), June 3--7, {d.year}, Fort Worth, TX, USA}}"
    )
    return (
        rf"\documentclass[{options}]{{acmart}}\usepackage[T1]{{fontenc}}{where}\acmYear{{{d.year}}}\copyrightyear{{{d.year}}}\setcopyright{{acmlicensed}}\acmDOI{{10.1145/{d.rng.randrange(1000000, 9999999)}.{d.rng.randrange(1000000, 9999999)}}}"
        + rf"\begin{{document}}\title{{{tex(d.title)}}}{people}\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}\keywords{{{', '.join(d.keywords)}}}\maketitle" + d.body() + bib.of_class(items) + r"\end{document}",
        len(items),
    )  # fmt: skip


def acm_sigconf(d: Draft) -> tuple[str, int]:
    """acmart for conferences: blocks of authors, a copyright note, a reference format."""
    return _acmart(d, "sigconf")


def acm_small(d: Draft) -> tuple[str, int]:
    """acmart for journals: a line each, names in capitals."""
    return _acmart(d, d.rng.choice(("acmsmall", "acmsmall,review", "acmsmall,screen")))


def acm_old(d: Draft) -> tuple[str, int]:
    """As ACM's class before 2017: a grid, categories, general terms, a permission note."""
    items = d.entries("ieee")
    cells = []
    for w in d.writers:
        cells.append(
            rf"\begin{{tabular}}[t]{{c}}{{\large {w.name}}}\\{tex(w.place[1])}\\{tex(w.place[0])}\\{w.place[2]}, {w.place[3]}\\{{\sffamily {w.mail}}}\end{{tabular}}"
        )
    rows = r"\\[2ex]".join(
        r"\hspace{1.5em}".join(cells[at : at + 3]) for at in range(0, len(cells), 3)
    )
    permission = rf"Permission to make digital or hard copies of all or part of this work for personal or classroom use is granted without fee provided that copies are not made or distributed for profit. \textit{{JCDL'{d.year % 100:02d},}} June 7--11, {d.year}, Tucson, Arizona, USA. Copyright {d.year} ACM 1-58113-832-6/04/0006 \ldots\$5.00."
    return (
        BASE % ("10pt,letterpaper,twocolumn", "letterpaper,margin=.75in,columnsep=.33in") + r"\pagestyle{empty}\begin{document}"
        + rf"\twocolumn[\begin{{center}}{{\sffamily\bfseries\LARGE {tex(d.title)}\par}}\vskip 1.5em {{{rows}}}\vskip 2em\end{{center}}]\let\thefootnote\relax\footnotetext{{{permission}}}"
        + rf"\section*{{ABSTRACT}}{tex(d.abstract)}\subsection*{{Categories and Subject Descriptors}}H.3.7 [\textbf{{Information Storage and Retrieval}}]: Digital Libraries\subsection*{{General Terms}}Algorithms, Measurement\subsection*{{Keywords}}{', '.join(d.keywords)}"
        + d.body().replace("Introduction", "INTRODUCTION") + bib.numbered(items, "REFERENCES") + r"\end{document}",
        len(items),
    )  # fmt: skip


def lncs(d: Draft) -> tuple[str, int]:
    """Springer's llncs: names with numbers, addresses below."""
    items = d.entries("lncs")
    names = r" \and ".join(rf"{w.name}\inst{{{d.number(w)}}}" for w in d.writers)
    places = r" \and ".join(
        rf"{tex(', '.join(p))}\\ \email{{{', '.join(w.mail for w in d.writers if w.place == p)}}}"
        for p in d.places
    )
    running = r"\titlerunning{" + tex(d.title[:40]) + "}"
    return (
        r"\documentclass{llncs}" + PLAIN + rf"\pagestyle{{headings}}\begin{{document}}\title{{{tex(d.title)}}}{running}\author{{{names}}}\institute{{{places}}}\maketitle\begin{{abstract}}{tex(d.abstract)}\keywords{{{AND.join(d.keywords)}}}\end{{abstract}}"
        + d.body() + bib.of_class(items) + r"\end{document}",
        len(items),
    )  # fmt: skip


def easychair(d: Draft) -> tuple[str, int]:
    """One column, names with numbers."""
    items = d.entries("lncs" if d.rng.random() < 0.5 else "ieee")
    return (
        BASE % ("10pt,letterpaper", "letterpaper,margin=1.4in") + r"\begin{document}" + rf"\begin{{center}}{{\LARGE {tex(d.title)}\par}}\vskip 1em {{\large {names_line(d, last=', and ')}\par}}\vskip 1em {{\small {places_lines(d)}\\{mails(d)}\par}}\end{{center}}"
        + rf"\begin{{center}}\textbf{{Abstract}}\end{{center}}\begin{{quote}}\small {tex(d.abstract)}\end{{quote}}" + d.body() + bib.numbered(items, "References") + r"\end{document}",
        len(items),
    )  # fmt: skip


def pmlr(d: Draft) -> tuple[str, int]:
    """The jmlr class: a line each, the address at the right margin."""
    items = d.entries("acl")
    people = "".join(
        rf"\Name{{{w.name}}} \Email{{{w.mail}}}\\ \addr {tex(', '.join(w.place))} \AND "
        for w in d.writers
    ).removesuffix(r"\AND ")
    return (
        rf"\documentclass[pmlr]{{jmlr}}\usepackage[utf8]{{inputenc}}\jmlrvolume{{{d.rng.randrange(20, 200)}}}\jmlryear{{{d.year}}}\jmlrproceedings{{PMLR}}{{Proceedings of Machine Learning Research}}"
        + rf"\title[{tex(d.title[:45])}]{{{tex(d.title)}}}\author{{{people}}}\begin{{document}}\maketitle\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}\begin{{keywords}}{', '.join(d.keywords)}\end{{keywords}}"
        + d.body() + bib.hanging(items, "References", indent="1em", gap="4pt", size="") + r"\end{document}",
        len(items),
    )  # fmt: skip


def elsarticle(d: Draft) -> tuple[str, int]:
    """Elsevier's class: letters behind names, some with line numbers."""
    shape = d.rng.choice(("preprint,12pt", "final,5p,times", "review"))
    numbers = d.rng.random() < 0.6
    items = d.entries("vancouver" if numbers else "harvard")
    people = "".join(
        rf"\author[a{d.number(w)}]{{{w.name}}}" + (rf"\ead{{{w.mail}}}" if at < 2 else "")
        for at, w in enumerate(d.writers)
    )
    places = "".join(rf"\address[a{at}]{{{tex(', '.join(p))}}}" for at, p in enumerate(d.places, 1))
    lines = r"\usepackage{lineno}\linenumbers" if "5p" not in shape and d.rng.random() < 0.6 else ""
    return (
        rf"\documentclass[{shape}]{{elsarticle}}" + PLAIN + lines + rf"\journal{{Journal of Small Systems}}\begin{{document}}\begin{{frontmatter}}\title{{{tex(d.title)}}}{people}{places}\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}\begin{{keyword}}{_SEP.join(d.keywords)}\end{{keyword}}\end{{frontmatter}}"
        + d.body() + (bib.of_class(items) if numbers else bib.hanging(items, "References", size="")) + r"\end{document}",
        len(items),
    )  # fmt: skip


def ceurart(d: Draft) -> tuple[str, int]:
    """CEUR-WS: title at the left, notes in the foot."""
    items = d.entries("ieee")
    places = r"\\".join(
        rf"$^{{{at}}}$ \textit{{{tex(', '.join(p))}}}" for at, p in enumerate(d.places, 1)
    )
    foot = rf"\footnotesize \textit{{{tex(d.title[:20])}'{d.year % 100}: Workshop on Small Texts, September {d.rng.randrange(1, 28)}, {d.year}, Vienna, Austria}}\par \textsf{{*}} Corresponding author.\par {r' '.join(rf'{w.mail} ({w.name[0]}. {w.name.split()[-1]})' for w in d.writers)}\par \textcopyright {d.year} Copyright for this paper by its authors. Use permitted under Creative Commons License Attribution 4.0 International (CC BY 4.0).\par CEUR Workshop Proceedings (CEUR-WS.org)"
    return (
        BASE % ("10pt,a4paper", "a4paper,margin=2.5cm") + rf"\begin{{document}}\raggedright{{\sffamily\bfseries\LARGE {tex(d.title)}\par}}\vskip 1em {{\large {names_line(d, last=' and ', mark='star')}\par}}\vskip .5em {{\small {places}\par}}\vskip 1em\hrule\vskip .5em {{\small\textbf{{Abstract}}\\{tex(d.abstract)}\par\medskip\textbf{{Keywords}}\\{', '.join(d.keywords)}\par}}\vskip .5em\hrule\let\thefootnote\relax\footnotetext{{{foot}}}"
        + d.body() + bib.numbered(items, "References") + r"\end{document}",
        len(items),
    )  # fmt: skip


def plos(d: Draft) -> tuple[str, int]:
    """Title at the left, marks behind names."""
    items = d.entries("vancouver")
    lines = r"\linenumbers " if d.rng.random() < 0.5 else ""
    return (
        BASE % ("10pt,letterpaper", "letterpaper,left=2.2in,right=.8in,top=.9in") + rf"\begin{{document}}\raggedright{lines}{{\Large\textbf{{{tex(d.title)}}}\par}}\vskip 1em {names_line(d, mark='star')}\\\bigskip {places_lines(d).replace('$^', chr(92) + 'textbf{$^').replace('}$', '}$} ')}\\\bigskip * {d.writers[0].mail}"
        + rf"\section*{{Abstract}}{tex(d.abstract)}" + d.body().replace(r"\section{", r"\section*{") + bib.numbered(items, "References", label="%d.", size="") + r"\end{document}",
        len(items),
    )  # fmt: skip


def frontiers(d: Draft) -> tuple[str, int]:
    """Line numbers, a correspondence note, author-year list."""
    items = d.entries("harvard")
    return (
        BASE % ("11pt,a4paper", "a4paper,margin=2.5cm") + rf"\begin{{document}}\linenumbers {{\raggedright\Large\bfseries {tex(d.title)}\par}}\vskip 1em \noindent\textbf{{{names_line(d, mark='star')}}}\par\noindent{{\small {places_lines(d)}\par}}\noindent Correspondence*:\\{d.writers[0].name}\\{d.writers[0].mail}"
        + rf"\section*{{ABSTRACT}}{tex(d.abstract)}\par\medskip\noindent\textbf{{Keywords:}} {', '.join(d.keywords)}" + d.body() + bib.hanging(items, "REFERENCES", indent="1.5em", size="") + r"\end{document}",
        len(items),
    )  # fmt: skip


def revtex(d: Draft) -> tuple[str, int]:
    """APS: an abstract without a heading."""
    items = d.entries("vancouver")
    people = "".join(
        rf"\author{{{w.name}}}"
        + (rf"\email{{{w.mail}}}" if at == 0 else "")
        + rf"\affiliation{{{tex(', '.join(w.place))}}}"
        for at, w in enumerate(d.writers)
    )
    stamp = (
        r"\usepackage{eso-pic}\usepackage{graphicx}\usepackage{xcolor}"
        + STAMP % d.rng.randrange(9999)
        if d.rng.random() < 0.6
        else ""
    )
    return (
        r"\documentclass[aps,prl,reprint,superscriptaddress]{revtex4-2}" + PLAIN + stamp + rf"\begin{{document}}\title{{{tex(d.title)}}}{people}\date{{\today}}\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}\maketitle"
        + d.body() + bib.of_class(items) + r"\end{document}",
        len(items),
    )  # fmt: skip


def springer_journal(d: Draft) -> tuple[str, int]:
    """As svjour: names in bold between dots, addresses in the foot."""
    numbers = d.rng.random() < 0.5
    items = d.entries("vancouver" if numbers else "apa")
    names = r" $\cdot$ ".join(w.name for w in d.writers)
    notes = r"\par ".join(
        rf"{w.name}\\{tex(', '.join(w.place))}\\E-mail: {w.mail}" for w in d.writers
    )
    return (
        BASE % ("10pt,a4paper", "a4paper,margin=3.5cm") + rf"\begin{{document}}\noindent{{\small Noname manuscript No.\\(will be inserted by the editor)}}\vskip 2em\noindent{{\Large\bfseries {tex(d.title)}\par}}\vskip 1em\noindent\textbf{{{names}}}\vskip 1em\noindent Received: 12 March {d.year} / Accepted: 3 June {d.year}\vskip 1em\let\thefootnote\relax\footnotetext{{{notes}}}"
        + rf"\noindent\textbf{{Abstract}} {tex(d.abstract)}\par\medskip\noindent\textbf{{Keywords}} {_DOT.join(d.keywords)}" + d.body() + (bib.numbered(items, "References", label="%d.") if numbers else bib.hanging(items, "References")) + r"\end{document}",
        len(items),
    )  # fmt: skip


def tandf_cover(d: Draft) -> tuple[str, int]:
    """A publisher's cover before the article."""
    items = d.entries("apa")
    who = names_line(d, mark="none", last=r" \& ")
    cover = rf"\thispagestyle{{empty}}\noindent{{\Large Journal of Small Places}}\par ISSN: 1365-8816 (Print) 1362-3087 (Online) Journal homepage: https://www.tandfonline.example/loi/tgis20\vskip 3em{{\raggedright\LARGE\bfseries {tex(d.title)}\par}}\vskip 1em {{\bfseries {who}}}\vskip 1em \noindent\textbf{{To cite this article:}} {who} ({d.year}) {tex(d.title)}, Journal of Small Places, {d.rng.randrange(5, 40)}:4, 567-589, DOI: 10.1080/13658816.{d.year}.1234567\par\textbf{{To link to this article:}} https://doi.org/10.1080/13658816.{d.year}.1234567\par Published online: 05 Mar {d.year}.\par Submit your article to this journal\par Article views: {d.rng.randrange(100, 900)}\newpage "
    return (
        BASE % ("10pt,letterpaper", "letterpaper,margin=1.3in") + r"\begin{document}" + cover + rf"\noindent{{\Large {tex(d.title)}\par}}\vskip 1em\noindent {names_line(d, mark='letter', last=' and ')}\par\noindent{{\small {places_lines(d, mark='letter', end='; ')}}}\vskip 1em\noindent\textbf{{ABSTRACT}}\\{tex(d.abstract)}\par\noindent\textbf{{KEYWORDS}} {'; '.join(d.keywords)}"
        + d.body() + bib.hanging(items, "References", indent="1.5em") + r"\end{document}",
        len(items),
    )  # fmt: skip


def word_onecol(d: Draft) -> tuple[str, int]:
    """As a word processor sets it: banner, names a line each or in one line."""
    numbers = d.rng.random() < 0.5
    items = d.entries("vancouver" if numbers else "apa")
    banner = (
        rf"\noindent International Journal of Applied Things, Vol. {d.rng.randrange(2, 20)}, No. {d.rng.randrange(1, 6)}, {d.year}, pp. {d.rng.randrange(10, 50)}-{d.rng.randrange(51, 90)}\par\noindent DOI: 10.5121/ijat.{d.year}.{d.rng.randrange(1000, 9999)}\vskip 1em"
        if d.rng.random() < 0.7
        else ""
    )
    people = (
        r"\\[1ex]".join(rf"{w.name}$^{{{at}}}$" for at, w in enumerate(d.writers, 1))
        if d.rng.random() < 0.4
        else names_line(d, last=" and ")
    )
    title = tex(d.title.upper() if d.rng.random() < 0.4 else d.title)
    return (
        BASE % ("12pt,a4paper", "a4paper,margin=2.5cm") + rf"\begin{{document}}{banner}\begin{{center}}{{\Large\bfseries {title}\par}}\vskip 1em {people}\\[1ex]{{\small {places_lines(d)}\\{mails(d)}\par}}\end{{center}}\noindent\textbf{{Abstract}}\par {tex(d.abstract)}\par\noindent\textbf{{Keywords:}} {', '.join(d.keywords)}"
        + d.body() + (bib.plain_numbers(items, "References") if numbers else bib.hanging(items, d.rng.choice(("Bibliography", "Works Cited", "REFERENCES")), size="", indent="2em")) + r"\end{document}",
        len(items),
    )  # fmt: skip


def mdpi(d: Draft) -> tuple[str, int]:
    """A side column with the citation, the editor and the dates."""
    items = d.entries("vancouver")
    who = "; ".join(f"{w.name.split()[-1]}, {w.name[0]}." for w in d.writers)
    return (
        BASE % ("10pt,a4paper", "a4paper,left=5.2cm,right=1.8cm,top=2cm,bottom=2cm")
        + rf"\begin{{document}}\AddToShipoutPictureBG*{{\put(40,300){{\parbox{{3.6cm}}{{\tiny\raggedright\textbf{{Citation:}} {who} {tex(d.title)}. \textit{{Things}} \textbf{{{d.year}}}, 12, 345. https://doi.org/10.3390/th12020345\par\smallskip Academic Editor: {d.material.names(d.rng, 'en', 1)[0]}\par\smallskip Received: 5 January {d.year}\par Accepted: 27 January {d.year}\par Published: 1 February {d.year}\par\smallskip\textbf{{Copyright:}} \textcopyright\ {d.year} by the authors. Licensee MDPX, Basel, Switzerland.}}}}}}"
        + rf"\noindent{{\small\textit{{Article}}\par}}\noindent{{\raggedright\LARGE\bfseries {tex(d.title)}\par}}\vskip 1em\noindent\textbf{{{names_line(d, last=' and ', mark='star')}}}\par\medskip\noindent{{\scriptsize {places_lines(d)}; {'; '.join(w.mail for w in d.writers)}\\ $^*$ Correspondence: {d.writers[0].mail}\par}}\medskip\noindent\textbf{{Abstract:}} {tex(d.abstract)}\par\medskip\noindent\textbf{{Keywords:}} {'; '.join(d.keywords)}\vskip 1em"
        + d.body() + bib.numbered(items, "References", label="%d.") + r"\end{document}",
        len(items),
    )  # fmt: skip


def usenix(d: Draft) -> tuple[str, int]:
    """Two columns, names and places in two lines."""
    items = d.entries("ieee")
    names = d.rng.choice(
        (
            names_line(d, sep=r" \quad ", mark="none"),
            names_line(d, mark="sign"),
            grid(d, columns=2, bold=False, lines=1),
        )
    )
    places = (
        ""
        if "tabular" in names
        else r"\\" + r"\textit{" + tex(", ".join(p[1] for p in d.places)) + "}"
    )
    return (
        BASE % ("10pt,letterpaper,twocolumn", "letterpaper,margin=1in,columnsep=.33in") + rf"\begin{{document}}\twocolumn[\begin{{center}}{{\Large\bfseries {tex(d.title)}\par}}\vskip 1.2em {{\large {names}{places}\par}}\vskip 2em\end{{center}}]"
        + rf"\section*{{Abstract}}{tex(d.abstract)}" + d.body() + bib.numbered(items, "References") + r"\end{document}",
        len(items),
    )  # fmt: skip


RUSSIAN = r"""\documentclass[%s]{article}
\usepackage[T2A]{fontenc}\usepackage[utf8]{inputenc}\usepackage[english,russian]{babel}\usepackage[a4paper,margin=2.2cm]{geometry}\usepackage{fancyhdr}
\pagestyle{plain}
"""


def udk(d: Draft) -> str:
    """A number of the decimal classification, as Russian papers begin."""
    return f"УДК {d.rng.randrange(1, 900)}.{d.rng.randrange(1, 99)}"


def ru_journal(d: Draft) -> tuple[str, int]:
    """A Russian journal: УДК, title and names in either order, everything again in English."""
    items = d.entries("vancouver")
    title = d.title.upper() if d.rng.random() < 0.5 else d.title
    names = ", ".join(w.name for w in d.writers)
    place = r"\\".join(tex(", ".join(p)) for p in d.places)
    heading = rf"\begin{{center}}{{\large\bfseries {tex(title)}\par}}\end{{center}}"
    people = rf"\begin{{center}}\textbf{{{names}}}\\{{\small\textit{{{place}}}\\{', '.join(w.mail for w in d.writers)}\par}}\end{{center}}"
    if d.rng.random() < 0.5:
        heading, people = people, heading
    section = (
        rf"\begin{{center}}\textsf{{{d.rng.choice(('МАТЕМАТИКА', 'ИНФОРМАТИКА, ВЫЧИСЛИТЕЛЬНАЯ ТЕХНИКА И УПРАВЛЕНИЕ', 'Технические науки', 'ФИЛОЛОГИЯ'))}}}\end{{center}}"
        if d.rng.random() < 0.6
        else ""
    )
    other = rf"\begin{{otherlanguage}}{{english}}\begin{{center}}{{\large\bfseries {tex(d.other_title)}\par}}\textbf{{{', '.join(fold(w.name) for w in d.writers)}}}\end{{center}}\textbf{{Abstract.}} {tex(d.material.prose(d.rng, 'en', 5))}\par\textbf{{Keywords:}} data, model, system\end{{otherlanguage}}"
    before = d.rng.random() < 0.6
    banner = rf"\pagestyle{{fancy}}\fancyhf{{}}\fancyhead[L]{{\small Вестник университета. {d.year}. Т. {d.rng.randrange(2, 40)}, № {d.rng.randrange(1, 6)}. С. {d.rng.randrange(5, 40)}--{d.rng.randrange(41, 60)}}}\fancyfoot[C]{{\thepage}}"
    return (
        RUSSIAN % d.rng.choice(("11pt", "10pt,twocolumn", "12pt")) + banner + rf"\begin{{document}}{section}\noindent {udk(d)}\par {heading}{people}\textbf{{Аннотация.}} {tex(d.abstract)}\par\textbf{{Ключевые слова:}} {', '.join(d.keywords)}\par {other if before else ''}"
        + d.body() + bib.numbered(items, d.rng.choice(("Список литературы", "Литература", "СПИСОК ЛИТЕРАТУРЫ", "Библиографический список")), label="%d.") + ("" if before else other) + r"\end{document}",
        len(items),
    )  # fmt: skip


def ru_proceedings(d: Draft) -> tuple[str, int]:
    """Russian proceedings: post, place and address behind each name."""
    items = d.entries("vancouver")
    posts = ("студент", "аспирант", "к.ф.-м.н., доцент", "старший преподаватель")
    people = r"\\".join(
        rf"\textit{{{w.name}}}, {d.rng.choice(posts)} {tex(w.place[0])} {tex(w.place[1])}, {w.mail}"
        for w in d.writers
    )
    return (
        RUSSIAN % "11pt" + rf"\begin{{document}}\begin{{center}}{{\Large\bfseries {tex(d.title)}\par}}\end{{center}}\begin{{flushright}}{people}\end{{flushright}}\textbf{{Аннотация.}} {tex(d.abstract)}\par " + d.body() + bib.numbered(items, "Литература") + r"\end{document}",
        len(items),
    )  # fmt: skip


SPANISH = r"""\documentclass[%s]{article}
\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage[english,spanish]{babel}\usepackage[a4paper,margin=2.3cm]{geometry}\usepackage{fancyhdr}\usepackage{times}
\pagestyle{plain}
"""


def es_journal(d: Draft) -> tuple[str, int]:
    """A Spanish journal: both titles, both abstracts."""
    numbers = d.rng.random() < 0.5
    items = d.entries("ieee" if numbers else "apa")
    banner = rf"\pagestyle{{fancy}}\fancyhf{{}}\fancyhead[L]{{\small Revista de Ingeniería, Vol. {d.rng.randrange(2, 40)}, Núm. {d.rng.randrange(1, 4)}, {d.year}, pp. {d.rng.randrange(5, 40)}--{d.rng.randrange(41, 60)}}}\fancyfoot[C]{{\thepage}}"
    people = d.rng.choice(
        (
            names_line(d, last=" y "),
            names_line(d, sep="; "),
            r"\\".join(
                rf"{w.name}\\{{\small {tex(', '.join(w.place))}. {w.mail}}}" for w in d.writers
            ),
        )
    )
    places = "" if r"\small" in people else rf"\\{{\small {places_lines(d)}\\{mails(d)}\par}}"
    other = rf"\begin{{center}}{{\large\itshape {tex(d.other_title)}\par}}\end{{center}}"
    return (
        SPANISH % d.rng.choice(("11pt", "10pt,twocolumn")) + banner + rf"\begin{{document}}\begin{{center}}{{\Large\bfseries {tex(d.title)}\par}}\end{{center}}{other if d.rng.random() < 0.7 else ''}\begin{{center}}{people}{places}\end{{center}}\noindent\textbf{{Resumen}}\par {tex(d.abstract)}\par\noindent\textbf{{Palabras clave:}} {', '.join(d.keywords)}\par\noindent\textbf{{Abstract}}\par {tex(d.material.prose(d.rng, 'en', 5))}\par\noindent\textbf{{Keywords:}} data, model, learning"
        + d.body() + (bib.numbered(items, d.rng.choice(("Referencias", "REFERENCIAS", "Bibliografía"))) if numbers else bib.hanging(items, "Referencias bibliográficas", size="")) + r"\end{document}",
        len(items),
    )  # fmt: skip


def sbc(d: Draft) -> tuple[str, int]:
    """The Brazilian Computer Society's: abstract and resumo."""
    items = d.entries("apa")
    abstracts = rf"\begin{{quote}}\textit{{\textbf{{Abstract.}} {tex(d.material.prose(d.rng, 'en', 4))}}}\end{{quote}}\begin{{quote}}\textit{{\textbf{{Resumo.}} {tex(d.abstract)}}}\end{{quote}}"
    return (
        BASE % ("12pt,a4paper", "a4paper,left=3cm,right=3cm,top=3.5cm,bottom=2.5cm") + rf"\begin{{document}}\begin{{center}}{{\LARGE\bfseries {tex(d.title)}\par}}\vskip 1em\textbf{{{names_line(d)}}}\vskip 1em {places_lines(d)}\vskip 1em {mails(d)}\end{{center}}{abstracts}"
        + d.body() + bib.hanging(items, "Referências", size="", indent="1.5em", gap="6pt") + r"\end{document}",
        len(items),
    )  # fmt: skip


TEMPLATES: dict[str, tuple[Template, str]] = {
    "acl": (acl, "en"), "aaai": (aaai, "en"), "icml": (icml, "en"), "neurips": (neurips, "en"),
    "ieee-conf": (ieee_conf, "en"), "ieee-trans": (ieee_trans, "en"), "acm-sigconf": (acm_sigconf, "en"),
    "acm-small": (acm_small, "en"), "acm-old": (acm_old, "en"), "lncs": (lncs, "en"), "easychair": (easychair, "en"),
    "pmlr": (pmlr, "en"), "elsarticle": (elsarticle, "en"), "ceurart": (ceurart, "en"), "plos": (plos, "en"),
    "frontiers": (frontiers, "en"), "revtex": (revtex, "en"), "springer-journal": (springer_journal, "en"),
    "tandf-cover": (tandf_cover, "en"), "word-onecol": (word_onecol, "en"), "mdpi": (mdpi, "en"), "usenix": (usenix, "en"),
    "ru-journal": (ru_journal, "ru"), "ru-proceedings": (ru_proceedings, "ru"), "es-journal": (es_journal, "es"), "sbc": (sbc, "pt"),
}  # fmt: skip
"""Every template with its language."""
