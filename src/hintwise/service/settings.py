"""How a server is set up: by arguments, else by the environment, else by defaults.

Secrets come from the environment or from a file that it names, never from arguments: those can be
read by everybody who may list processes.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from hintwise.errors import (
    InvalidValue,
    UnknownName,
    is_finite_number,
    is_whole_number,
    known_name,
    shown,
)
from hintwise.service.security.secrets import digest

LOG_FORMS = ("text", "json")
METRICS_READERS = ("local", "anybody")
_DATABASES = ("sqlite", "postgres", "postgresql")
_LEAST_KEY = 16
_MOST_WORKERS = 256
_LEAST_MEMORY_MB = 256
"""A worker takes half of it for what it imports."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceLimits:
    """What one caller may take: sizes in bytes, rates in requests a second."""

    body_bytes: int = 1024 * 1024
    import_bytes: int = 32 * 1024 * 1024
    """For the file of all that a person has, which is larger than anything else."""
    url_bytes: int = 8 * 1024
    header_bytes: int = 16 * 1024
    body_s: float = 20.0
    """How long a body may take to arrive."""
    address_rate: float = 100.0
    """Of one address, behind which there may be a whole school."""
    address_burst: int = 400
    person_rate: float = 10.0
    person_burst: int = 80
    newcomer_rate: float = 0.2
    """New people of one address, each of whom may store something."""
    newcomer_burst: int = 300
    connections: int = 1000
    """Open at a time; more are told to come back."""

    def __post_init__(self) -> None:
        for limit in fields(self):
            value = getattr(self, limit.name)
            is_right = is_finite_number if limit.type == "float" else is_whole_number
            if not (is_right(value) and value > 0):
                kind = "number" if limit.type == "float" else "whole number"
                raise InvalidValue(f"{limit.name} is {shown(value)}; it must be a {kind} above 0")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceSettings:
    """How one server runs. Every value has been checked; none of them shows a secret."""

    host: str = "127.0.0.1"
    port: int = 8000
    """0 for any that is free."""
    database: str = field(default_factory=lambda: default_database(), repr=False)
    """An URL: sqlite:///FILE or postgresql://…"""
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Processes that solve; of no meaning with a `scheduler`."""
    worker_memory_mb: int = 1536
    """What each of them may take, in MiB."""
    most_waiting: int = 200
    """Jobs that may wait for a worker; who comes then is told when to come back."""
    scheduler: str | None = None
    """A Dask scheduler whose workers solve, such as tcp://10.0.0.1:8786."""
    public_url: str | None = None
    """What people type to get here, if there is a proxy in front."""
    api_keys: tuple[str, ...] = field(default=(), repr=False)
    """SHA-256 of each key; without any, the API is open."""
    allowed_origins: tuple[str, ...] = ()
    """Other sites whose pages may call the API."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    log_form: str = "text"
    metrics: str = "local"
    """Who may read /metrics."""
    limits: ServiceLimits = field(default_factory=ServiceLimits)

    def __post_init__(self) -> None:
        _check_host(self.host)
        _check_between("port", self.port, 0, 65535)
        _check_database(self.database)
        _check_between("workers", self.workers, 1, _MOST_WORKERS)
        _check_between("worker_memory_mb", self.worker_memory_mb, _LEAST_MEMORY_MB, 2**20)
        _check_between("most_waiting", self.most_waiting, 1, 100_000)
        if self.scheduler is not None:
            _check_scheduler(self.scheduler)
        if self.public_url is not None:
            _check_origin("public_url", self.public_url)
        for origin in self.allowed_origins:
            _check_origin("allowed_origins", origin)
        for proxy in self.trusted_proxies:
            _check_network(proxy)
        known_name("form of logs", self.log_form, LOG_FORMS)
        known_name("reader of metrics", self.metrics, METRICS_READERS)

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return _is_loopback(self.host)

    @property
    def public_host(self) -> str | None:
        """The name in `public_url`, in small letters and without a port."""
        return None if self.public_url is None else urlsplit(self.public_url).hostname

    @property
    def is_secure(self) -> bool:
        """Whether people come by https, so that cookies need not travel otherwise."""
        return self.public_url is not None and self.public_url.startswith("https://")


def read_settings(
    arguments: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None
) -> ServiceSettings:
    """Settings from arguments (None where nothing was said), else from the environment."""
    environment = os.environ if environment is None else environment
    _refuse_unknown(environment)
    given: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    for name, variable in VARIABLES.items():
        text = _text_of(name, variable, environment)
        if text is not None and text.strip():
            place = limits if variable.is_limit else given
            place[variable.field] = variable.read(name, text.strip())
    said = {name: value for name, value in (arguments or {}).items() if value is not None}
    if isinstance(said.get("database"), str):
        _refuse_password(said["database"])
    return ServiceSettings(**{**given, **said}, limits=ServiceLimits(**limits))


def data_folder() -> Path:
    """Where this person's programs keep their data; the folder need not be there."""
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA")
        return Path(home or Path.home() / "AppData" / "Local") / "hintwise"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "hintwise"
    # The specification of XDG has relative paths ignored.
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if Path(home).is_absolute() else Path.home() / ".local/share") / "hintwise"


def default_database() -> str:
    return f"sqlite:///{data_folder() / 'hintwise.db'}"


def make_database_folder(settings: ServiceSettings) -> None:
    """Make the folder of the default database, open to nobody else; other folders must be there."""
    if not settings.database.startswith("sqlite:"):
        return
    folder = Path(settings.database.removeprefix("sqlite:///")).parent
    try:
        if folder == data_folder():
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise InvalidValue(f"the folder {folder} cannot be made: {error.strerror}") from error
    if not folder.is_dir():
        raise InvalidValue(f"the folder {folder} of the database is not there; make it first")


