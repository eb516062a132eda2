"""Finding scholars on a little web of made-up ones: lists by year, attached lists, namesakes told by field and by co-authors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from find.little_web import little_web, open_for
from harvestman import Harvestman
from harvestman.find import PersonAnswer, PersonQuestion
from harvestman.learn.sites_search import SiteSearch
from harvestman.learn.sites_served import serve_sites
from harvestman.model import Status

PEOPLE = Path(__file__).parents[2] / "eval" / "people"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harvestman]:
    with serve_sites(PEOPLE) as web:
        web.search(lambda sites, port: SiteSearch(sites, port, knows_files=True))
        with open_for(web, tmp_path_factory.mktemp("library")) as library:
            yield library


def ask(
    opened: Harvestman,
    name: str,
    affiliation: str = "",
    field: str = "",
    *,
    coauthors: tuple[str, ...] = (),
) -> PersonAnswer:
    [answer] = opened.find.persons([PersonQuestion(name, affiliation, field, coauthors=coauthors)])
    return answer


def names(answer: PersonAnswer) -> list[str]:
    return [url.partition(".localhost")[2].partition("/")[2] for url in answer.publications_pages]


def test_pages_of_single_years_are_the_list(opened: Harvestman) -> None:
    answer = ask(opened, "Martin Oakley", "University of Northmere", "hydrology")
    assert answer.homepage.endswith("/~oakley/index.html"), answer.trail
    assert sorted(names(answer)) == [f"~oakley/papers{year}.html" for year in (2021, 2022, 2023)]
    assert len(answer.publications) == 10


def test_a_list_in_an_attached_file_of_a_page_among_those_of_others(opened: Harvestman) -> None:
    answer = ask(opened, "Yusuf Demir", "University of Northmere", "seismology")
    assert answer.homepage.endswith("/people/ydemir.html"), answer.trail
    assert names(answer) == ["docs/demir-publications.pdf"]
    assert len(answer.publications) == 8


def test_a_russian_list_whose_page_has_a_latin_name(opened: Harvestman) -> None:
    answer = ask(opened, "Громов Пётр Алексеевич", "", "спектральная теория операторов")
    assert names(answer) == ["trudy.html"], answer.trail


@pytest.mark.parametrize(
    "known",
    [
        ("Martin Oakley", "Institute of Optics, Hartwell", "laser physics"),
        ("Clara Dunne", "University of Eastport", "marine law"),
        ("Javier Rivas", "Universidad del Norte", "filosofía antigua"),
    ],
)
def test_a_namesake_is_not_the_person(opened: Harvestman, known: tuple[str, str, str]) -> None:
    answer = ask(opened, *known)
    assert not answer.homepage
    assert answer.status in (Status.NOT_SURE, Status.NOTHING_FOUND, Status.DIRECTORY_ONLY)


def test_co_authors_tell_namesakes_apart(opened: Harvestman) -> None:
    with_sole = ask(opened, "Martin Oakley", coauthors=("Henrik Sole",))
    assert with_sole.homepage.endswith("/~oakley/index.html"), with_sole.trail
    assert any("co-authors agrees by 1.00" in step.outcome for step in with_sole.trail)
    stranger = ask(opened, "Martin Oakley", coauthors=("Zoë Unknown",))
    assert not stranger.homepage, stranger.trail


STAFF = """<title>Staff - Earth Sciences - University of Northmere</title><h1>Academic staff</h1><ul>
<li>Adam Birch, room 100<li>Erik Falk, room 102<li>Gwen Hughes, room 103<li>Kate Larkin, room 105
<li>Nadia Brandt, geochemistry, room 107<li>Paul Quist, room 108<li>Rosa Silva, room 109</ul>"""


def test_a_directory_serves_where_there_is_no_homepage_and_is_called_so(tmp_path: Path) -> None:
    sites = {"northmere": {"staff.html": STAFF}}
    with little_web(tmp_path / "web", sites) as web, open_for(web, tmp_path) as library:
        answer = ask(library, "Nadia Brandt", "University of Northmere", "geochemistry")
        assert answer.status is Status.DIRECTORY_ONLY, answer.trail
        assert answer.directory == web.address("northmere") + "staff.html"
        plain = answer.to_plain()
        assert (plain["homepage"], plain["directory"]) == (None, answer.directory)
        stranger = ask(library, "Nadia Brandt", "Hartwell Conservatory", "baroque flutes")
        assert (stranger.status, stranger.directory) == (Status.NOTHING_FOUND, "")


MORE_PEOPLE = PEOPLE.with_name("people-2")


@pytest.fixture(scope="module")
def more(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harvestman]:
    with serve_sites(MORE_PEOPLE) as web:
        web.search(lambda sites, port: SiteSearch(sites, port, knows_files=True))
        with open_for(web, tmp_path_factory.mktemp("more")) as library:
            yield library


def test_a_page_of_frames_is_read_as_its_reader_sees_it(more: Harvestman) -> None:
    institute = "Сибирский институт вычислительной механики"
    answer = ask(more, "Уколов Пётр Андреевич", institute, "механика разрушения")
    assert names(answer) == ["trudy.htm"], answer.trail
    assert not answer.homepage.endswith("main.htm")


def test_a_staff_card_is_of_the_university_that_the_front_page_names(more: Harvestman) -> None:
    university = "Приозёрский технический университет"
    answer = ask(more, "Захарова Нина Львовна", university, "теплообмен")
    assert answer.homepage.endswith("/sotr/zaharova.html"), answer.trail
    assert len(answer.publications) == 4


@pytest.mark.parametrize(
    ("field", "folder"), [("photonics", "~wchen"), ("medieval history", "~weichen2"), ("ants", "")]
)
def test_namesakes_of_one_university_are_told_by_their_fields(
    more: Harvestman, field: str, folder: str
) -> None:
    answer = ask(more, "Wei Chen", "Granite State University", field)
    assert (f"/{folder}/" in answer.homepage) if folder else not answer.homepage, answer.trail


def test_few_entries_on_each_page_of_a_year_are_a_list_together(more: Harvestman) -> None:
    institute = "Институт прикладной математики Заречья"
    answer = ask(more, "А. Б. Ильин", institute, "вычислительная алгебра")
    assert sorted(names(answer)) == [f"pub/{year}.html" for year in (2016, 2019, 2021)]


def test_entries_without_authors_on_a_homepage_are_its_owners(more: Harvestman) -> None:
    institute = "Двинский педагогический институт"
    answer = ask(more, "Татьяна Викторовна Орлова", institute, "фольклор")
    assert len(answer.publications) == 3, answer.trail


def test_the_front_page_of_a_wiki_is_not_its_members_homepage(more: Harvestman) -> None:
    answer = ask(more, "Tomas Brandt", "Fjordane Institute of Ocean Science", "storm surges")
    assert answer.homepage.endswith("/wiki/Tomas_Brandt.html"), answer.trail
