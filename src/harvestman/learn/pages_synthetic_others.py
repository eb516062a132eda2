"""Made-up pages without papers, and what stands between the papers of others: committees, sessions, workshops, timetables."""

from __future__ import annotations

from html import escape
from random import Random

from harvestman.learn.pages_synthetic_pool import WORDS, Pool, heading


def committee(pool: Pool, rng: Random) -> str:
    """A committee: people and where they are."""
    style = rng.choice(
        (
            "<li>{}, {}</li>",
            "{} ({})<br>",
            "<tr><td>{}</td><td>{}</td></tr>",
            "<p><b>{}</b>, {}</p>",
            "<p>{}<br>{}</p>",
        )
    )
    lines = "".join(
        style.format(pool.person(), escape(pool.affiliation())) for _ in range(rng.randint(5, 40))
    )
    return (
        heading(
            pool.word("committees"),
            rng,
        )
        + lines
    )


def plain_negative(pool: Pool, rng: Random) -> str:
    """A page's worth of what only looks like papers."""
    kind = rng.randint(0, 8)
    others = {4: _workshops, 5: _biographies, 6: _timetable, 7: _roles, 8: _sessions}
    if kind in others:
        return others[kind](pool, rng)
    if kind == 0:
        return committee(pool, rng) + committee(pool, rng)
    if kind == 1:
        rows = "".join(
            f"<tr><td>{9 + n // 2}:{'00' if n % 2 else '30'}</td><td>{rng.choice((pool.word('breaks'), 'Session ' + str(n) + ': ' + pool.word('topics')))}</td></tr>"
            for n in range(rng.randint(8, 18))
        )
        return heading("Programme at a glance", rng) + f"<table>{rows}</table>"
    if kind == 2:
        lines = "".join(
            f"<li>{n}th Workshop on {pool.word('topics')}, {pool.word('places')}, {1998 + n}. Chairs: {pool.person()}, {pool.person()}</li>"
            for n in range(2, rng.randint(6, 18))
        )
        return heading("Past editions", rng) + f"<ul>{lines}</ul>"
    topics = "".join(
        f"<li>{pool.word('topics')} and {pool.word('topics').lower()}</li>"
        for _ in range(rng.randint(8, 25))
    )
    texts = "".join(f"<p>{escape(t)}</p>" for t in rng.sample(pool.texts, min(3, len(pool.texts))))
    return heading("Call for Papers", rng) + texts + f"<ul>{topics}</ul>"


def _workshops(pool: Pool, rng: Random) -> str:
    """Workshops, tutorials or sessions with those who organise them: printed as papers are, and none."""
    said = rng.choice(
        (
            "Organizers: {}",
            "Organisers: {}",
            "Organizer: {}",
            "organized by {}",
            "Chairs: {}",
            "Presenters: {}",
            "Lecturer: {}",
        )
    )
    box = rng.choice(("<li>{}</li>", "<p>{}</p>", "<tr><td>{}</td></tr>", "<div>{}</div>"))
    name = rng.choice(("<b>{}</b>", "<h3>{}</h3>", "<a href='w.html'>{}</a>", "{}"))
    between = rng.choice(("<br>", " ", "<br>", ". "))
    lines = []
    for number in range(1, rng.randint(4, 14)):
        called = rng.choice(
            (
                "Workshop on {}",
                "W{n}: {}",
                "{} and {}",
                "Tutorial: {}",
                "Tutorial {n}: {}",
                "{} for {}",
            )
        ).format(pool.word("topics"), pool.word("topics"), n=number)
        people = ", ".join(pool.person() for _ in range(rng.randint(1, 4)))
        if rng.random() < 0.4:
            people += f" ({escape(pool.affiliation())})"
        lines.append(box.format(name.format(called) + between + said.format(people)))
    above = rng.choice(
        (
            "Workshops",
            "Tutorials",
            "Sessions",
            "Workshops and Tutorials",
            "Courses",
            "Special sessions",
        )
    )
    return heading(above, rng) + "".join(lines)


def _biographies(pool: Pool, rng: Random) -> str:
    """Speakers with what they are known for."""
    lines = [
        rng.choice(("<h3>{}</h3>", "<p><b>{}</b></p>", "<b>{}</b><br>")).format(pool.person())
        + f"<p>{escape(pool.affiliation())}</p>"
        + (f"<p>{escape(rng.choice(pool.texts))}</p>" if pool.texts else "")
        for _ in range(rng.randint(2, 7))
    ]
    return heading(
        rng.choice(("Speakers", "Invited Speakers", "Biographies", "Keynote Speakers")), rng
    ) + "".join(lines)


def _timetable(pool: Pool, rng: Random) -> str:
    """A programme at a glance: times, sessions with chairs, breaks and rooms, no papers."""
    rows = []
    for number in range(1, rng.randint(8, 20)):
        what = rng.choice(
            (
                pool.word("breaks"),
                f"Session {number}: {pool.word('topics')}<br>Chair: {pool.person()}",
                f"{pool.word('topics')} ({pool.person()})",
                f"{pool.word('labels')}: {pool.person()}, {escape(pool.affiliation())}",
                f"Workshop W{number}: {pool.word('topics')}",
            )
        )
        rows.append(
            f"<tr><td>{8 + number // 2}:{'00' if number % 2 else '30'}</td><td>{what}</td><td>{rng.choice(WORDS['rooms'])}</td></tr>"
        )
    return heading(pool.word("headings"), rng) + f"<table>{''.join(rows)}</table>"


def _roles(pool: Pool, rng: Random) -> str:
    """Who does what at the conference: a role as heading or label, below or behind it the people."""
    role = rng.choice(("<h3>{}</h3>", "<b>{}</b><br>", "<p><b>{}</b></p>", "<dt>{}</dt>", "{}: "))
    person = rng.choice(("<li>{}, {}</li>", "{}, {}<br>", "<p>{} ({})</p>", "<dd>{}, {}</dd>"))
    parts = []
    for called in rng.sample(pool.words["roles"], rng.randint(3, len(pool.words["roles"]))):
        people = "".join(
            person.format(pool.person(), escape(pool.affiliation()))
            for _ in range(rng.randint(1, 4))
        )
        parts.append(role.format(called) + people)
    return heading(pool.word("committees"), rng) + "".join(parts)


def _sessions(pool: Pool, rng: Random) -> str:
    """Sessions or topics with those who are in charge of them in brackets: they look like papers with their authors."""
    line = rng.choice(("<li>{} ({})</li>", "<p><a href='s.html'>{}</a> ({})</p>", "{} ({})<br>"))
    lines = []
    for _ in range(rng.randint(5, 18)):
        people = rng.choice((" & ", ", ")).join(pool.person() for _ in range(rng.randint(1, 3)))
        topic = rng.choice(("{}", "{} and {}", "{}")).format(
            pool.word("topics"), pool.word("topics").lower()
        )
        lines.append(line.format(topic, escape(people)))
    return heading(rng.choice(("Sessions", "List of sessions", "Topics")), rng) + "".join(lines)
