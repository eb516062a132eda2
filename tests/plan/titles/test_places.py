"""Places in titles: regions, islands, hotels, universities, cities alone, countries that are only part of a name."""

import pytest

from harvestman.plan.titles import parse_title


@pytest.mark.parametrize(
    ("place", "city", "country"),
    [
        ("Pisa, Italy", "Pisa", "Italy"),
        ("Heraklion, Crete, Greece", "Heraklion", "Greece"),
        ("Playa Blanca, Lanzarote, Canary Islands, Spain", "Playa Blanca", "Spain"),
        ("Crete, Greece", "Crete", "Greece"),
        ("Maui, Hawaii, USA", "Maui", "USA"),
        ("Reno/Tahoe, Nevada, USA", "Reno/Tahoe", "USA"),
        ("Syracuse, New York, USA", "Syracuse", "USA"),
        ("New York, NY, USA", "New York", "USA"),
        ("New York, USA", "New York", "USA"),
        ("Washington, DC, USA", "Washington", "USA"),
        ("Québec, Canada", "Québec", "Canada"),
        ("Victoria, Canada", "Victoria", "Canada"),
        ("Perth, WA, Australia", "Perth", "Australia"),
        ("Atlanta, Georgia, USA", "Atlanta", "USA"),
        ("Savannah, Georgia", "Savannah", "USA"),
        ("Tbilisi, Georgia", "Tbilisi", "Georgia"),
        ("Cambridge, MA", "Cambridge", "USA"),
        ("Cambridge, UK", "Cambridge", "UK"),
        ("Aberdeen, Scotland", "Aberdeen", "UK"),
        ("Belfast, Northern Ireland, UK", "Belfast", "UK"),
        ("Daejeon, Korea", "Daejeon", "South Korea"),
        ("Nijmegen, The Netherlands", "Nijmegen", "Netherlands"),
        ("Brno, Czechia", "Brno", "Czech Republic"),
        ("Hong Kong, China", "Hong Kong", "China"),
        ("Macau SAR, China", "Macau SAR", "China"),
        ("Singapore", "Singapore", "Singapore"),
        ("Luxembourg", "Luxembourg", "Luxembourg"),
        ("Ljubljana, Yugoslavia", "Ljubljana", "Yugoslavia"),
        ("Leningrad, USSR", "Leningrad", "USSR"),
        ("Bad Honnef, FRG", "Bad Honnef", "Germany"),
        ("Saarbruecken, Germany", "Saarbruecken", "Germany"),
        ("Linz, Österreich", "Linz", "Austria"),
        ("São Paulo, Brasil", "São Paulo", "Brazil"),
        ("Новосибирск, Россия", "Новосибирск", "Russia"),
        ("'s-Hertogenbosch, The Netherlands", "'s-Hertogenbosch", "Netherlands"),
        ("St. Paul, MN, USA", "St. Paul", "USA"),
        ("St. Petersburg, Florida, USA", "St. Petersburg", "USA"),
        ("Rende (CS), Italy", "Rende", "Italy"),
        ("Lemont (near Chicago), IL, USA", "Lemont", "USA"),
        ("McLean, VA (near Washington, DC), USA", "McLean", "USA"),
        ("Yonago, Tottori Prefecture, Japan", "Yonago", "Japan"),
        ("Sorrento, Napoli, Italy", "Sorrento", "Italy"),
        ("Fira Montjuïc, Barcelona, Catalonia, Spain", "Barcelona", "Spain"),
        ("Bangkok and Chiang Mai, Thailand", "Bangkok", "Thailand"),
        ("VENICE, ITALY", "VENICE", "Italy"),
        ("Ballarat, VIC Australia", "Ballarat", "Australia"),
        ("Dublin Ireland", "Dublin", "Ireland"),
        ("Trier", "Trier", "Germany"),
        ("Genova", "Genova", "Italy"),
        ("München", "München", "Germany"),
        ("Münster", "Münster", "Germany"),
    ],
)
@pytest.mark.parametrize(
    "title",
    [
        "Looms and Threads - 3rd Symposium, LAT 2013, {}, May 4-7, 2013, Proceedings",
        "Looms and Threads, Third Symposium, May 4-7, 2013, {}",
        "Looms and Threads, Third Symposium, {}, 4-7 May 2013. Revised Selected Papers",
    ],
)
def test_city_and_country(title: str, place: str, city: str, country: str) -> None:
    parts = parse_title(title.format(place))
    assert (parts.city, parts.country) == (city, country)


