"""Who is known on a site: each person once, with all names, addresses, organisations and roles that pages and documents give them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from harvestman.gather.matching import family_key
from harvestman.model import Author, Person, Role, is_shorter_name
from harvestman.text import words
from harvestman.text.address_names import address_likeness
from harvestman.text.persons import agreement, person_name
from harvestman.text.romanising import CYRILLIC_LANGUAGES, is_cyrillic, sound

_ON_PAGE = 1_000
_SHORT = 2  # letters of a word that is no family name
_ALIKE = 0.75
"""The likeness of a name and an address at which it is rather theirs than an office's."""
_MADE_OF = 0.9
"""The likeness of a name and an address of nobody at which the address is theirs."""


@dataclass(slots=True)
class KnownPerson:
    """A person of a site."""

    name: str
    names: list[str] = field(default_factory=list)
    emails: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Each with how it is known (the greater the better: pages count more than documents) and where it was seen first."""
    affiliations: dict[str, int] = field(default_factory=dict)
    """Each with how often it was seen; those of pages count more."""
    roles: set[Role] = field(default_factory=set)
    seen: int = 0

    @property
    def is_local(self) -> bool:
        """Whether the site itself says that they belong to it."""
        return bool(self.roles - {Role.NAMED, Role.AUTHOR}) or self.is_reachable

    @property
    def is_reachable(self) -> bool:
        """Whether a page of the site gives an address for them."""
        return any(rank >= _ON_PAGE for rank, _ in self.emails.values())


class Directory:
    """The persons of a site."""

    def __init__(self) -> None:
        self._people: dict[str, list[KnownPerson]] = {}
        self._owners: Counter[int] = Counter()
        self._by_id: dict[int, KnownPerson] = {}
        self._by_name: dict[str, KnownPerson] = {}
        self._nobody: dict[str, str] = {}
        """Addresses of nobody who is named beside them, each with where it was seen."""
        self._holders: dict[str, set[int]] = {}
        """Whom pages give each address for."""

    def add_page_person(self, person: Person) -> None:
        """Learn of a person that a page names, or of an address of nobody."""
        if not person.name:
            for mail in person.emails:
                self._nobody.setdefault(mail, person.source)
            return
        if len(person.name.split()) == 1:
            return  # a bare family name
        known = self._known(person.name)
        known.seen += 1
        known.roles.add(person.role)
        if person.role is Role.OWNER:
            self._owners[id(known)] += 1
            self._by_id[id(known)] = known
        for mail in person.emails:
            rank, source = known.emails.get(mail, (0, person.source))
            known.emails[mail] = (rank + _ON_PAGE, source)
            self._holders.setdefault(mail.casefold(), set()).add(id(known))
        for work in person.affiliations:
            known.affiliations[work] = known.affiliations.get(work, 0) + 3

    def add_author(self, author: Author, source: str) -> None:
        """Learn of an author whom a document names."""
        known = self._known(author.name)
        known.seen += 1
        for mail in author.emails:
            rank, first = known.emails.get(mail, (0, source))
            known.emails[mail] = (rank + 1, first)
        for work in author.affiliations:
            known.affiliations[work] = known.affiliations.get(work, 0) + 1

    def is_known(self, name: str) -> bool:
        """Whether a name stands somewhere on the site besides one document."""
        one = self.find(name)
        return one is not None and (one.seen > 1 or bool(one.roles))

    def name_in(self, name: str, language: str) -> str:
        """A person's name in the letters of a language, where the site has one."""
        one = self.find(name)
        if one is None:
            return name
        wanted = language in CYRILLIC_LANGUAGES
        if is_cyrillic(name) == wanted:
            return name
        forms = [form for form in one.names if is_cyrillic(form) == wanted]
        return min(forms, key=lambda form: "." in form, default=name)

    @property
    def owner(self) -> str:
        """Whose site it is: who owns most of the pages that have an owner; "" where nobody does."""
        first = self._owners.most_common(1)
        if not first or 2 * first[0][1] <= self._owners.total():
            return ""
        return self._by_id[first[0][0]].name

    def find(self, name: str) -> KnownPerson | None:
        """The person of that name; None when there is none, or when several may be meant."""
        found = self._alike(name)
        sure = [one for one, level in found if level == 2]
        if len(sure) == 1:
            return sure[0]
        likely = [one for one, _ in found]
        return likely[0] if len(likely) == 1 else None

    def address_of(self, known: KnownPerson) -> tuple[str, str] | None:
        """The best address of a person, with where it was seen: one that is made of a name of theirs, then what is seen most often.

        What pages give for several people and is made of nobody's name is an office's.
        """
        found = [
            (
                any(address_likeness(name, mail) >= _ALIKE for name in known.names),
                rank,
                mail,
                source,
            )
            for mail, (rank, source) in known.emails.items()
        ]
        own = [one for one in found if one[0] or len(self._holders.get(one[2].casefold(), ())) < 2]
        best = max(own, key=lambda one: one[:2], default=None)
        return None if best is None else best[2:]

    def of_family(self, family: str) -> KnownPerson | None:
        """The one of the site's own people who has that family name; None where none or several have."""
        key = sound(words(family)[-1]) if words(family) else ""
        local = [one for one in self._people.get(key, ()) if one.is_local]
        return local[0] if len(local) == 1 else None

    def addresses_of_nobody(self, name: str) -> list[tuple[str, str]]:
        """Addresses that are made of a name and belong to nobody else, each with where it was seen."""
        alike = [
            (address_likeness(name, mail), mail, source) for mail, source in self._nobody.items()
        ]
        return [
            (mail, source)
            for likeness, mail, source in sorted(alike, key=lambda a: -a[0])
            if likeness >= _MADE_OF
        ]

    def named_in(self, text: str) -> Iterator[KnownPerson]:
        """Those of the site's own people of whose family names one stands in a text."""
        seen: set[int] = set()
        for key in dict.fromkeys(sound(word) for word in words(text) if len(word) > _SHORT):
            for one in self._people.get(key, ()):
                if one.is_local and id(one) not in seen:
                    seen.add(id(one))
                    yield one

    def _alike(self, name: str) -> list[tuple[KnownPerson, int]]:
        wanted = person_name(name)
        found: list[tuple[KnownPerson, int]] = []
        for key in dict.fromkeys((*wanted.families, *wanted.words)):
            for one in self._people.get(key, ()):
                if any(one is other for other, _ in found):
                    continue
                level = max(agreement(person_name(other), wanted) for other in one.names)
                if level < 2 and any(is_shorter_name(other, name) for other in one.names):
                    level = 2
                if not level and any(_is_part_of(other, name) for other in one.names):
                    level = 1
                if level:
                    found.append((one, level))
        return found

    def _known(self, name: str) -> KnownPerson:
        """The person of that name, new if need be; the same name is the same person each time."""
        known = self._by_name.get(name)
        if known is None:
            known = self._by_name[name] = self._likeliest(name)
        return known

    def _likeliest(self, name: str) -> KnownPerson:
        found = self._alike(name)
        sure = [one for one, level in found if level == 2]
        if sure or len(found) == 1:
            one = sure[0] if sure else found[0][0]
            if name not in one.names:
                one.names.append(name)
                self._file(one, name)
            if len(name) > len(one.name):
                one.name = name
            return one
        one = KnownPerson(name, [name])
        self._file(one, name)
        return one

    def _file(self, one: KnownPerson, name: str) -> None:
        # Of "Lucía Ferreyra Maldonado" each word but the first may be the family name.
        later = [sound(word) for word in words(name)[1:] if len(word) > _SHORT]
        keys = dict.fromkeys((*(person_name(name).families or (family_key(name),)), *later))
        for key in keys:
            ones = self._people.setdefault(key, [])
            if not any(other is one for other in ones):
                ones.append(one)


def _is_part_of(one: str, other: str) -> bool:
    """Whether a name of an initial and a family name, or of two family names alone, may be a whole one: "R. Ruiz", "Ruiz Paz", "Rosa Ruiz Paz"."""
    few, many = sorted((words(one), words(other)), key=len)
    if len(few) == 2 and len(many) > 2 and few == many[-2:]:
        return True
    return (
        len(few) == 2
        and len(many) > 2
        and len(few[0]) == 1
        and few[0] == many[0][:1]
        and few[1] == many[-2]
        and len(few[1]) > _SHORT
    )
