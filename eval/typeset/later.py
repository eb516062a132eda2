"""Templates and layouts that were drawn after the rules of the header were made, to see what another template costs.

Measured at first reading, before anything was mended for them; see docs/documents.md.
"""

from __future__ import annotations

from eval.typeset import bibliography as bib
from eval.typeset.bibliography import tex
from eval.typeset.material import fold, writers
from eval.typeset.templates import (
    BASE,
    PLAIN,
    RUSSIAN,
    SPANISH,
    STAMP,
    Draft,
    Template,
    mails,
    names_line,
    places_lines,
    udk,
)

_END, _QUAD, _PAR = r"\end{document}", r"\quad ", r"\par "


def _write_by(d: Draft, count: int) -> None:
    """Let exactly so many people of two places write the paper."""
    d.writers[:] = writers(d.material, d.rng, d.language, count, 2)


def ieee_six(d: Draft) -> tuple[str, int]:
    """IEEEtran with six blocks of authors in two rows."""
    _write_by(d, 6)
    items = d.entries("ieee")
    blocks = r" \and ".join(
        rf"\IEEEauthorblockN{{{w.name}}}\IEEEauthorblockA{{{tex(w.place[0])}\\{tex(w.place[1])}\\{w.place[2]}, {w.place[3]}\\Email: {w.mail}}}"
        for w in d.writers
    )
    return (
        r"\documentclass[conference]{IEEEtran}" + PLAIN + rf"\begin{{document}}\title{{{tex(d.title)}}}\author{{{blocks}}}\maketitle"
        + rf"\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}" + d.body() + bib.of_class(items) + _END,
        len(items),
    )  # fmt: skip


def acl_eight(d: Draft) -> tuple[str, int]:
    """Eight names in bold in two rows with nothing but space between them, arXiv's stamp on the margin."""
    _write_by(d, 8)
    items = d.entries("acl")
    rows = [d.writers[:4], d.writers[4:]]
    block = r"\\".join(
        r"\quad ".join(rf"\textbf{{{w.name}}}$^{{{d.number(w)}}}$" for w in row) for row in rows
    )
    return (
        BASE % ("11pt,a4paper,twocolumn", "a4paper,margin=2.5cm,columnsep=.6cm") + (STAMP % d.rng.randrange(9999))
        + rf"\begin{{document}}\twocolumn[\begin{{center}}{{\Large\bfseries {tex(d.title)}\par}}\vskip 1em {{\large {block}\\{places_lines(d, end=_QUAD, short=True)}\\{mails(d)}\par}}\vskip 2em\end{{center}}]"
        + rf"\begin{{center}}\textbf{{Abstract}}\end{{center}}\begin{{quote}}\small {tex(d.abstract)}\end{{quote}}" + d.body() + bib.hanging(items, "References") + _END,
        len(items),
    )  # fmt: skip


def sigconf_notes(d: Draft) -> tuple[str, int]:
    """acmart with notes of equal contribution and of the corresponding author, ORCID, one address for several people."""
    items = d.entries("acm")
    people = ""
    for at, w in enumerate(d.writers):
        note = (
            r"\authornote{Both authors contributed equally to this research.}"
            if at == 0
            else r"\authornotemark[1]"
            if at == 1
            else r"\authornote{Corresponding author.}"
            if at == len(d.writers) - 1
            else ""
        )
        people += rf"\author{{{w.name}}}{note}\orcid{{0000-0002-{d.rng.randrange(1000, 9999)}-{d.rng.randrange(1000, 9999)}}}\email{{{w.mail}}}\affiliation{{\institution{{{tex(w.place[1])}}}\city{{{w.place[2]}}}\country{{{w.place[3]}}}}}"
    return (
        rf"\documentclass[sigconf]{{acmart}}\usepackage[T1]{{fontenc}}\acmConference[CIKM '{d.year % 100:02d}]{{Conference on Knowledge}}{{October 21--25, {d.year}}}{{Boise, ID, USA}}\acmYear{{{d.year}}}\copyrightyear{{{d.year}}}\setcopyright{{rightsretained}}"
        + rf"\begin{{document}}\title{{{tex(d.title)}}}{people}\renewcommand{{\shortauthors}}{{{d.writers[0].name.split()[-1]} et al.}}\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}\keywords{{{', '.join(d.keywords)}}}\maketitle" + d.body() + bib.of_class(items) + _END,
        len(items),
    )  # fmt: skip


