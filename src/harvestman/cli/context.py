"""What every verb needs: the settings in force, and the rooms opened by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from harvestman.rooms import PAGE_READERS, fetch_options, open_page_guard, open_renderer

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager, ExitStack
    from pathlib import Path

    from harvestman.crawl import Renderer
    from harvestman.crawl.archive import WarcWriter
    from harvestman.dedup.texts import Dedup
    from harvestman.documents.jobs import Job
    from harvestman.engine import Guard
    from harvestman.fetch import Fetcher, FetchOptions, Transport
    from harvestman.model import Clock, Page
    from harvestman.settings import Effective, Settings
    from harvestman.store import Library


@dataclass(frozen=True, slots=True)
class Context:
    """The global options, resolved; rooms are opened only when a verb asks for them."""

    flags: Mapping[str, str | None]
    file: str | None

    @classmethod
    def from_options(
        cls, *, db: str | None, file: str | None, assignments: tuple[str, ...]
    ) -> Context:
        """From the words before the verb."""
        flags: dict[str, str | None] = {}
        for assignment in assignments:
            key, equals, value = assignment.partition("=")
            if not equals:
                from harvestman.model import SettingsError

                raise SettingsError(f"--set {assignment!r} does not fit: write --set KEY=VALUE")
            flags[key.strip()] = value.strip()
        if db is not None:
            flags["db"] = db
        return cls(flags, file)

    def with_flags(self, **flags: str | None) -> Context:
        """The same, with settings that a verb's own options give."""
        given = {key: value for key, value in flags.items() if value is not None}
        return replace(self, flags={**self.flags, **given})

    def load(self) -> tuple[Settings, tuple[Effective, ...]]:
        """The settings in force, each with its origin."""
        from harvestman.settings import load_settings

        return load_settings(self.flags, file=self.file)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.load()[0]

    def open_library(self, *, writable: bool, clock: Clock | None = None) -> Library:
        """The library; for reading it must be there, for writing it is made."""
        from harvestman.model import SystemClock
        from harvestman.store import open_library

        settings = self.settings
        return open_library(
            settings.db,
            blobs=settings.blobs,
            clock=clock or SystemClock(),
            writable=writable,
            create=writable,
        )

    def open_guard(self, *, preload: tuple[str, ...] = PAGE_READERS) -> Guard:
        """The worker processes that read pages, with these modules loaded once for all of them."""
        return open_page_guard(self.settings, preload=preload)

    def open_extraction_guard(
        self,
        workers: int | None = None,
        *,
        preload: tuple[str, ...] = ("harvestman.documents.jobs", "harvestman.documents.opened"),
    ) -> Guard:
        """The worker processes that read documents; as many as told, else as the setting `engine` says."""
        from harvestman.engine import Limits, open_guard

        settings = self.settings
        limits = Limits(time_s=settings.extract_timeout, memory_bytes=settings.extract_memory)
        spec = settings.engine if workers is None else f"local:{workers}"
        return open_guard(spec, limits=limits, preload=preload)

    def open_dedup(self, library: Library) -> Dedup:
        """The index of known documents."""
        from pathlib import Path

        from harvestman.dedup.texts import open_dedup

        settings = self.settings
        return open_dedup(
            settings.dedup,
            library,
            distance=settings.dedup_distance,
            citations_ttl_s=settings.dedup_citations_ttl,
            metadata_ttl_s=settings.dedup_metadata_ttl,
            folder=Path(settings.data),
        )

    def extraction_jobs(
        self, paths: Iterable[Path], parts: tuple[str, ...], *, surely: bool = False
    ) -> Iterator[Job]:
        """A job for each file, within the limits that the settings set."""
        from harvestman.documents.jobs import Job
        from harvestman.model import SystemClock

        settings, clock = self.settings, SystemClock()
        for path in paths:
            yield Job(
                path=str(path.absolute()),
                now=clock.now(),
                only=parts,
                max_bytes=settings.max_file,
                ocr=settings.ocr,
                surely=surely,
            )

    def open_archive(
        self, stack: ExitStack, warc: Path | None
    ) -> tuple[Transport | None, WarcWriter | None]:
        """The network with an archive that listens; both None when no archive is wanted."""
        if warc is None:
            return None, None
        from harvestman.crawl.archive import WarcWriter
        from harvestman.fetch import RecordingTransport, open_network
        from harvestman.model import SystemClock

        clock = SystemClock()
        archive = stack.enter_context(WarcWriter(warc, clock=clock))
        network = open_network(self.fetch_options())
        return RecordingTransport(network, clock=clock, note=archive.add), archive

    def open_renderer(
        self, fetcher: Fetcher, note: Callable[[Page, bytes], None] | None = None
    ) -> AbstractAsyncContextManager[Renderer | None]:
        """The browser for pages that need one; None when there is none."""
        from harvestman.model import SystemClock

        return open_renderer(self.settings, fetcher, clock=SystemClock(), note=note)

    def fetch_options(self) -> FetchOptions:
        """How the web is to be visited."""
        return fetch_options(self.settings)
