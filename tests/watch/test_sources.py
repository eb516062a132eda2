"""Sources of events: every shape in a hand-written example, and what must not be believed or must not hurt."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from harvestman.model import Authority, Event, Evidence, Field, UsageError, assemble_event
from harvestman.pages import SavedPage
from harvestman.watch import EventsRead, Given, Notice, load_sources, read_events
from harvestman.watch.sources.given import day_in, days_in
from harvestman.watch.sources.plain_yaml import load_plain

NOW = datetime(2026, 1, 15, tzinfo=UTC)
PAGES = Path(__file__).parent.parent / "pages" / "dates" / "pages"

CCF = """
- title: LIME
  description: Conference on Libraries, Metadata and Exchange
  sub: DB
  rank:
    ccf: B
  dblp: lime
  confs:
    - year: 2026
      id: lime26
      link: https://lime2026.example/
      timeline:
        - deadline: '2025-11-16 23:59:59'
        - abstract_deadline: '2026-02-01 23:59:59'
          deadline: '2026-02-08 23:59:59'
      timezone: UTC-12
      date: June 15-18, 2026
      place: Nordhavn, Denmark
    - year: 2027
      id: lime27
      link: https://lime2027.example/
      timeline:
        - deadline: TBD
      timezone: AoE
      date: TBD
      place: TBD
"""

AI = """
- title: MARE
  hindex: 30
  year: 2026
  id: mare26
  full_name: Machines that Read
  link: https://mare.example/2026
  deadline: '2026-01-28 23:59:59'
  timezone: America/New_York
  place: Tarapuy, Ecuador
  date: July 5 - July 11, 2026
  start: 2026-07-05
  end: 2026-07-11
  sub: NLP

- title: RUMO
  year: 2026
  id: rumo26
  full_name: Rumours and Models
  link: https://rumo.example/
  deadlines:
    - type: submission
      date: 2026-03-01 23:59:59
    - type: notification
      date: 2026-05-20 23:59:59
    - type: camera_ready
      date: 2026-06-20 23:59:59
  city: Ljubljana
  country: Slovenia
  date: September 1-3, 2026
"""

ICAL = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\n"
    "BEGIN:VEVENT\r\nUID:1@x\r\nDTSTART;VALUE=DATE:20260615\r\nDTEND;VALUE=DATE:20260619\r\n"
    "SUMMARY:LIME 2026\r\nLOCATION:Nordhavn\\, Denmark\r\nURL:https://lime2026.example/\r\nEND:VEVENT\r\n"
    "BEGIN:VEVENT\r\nUID:2@x\r\nDTSTART:20260208T235959Z\r\nSUMMARY:LIME 2026 Abstract Deadline\r\n"
    "DESCRIPTION:See https://lime2026.example/\\nfor mo\r\n re\r\nEND:VEVENT\r\n"
    "BEGIN:VEVENT\r\nUID:3@x\r\nDTSTART:20260415\r\nSUMMARY:Notification of LIME 2026\r\nEND:VEVENT\r\n"
    "BEGIN:VEVENT\r\nUID:4@x\r\nDTSTART:99999999\r\nSUMMARY:Broken\r\nEND:VEVENT\r\n"
    "END:VCALENDAR\r\n"
)

RSS = """<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>News of a publisher</title><link>https://press.example/</link>
<item><title>Proceedings of LIME 2026 are online</title><link>https://press.example/lime2026</link><guid>p1</guid></item>
<item><title>MARE 2026: 9th Conference on Machines that Read</title><link>https://mare.example/2026</link>
<description>&lt;p&gt;Tarapuy, July 5-11, 2026&lt;/p&gt;</description></item>
<item><title>Our offices are closed in August 2026</title><link>https://press.example/closed</link></item>
<item><title>A conference without a year</title><link>https://press.example/none</link></item>
</channel></rss>"""

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Calls</title>
<entry><id>tag:1</id><title>2nd Workshop on Rumours, RUMO 2026</title><link href="https://rumo.example/"/>
<summary>1-3 September 2026, Ljubljana</summary></entry></feed>"""

