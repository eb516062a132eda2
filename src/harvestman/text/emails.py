"""E-mail addresses as papers print them: plain, grouped ({a,b}@x.org), broken over lines, disguised (name [at] uni [dot] edu)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from harvestman.text.folding import unaccent

_DOMAIN: Final = r"[A-Za-z0-9](?:[\w-]*\w)?(?:\.[A-Za-z0-9](?:[\w-]*\w)?)*\.[A-Za-z]{2,12}"
_LOCAL: Final = r"[A-Za-z0-9_](?:[\w.+'-]{0,62}[\w+-])?"  # RFC 5321: 64 at most
_AT: Final = r"\s?(?:@|\{at\}|[\[(<]\s?at\s?[\])>]|[\[(]\s?@\s?[\])])\s?"
_A_DOT: Final = r"(?:dot|d0t|punkt|punto|ponto|точка)"
_AN_AT: Final = (
    r"(?:at|at[ -]sign|@|ät|en|arroba|собака|собачка|сабака|на|chiocciola|kukac|klammeraffe)"
)
_GROUP: Final = re.compile(
    rf"[{{\[(<]\s*+([^{{}}\[\]()@<>]{{3,400}}+)[}}\])>]{_AT}({_DOMAIN})", re.IGNORECASE
)
_ROW: Final = re.compile(rf"(?<![\w.@])({_LOCAL}(?:\s?[,|/]\s?{_LOCAL}){{1,30}})\s?@\s?({_DOMAIN})")
_PLAIN: Final = re.compile(rf"(?<![\w.+-])({_LOCAL})\s?@\s?({_DOMAIN})")
_DISGUISED: Final = re.compile(
    rf"(?<![\w.+-])({_LOCAL}(?:\s?[\[(]\s?{_A_DOT}\s?[\])]\s?\w{{1,40}}){{0,5}})\s?(?:[\[(<{{]\s?{_AN_AT}\s?[\])>}}]|\[a\]|[-#*|_/]at[-#*|_/])\s?"
    rf"([\w-]{{1,63}}(?:\s?(?:\.|[\[(<{{]\s?{_A_DOT}\s?[\])>}}])\s?[\w-]{{1,63}}){{1,8}})",
    re.IGNORECASE,
)
_SPOKEN: Final = re.compile(
    rf"(?<![\w.+-])([\w.+-]++(?:\s++{_A_DOT}\s++[\w+-]++){{0,3}})\s++(?:at|at[ -]sign|arroba|собака|собачка|сабака|на)\s++"
    rf"([\w-]++(?:\s++{_A_DOT}\s++[\w-]++)++)",
    re.IGNORECASE,
)
_SPOKEN_DOT: Final = re.compile(rf"(?i)\s?[\[(]\s?{_A_DOT}\s?[\])]\s?|(?<!\s)\s++{_A_DOT}\s++")
_MAY_BE_DISGUISED: Final = re.compile(rf"(?i)\b{_AN_AT}\b|[_@]at[_@]|\[a\]|[@＠﹫]")
# "ivan@uni(точка)ru", "ana @ uni . edu": the sign is plain, the dots are not.
_DOTS_DISGUISED: Final = re.compile(
    rf"(?<![\w.+-])({_LOCAL})\s?@\s?([\w-]{{1,63}}(?:(?:\s\.\s|\s?[\[(<{{]\s?{_A_DOT}\s?[\])>}}]\s?)[\w-]{{1,63}}){{1,8}})",
    re.IGNORECASE,
)
# "ana.perez at uni.edu": words alone may be a sentence, so the name must look like the first part of an address.
_HALF_SPOKEN: Final = re.compile(
    rf"(?<![\w.+-])([a-z]{{1,40}}[._][a-z]{{1,40}})\s(?:at|AT|arroba|собака)\s({_DOMAIN})"
)
_UNSEEN: Final = str.maketrans(
    {
        "\u200b": "",
        "\u200c": "",
        "\u200d": "",
        "\u2060": "",
        "\ufeff": "",
        "\xad": "",
        "＠": "@",
        "﹫": "@",
    }
)
_AGAINST_ROBOTS: Final = re.compile(
    r"(?i)[._-]?(?:no-?spam|sin-?spam|remove-?(?:this|me)|quitar?esto)[._-]?"
)
_DOT: Final = re.compile(rf"\s?[\[(<{{]?\s?\b{_A_DOT}\b\s?[\])>}}]?\s?|\s?\.\s?", re.IGNORECASE)
_NO_LOCAL: Final = re.compile(r"(?i)^(?:e-?mails?|correo|mailto|tel|fax|почта|contact)[:.]?")
_SEPARATORS: Final = re.compile(r"\s*[,;|/]\s*|\s+(?:and|y|и)\s+|\s{1,}")
_MAX_LINE: Final = 1000
_SPELT: Final = re.compile(r"(?<=\.c)0(?=m$)")  # gmail d0t c0m
# Addresses of printers and offices that stand in the small print of first pages.
_OF_NOBODY: Final = re.compile(
    r"(?i)(?:[\w.-]*[._-])?(?:permissions?|reprints?|copyright|subscriptions?|orders?|webmaster|noreply|no-reply)@"
)


# "firstname.lastname@uni.edu" in three languages and some others: how all addresses of the authors are made. The family name may stand alone.
_PATTERN: Final = re.compile(
    r"(?i)(?:(?:(?:first|fore|given|pre)?_?-?(?:name|nombre|nome|vorname|prenom|imya|imia)(?P<sign>[._-]?)"
    r"(?:(?:last|sur|family)_?-?name|apellidos?|nachname|cognome|nom|familiya|familia))"
    r"|(?P<alone>(?:last|sur|family)_?-?name|apellidos?|nachname|cognome|familiya))@(?P<domain>.+)"
)


class Address(NamedTuple):
    """One address, the number of the line in which it ends, and the words that stood there."""

    value: str
    line: int
    quote: str


def find_addresses(lines: Sequence[str]) -> list[Address]:
    """All addresses in lines that follow each other, in printed order."""
    found: dict[str, Address] = {}
    for start, joined in _joined(lines):
        text = joined if joined.isascii() else joined.translate(_UNSEEN)
        if "@" not in text and not _MAY_BE_DISGUISED.search(text):
            continue
        for value, quote in _addresses_in(text):
            if not _OF_NOBODY.match(value):
                found.setdefault(value.casefold(), Address(value, start, quote))
    return list(found.values())


def is_pattern(address: str) -> bool:
    """Whether an address only says how addresses are made: "firstname.lastname@uni.edu"."""
    return _PATTERN.fullmatch(address) is not None


def written_out(pattern: str, given: str, family: str) -> str:
    """The address that a pattern makes of a name; "" where it makes none."""
    match = _PATTERN.fullmatch(pattern)
    names = [re.sub(r"[^a-z-]", "", unaccent(name.split()[0])) for name in (given, family) if name]
    if not match or len(names) != 2 or not all(names):
        return ""
    if match["alone"]:
        return f"{names[1]}@{match['domain']}"
    return f"{names[0]}{match['sign']}{names[1]}@{match['domain']}"


def _joined(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Each line, longer where an address goes on in the next one."""
    at = 0
    while at < len(lines):
        text = lines[at].strip()[:_MAX_LINE]
        start = at
        while (
            at + 1 < len(lines)
            and at - start < 4
            and _has_signs(text, lines[at + 1])
            and (glue := _goes_on(text, lines[at + 1].strip())) is not None
        ):
            at += 1
            text = text + glue + lines[at].strip()[:_MAX_LINE]
        yield start, text
        at += 1