def lncs_orcid(d: Draft) -> tuple[str, int]:
    """llncs with running heads of short names, ORCID numbers behind names, a note of the corresponding author."""
    items = d.entries("lncs")
    names = r" \and ".join(
        rf"{w.name}\inst{{{d.number(w)}}}\textsuperscript{{[0000-0003-{d.rng.randrange(1000, 9999)}-{d.rng.randrange(1000, 9999)}]}}"
        for w in d.writers
    )
    places = r" \and ".join(rf"{tex(', '.join(p[1:]))}" for p in d.places)
    return (
        r"\documentclass[runningheads]{llncs}" + PLAIN + rf"\begin{{document}}\title{{{tex(d.title)}\thanks{{Supported by organization x.}}}}\titlerunning{{{tex(d.title[:45])}}}\author{{{names}}}\authorrunning{{{d.writers[0].name[0]}. {d.writers[0].name.split()[-1]} et al.}}\institute{{{places}\\ \email{{{d.writers[0].mail}}}\\ \url{{http://www.example.org/lab}}}}\maketitle\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}"
        + d.body() + bib.of_class(items) + _END,
        len(items),
    )  # fmt: skip


def elsevier_twocol(d: Draft) -> tuple[str, int]:
    """elsarticle in two columns, journal's banner, addresses below, corresponding author in the foot."""
    items = d.entries("harvard")
    people = "".join(
        rf"\author[a{d.number(w)}]{{{w.name}{rf'{chr(92)}corref{{c}}' if at == 0 else ''}}}"
        + (rf"\ead{{{w.mail}}}" if at < 2 else "")
        for at, w in enumerate(d.writers)
    )
    places = "".join(rf"\address[a{at}]{{{tex(', '.join(p))}}}" for at, p in enumerate(d.places, 1))
    return (
        r"\documentclass[5p,times,twocolumn]{elsarticle}" + PLAIN + rf"\journal{{Computers and Things}}\begin{{document}}\begin{{frontmatter}}\title{{{tex(d.title)}}}{people}\cortext[c]{{Corresponding author}}{places}\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}\begin{{keyword}}{' {} '.join(d.keywords)}\end{{keyword}}\end{{frontmatter}}"
        + d.body() + bib.hanging(items, "References") + _END,
        len(items),
    )  # fmt: skip


def apa_manuscript(d: Draft) -> tuple[str, int]:
    """A manuscript as psychologists submit it: cover page with running head, author note, abstract on a page of its own, double spaced."""
    items = d.entries("apa")
    who = names_line(d, last=" and ", mark="none")
    places = r"\\".join(tex(p[1]) for p in d.places)
    return (
        BASE % ("12pt,letterpaper", "letterpaper,margin=1in") + rf"\pagestyle{{fancy}}\fancyhf{{}}\fancyhead[L]{{\MakeUppercase{{{tex(d.title[:40])}}}}}\fancyhead[R]{{\thepage}}\linespread{{1.7}}\begin{{document}}\vspace*{{3cm}}\begin{{center}}\textbf{{{tex(d.title)}}}\\[1em] {who}\\ {places}\end{{center}}\vfill\begin{{center}}Author Note\end{{center}} Correspondence concerning this article should be addressed to {d.writers[0].name}, {tex(', '.join(d.writers[0].place))}. E-mail: {d.writers[0].mail}\newpage\begin{{center}}\textbf{{Abstract}}\end{{center}}{tex(d.abstract)}\par\textit{{Keywords:}} {', '.join(d.keywords)}\newpage\begin{{center}}\textbf{{{tex(d.title)}}}\end{{center}}"
        + d.body(sections=3) + bib.hanging(items, "References", size="", indent="3em") + _END,
        len(items),
    )  # fmt: skip