EVENTS_PAGE = """<!DOCTYPE html><html><head><script type="application/ld+json">
{"@context": "https://schema.org", "@graph": [
 {"@type": "Event", "name": "LIME 2026", "startDate": "2026-06-15", "endDate": "2026-06-18", "url": "https://lime2026.example/",
  "location": {"@type": "Place", "address": {"addressLocality": "Nordhavn", "addressCountry": "Denmark"}}},
 {"@type": "EducationEvent", "name": "RUMO 2026", "startDate": "2026-09-01", "url": "/rumo"}]}
</script></head><body><h1>Events</h1></body></html>"""

TABLE = """name,url,start,end,notification,ignored
"LIME 2026, the conference",https://lime2026.example/,2026-06-15,2026-06-18,2026-04-15,x
Workshop without dates,https://w.example/,,,,
,,2026-01-01,,,
"""

SITE = """<!DOCTYPE html><html><head><title>RUMO 2026</title></head><body><h1>RUMO 2026</h1>
<p>Workshop on Rumours and Models, Ljubljana, Slovenia, 1–3 September 2026</p>
<ul><li>Submission: 1 March 2026</li><li>Notification: 20 May 2026</li></ul></body></html>"""


def read(text: str | bytes, address: str = "list.txt", content_type: str = "") -> EventsRead:
    body = text.encode() if isinstance(text, str) else text
    return read_events((SavedPage(address, body, content_type), NOW))


def events(found: EventsRead) -> list[Event]:
    return [assemble_event(sighting) for sighting in found.sightings]


def test_ours_are_all_installed_in_their_order() -> None:
    names = [source.name for source in load_sources()]
    assert set(names) >= {
        "ai-deadlines", "ccf-deadlines", "feed", "ical", "schema-org", "site", "table", "wikicfp"
    }  # fmt: skip
    assert names[-1] == "site"


def test_ccf_deadlines() -> None:
    found = read(CCF, "lime.yml")
    assert found.kind == "ccf-deadlines"
    first, second = events(found)
    assert first.series == "conf/lime"
    assert first.title == "LIME 2026"
    assert (first.start, first.end) == (date(2026, 6, 15), date(2026, 6, 18))
    assert first.submission == date(2026, 2, 8)
    assert (first.city, first.country) == ("Nordhavn", "Denmark")
    assert first.site == "https://lime2026.example/"
    assert (second.year, second.start, second.submission, second.city) == (2027, None, None, "")
    claim = next(c for c in found.sightings[0] if c.field is Field.START)
    assert claim.evidence == Evidence("lime.yml", "lime26", "June 15-18, 2026")
    assert (claim.authority, claim.time, claim.reader) == (Authority.LIST, NOW, found.kind)


def test_ai_deadlines_old_and_new() -> None:
    found = read(AI, "conferences.yml")
    assert found.kind == "ai-deadlines"
    mare, rumo = events(found)
    assert mare.name == "Machines that Read"
    assert (mare.start, mare.end) == (date(2026, 7, 5), date(2026, 7, 11))
    assert mare.submission == date(2026, 1, 28)
    assert (rumo.notification, rumo.camera_ready) == (date(2026, 5, 20), date(2026, 6, 20))
    assert (rumo.start, rumo.end) == (date(2026, 9, 1), date(2026, 9, 3))
    assert (rumo.city, rumo.country) == ("Ljubljana", "Slovenia")


def test_ai_deadlines_of_the_first_years_call_the_acronym_a_name() -> None:
    text = "- name: MARE\n  year: 2026\n  link: https://mare.example/\n  deadline: TBA\n"
    (mare,) = events(read(text, "conferences.yml"))
    assert mare.title == "MARE 2026"


