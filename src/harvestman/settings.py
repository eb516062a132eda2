"""Settings: flags over environment (`HARVESTMAN_…`) over `harvestman.toml` over defaults.

Every setting is declared once, in `SETTINGS`, with its type, default and a sentence; the reference in docs/settings.md and
the answer of `harvestman config` come from there. A key that is not declared is an error that names the nearest one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from harvestman.model.errors import SettingsError

FILE_NAME = "harvestman.toml"
PREFIX = "HARVESTMAN_"
CONFIG_VARIABLE = "HARVESTMAN_CONFIG"

_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(s|m|h|d|)", re.IGNORECASE)
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*(b|kb|mb|gb|)", re.IGNORECASE)
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_BYTES = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9}
_YES = {"true", "yes", "on", "1"}
_NO = {"false", "no", "off", "0"}


@dataclass(frozen=True, slots=True)
class Settings:
    """The effective value of every setting; the attribute's name is the key."""

    data: str
    db: str
    blobs: str
    engine: str
    queue_backend: str
    keep_jobs: float
    dedup: str
    dedup_distance: int
    dedup_citations_ttl: float
    dedup_metadata_ttl: float
    contact: str
    delay: float
    concurrency: int
    per_host: int
    timeout: float
    connect_timeout: float
    idle_timeout: float
    max_page: int
    max_redirects: int
    max_crawl_delay: float
    allow_private: bool
    robots: bool
    fresh_for: float
    depth: int
    limit: int
    site_limit: int
    lease: float
    files: str
    talks: bool
    read_timeout: float
    read_memory: int
    extract_timeout: float
    extract_memory: int
    max_file: int
    ocr: bool
    browser: str
    browser_timeout: float
    browser_memory: int
    host: str
    port: int
    max_upload: int
    upload_space: int
    upload_timeout: float
    queue: int
    max_jobs: int
    rate: int
    stop_timeout: float
    accept_urls: bool
    duplicates: str
    separate_keys: bool
    public_url: str
    providers: str
    searxng_url: str
    provider_keys: str
    provider_quotas: str
    find_requests: int
    find_timeout: float
    search_deadline: float
    search_fresh_for: float
    run_requests: int
    run_host_requests: int
    run_kinds: str
    run_listing: str
    run_cited: int
    run_revisit: float
    webhooks: str
    webhook_secret: str
    digest_folder: str
    digest_form: str


@dataclass(frozen=True, slots=True)
class Setting:
    """The declaration of one setting."""

    key: str
    parse: Callable[[str, Any], Any]
    default: Any
    form: str
    """What a person may write, for the reference."""
    sentence: str


@dataclass(frozen=True, slots=True)
class Effective:
    """One setting with the value in force and where it came from."""

    key: str
    value: Any
    origin: str


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _bad(key, value, "a text in quotation marks")
    return value