def word_twocol(d: Draft) -> tuple[str, int]:
    """Two columns as a word processor sets them: banner of the journal, all in one size, places in italics, one line of addresses."""
    items = d.entries("ieee")
    banner = rf"\pagestyle{{fancy}}\fancyhf{{}}\fancyhead[C]{{\small International Journal of Applied Research in Things (IJART) Volume {d.rng.randrange(2, 20)} Issue {d.rng.randrange(1, 12)}, {d.year}, ISSN: 23{d.rng.randrange(10, 99)}-{d.rng.randrange(1000, 9999)}}}\fancyfoot[L]{{www.ijart.example.org}}\fancyfoot[R]{{\thepage}}"
    return (
        BASE % ("10pt,a4paper,twocolumn", "a4paper,margin=2cm,columnsep=.8cm") + banner + rf"\begin{{document}}\twocolumn[\begin{{center}}{{\huge {tex(d.title)}\par}}\vskip 1em {names_line(d, last=' and ')}\\ \textit{{{places_lines(d)}}}\\ {', '.join(w.mail for w in d.writers)}\vskip 1.5em\end{{center}}]\thispagestyle{{fancy}}\noindent\textbf{{\textit{{Abstract}}--- {tex(d.abstract)}}}\par\noindent\textbf{{\textit{{Keywords}}--- {', '.join(d.keywords)}}}"
        + d.body() + bib.numbered(items, "REFERENCES") + _END,
        len(items),
    )  # fmt: skip


def review_lines(d: Draft) -> tuple[str, int]:
    """A manuscript under review: every line numbered, double spaced, "Manuscript submitted to" above."""
    items = d.entries("vancouver")
    return (
        BASE % ("12pt,a4paper", "a4paper,margin=1in") + rf"\linespread{{1.8}}\begin{{document}}\linenumbers\noindent Manuscript submitted to \textit{{Journal of Small Animals}}, manuscript number JSA-{d.year}-{d.rng.randrange(100, 999)}\par\bigskip\noindent{{\Large {tex(d.title)}\par}}\bigskip\noindent {names_line(d, mark='star')}\par\noindent {places_lines(d, end=_PAR)}\par\noindent *Corresponding author: {d.writers[0].mail}\par\section*{{Abstract}}{tex(d.abstract)}"
        + d.body(sections=3) + bib.plain_numbers(items, "References") + _END,
        len(items),
    )  # fmt: skip


def article_thanks(d: Draft) -> tuple[str, int]:
    """LaTeX's own title block: authors by \\and, places in \\thanks, a date, arXiv's stamp."""
    items = d.entries("harvard")
    people = r" \and ".join(
        rf"{w.name}\thanks{{{tex(', '.join(w.place[1:]))}. E-mail: {w.mail}}}" for w in d.writers
    )
    return (
        BASE % ("11pt,a4paper", "a4paper,margin=1.1in") + (STAMP % d.rng.randrange(9999) if d.rng.random() < 0.6 else "") + rf"\begin{{document}}\title{{{tex(d.title)}}}\author{{{people}}}\date{{{d.rng.choice(('March', 'June'))} {d.year}}}\maketitle\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}"
        + d.body() + bib.hanging(items, "Bibliography", size="") + _END,
        len(items),
    )  # fmt: skip