def test_a_link_to_a_portals_page_is_not_the_events_site() -> None:
    page = "http://www.wikicfp.com/cfp/servlet/event.showcfp?eventid=7"
    text = f"- title: MARE\n  year: 2026\n  link: {page}\n  deadline: TBA\n"
    (mare,) = events(read(text, "conferences.yml"))
    assert (mare.site, mare.portal) == ("", page)


def test_a_call_in_a_feed_is_an_event() -> None:
    text = """<feed xmlns="http://www.w3.org/2005/Atom"><entry>
    <title>Call for papers: RUMO 2026, Ljubljana, September 1-3, 2026</title>
    <link href="https://rumo.example/"/></entry>
    <entry><title>RUMO 2026: new photographs</title></entry></feed>"""
    (rumo,) = events(read(text, "https://portal.example/atom"))
    assert (rumo.title, rumo.start) == ("RUMO 2026", date(2026, 9, 1))
    assert rumo.name == "RUMO 2026, Ljubljana, September 1-3, 2026"


def test_ical_tells_events_from_deadlines() -> None:
    found = read(ICAL, "calls.ics")
    assert found.kind == "ical"
    event, deadline, notification = events(found)
    assert (event.start, event.end) == (date(2026, 6, 15), date(2026, 6, 18))
    assert (event.acronym, event.year, event.site) == ("LIME", 2026, "https://lime2026.example/")
    assert deadline.start is None
    assert deadline.submission == date(2026, 2, 8)
    assert (deadline.acronym, deadline.year) == ("LIME", 2026)
    assert deadline.site == "https://lime2026.example/"
    assert notification.notification == date(2026, 4, 15)
    assert notification.title == "LIME 2026"


def test_feeds_name_events_and_proceedings() -> None:
    found = read(RSS, "https://press.example/feed", "application/rss+xml")
    assert found.kind == "feed"
    lime, mare = events(found)
    assert lime.title == "LIME 2026"
    assert (lime.proceedings, lime.site) == ("https://press.example/lime2026", "")
    assert mare.site == "https://mare.example/2026"
    assert (mare.start, mare.end) == (date(2026, 7, 5), date(2026, 7, 11))
    (rumo,) = events(read(ATOM, "https://portal.example/atom"))
    assert (rumo.title, rumo.site) == ("RUMO 2026", "https://rumo.example/")
    assert rumo.start == date(2026, 9, 1)


def test_a_page_that_lists_events_in_schema_org() -> None:
    found = read(EVENTS_PAGE, "https://dept.example/events/")
    assert found.kind == "schema-org"
    lime, rumo = events(found)
    assert (lime.site, lime.city, lime.end) == (
        "https://lime2026.example/",
        "Nordhavn",
        date(2026, 6, 18),
    )
    assert rumo.site == "https://dept.example/rumo"
    assert (lime.acronym, lime.year) == ("LIME", 2026)


def test_a_table() -> None:
    found = read(TABLE, "mine.csv")
    assert found.kind == "table"
    lime, other = events(found)
    assert lime.name == "LIME 2026, the conference"
    assert (lime.year, lime.notification) == (2026, date(2026, 4, 15))
    assert (other.site, other.start) == ("https://w.example/", None)
    (tabbed,) = events(read("acronym\tsite\tstart\nX 2026\thttp://x.example\t16 May 2026\n"))
    assert (tabbed.title, tabbed.start) == ("X 2026", date(2026, 5, 16))


def test_wikicfp_listing_and_event_page() -> None:
    listing = (PAGES / "wikicfp-listing.html").read_bytes()
    found = read(listing, "http://www.wikicfp.com/cfp/call?conference=lace")
    assert found.kind == "wikicfp"
    (lace,) = events(found)
    assert lace.title == "LACE 2026"
    assert lace.start == date(2025, 12, 30)
    assert lace.site == ""
    assert "eventid=101" in lace.portal
    page = (PAGES / "wikicfp-event.html").read_bytes()
    told = read(page, "http://www.wikicfp.com/cfp/servlet/event.showcfp?eventid=101")
    (event,) = events(told)
    assert event.site == "http://lace.example.org/"
    assert event.notification == date(2025, 9, 15)
    assert {claim.authority for claim in told.sightings[0]} == {Authority.PORTAL}


