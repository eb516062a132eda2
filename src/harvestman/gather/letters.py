"""Draft letters to authors, asking for permission to deposit: one for each author, in their language. Never sent.

The text is a Jinja2 template; the manager may give a folder with templates of their own (`es.txt`, `en.txt`, `ru.txt`, the first line is the subject).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from importlib.resources import files
from pathlib import Path

from jinja2 import StrictUndefined, TemplateError
from jinja2.sandbox import SandboxedEnvironment

from harvestman.model import Candidate, CandidateAuthor, UsageError

LANGUAGES = ("en", "es", "ru")
_FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Letter:
    """A draft to one person about all of their documents."""

    address: str
    name: str
    language: str
    subject: str
    text: str
    candidates: tuple[str, ...]
    """The ids of the candidates that it is about."""

    def as_message(self, *, sender: str = "") -> bytes:
        """The draft as an `.eml` file that mail programs open; marked unsent."""
        message = EmailMessage(policy=SMTP)
        message["To"] = self.address
        if sender:
            message["From"] = sender
        message["Subject"] = self.subject
        message["X-Unsent"] = "1"
        message.set_content(self.text)
        return message.as_bytes()

    @property
    def file_name(self) -> str:
        """A name for its file, made of the address."""
        return re.sub(r"[^\w.@-]+", "_", self.address.casefold())


def write_letters(
    candidates: Iterable[Candidate],
    *,
    institution: str,
    repository: str,
    sender: str = "",
    templates: Path | None = None,
    language: str | None = None,
) -> Iterator[Letter]:
    """A letter to each author of candidates whose address is known; in one language, or each in that of most of the author's documents.

    UsageError for a template that does not work, and for a language that there is no letter in.
    """
    if language is not None and language not in LANGUAGES:
        raise UsageError(f"there is no letter in {language!r}: there are {', '.join(LANGUAGES)}")
    people: dict[str, tuple[CandidateAuthor, list[Candidate]]] = {}
    for candidate in candidates:
        for author in candidate.authors:
            if author.email:
                people.setdefault(author.email.casefold(), (author, []))[1].append(candidate)
    for author, own in people.values():
        its = language or _language(own)
        subject, text = _rendered(
            its,
            templates,
            author=author,
            documents=own,
            institution=institution,
            repository=repository,
            sender=sender,
        )
        ids = tuple(one.id for one in own)
        yield Letter(author.email, author.name, its, subject, text, ids)


def _language(candidates: list[Candidate]) -> str:
    """The language of most of the documents, of those that there is a letter in."""
    known = [one.language for one in candidates if one.language in LANGUAGES]
    return max(sorted(set(known)), key=known.count) if known else _FALLBACK


def _rendered(language: str, folder: Path | None, **values: object) -> tuple[str, str]:
    environment = SandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
    try:
        source = _source(language, folder)
        text = environment.from_string(source).render(values)
    except TemplateError as error:
        raise UsageError(f"the letter {language}.txt does not work: {error}") from None
    except OSError as error:
        raise UsageError(f"the letter {language}.txt cannot be read: {error.strerror}") from None
    subject, _, rest = text.strip().partition("\n")
    return " ".join(subject.split()), rest.strip() + "\n"


def _source(language: str, folder: Path | None) -> str:
    if folder is not None and (folder / f"{language}.txt").is_file():
        return (folder / f"{language}.txt").read_text(encoding="utf-8")
    return (
        files(__package__).joinpath("letters_text", f"{language}.txt").read_text(encoding="utf-8")
    )