def amsart(d: Draft) -> tuple[str, int]:
    """The mathematicians' class: everything in capitals, addresses at the very end."""
    items = d.entries("harvard")
    people = "".join(
        rf"\author{{{w.name}}}\address{{{tex(', '.join(w.place))}}}\email{{{w.mail}}}"
        for w in d.writers
    )
    return (
        r"\documentclass{amsart}" + PLAIN + rf"\begin{{document}}\title[{tex(d.title[:30])}]{{{tex(d.title)}}}{people}\keywords{{{', '.join(d.keywords)}}}\begin{{abstract}}{tex(d.abstract)}\end{{abstract}}\maketitle"
        + d.body() + bib.of_class(items) + _END,
        len(items),
    )  # fmt: skip


def _sections_head(d: Draft) -> str:
    return d.rng.choice(
        (
            "ИНФОРМАТИКА И ВЫЧИСЛИТЕЛЬНАЯ ТЕХНИКА",
            "ЭКОНОМИЧЕСКИЕ НАУКИ",
            "Математическое моделирование",
            "ПЕДАГОГИКА И ПСИХОЛОГИЯ",
            "Краткие сообщения",
        )
    )


def _paragraphs(parts: list[str]) -> str:
    return "".join(one + r"\par " for one in parts)


def ru_gost(d: Draft) -> tuple[str, int]:
    """A Russian journal by the standard: section, УДК, DOI, names above or below the title, then all of it in English before the text."""
    items = d.entries("vancouver")
    title = rf"{{\large\bfseries {tex(d.title.upper() if d.rng.random() < 0.6 else d.title)}\par}}"
    names = rf"\textit{{\textbf{{{', '.join(w.name for w in d.writers)}}}}}"
    places = rf"{{\small {'; '.join(tex(', '.join(p[1:])) for p in d.places)}\par}}"
    russian = [names, places, title] if d.rng.random() < 0.5 else [title, names, places]
    block = rf"\begin{{center}}{_paragraphs(russian)}\end{{center}}\noindent\textbf{{Аннотация:}} {tex(d.abstract)}\par\noindent\textbf{{Ключевые слова:}} {', '.join(d.keywords)}\par"
    english = rf"\begin{{otherlanguage}}{{english}}\begin{{center}}{{\large\bfseries {tex(d.other_title)}\par}}\textit{{\textbf{{{', '.join(fold(w.name) for w in d.writers)}}}}}\end{{center}}\noindent\textbf{{Abstract:}} {tex(d.material.prose(d.rng, 'en', 4))}\par\noindent\textbf{{Keywords:}} data, model\par\end{{otherlanguage}}"
    top = rf"\begin{{flushright}}{{\Large\sffamily {_sections_head(d)}}}\end{{flushright}}\noindent {udk(d)}\hfill DOI: 10.{d.rng.randrange(10000, 99999)}/{d.year}-{d.rng.randrange(10, 99)}-{d.rng.randrange(10, 99)}\par"
    return (
        RUSSIAN % d.rng.choice(("11pt", "12pt")) + rf"\pagestyle{{fancy}}\fancyhf{{}}\fancyhead[C]{{\small ISSN 20{d.rng.randrange(10, 99)}-{d.rng.randrange(1000, 9999)}. Труды института. {d.year}. № {d.rng.randrange(1, 12)} ({d.rng.randrange(13, 90)})}}\fancyfoot[C]{{\thepage}}\begin{{document}}\thispagestyle{{fancy}}{top}{block}{english}"
        + d.body(sections=3) + bib.numbered(items, d.rng.choice(("Литература", "Список использованных источников", "Библиография")), label="%d.") + _END,
        len(items),
    )  # fmt: skip


