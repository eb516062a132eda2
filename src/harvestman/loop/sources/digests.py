"""Digests: once a day what is new is written into a folder, as Markdown or as a mail (.eml) that nobody sends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from itertools import islice
from pathlib import Path

from harvestman.loop.news import News, Place, is_news, news_after, place_of
from harvestman.loop.steps import Past, Step, task_of
from harvestman.loop.tools import Tools
from harvestman.model import JobRecord, Paper, Plain, UsageError
from harvestman.store import ChangeKind, parse_moment
from harvestman.text import squeeze
from harvestman.whole_file import write_whole

_MOST_PAGES = 20
_MOST_AUTHORS = 5
_MARKUP = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>#|"})


class Digests:
    """One step a day, when there is anything to tell."""

    kind = "digest"
    at_once = 1
    rest = timedelta(hours=20)
    comes_last = True

    def due(self, tools: Tools, _past: Past, now: datetime) -> Iterator[Step]:
        """When the setting `digest_folder` names a folder and something has changed since the last digest."""
        if not tools.settings.digest_folder:
            return
        place = place_of(tools.library, self.kind, "folder") or Place(now)
        is_new = place.since == now
        if is_new or is_news(tools.library, place):
            reason = "the first begins now" if is_new else "the library has changed since the last"
            yield Step(self.kind, "folder", "digest", reason, 0.95, 0, place.to_plain())

    async def do(self, job: JobRecord, tools: Tools) -> Plain:
        """Write one file; made again after a kill it has the same name."""
        return await asyncio.to_thread(_write, job, tools)


def _write(job: JobRecord, tools: Tools) -> Plain:
    task = task_of(job)
    place = Place(parse_moment(task["since"]), task["after"])
    news = list(islice(news_after(tools.library, place), _MOST_PAGES))
    if not news:
        return place.to_plain() | {"did": "nothing to tell"}
    now, form = tools.clock.now(), tools.settings.digest_form
    folder = Path(tools.settings.digest_folder).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"digest_folder {folder} cannot be made: {error.strerror}") from None
    text = markdown_of(news, now)
    path = folder / f"{now:%Y-%m-%d}-{news[-1].name('folder')[:8]}.{form}"
    data = text.encode() if form == "md" else mail_of(text, now)
    write_whole(path, [data])
    return news[-1].place.to_plain() | {"did": f"written to {path.name}"}


def markdown_of(news: Sequence[News], now: datetime) -> str:
    """The digest as a person reads it: new papers by their events, then how much else has changed."""
    kinds: dict[str, ChangeKind] = {}
    papers: dict[str, Paper] = {}
    others = 0
    for page in news:
        papers |= page.papers
        for one in page.changes:
            if one.thing == "paper":
                kinds[one.id] = ChangeKind.NEW if kinds.get(one.id) is ChangeKind.NEW and one.kind is ChangeKind.CHANGED else one.kind  # fmt: skip
            else:
                others += 1
    new = [papers[name] for name, kind in kinds.items() if kind is ChangeKind.NEW if name in papers]
    lines = [f"# New in the library, {now:%Y-%m-%d}", "", f"{len(new)} new papers."]
    groups: dict[str, list[Paper]] = {}
    for paper in new:
        event = paper.event.title if paper.event else ""
        groups.setdefault(event or paper.venue or "Elsewhere", []).append(paper)
    for group, some in groups.items():
        lines += ["", f"## {_plain(group)}", "", *map(_line, some)]
    counts = [
        f"{sum(kind is one for kind in kinds.values())} {word}"
        for one, word in (
            (ChangeKind.CHANGED, "changed"),
            (ChangeKind.MERGED, "merged"),
            (ChangeKind.REMOVED, "removed"),
        )
    ]
    lines += ["", f"Papers {', '.join(counts)}; {others} changes of events and documents.", ""]
    return "\n".join(lines)


def mail_of(text: str, now: datetime) -> bytes:
    """The same as a mail that waits to be sent by whoever opens it."""
    mail = EmailMessage()
    mail["Subject"] = f"New in the library, {now:%Y-%m-%d}"
    mail["Date"] = format_datetime(now)
    mail["X-Unsent"] = "1"
    mail.set_content(text)
    return mail.as_bytes()


def _line(paper: Paper) -> str:
    names = [author.name for author in paper.authors]
    who = ", ".join(names[:_MOST_AUTHORS]) + (" and others" if len(names) > _MOST_AUTHORS else "")
    link = paper.pdf or paper.url
    where = f" <{link}>" if link.startswith("http") else ""
    return f"- {_plain(paper.title)}" + (f" ({_plain(who)})" if who else "") + where


def _plain(text: str) -> str:
    """Words of strangers, without markup of their own."""
    return squeeze(text).translate(_MARKUP)