@dataclass(frozen=True, slots=True)
class Variable:
    """One name of the environment, and what it sets."""

    field: str
    read: Callable[[str, str], Any]
    is_secret: bool = False
    """Then NAME_FILE may name a file that holds it."""
    is_limit: bool = False


def _as_text(name: str, text: str) -> str:
    return text


def _as_whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InvalidValue(f"{name} is {shown(text)}; it must be a whole number") from None


def _as_number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidValue(f"{name} is {shown(text)}; it must be a number") from None


def _as_list(name: str, text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.replace("\n", ",").split(",") if part.strip())


def _as_keys(name: str, text: str) -> tuple[str, ...]:
    keys = _as_list(name, text)
    if any(len(key) < _LEAST_KEY for key in keys):
        raise InvalidValue(
            f"{name} has a key of fewer than {_LEAST_KEY} characters, which can be guessed; "
            "make one with: openssl rand -hex 32"
        )
    return tuple(digest(key) for key in keys)


VARIABLES: Mapping[str, Variable] = {
    "HINTWISE_HOST": Variable("host", _as_text),
    "HINTWISE_PORT": Variable("port", _as_whole),
    "HINTWISE_DATABASE_URL": Variable("database", _as_text, is_secret=True),
    "HINTWISE_WORKERS": Variable("workers", _as_whole),
    "HINTWISE_WORKER_MEMORY_MB": Variable("worker_memory_mb", _as_whole),
    "HINTWISE_MOST_WAITING": Variable("most_waiting", _as_whole),
    "HINTWISE_SCHEDULER": Variable("scheduler", _as_text),
    "HINTWISE_PUBLIC_URL": Variable("public_url", _as_text),
    "HINTWISE_API_KEYS": Variable("api_keys", _as_keys, is_secret=True),
    "HINTWISE_ALLOWED_ORIGINS": Variable("allowed_origins", _as_list),
    "HINTWISE_TRUSTED_PROXIES": Variable("trusted_proxies", _as_list),
    "HINTWISE_LOG": Variable("log_form", _as_text),
    "HINTWISE_METRICS": Variable("metrics", _as_text),
    "HINTWISE_BODY_BYTES": Variable("body_bytes", _as_whole, is_limit=True),
    "HINTWISE_ADDRESS_RATE": Variable("address_rate", _as_number, is_limit=True),
    "HINTWISE_PERSON_RATE": Variable("person_rate", _as_number, is_limit=True),
    "HINTWISE_NEWCOMER_RATE": Variable("newcomer_rate", _as_number, is_limit=True),
    "HINTWISE_CONNECTIONS": Variable("connections", _as_whole, is_limit=True),
}
"""What the environment may say, by name."""

_OF_OTHERS = {"HINTWISE_REFERENCE"}


def _refuse_unknown(environment: Mapping[str, str]) -> None:
    """A misspelt HINTWISE_API_KEYS must not leave a server open."""
    known = [*VARIABLES, *(f"{name}_FILE" for name, v in VARIABLES.items() if v.is_secret)]
    for name in environment:
        if name.startswith("HINTWISE_") and name not in known and name not in _OF_OTHERS:
            raise UnknownName("environment variable", name, known)


def _text_of(name: str, variable: Variable, environment: Mapping[str, str]) -> str | None:
    file = environment.get(f"{name}_FILE") if variable.is_secret else None
    if not file:
        return environment.get(name)
    if environment.get(name):
        raise InvalidValue(f"both {name} and {name}_FILE are set; one of them is enough")
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidValue(f"{name}_FILE names {shown(file)}, which cannot be read") from error


def _check_between(name: str, value: object, least: int, most: int) -> None:
    if not (is_whole_number(value) and least <= value <= most):
        raise InvalidValue(
            f"{name} is {shown(value)}; it must be a whole number from {least} to {most}"
        )


def _check_host(host: object) -> None:
    if not isinstance(host, str) or not host or any(c.isspace() or c in "/@" for c in host):
        raise InvalidValue(
            f"host is {shown(host)}; give an address or a name of this machine, such as "
            "127.0.0.1 (only this machine) or 0.0.0.0 (all that can reach it)"
        )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def _check_database(url: object) -> None:
    if not isinstance(url, str) or urlsplit(url).scheme.partition("+")[0] not in _DATABASES:
        scheme = shown(url.partition(":")[0]) if isinstance(url, str) else shown(url)
        raise InvalidValue(
            f"the database begins with {scheme}; give sqlite:///FILE or "
            "postgresql://USER@HOST/NAME"  # the URL itself may hold a password
        )


def _refuse_password(database: str) -> None:
    if urlsplit(database).password:
        raise InvalidValue(
            "the database's URL holds a password, which everybody here could read in the list of "
            "processes; give the URL in HINTWISE_DATABASE_URL instead"
        )


def _check_scheduler(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in {"tcp", "tls", "inproc"} or not parts.netloc:
        raise InvalidValue(f"scheduler is {shown(url)}; give one such as tcp://10.0.0.1:8786")


def _check_origin(name: str, url: str) -> None:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  (raises if it is none)
    except ValueError:
        parts = urlsplit("")
    whole = f"{parts.scheme}://{parts.netloc}"
    if parts.scheme not in {"http", "https"} or not parts.hostname or "@" in url or url != whole:
        raise InvalidValue(
            f"{name} has {shown(url)}; give scheme and host only, such as https://example.org"
        )


def _check_network(text: str) -> None:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        raise InvalidValue(
            f"trusted_proxies has {shown(text)}; give addresses or networks such as 10.0.0.0/8"
        ) from None