def ru_english_first(d: Draft) -> tuple[str, int]:
    """A Russian journal in two columns that prints the English title above the Russian one, in smaller letters."""
    items = d.entries("vancouver")
    return (
        RUSSIAN % "10pt,twocolumn" + rf"\begin{{document}}\twocolumn[\noindent\textsf{{{_sections_head(d)}}}\par\noindent {udk(d)}\par\begin{{center}}{{\Large\bfseries {tex(d.title)}\par}}\medskip {{\large\bfseries {', '.join(w.name for w in d.writers)}\par}}{{\small {'; '.join(tex(', '.join(p)) for p in d.places)}\par}}\medskip\begin{{otherlanguage}}{{english}}{{\large\bfseries {tex(d.other_title.upper())}\par}}{', '.join(fold(w.name) for w in d.writers)}\end{{otherlanguage}}\end{{center}}\bigskip]{{\small\itshape {tex(d.abstract)}\par}}\medskip\noindent\textit{{Ключевые слова: {', '.join(d.keywords)}.}}\par"
        + d.body(sections=3) + bib.numbered(items, "СПИСОК ЛИТЕРАТУРЫ", label="%d.") + _END,
        len(items),
    )  # fmt: skip


def _cited(d: Draft) -> str:
    names = [w.name for w in d.writers]
    return ", ".join(names) if len(names) <= 3 else f"{names[0]} и др."


def ru_gost_2021(d: Draft) -> tuple[str, int]:
    """By the standard of 2021: kind of article, УДК, DOI, title, names with numbers, how to cite, then the same in English."""
    items = d.entries("vancouver")
    full = rf"\textbf{{{', '.join(f'{w.name}$^{{{d.number(w)}}}$' for w in d.writers)}}}\par {{\small {places_lines(d, end=_PAR)}\par {', '.join(w.mail for w in d.writers)}\par}}"
    cite = rf"\textbf{{Для цитирования:}} {_cited(d)} {tex(d.title)} // Вестник науки. {d.year}. № {d.rng.randrange(1, 12)}. С. {d.rng.randrange(5, 40)}--{d.rng.randrange(41, 60)}.\par"
    english = rf"\begin{{otherlanguage}}{{english}}\noindent Original article\par\begin{{center}}\textbf{{{tex(d.other_title)}}}\par\textbf{{{', '.join(fold(w.name) for w in d.writers)}}}\end{{center}}\noindent\textbf{{Abstract.}} {tex(d.material.prose(d.rng, 'en', 4))}\par\textbf{{Keywords:}} data, model\par\textbf{{For citation:}} {fold(d.writers[0].name)} {tex(d.other_title)}. \textit{{Bulletin}}. {d.year};(3):5--17.\par\end{{otherlanguage}}"
    section = rf"\begin{{center}}\textbf{{{_sections_head(d)}}}\end{{center}}"
    before = d.rng.random() < 0.5
    return (
        RUSSIAN % d.rng.choice(("11pt", "12pt")) + rf"\begin{{document}}{section if before else ''}\noindent Научная статья\par\noindent {udk(d)}\par\noindent doi: 10.{d.rng.randrange(10000, 99999)}/{d.rng.randrange(1000, 9999)}\par {'' if before else section}\begin{{center}}\textbf{{{tex(d.title)}}}\par {full}\end{{center}}\noindent\textbf{{Аннотация.}} {tex(d.abstract)}\par\textbf{{Ключевые слова:}} {', '.join(d.keywords)}\par {cite}{english}"
        + d.body(sections=3) + bib.numbered(items, "Список источников", label="%d.") + _END,
        len(items),
    )  # fmt: skip


def ru_english_block(d: Draft) -> tuple[str, int]:
    """A Russian paper whose first page begins with everything in English."""
    items = d.entries("vancouver")
    names = ", ".join(w.name for w in d.writers)
    return (
        RUSSIAN % "11pt" + rf"\begin{{document}}\begin{{otherlanguage}}{{english}}\begin{{center}}{{\Large\bfseries {tex(d.other_title)}\par}}{', '.join(fold(w.name) for w in d.writers)}\end{{center}}\noindent\textbf{{Abstract.}} {tex(d.material.prose(d.rng, 'en', 5))}\par\end{{otherlanguage}}\bigskip\noindent {udk(d)}\par\begin{{center}}{{\Large\bfseries {tex(d.title)}\par}}{names}\par\textit{{{'; '.join(tex(', '.join(p[1:])) for p in d.places)}}}\end{{center}}\noindent\textbf{{Аннотация.}} {tex(d.abstract)}\par\textbf{{Ключевые слова:}} {', '.join(d.keywords)}\par"
        + d.body(sections=3) + bib.numbered(items, "Литература") + _END,
        len(items),
    )  # fmt: skip