@pytest.mark.parametrize(
    ("title", "city", "country"),
    [
        ("Looms, ETAPS 2001 Genova, Italy, April 2-6, 2001", "Genova", "Italy"),
        ("Looms, 7th Conference, EL98 San Diego, California, USA", "San Diego", "USA"),
        ("16th Conference on Looms Trento, Italy, July 7-10, 1999", "Trento", "Italy"),
        ("Looms, IFIP Conference Novosibirsk, July 1-7, 1974", "Novosibirsk", "Russia"),
        ("Proceedings of a Workshop Held at Harriman, New York, May 1-2, 1986", "Harriman", "USA"),
        ("Proceedings of a Workshop Held at Cape Cod, Massachusetts, May 1989", "Cape Cod", "USA"),
        ("Loom Conference, 8.-11.3.2005 in Essen", "Essen", "Germany"),
        ("Loom Conference (Proc. Third Colloq., Oxford, 1963)", "Oxford", "UK"),
        ("Loom Congress, Vol. I (Berlin, 1998)", "Berlin", "Germany"),
        ("Fourth Loom Workshop, Oxford 1989", "Oxford", "UK"),
        ("Loom Conference, Imperial College, London", "London", "UK"),
        ("Loom Camp, Palais de Congres Montreal, Quebec, Canada", "Montreal", "Canada"),
        ("Loom Camp, Princeton University, NJ, USA, May 3, 2013", "Princeton", "USA"),
        ("Loom Camp, University of Warwick, Coventry, UK, May 3, 2013", "Coventry", "UK"),
        ("Loom Camp, Technische Universität München, Germany, 2009", "München", "Germany"),
        ("Loom Camp, Schloss Dagstuhl, Germany, 2009", "Schloss Dagstuhl", "Germany"),
        ("Loom Camp 2017, Barcelona, Spain, Hotel Porta Fira, January 16-19", "Barcelona", "Spain"),
        (
            "Loom Camp 2010, Smallville Heights, High Peaks, Slovakia",
            "Smallville Heights",
            "Slovakia",
        ),
        ("Tenth Software Weaving Conference in Russia", None, "Russia"),
        ("Conference on Weaving in Bulgaria (CWB 2014)", None, "Bulgaria"),
    ],
)
def test_places_inside_longer_words(title: str, city: str | None, country: str) -> None:
    parts = parse_title(title)
    assert (parts.city, parts.country) == (city, country)


@pytest.mark.parametrize(
    "title",
    [
        "Conference of the Japan Society of Weavers 2004",
        "Proceedings of the Second Taiwan Conference on Looms",
        "Eleventh Belgium/Netherlands Loom Conference",
        "32nd Hawaii International Conference on Loom Sciences",
        "Proceedings of the Australian Loom Conference 2005",
        "Conference of the Association for Looms in the Americas",
        "Loom Engineering (SE), February 2005",
        "High Performance Weaving (SC)",
        "Weaving Language Workshop 2013 (OHIO 2013)",
        "Knowledge-aware Weaving - KaRS 2019",
        "LOOMS 2017 Satellite Event: Workshops (ModComp, ME, EXE)",
        "Weaving and the Computer: Practical Experience",
    ],
)
def test_a_place_that_is_only_part_of_a_name_is_none(title: str) -> None:
    parts = parse_title(title)
    assert (parts.city, parts.country) == (None, None)


@pytest.mark.parametrize(
    ("title", "city", "country"),
    [
        ("Looms 2020, Virtual Event, Ireland, May 3-5, 2020", None, "Ireland"),
        ("Looms 2020, Virtual Event, CA, USA, May 3-5, 2020", None, "USA"),
        ("Looms 2020, May 3-5, 2020, virtual", None, None),
        ("Looms 2020, virtual online, May 3-5, 2020", None, None),
        ("Looms 2020, Leuven, Belgium (Virtual Conference)", "Leuven", "Belgium"),
        ("Looms 2021, Virtual Event / Leuven, Belgium, May 3, 2021", "Leuven", "Belgium"),
    ],
)
def test_virtual_events(title: str, city: str | None, country: str | None) -> None:
    parts = parse_title(title)
    assert (parts.virtual, parts.city, parts.country) == (True, city, country)


@pytest.mark.parametrize("subject", ["Virtual Reality", "Online Proceedings", "Online Algorithms"])
def test_subjects_are_not_virtual_events(subject: str) -> None:
    assert not parse_title(f"{subject}, Third Symposium, Pisa, Italy, May 3, 2003").virtual
