"""Reference lists in the styles of publishers: author and year with hanging indents, numbers, initials or whole names, ГОСТ."""

from __future__ import annotations

from random import Random

from eval.typeset.material import JOURNALS, MEETINGS, Material

_HANGING = r"\begin{list}{}{\leftmargin=%s\itemindent=-%s\labelwidth=0pt\labelsep=0pt\itemsep=%s\parsep=0pt}"


def tex(text: str) -> str:
    """Text as LaTeX takes it."""
    for sign in "&%#_$":
        text = text.replace(sign, "\\" + sign)
    return text.replace("…", r"\ldots{}")


def entries(
    material: Material, rng: Random, style: str, count: int, language: str = "en"
) -> list[str]:
    """So many entries of a style, in its order."""
    found = []
    for _ in range(count):
        if language == "ru" and rng.random() < 0.7:
            found.append(_gost(material, rng))
            continue
        title, names = rng.choice(material.papers)
        names = names[: rng.choice((1, 2, 3, 4, 6))]
        found.append(_STYLES[style](title, list(names), rng))
    return sorted(found, key=str.casefold) if style in ("acl", "apa", "aaai", "harvard") else found


def _volume(rng: Random) -> tuple[str, int, str, str, bool]:
    is_journal = rng.random() < 0.4
    first = rng.randrange(1, 900)
    name = rng.choice(JOURNALS if is_journal else MEETINGS)
    return (
        name,
        rng.randrange(1985, 2024),
        f"{first}--{first + rng.randrange(5, 20)}",
        str(rng.randrange(2, 60)),
        is_journal,
    )


def _short(name: str) -> str:
    *given, family = name.split()
    return " ".join([*(f"{part[0]}." for part in given), family])


def _turned(name: str) -> str:
    *given, family = name.split()
    return f"{family}, {' '.join(f'{part[0]}.' for part in given)}"


def _listed(names: list[str], last: str) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])}{last}{names[-1]}"


def _acl(title: str, names: list[str], rng: Random) -> str:
    place, year, pages, volume, is_journal = _volume(rng)
    who = _listed(names, ", and " if len(names) > 2 else " and ")
    where = (
        rf"\textit{{{place}}}, {volume}:{pages}."
        if is_journal
        else rf"In \textit{{Proceedings of the {year} {place}}}, pages {pages}, Vienna, Austria. Association for Computing."
    )
    link = r" \textit{arXiv preprint arXiv:2103.01234}." if rng.random() < 0.1 else ""
    return f"{who}. {year}. {tex(title)}. {where}{link}"


def _aaai(title: str, names: list[str], rng: Random) -> str:
    place, year, pages, volume, is_journal = _volume(rng)
    who = "; ".join(
        [*map(_turned, names[:-1]), ("and " if len(names) > 1 else "") + _turned(names[-1])]
    )
    where = (
        rf"\textit{{{place}}} {volume}({rng.randrange(1, 9)}):{pages}."
        if is_journal
        else rf"In \textit{{{place}}}, {pages}."
    )
    return f"{who} {year}. {tex(title)}. {where}"


def _apa(title: str, names: list[str], rng: Random) -> str:
    place, year, pages, volume, is_journal = _volume(rng)
    who = _listed([_turned(name) for name in names], r", \& ")
    where = (
        rf"\textit{{{place}, {volume}}}({rng.randrange(1, 9)}), {pages}."
        if is_journal
        else rf"In \textit{{{place}}} (pp. {pages}). Springer."
    )
    return f"{who} ({year}). {tex(title)}. {where}" + (
        " https://doi.org/10.1000/j.2017.08.012" if rng.random() < 0.3 else ""
    )


def _harvard(title: str, names: list[str], rng: Random) -> str:
    place, year, pages, volume, _ = _volume(rng)
    who = _listed([_turned(name).replace(", ", " ").replace(".", "") for name in names], ", ")
    return rf"{who}, {year}. {tex(title)}. \textit{{{place}}} {volume}, {pages}."


def _ieee(title: str, names: list[str], rng: Random) -> str:
    place, year, pages, volume, is_journal = _volume(rng)
    who = _listed([_short(name) for name in names], ", and " if len(names) > 2 else " and ")
    where = (
        rf"\textit{{{place}}}, vol. {volume}, no. 2, pp. {pages}, {year}."
        if is_journal
        else rf"in \textit{{Proc. {place}}}, Paris, France, {year}, pp. {pages}."
    )
    return f"{who}, ``{tex(title)},'' {where}"