def es_revista(d: Draft) -> tuple[str, int]:
    """A Spanish-language journal: name of the journal and section on top, dates of receipt, both titles, grades before names."""
    items = d.entries("apa")
    grades = d.rng.random() < 0.4
    people = r"\\".join(
        rf"{d.rng.choice(('Dr. ', 'Ing. ', 'Mg. ')) if grades else ''}{w.name}$^{{{d.number(w)}}}$"
        for w in d.writers
    )
    foot = r"\\".join(
        rf"$^{{{at}}}$ {tex(', '.join(p))}. {next(w.mail for w in d.writers if w.place == p)}"
        for at, p in enumerate(d.places, 1)
    )
    title = d.title.upper() if d.rng.random() < 0.5 else d.title
    return (
        SPANISH % "11pt" + rf"\pagestyle{{fancy}}\fancyhf{{}}\fancyhead[R]{{\small REVISTA CIENCIA Y SOCIEDAD · Año {d.rng.randrange(3, 30)}, n.º {d.rng.randrange(1, 50)} · {d.year} · ISSN 16{d.rng.randrange(10, 99)}-{d.rng.randrange(1000, 9999)}}}\fancyfoot[C]{{\thepage}}\begin{{document}}\thispagestyle{{fancy}}\noindent\textsc{{Artículo de investigación}}\par\noindent{{\LARGE\bfseries {tex(title)}\par}}\medskip\noindent{{\large\itshape {tex(d.other_title)}\par}}\bigskip\begin{{flushright}}{people}\end{{flushright}}\noindent{{\small Recibido: 12 de marzo de {d.year}. Aceptado: 4 de junio de {d.year}.\par}}\medskip\noindent{{\footnotesize {foot}\par}}\medskip\noindent\textbf{{Resumen.}} {tex(d.abstract)}\par\noindent\textbf{{Palabras clave:}} {'; '.join(d.keywords)}.\par\noindent\textbf{{Abstract.}} {tex(d.material.prose(d.rng, 'en', 4))}\par\noindent\textbf{{Key words:}} data; model.\par"
        + d.body(sections=3) + bib.hanging(items, d.rng.choice(("Referencias", "Bibliografía", "Fuentes consultadas", "REFERENCIAS BIBLIOGRÁFICAS")), size="") + _END,
        len(items),
    )  # fmt: skip


def thesis_es(d: Draft) -> tuple[str, int]:
    """The cover of a Spanish degree project, then an abstract and a chapter."""
    d.writers[1:] = []
    w = d.writers[0]
    items = d.entries("ieee")
    director = d.material.names(d.rng, "es", 1)[0]
    return (
        SPANISH % "12pt" + rf"\begin{{document}}\begin{{titlepage}}\centering{{\large\scshape {w.place[1]}\par}}\vskip .5cm {{\large {w.place[0]}\par}}\vskip 2cm {{\Large {d.rng.choice(('Trabajo Fin de Grado', 'TRABAJO FIN DE MÁSTER', 'Tesis de Licenciatura', 'PROYECTO FIN DE CARRERA'))}\par}}\vskip .5cm Grado en Ingeniería Informática\vskip 1.5cm {{\huge\bfseries {tex(d.title)}\par}}\vskip 2cm {d.rng.choice(('Autor:', 'Presentado por', 'Realizado por:'))}\\ {w.name}\vskip 1cm {d.rng.choice(('Tutor:', 'Director:', 'Dirigido por'))}\\ {director}\vfill {w.place[2]}, junio de {d.year}\end{{titlepage}}\section*{{Resumen}}{tex(d.abstract)}\newpage"
        + d.body(sections=4) + bib.numbered(items, "Bibliografía") + _END,
        len(items),
    )  # fmt: skip


