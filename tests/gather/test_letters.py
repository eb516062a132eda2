"""Draft letters: one an author, in their language, never more than text."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from harvestman.gather import Letter, write_letters
from harvestman.model import Candidate, CandidateAuthor, UsageError


def candidate(name: str, *authors: CandidateAuthor, language: str = "en") -> Candidate:
    return Candidate(f"http://uni.example/{name}.pdf", name, authors, language=language, id=name)


def letters(
    *candidates: Candidate, templates: Path | None = None, language: str | None = None
) -> list[Letter]:
    return list(
        write_letters(
            candidates,
            institution="Universidad de Altaluz",
            repository="Reposo",
            sender="Ana",
            templates=templates,
            language=language,
        )
    )


MARSH = CandidateAuthor("Helen Marsh", "marsh@uni.example")
QUILL = CandidateAuthor("Peter Quill", "quill@uni.example")


def test_each_author_with_an_address_gets_one_letter_about_all_documents() -> None:
    found = letters(candidate("Reeds", MARSH, QUILL), candidate("Mud", MARSH), candidate("X", CandidateAuthor("No Body")))  # fmt: skip
    assert [(one.address, one.candidates) for one in found] == [("marsh@uni.example", ("Reeds", "Mud")), ("quill@uni.example", ("Reeds",))]  # fmt: skip
    assert "http://uni.example/Mud.pdf" in found[0].text
    assert "Reposo" in found[0].subject


@pytest.mark.parametrize(("language", "word"), [("es", "Estimado"), ("ru", "Здравствуйте"), ("it", "Dear")])  # fmt: skip
def test_the_letter_is_in_the_language_of_the_documents(language: str, word: str) -> None:
    (one,) = letters(candidate("Reeds", MARSH, language=language))
    assert word in one.text


def test_a_template_of_ones_own_is_used_and_may_be_wrong(tmp_path: Path) -> None:
    (tmp_path / "en.txt").write_text("Hello {{ author.name }}\nYours: {{ documents[0].title }}")
    (one,) = letters(candidate("Reeds", MARSH), templates=tmp_path)
    assert (one.subject, one.text) == ("Hello Helen Marsh", "Yours: Reeds\n")
    (tmp_path / "en.txt").write_text("{{ nobody }}")
    with pytest.raises(UsageError, match=r"en\.txt"):
        letters(candidate("Reeds", MARSH), templates=tmp_path)


def test_a_message_is_a_draft_whose_headers_nobody_can_forge() -> None:
    (one,) = letters(candidate("Reeds\nBcc: all@uni.example", MARSH))
    message = message_from_bytes(one.as_message(), policy=default)
    assert (message["To"], message["Bcc"], message["X-Unsent"]) == ("marsh@uni.example", None, "1")


def test_a_spanish_university_writes_in_spanish_about_papers_in_english() -> None:
    (letter,) = letters(candidate("Reeds", MARSH), language="es")
    assert letter.language == "es"
    assert letter.text.startswith("Estimad")
    with pytest.raises(UsageError, match="'fr'"):
        letters(candidate("Reeds", MARSH), language="fr")