def test_a_listing_without_events_is_not_taken_for_a_site() -> None:
    page = "<!DOCTYPE html><html><head><title>WikiCFP : Search</title></head><body>No match.</body></html>"
    found = read(page, "http://www.wikicfp.com/cfp/servlet/tool.search?q=x")
    assert (found.kind, found.sightings) == ("", ())


def test_any_other_page_is_an_events_own_site() -> None:
    found = read(SITE, "https://rumo.example/")
    assert found.kind == "site"
    (rumo,) = events(found)
    assert rumo.title == "RUMO 2026"
    assert (rumo.start, rumo.notification) == (date(2026, 9, 1), date(2026, 5, 20))
    assert rumo.site == "https://rumo.example/"
    assert {claim.authority for claim in found.sightings[0]} == {Authority.SITE}


@pytest.mark.parametrize(
    "text",
    ["", "just words", "%PDF-1.4", "a,b\n1,2\n", "<x/>", "- one\n- two\n", "\x00\x01\x02"],
)
def test_what_is_no_source_brings_nothing(text: str) -> None:
    assert read(text).sightings == ()


def test_yaml_bombs_are_refused() -> None:
    bomb = "a: &a [x,x]\nb: &b [*a,*a]\nconfs: [*b,*b]\n"
    deep = "confs: " + "[" * 10_000
    for text, reason in ((bomb, "aliases"), (deep, "deep"), ("confs: [", "no YAML")):
        found = read(text)
        assert found.sightings == ()
        assert reason in " ".join(found.problems)
    with pytest.raises(UsageError, match="characters"):
        load_plain("x" * 5_000_001)
    assert load_plain("a: !!python/object/apply:os.system [x]") == {"a": ["x"]}


def test_feeds_with_entities_are_refused() -> None:
    text = '<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel><item><title>&a; Conference 2026</title></item></channel></rss>'
    found = read(text)
    assert found.sightings == ()
    assert "entities" in " ".join(found.problems)
    assert "cannot be read" in " ".join(read("<rss><channel>").problems)


class Breaking:
    """A plug-in that finds one event and then fails."""

    name = "breaking"
    order = 1

    def match(self, given: Given) -> bool:
        return True

    def read(self, given: Given):  # type: ignore[no-untyped-def]
        yield Notice({Field.NAME: "Found 2026", Field.START: "32 May 2026"})
        raise RuntimeError("broken")


def test_a_plug_in_that_breaks_keeps_what_it_found() -> None:
    found = read_events((SavedPage("x", b"x"), NOW), sources=[Breaking()])
    (event,) = events(found)
    assert (event.name, event.start) == ("Found 2026", None)
    assert found.problems == ("breaking: RuntimeError: broken",)


def test_days_at_the_ends_of_the_calendar_are_none() -> None:
    (event,) = events(read("name,url,start,end\nX,https://x.example/,0001-01-01,9999-12-31\n"))
    assert (event.start, event.end) == (None, None)


def test_a_file_with_too_many_events_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harvestman.watch.sources.registry.MAX_EVENTS", 1)
    found = read(CCF, "lime.yml")
    assert len(found.sightings) == 1
    assert found.problems == ("ccf-deadlines: only the first 1 events are taken; part the file",)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-16 23:59:59", date(2026, 11, 16)),
        ("16 November 2026", date(2026, 11, 16)),
        ("2026-02-31", None),
        ("TBD", None),
        ("", None),
    ],
)
def test_days_in_texts(text: str, day: date | None) -> None:
    assert day_in(text) == day
    assert days_in("June 29 - July 2, 2026") == (date(2026, 6, 29), date(2026, 7, 2))
