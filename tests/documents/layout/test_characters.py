"""Characters of printed files: ligatures, accents, codes of TeX, broken alphabets, rubbish."""

from __future__ import annotations

import pytest

from harvestman.documents.layout.characters import restore_codes, tidy
from harvestman.documents.layout.cyrillic import find_turn, turn_back
from harvestman.documents.layout.glyphs import has_glyph_numbers, letters_of_glyphs
from harvestman.documents.layout.legibility import is_legible, legibility

ENGLISH = (
    "The study of foxes has a long history, and many of the older papers are still read by students. "
    "We describe a method that needs neither traps nor cameras, and compare it with what was done before."
)
RUSSIAN = (
    "Задача генератора синтаксических анализаторов состоит в преобразовании грамматики, заданной на "
    "определенном языке, в код синтаксического анализатора или транслятора."
)


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("e\ufb03cient", "efficient"),
        ("Jos´e", "José"),
        ("G¨odel", "Gödel"),
        ("Rodr´ıguez", "Rodríguez"),
        ("computac¸˜ao", "computação"),
        ("www.mit.edu/˜picard", "www.mit.edu/~picard"),
        ("co\u00adoperate", "cooperate"),
        ("be\u00ad", "be-"),
        ("hyphen\ufffe", "hyphen-"),
        ("e\u0301", "é"),
        ("\uf0b7 item", "• item"),
        ("a\x00b\x07c", "abc"),
    ],
)
def test_printed_words_become_unicode(printed: str, meant: str) -> None:
    assert tidy(printed) == meant


def test_an_accent_in_typed_text_is_an_apostrophe() -> None:
    assert tidy("Let´s", is_printed=False) == "Let´s"


def test_codes_of_tex_are_letters() -> None:
    assert tidy(restore_codes("o\x0ecial and \x0celd")) == "official and field"
    assert restore_codes("TREC{3 is in the o\x0ecial list") == "TREC–3 is in the o\ufb03cial list"
    assert tidy(restore_codes("le \x1cn a\x1ermant")) == "le fin affirmant"


def test_a_driver_that_numbers_c_as_carriage_return_is_understood() -> None:
    text = "the dire\rtion of the s\rien\re of \rhemi\ral rea\rtions\r\nas in [1\u2104 and more"
    assert (
        restore_codes(text)
        == "the direction of the science of chemical reactions\r\nas in [1] and more"
    )


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r"])
def test_cyrillic_in_latin_letters_is_turned_back(encoding: str) -> None:
    broken = f"{RUSSIAN} by A. Smith".encode(encoding).decode("latin-1")
    turn = find_turn(broken)
    assert turn == encoding
    assert turn_back(broken, turn) == f"{RUSSIAN} by A. Smith"


def test_cyrillic_that_was_shifted_is_turned_back() -> None:
    letters = "".join(chr(ord(c) - 0x1D6) if "А" <= c <= "я" else c for c in RUSSIAN)
    assert turn_back(letters, find_turn(letters)) == RUSSIAN


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH,
        RUSSIAN,
        "Éléphant à l'été, où l'œuvre de Noël a déjà été gâchée çà et là à Orléans.",
    ],
)
def test_honest_text_is_not_turned(text: str) -> None:
    assert find_turn(text) == ""


def test_glyph_numbers_are_letters_again_and_others_stay() -> None:
    broken = "".join(chr(ord(c) - 29) if c > " " else c for c in "the foxes and the study of dogs")
    page = f"INTRODUCTION\r\n{broken}\r\nMore of the same in honest letters"
    assert has_glyph_numbers(page)
    assert letters_of_glyphs(page) == (
        "INTRODUCTION\r\nthe foxes and the study of dogs\r\nMore of the same in honest letters"
    )
    assert not has_glyph_numbers(ENGLISH)


def test_prose_is_legible_in_any_alphabet() -> None:
    assert legibility(ENGLISH * 3) > 0.8
    assert legibility(RUSSIAN * 3) > 0.8
    assert is_legible("本文描述了一种新的方法，它既不需要陷阱也不需要照相机。" * 20)
    assert is_legible("0.50000 0.53983 0.57926 0.61791 " * 50)


def test_a_walk_on_the_keys_is_not_legible() -> None:
    assert not is_legible('465"798;:<4>=?4A@CBEDGF;HCH/IKJ?LMFN@PORQTSM8UBWVHYXR@[Z ' * 10)
    assert not is_legible("\x01\x02\x05\x11 \x04\x0e\x11\x12 " * 60)
    assert not is_legible("xqzwkr tpldfgh bvcxz mnbvc qwrtp lkjhgf dszxc " * 10)


def test_dots_between_a_heading_and_its_page_are_no_rubbish() -> None:
    contents = "".join(
        f"Chapter {n}.{n} {'.' * 90}{n}\nSection {n}{'.' * 60}{n}\n" for n in range(30)
    )
    assert is_legible(contents)
    assert is_legible("Introduction " + ". " * 80 + "7 Measuring " + ". " * 80 + "12 Summary")
