"""`charkoni tournament pages`: an event as static pages."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.commands.server.web_packages import require_web
from charkoni.cli.commands.tournament.event_files import opened
from charkoni.cli.commands.tournament.parameters import Event, EventLanguages, app
from charkoni.cli.language import of_event
from charkoni.core.errors import N_

_WRITTEN = N_("{folder}: {count} files; open {page}, or upload the whole folder")


@app.command(help=N_("Write the event as static pages into a folder, to be uploaded anywhere or opened from it."))
def pages(
    context: typer.Context,
    event: Event,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=N_("a new or an empty folder"))],
    languages: EventLanguages = None,
    database: Annotated[
        str | None,
        typer.Option(
            "--database", metavar="FILE|URL", help=N_("of the server where games were played, for the boards")
        ),
    ] = None,
) -> None:
    """Write static pages."""
    words = words_of(context)
    require_web("tournament pages")
    from charkoni.web.tournaments import static_boards, static_pages  # the web packages are an extra

    chosen, folder = of_event(languages, words.language), folder.expanduser()
    with opened(event, words) as director:
        state, games = director.reported(), director.store.values().get("games", "{}")
        pictures = asyncio.run(static_boards.pictures(games, database)) if database else {}
        count = static_pages.write(state, folder, chosen, director.engine, pictures)
    print(words._(_WRITTEN, folder=folder, count=count, page=folder / "index.html"))
