"""`charkoni tournament pages`: an event as static pages, in a folder or published elsewhere."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from charkoni.cli.commands.tournament.event_files import Event, EventLanguages, app, opened
from charkoni.cli.errors import error_line, print_error
from charkoni.cli.language import of_event
from charkoni.cli.parameters import argument, flag, option
from charkoni.core.errors import N_, Refusal
from charkoni.core.translations import Words
from charkoni.tournament.acts.log import LogEntry
from charkoni.tournament.director import Director
from charkoni.tournament.publication import PLAN, PUBLISHED_AFTER, Changes, Plan

_PUBLISHED = N_("{address}: {new} new files, {changed} changed, {removed} removed")


@app.command(help=N_("Publish the event as static pages: to a folder, an SFTP host or a git repository."))
def pages(
    words: Words,
    event: Event,
    address: Annotated[str, argument("ADDRESS", N_("a folder, sftp://USER@HOST/PATH or git+ADDRESS#BRANCH:PATH"))],
    languages: EventLanguages = None,
    database: Annotated[
        str | None, option("FILE|URL", N_("of the server where games were played, for the boards"))
    ] = None,
    is_rehearsal: Annotated[bool, flag("--dry-run", N_("only list what would change"))] = False,
    is_always: Annotated[
        bool | None, option("", N_("also after every publication and every closed round"), "--always/--once")
    ] = None,
) -> None:
    """Write static pages, and send what changed."""
    from charkoni.web.tournaments import static_pages  # the web packages are an extra

    path = Path(address).expanduser()
    address = address if "://" in address or address.startswith("git+") else str(path.absolute())
    with opened(event, words) as director:
        plan = Plan(address, tuple(of_event(languages, words.language)))
        games = director.store.values().get("games", "{}")
        pictures = asyncio.run(static_pages.board_pictures(games, database)) if database else {}
        state = director.reported()
        changes = static_pages.publish(state, plan, director.engine, pictures, is_rehearsal=is_rehearsal)
        if is_always is not None and not is_rehearsal:
            kept = replace(plan, is_always=is_always, acts=state.version).text() if is_always else ""
            director.store.keep_value(PLAN, kept)
    _print(words, address, changes)
    for sign, names in zip("+*-", changes if is_rehearsal else (), strict=False):
        for name in names:
            print(sign, name)


def _print(words: Words, address: str, changes: Changes) -> None:
    new, changed, removed = map(len, changes)
    print(words._(_PUBLISHED, address=address, new=new, changed=changed, removed=removed))


def publish_after(words: Words, director: Director, entries: Sequence[LogEntry]) -> None:
    """Publish the pages of an event after some of its acts, if its plan says so; print what changed, or the refusal."""
    text = director.store.value(PLAN)
    if not text or not any(entry.kind in PUBLISHED_AFTER for entry in entries):
        return
    try:
        from charkoni.web.tournaments import static_pages

        plan = Plan.read(text)
        state = director.reported()
        changes = static_pages.publish(state, plan, director.engine)
    except (Refusal, OSError, RuntimeError, ModuleNotFoundError) as error:
        why = error.reason.message(words._) if isinstance(error, Refusal) else error_line(error, words)
        print_error(words._("the pages were not published: {why}", why=why))
        return
    director.store.keep_value(PLAN, replace(plan, acts=state.version, problem="").text())
    _print(words, plan.address, changes)