def thesis_ru(d: Draft) -> tuple[str, int]:
    """The title page of a Russian degree work."""
    d.writers[1:] = []
    w = d.writers[0]
    items = d.entries("vancouver")
    leader = d.material.names(d.rng, "ru", 1)[0]
    return (
        RUSSIAN % "12pt" + rf"\begin{{document}}\begin{{titlepage}}\centering МИНИСТЕРСТВО НАУКИ И ВЫСШЕГО ОБРАЗОВАНИЯ РОССИЙСКОЙ ФЕДЕРАЦИИ\par {tex(w.place[1])}\par {tex(w.place[0])}\par\vskip 3cm {{\large\bfseries {d.rng.choice(('ВЫПУСКНАЯ КВАЛИФИКАЦИОННАЯ РАБОТА', 'Магистерская диссертация', 'Дипломная работа'))}\par}}\vskip .5cm {d.rng.choice(('на тему:', 'Тема:', ''))}\par {{\Large\bfseries {tex(d.title)}\par}}\vskip 2cm\begin{{flushright}}Выполнил: студент группы {d.rng.randrange(100, 499)}\\ {w.name}\\[1em] Научный руководитель:\\ к.ф.-м.н., доцент\\ {leader}\end{{flushright}}\vfill {w.place[2]}\\ {d.year}\end{{titlepage}}"
        + d.body(sections=4) + bib.numbered(items, "Список литературы", label="%d.") + _END,
        len(items),
    )  # fmt: skip


def thesis_en(d: Draft) -> tuple[str, int]:
    """The title page of a dissertation."""
    d.writers[1:] = []
    w = d.writers[0]
    items = d.entries("harvard")
    first, second = d.material.names(d.rng, "en", 2)
    return (
        BASE % ("12pt,a4paper", "a4paper,margin=1.2in") + rf"\begin{{document}}\begin{{titlepage}}\centering\vspace*{{1cm}}{{\LARGE {tex(d.title)}\par}}\vskip 2cm {d.rng.choice(('by', 'A thesis presented by', ''))}\\ {w.name}\vskip 2cm A dissertation submitted in partial fulfillment of the requirements for the degree of\\ Doctor of Philosophy\\ in {tex(w.place[0])}\\ at {tex(w.place[1])}\vskip 1cm Committee in charge:\\ Professor {first}, Chair\\ Professor {second}\vfill Spring {d.year}\end{{titlepage}}\section*{{Abstract}}{tex(d.abstract)}\newpage"
        + d.body(sections=4) + bib.hanging(items, "Bibliography", size="") + _END,
        len(items),
    )  # fmt: skip


LATER: dict[str, tuple[Template, str]] = {
    "ieee-six": (ieee_six, "en"), "acl-eight": (acl_eight, "en"), "sigconf-notes": (sigconf_notes, "en"), "lncs-orcid": (lncs_orcid, "en"),
    "elsevier-twocol": (elsevier_twocol, "en"), "apa-manuscript": (apa_manuscript, "en"), "word-twocol": (word_twocol, "en"),
    "review-lines": (review_lines, "en"), "article-thanks": (article_thanks, "en"), "amsart": (amsart, "en"),
    "ru-gost": (ru_gost, "ru"), "ru-english-first": (ru_english_first, "ru"), "ru-gost-2021": (ru_gost_2021, "ru"), "ru-english-block": (ru_english_block, "ru"), "es-revista": (es_revista, "es"),
    "thesis-es": (thesis_es, "es"), "thesis-ru": (thesis_ru, "ru"), "thesis-en": (thesis_en, "en"),
}  # fmt: skip
"""Every one of these templates with its language."""