def _flag(key: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word not in _YES | _NO:
        raise _bad(key, value, "true or false")
    return word in _YES


def _count(low: int, high: int) -> Callable[[str, Any], int]:
    def parse(key: str, value: Any) -> int:
        plain = str(value).strip()
        if isinstance(value, bool) or not re.fullmatch(r"\d{1,12}", plain):
            raise _bad(key, value, f"a whole number from {low} to {high}")
        if not low <= int(plain) <= high:
            raise _bad(key, value, f"a whole number from {low} to {high}")
        return int(plain)

    return parse


def _measure(
    pattern: re.Pattern[str], units: Mapping[str, int], low: float, high: float, form: str
) -> Callable[[str, Any], float]:
    def parse(key: str, value: Any) -> float:
        match = pattern.fullmatch(str(value).strip())
        if isinstance(value, bool) or not match:
            raise _bad(key, value, form)
        number = float(match.group(1)) * units[match.group(2).lower()]
        if not low <= number <= high:
            raise _bad(key, value, f"{form}, between {low:g} and {high:g}")
        return number

    return parse


def _duration(low: float, high: float) -> Callable[[str, Any], float]:
    return _measure(_DURATION, _SECONDS, low, high, "a duration such as 1.5, 90s, 10m, 24h or 7d")


def _size(low: int, high: int) -> Callable[[str, Any], int]:
    measure = _measure(_SIZE, _BYTES, low, high, "a size such as 500kB, 10MB or 1GB")
    return lambda key, value: int(measure(key, value))


def _engine(key: str, value: Any) -> str:
    match = re.fullmatch(r"local(?::(\d{1,3}))?", str(value))
    if match and 1 <= int(match[1] or 1) <= 256:
        return str(value)
    raise _bad(key, value, "local or local:N (N worker processes, 1 to 256)")


def _one_of(*words: str) -> Callable[[str, Any], str]:
    def parse(key: str, value: Any) -> str:
        if value not in words:
            raise _bad(key, value, " or ".join(words))
        return str(value)

    return parse


def _dedup(key: str, value: Any) -> str:
    if value == "database" or str(value).startswith(("redis://", "rediss://", "unix://")):
        return str(value)
    raise _bad(key, value, "database or redis://host:port/number")


def _address(key: str, value: Any) -> str:
    if value == "" or re.fullmatch(r"https?://[A-Za-z0-9.-]+(?::\d{1,5})?", str(value)):
        return str(value)
    raise _bad(key, value, "https://host or https://host:port, without a path")


def _words(key: str, value: Any) -> str:
    if isinstance(value, str) and re.fullmatch(
        r"[a-z0-9-]*(?:[ ,]+[a-z0-9-]+)*[ ,]*", value.strip()
    ):
        return " ".join(value.replace(",", " ").split())
    raise _bad(key, value, "names with blanks between them, such as searxng openalex")


def _pairs(key: str, value: Any) -> str:
    """Pairs such as `brave=…`; what does not fit is not repeated, for it may be a secret."""
    if isinstance(value, str) and all(
        re.fullmatch(r"[a-z0-9-]+=\S+", one) for one in value.split()
    ):
        return " ".join(value.split())
    raise SettingsError(
        f"setting {key} does not fit: it takes NAME=VALUE, several with blanks between them"
    )


def _quotas(key: str, value: Any) -> str:
    pairs = _pairs(key, value)
    if all(one.partition("=")[2].isdigit() for one in pairs.split()):
        return pairs
    raise _bad(key, value, "NAME=NUMBER, several with blanks between them")


def _service(key: str, value: Any) -> str:
    if value == "" or re.fullmatch(
        r"https?://[A-Za-z0-9.-]+(?::\d{1,5})?(?:/[A-Za-z0-9/_.~-]*)?", str(value)
    ):
        return str(value)
    raise _bad(key, value, "https://host, https://host:port or https://host/path")


def _listing(key: str, value: Any) -> str:
    """An address that asks for an acronym, or none."""
    text = _text(key, value).strip()
    if text and not (re.fullmatch(r"https?://[^\s/@]+/\S*", text) and "{acronym}" in text):
        raise _bad(key, value, "an address with {acronym} where the acronym belongs")
    return text


def _services(key: str, value: Any) -> str:
    """Addresses, which are not repeated where they do not fit: they may hold secrets."""
    if isinstance(value, str) and all(
        re.fullmatch(r"https?://[^\s/@]+(?:/\S*)?", one) for one in value.split()
    ):
        return " ".join(value.split())
    raise SettingsError(
        f"setting {key} does not fit: it takes https://host/path, several with blanks between them"
    )


def pairs_of(value: str) -> dict[str, str]:
    """A setting such as `brave=KEY core=KEY` as a table."""
    return {name: rest for name, _, rest in (one.partition("=") for one in value.split())}


def _bad(key: str, value: Any, form: str) -> SettingsError:
    return SettingsError(f"setting {key} = {value!r} does not fit: it takes {form}")


SETTINGS: tuple[Setting, ...] = (
    Setting("data", _text, "", "a folder", "Where everything is kept that has no other place; by default the user's data folder."),
    Setting("db", _text, "", "a path, `sqlite:///…`, `postgresql://…`", "The library's database; by default `harvestman.db` in the data folder."),
    Setting("blobs", _text, "", "a folder or `s3://bucket/prefix`", "Where fetched bytes are kept; by default a folder beside the database file."),
    Setting("engine", _engine, "local", "`local`, `local:N`", "Where reading runs: in N guarded worker processes (by default one for each core, at most four)."),
    Setting("queue_backend", _one_of("library", "postgres"), "library", "`library`, `postgres`", "Who tells which job is next: the library's own table of jobs, or Procrastinate in a PostgreSQL library, for `harvestman worker` on many machines."),
    Setting("keep_jobs", _duration(86400, 3650 * 86400), 90 * 86400.0, "a duration", "How long jobs that were done are remembered; what failed stays until somebody decides. `harvestman run` learns from 60 days."),
    Setting("dedup", _dedup, "database", "`database`, `redis://…`", "Where the index of known documents lives: in the library's database, or in Redis."),
    Setting("dedup_distance", _count(0, 7), 3, "0 to 7", "In how many of 64 bits the simhashes of two documents may differ for the first look at them."),
    Setting("dedup_citations_ttl", _duration(1, 3650 * 86400), 6 * 3600.0, "a duration", "How long Redis keeps the citations of a document for its duplicates."),
    Setting("dedup_metadata_ttl", _duration(1, 3650 * 86400), 30 * 86400.0, "a duration", "How long Redis keeps everything else that was extracted from a document."),
    Setting("contact", _text, "", "a URL or mail address", "Who can be written to about our visits; it is part of the user agent."),
    Setting("delay", _duration(0, 3600), 1.0, "a duration", "The pause between two requests to one host; a longer Crawl-delay of the host wins."),
    Setting("concurrency", _count(1, 256), 8, "1 to 256", "Requests under way at once, over all hosts."),
    Setting("per_host", _count(1, 16), 1, "1 to 16", "Requests under way at once to one host."),
    Setting("timeout", _duration(0.1, 3600), 60.0, "a duration", "How long one answer may take in all."),
    Setting("connect_timeout", _duration(0.1, 600), 10.0, "a duration", "How long making a connection may take."),
    Setting("idle_timeout", _duration(0.1, 600), 20.0, "a duration", "How long a server may send nothing."),
    Setting("max_page", _size(1_000, 100_000_000), 10_000_000, "a size", "The largest page that is fetched, after unpacking."),
    Setting("max_redirects", _count(0, 50), 10, "0 to 50", "Redirects followed for one page."),
    Setting("max_crawl_delay", _duration(0, 86400), 120.0, "a duration", "A host whose Crawl-delay is longer is not visited."),
    Setting("allow_private", _flag, False, "true, false", "Whether addresses that are not public (your own network, this machine) may be dialled."),
    Setting("robots", _flag, True, "true, false", "Whether robots.txt is obeyed; turn it off for your own sites only."),
    Setting("fresh_for", _duration(0, 3650 * 86400), 86400.0, "a duration", "A page fetched within this time is not fetched again."),
    Setting("depth", _count(0, 20), 8, "0 to 20", "How many links away from the given pages a harvest goes at most; the most promising pages come first, and `site_limit` ends it."),
    Setting("limit", _count(1, 1_000_000), 1000, "1 to 1000000", "How many pages a harvest visits at most."),
    Setting("site_limit", _count(1, 1_000_000), 300, "1 to 1000000", "How many pages of one site a harvest visits at most."),
    Setting("lease", _duration(1, 3600), 60.0, "a duration", "How long a site, a job or an event stays reserved for a process that has died on another machine, or cannot reach the library."),
    Setting("files", _one_of("none", "linked"), "none", "`none`, `linked`", "Which files a harvest fetches: none, or those that the papers it found link to."),
    Setting("talks", _flag, False, "true, false", "Whether keynotes, invited talks and tutorials are kept too, as papers of the kind `talk`."),
    Setting("read_timeout", _duration(0.1, 3600), 30.0, "a duration", "How long reading one page may take."),
    Setting("read_memory", _size(50_000_000, 64_000_000_000), 100_000_000, "a size", "How much memory reading one page may take, beyond what a worker needs itself."),
    Setting("extract_timeout", _duration(0.1, 3600), 120.0, "a duration", "How long reading one document may take, recognition of scanned pages included."),
    Setting("extract_memory", _size(100_000_000, 64_000_000_000), 1_000_000_000, "a size", "How much memory reading one document may take, beyond what a worker needs itself."),
    Setting("max_file", _size(1_000, 4_000_000_000), 500_000_000, "a size", "The largest document that is read."),
    Setting("ocr", _flag, True, "true, false", "Whether pages that are pictures are read with Tesseract, where it is installed."),
    Setting("browser", _text, "auto", "`auto`, `always`, `never` or a path", "Which Chromium shows pages that are drawn by scripts; `auto` finds one if the extra `browser` is installed and uses it where a page shows too little without it, `always` uses it for every page."),
    Setting("browser_timeout", _duration(1, 600), 30.0, "a duration", "How long one page may take in the browser."),
    Setting("browser_memory", _size(200_000_000, 64_000_000_000), 1_000_000_000, "a size", "How much memory the browser may take with all its processes."),
    Setting("host", _text, "127.0.0.1", "a name or address", "Where `harvestman serve` listens; other than this machine only with keys, or with `--open`."),
    Setting("port", _count(0, 65535), 8080, "0 to 65535", "The port of `harvestman serve`; 0 takes a free one and prints it."),
    Setting("max_upload", _size(1_000, 500_000_000), 50_000_000, "a size", "The largest file that may be sent to the service."),
    Setting("upload_space", _size(1_000_000, 1_000_000_000_000), 2_000_000_000, "a size", "How much all files that are arriving or waiting may take on the disk."),
    Setting("upload_timeout", _duration(0.1, 3600), 20.0, "a duration", "How long a client may send nothing, or take nothing of its answer; over a longer time it has to manage 1 kB a second."),
    Setting("queue", _count(0, 100_000), 64, "0 to 100000", "How many documents may wait to be read; then clients are told to come back later."),
    Setting("max_jobs", _count(1, 10_000_000), 100_000, "1 to 10000000", "How many jobs (`?async=1`) may wait."),
    Setting("rate", _count(1, 1_000_000), 1_200, "1 to 1000000", "How many requests a minute one key may make, unless the key says otherwise."),
    Setting("stop_timeout", _duration(0, 3600), 60.0, "a duration", "How long a stopping service finishes what it has begun."),
    Setting("accept_urls", _flag, True, "true, false", "Whether clients of the service may name a web address instead of sending the file, and start harvests."),
    Setting("duplicates", _one_of("own", "all", "none"), "own", "`own`, `all`, `none`", "Whose documents may answer for a near-duplicate that is sent to the service: those that the same key sent, everybody's, nobody's. A request may ask otherwise with `?duplicates=`."),
    Setting("separate_keys", _flag, False, "true, false", "Whether keys of the service are separate tenants: none sees another's documents, and what they send makes no papers of the library."),
    Setting("public_url", _address, "", "`https://host[:port]`", "What clients call the service, when a proxy stands before it: links begin so."),
    Setting("providers", _words, "library searxng openalex crossref arxiv", "names with blanks between them", "Which search providers `find` asks, all at once; the order decides between equals. Those that lack a key or an address are left out, and the trail says so."),
    Setting("searxng_url", _service, "", "`https://host[:port][/path]`", "The SearXNG instance that `find` asks; it may lie in your own network."),
    Setting("provider_keys", _pairs, "", "`NAME=KEY …`", "The keys of search providers, such as `brave=… core=… yandex=FOLDER:KEY`."),
    Setting("provider_quotas", _quotas, "", "`NAME=NUMBER …`", "How often a search provider is asked in a day (UTC), such as `brave=60`; others as often as they answer."),
    Setting("find_requests", _count(1, 1_000), 25, "1 to 1000", "How many requests one question of `find` may cost, those to search providers included."),
    Setting("find_timeout", _duration(1, 86400), 900.0, "a duration", "How long one question of `find` may take."),
    Setting("search_deadline", _duration(0.1, 600), 15.0, "a duration", "How long search providers are waited for; those that are late are left out."),
    Setting("search_fresh_for", _duration(0, 3650 * 86400), 30 * 86400.0, "a duration", "How long what a search provider answered is believed; the same query within it costs nothing."),
    Setting("run_requests", _count(0, 100_000_000), 5_000, "0 to 100000000", "How many requests the rounds of `harvestman run` may cost in a day (UTC), about; steps that cost none are always done."),
    Setting("run_host_requests", _count(1, 10_000_000), 500, "1 to 10000000", "How many of them may go to one host."),
    Setting("run_kinds", _quotas, "", "`KIND=NUMBER …`", "How many of them steps of a kind may cost, such as `visit=2000 missing=200`; other kinds as many as the day has. docs/run.md names the kinds."),
    Setting("run_listing", _listing, "http://www.wikicfp.com/cfp/servlet/tool.search?q={acronym}&year=f", "an address with `{acronym}`", "A listing of coming events in which `harvestman run` looks for the next edition of a series; empty: none."),
    Setting("run_cited", _count(0, 1_000_000), 3, "0 to 1000000", "A paper that the library lacks is looked for by `harvestman run` when so many held documents cite it; 0: never."),
    Setting("run_revisit", _duration(3600, 3650 * 86400), 30 * 86400.0, "a duration", "After so long `harvestman run` looks again at the publications pages of scholars who were found and at sites that were gathered."),
    Setting("webhooks", _services, "", "`https://host/path …`", "Where `harvestman run` posts what has changed, several with blanks between them; each is told of what changes after it was added."),
    Setting("webhook_secret", _text, "", "a text", "What posts to `webhooks` are signed with, by HMAC-SHA-256; without one they are not signed."),
    Setting("digest_folder", _text, "", "a folder", "Where `harvestman run` writes once a day what is new; nowhere by default."),
    Setting("digest_form", _one_of("md", "eml"), "md", "`md`, `eml`", "How: as Markdown, or as a mail that nobody sends."),
)  # fmt: skip

_BY_KEY = {setting.key: setting for setting in SETTINGS}


def load_settings(
    flags: Mapping[str, str | None] | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    file: str | None = None,
    folder: Path | None = None,
) -> tuple[Settings, tuple[Effective, ...]]:
    """The settings in force, and each with its origin.

    `file` is an explicit settings file; otherwise `HARVESTMAN_CONFIG`, then `harvestman.toml` in `folder` (by default the
    current one), then in the user's configuration folder.
    """
    environ = os.environ if environ is None else environ
    values: dict[str, Any] = {s.key: s.default for s in SETTINGS}
    origins = dict.fromkeys(values, "default")
    path = _settings_file(file, environ, folder or Path.cwd())
    if path:
        for key, value in _read_file(path).items():
            values[key], origins[key] = _BY_KEY[key].parse(key, value), str(path)
    for key, value in _read_environment(environ).items():
        values[key], origins[key] = _BY_KEY[key].parse(key, value), f"{PREFIX}{key.upper()}"
    for key, flag in (flags or {}).items():
        if flag is not None:
            require_known(key, "option --set")
            values[key], origins[key] = _BY_KEY[key].parse(key, flag), "command line"
    _fill_places(values, origins, environ)
    settings = Settings(**values)
    return settings, tuple(Effective(k, values[k], origins[k]) for k in values)


def hide_secrets(key: str, value: object) -> object:
    """Database URLs without their passwords, services without their keys: what is shown gets pasted into reports."""
    if not isinstance(value, str):
        return value
    if key == "provider_keys":
        return re.sub(r"=\S+", "=***", value)
    if key == "webhook_secret":
        return "***" if value else ""
    if key == "webhooks":
        return re.sub(r"(https?://[^\s/]+)/\S+", r"\1/***", value)
    hidden = re.sub(r"(://[^:/@]*):.*@", r"\1:***@", value)
    return re.sub(r"(?i)(password=)[^&]*", r"\1***", hidden)


def require_known(key: str, where: str) -> None:
    """A SettingsError that names the nearest key, when this is none of ours."""
    if key not in _BY_KEY:
        import difflib  # noqa: PLC0415

        near = difflib.get_close_matches(key.lower(), _BY_KEY, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else "`harvestman config` lists them all"
        raise SettingsError(f"unknown setting {key!r} in {where}: {hint}")


def _settings_file(file: str | None, environ: Mapping[str, str], folder: Path) -> Path | None:
    named = file or environ.get(CONFIG_VARIABLE)
    if named:
        if not Path(named).is_file():
            raise SettingsError(f"there is no settings file {named}: check the name")
        return Path(named)
    home = Path(environ.get("XDG_CONFIG_HOME") or Path("~/.config").expanduser())
    return next(
        (p for p in (folder / FILE_NAME, home / "harvestman" / FILE_NAME) if p.is_file()), None
    )


def _read_file(path: Path) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 (most have no such file)

    try:
        with path.open("rb") as stream:
            values = tomllib.load(stream)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path} is not valid TOML: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}") from None
    for key in values:
        require_known(key, str(path))
    return values