def _acm(title: str, names: list[str], rng: Random) -> str:
    place, year, pages, volume, is_journal = _volume(rng)
    who = _listed(names, ", and " if len(names) > 2 else " and ")
    where = (
        rf"\textit{{{place}}} {volume}, 3 ({year}), {pages}."
        if is_journal
        else rf"In \textit{{Proceedings of the {place}}}. ACM, New York, NY, USA, {pages}."
    )
    return f"{who}. {year}. {tex(title)}. {where}"


def _lncs(title: str, names: list[str], rng: Random) -> str:
    place, year, pages, volume, is_journal = _volume(rng)
    who = ", ".join(_turned(name) for name in names)
    where = (
        f"{place} {volume}(2), {pages} ({year})"
        if is_journal
        else f"In: {place}. LNCS, vol. {volume}00, pp. {pages}. Springer, Heidelberg ({year})"
    )
    return f"{who}: {tex(title)}. {where}"


def _vancouver(title: str, names: list[str], rng: Random) -> str:
    place, year, pages, volume, _ = _volume(rng)
    who = ", ".join(
        _turned(name).replace(",", "").replace(". ", "").replace(".", "") for name in names
    )
    return f"{who}. {tex(title)}. {place}. {year};{volume}({rng.randrange(1, 9)}):{pages}."


def _gost(material: Material, rng: Random) -> str:
    names = [
        f"{name.split()[-1]} {' '.join(name.split()[:-1])}"
        for name in material.names(rng, "ru", rng.choice((1, 2, 3)))
    ]
    title, year = material.title(rng, "ru"), rng.randrange(1975, 2023)
    if rng.random() < 0.5:
        return rf"{', '.join(names)} {title} // Вестник университета. --- {year}. --- Т. {rng.randrange(2, 60)}, № {rng.randrange(1, 9)}. --- С. {rng.randrange(3, 50)}--{rng.randrange(51, 99)}."
    return f"{', '.join(names)} {title}. --- М.: Наука, {year}. --- {rng.randrange(90, 400)} с."


_STYLES = {"acl": _acl, "aaai": _aaai, "apa": _apa, "harvard": _harvard, "ieee": _ieee, "acm": _acm, "lncs": _lncs, "vancouver": _vancouver}  # fmt: skip


def hanging(
    items: list[str], heading: str, *, indent: str = "1em", gap: str = "2pt", size: str = r"\small"
) -> str:
    """A list whose entries are told apart by their indents alone."""
    rows = "\n".join(rf"\item {item}" for item in items)
    return (
        rf"\section*{{{heading}}}{{{size}"
        + "\n"
        + _HANGING % (indent, indent, gap)
        + "\n"
        + rows
        + "\n\\end{list}}"
    )


def numbered(items: list[str], heading: str, *, label: str = "[%d]", size: str = r"\small") -> str:
    """A numbered list."""
    wide = label % len(items)
    rows = "\n".join(rf"\item[{{{label % at}}}] {item}" for at, item in enumerate(items, 1))
    return (
        rf"\section*{{{heading}}}{{{size}" + "\n"
        rf"\settowidth{{\dimen0}}{{{wide}}}\begin{{list}}{{}}{{\labelwidth=\dimen0\leftmargin=\labelwidth\advance\leftmargin by .5em\labelsep=.5em\itemsep=1pt\parsep=0pt}}"
        f"\n{rows}\n\\end{{list}}}}"
    )  # fmt: skip


def plain_numbers(items: list[str], heading: str) -> str:
    """A numbered list as word processors set it: paragraphs that begin with their number."""
    return (
        rf"\section*{{{heading}}}"
        + "\n\n"
        + "\n\n".join(rf"\noindent {at}. {item}" for at, item in enumerate(items, 1))
    )


def of_class(items: list[str]) -> str:
    """The list as the document's class sets it."""
    rows = "\n".join(rf"\bibitem{{r{at}}} {item}" for at, item in enumerate(items, 1))
    return rf"\begin{{thebibliography}}{{{len(items)}}}" + f"\n{rows}\n" + r"\end{thebibliography}"
