"""`hintwise serve`: the web application, on this machine or for others."""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from hintwise.cli.errors import echo
from hintwise.cli.extras import require_extra
from hintwise.errors import HintwiseError

if TYPE_CHECKING:
    from hintwise.store import Store

NEEDED = ("fastapi", "uvicorn", "jinja2", "sqlalchemy", "alembic", "prometheus_client")

_OPTIONS = (
    click.option(
        "--host",
        metavar="ADDRESS",
        show_default="127.0.0.1",
        help="Where to listen; 0.0.0.0 lets all in that can reach this machine.",
    ),
    click.option(
        "--port", type=int, metavar="N", show_default="8000", help="0 for any that is free."
    ),
    click.option(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://…; default: a file in your folder for data.",
    ),
    click.option(
        "--workers",
        type=int,
        metavar="N",
        help="How many processes solve; default: one for each core.",
    ),
    click.option(
        "--scheduler", metavar="URL", help="Solve on the Dask cluster of the scheduler there."
    ),
    click.option(
        "--public-url", metavar="URL", help="What people type to get here, if a proxy is in front."
    ),
    click.option(
        "--log",
        "log_form",
        type=click.Choice(["text", "json"]),
        show_default="text",
        help="Lines for people, or one JSON object on each.",
    ),
    click.option("--open", "opens_browser", is_flag=True, help="Open the page in a browser."),
)


def serving_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that serves; `run_server` takes what they give."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _announce(store: Store, url: str, public_url: str) -> str:
    echo(f"hintwise is at {url} (Ctrl-C ends it)")
    return url


def _prepare_nothing(store: Store) -> None:
    """Nothing is needed besides the database."""


@click.command()
@serving_options
def serve(**arguments: Any) -> None:
    """Start the web application: pages to solve and teach, and a JSON API for programs.

    Ctrl-C ends it. What is not said here comes from the environment (HINTWISE_DATABASE_URL and
    others); secrets come from there only.
    """
    run_server(arguments)


def run_server(
    arguments: Mapping[str, Any],
    prepare: Callable[[Store], None] = _prepare_nothing,
    announce: Callable[[Store, str, str], str] = _announce,
) -> None:
    """Serve until Ctrl-C.

    `prepare` is called with the database before anybody is served. When the server is ready,
    `announce` is called with its address on this machine and with that which people type; it says
    so, and returns the page to open.
    """
    chosen = {name: value for name, value in arguments.items() if name != "opens_browser"}
    _check_installed(chosen)
    from hintwise.service.app import create_app
    from hintwise.service.operations.serving import listen, serve, url_of
    from hintwise.service.settings import make_database_folder, read_settings
    from hintwise.store import open_store

    settings = read_settings(chosen)
    make_database_folder(settings)
    with listen(settings) as listening, open_store(settings.database) as store:
        prepare(store)

        def ready() -> None:
            url = url_of(listening)
            page = announce(store, url, f"{settings.public_url}/" if settings.public_url else url)
            if not settings.is_local:
                click.echo(
                    "Whoever can reach this machine can use it. For a public server see "
                    "docs/how-to/run-a-server.md.",
                    err=True,
                )
            if arguments["opens_browser"]:  # it may take as long as it likes
                threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()

        if not serve(create_app(settings, store=store), settings, listening, ready):
            raise HintwiseError("the server did not start; the lines above say why")


def _check_installed(arguments: Mapping[str, Any]) -> None:
    if arguments["workers"] is not None and arguments["scheduler"] is not None:
        raise click.UsageError("--workers and --scheduler: a cluster has workers of its own")
    for module in NEEDED:
        require_extra(module, "serving pages", "web")
    if arguments["scheduler"] is not None:
        require_extra("distributed", "--scheduler")