def _read_environment(environ: Mapping[str, str]) -> dict[str, str]:
    values = {}
    for name, value in environ.items():
        if name.startswith(PREFIX) and name != CONFIG_VARIABLE:
            key = name.removeprefix(PREFIX).lower()
            require_known(key, f"environment variable {name}")
            values[key] = value
    return values


def _fill_places(
    values: dict[str, Any], origins: dict[str, str], environ: Mapping[str, str]
) -> None:
    """The places that follow from one another: data folder, database in it, blobs beside the database."""
    if not values["data"]:
        home = environ.get("XDG_DATA_HOME") or str(Path("~/.local/share").expanduser())
        values["data"] = str(Path(home) / "harvestman")
    if not values["db"]:
        values["db"] = str(Path(values["data"]) / "harvestman.db")
        origins["db"] = f"from data ({origins['data']})"
    if not values["blobs"]:
        is_file = "://" not in values["db"] or values["db"].startswith("sqlite:")
        path = Path(values["db"].removeprefix("sqlite:///"))
        values["blobs"] = (
            str(path.parent / "blobs") if is_file else str(Path(values["data"]) / "blobs")
        )
        origins["blobs"] = (
            f"from db ({origins['db']})" if is_file else f"from data ({origins['data']})"
        )


def _declared_twice() -> Iterable[str]:
    return {field.name for field in fields(Settings)} ^ set(_BY_KEY)


assert not list(_declared_twice()), "Settings and SETTINGS must have the same keys"