def _has_signs(text: str, following: str) -> bool:
    """Whether an address can run over from a line to the next one; nearly all lines have nothing of one."""
    return "@" in text or "@" in following or "{" in text or "[" in text


def _goes_on(text: str, following: str) -> str | None:
    """What stands between a line and the next one where an address runs over; None where it does not."""
    if re.search(r"@\s*$", text) or (
        re.search(r"@[\w.-]*\.$", text) and re.match(r"[a-z]", following)
    ):
        return ""
    if re.search(r"@[\w.-]*-$", text) and re.match(r"[a-z0-9-]+\.[a-z]", following):
        return ""
    if re.match(r"@\s?[\w-]+\.", following) and re.search(r"[\w}\])]$", text):
        return ""
    opened = max(text.rfind("{"), text.rfind("["))
    is_open = opened >= 0 and not re.search(r"[}\]]", text[opened:])
    if (
        is_open
        and re.search(r"^[^{\[]*[}\]]", following)
        and ("@" in following or "at" in following.lower())
    ):
        return " "
    if re.search(rf"@{_DOMAIN}$", text) and re.match(r"\.[a-z]{2,}", following):
        return ""
    return None


def _addresses_in(text: str) -> Iterator[tuple[str, str]]:
    rest = text
    for match in _GROUP.finditer(text):
        names = [name for name in _SEPARATORS.split(match.group(1).strip()) if name]
        if names and all(re.fullmatch(r"[\w.+'-]+", name) for name in names):
            for name in names:
                yield _clean(name, match.group(2)), match.group()
            rest = rest.replace(match.group(), " ")
    for match in _ROW.finditer(rest):
        names = re.split(r"\s?[,|/]\s?", match.group(1))
        # "Ann Lee, Bob Roe, roe@x.org": only small plain words are a row of addresses.
        if all(re.fullmatch(r"[a-z0-9][a-z0-9._-]*", name) for name in names):
            for name in names:
                yield _clean(name, match.group(2)), match.group()
            rest = rest.replace(match.group(), " ")
    for match in _PLAIN.finditer(rest):
        yield _clean(match.group(1), match.group(2)), match.group()
    for pattern in (_DISGUISED, _SPOKEN, _DOTS_DISGUISED, _HALF_SPOKEN):
        for match in pattern.finditer(rest):
            domain = _DOT.sub(".", match.group(2))
            local = _SPOKEN_DOT.sub(".", match.group(1))
            domain = _SPELT.sub("o", domain)
            if re.fullmatch(_DOMAIN, domain) and not re.search(r"(?i)arxiv", domain):
                yield _clean(local, domain), match.group()


def _clean(local: str, domain: str) -> str:
    plain = _AGAINST_ROBOTS.sub("", _NO_LOCAL.sub("", local.strip()))
    return f"{plain or local}@{_AGAINST_ROBOTS.sub('', ''.join(domain.split()))}"
