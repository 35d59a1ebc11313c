"""`charkoni classroom`: the web server for a lesson, with a room of boards for the telephones of pupils."""

import contextlib
import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated

from charkoni.cli.commands.server.serve import first_worker, report
from charkoni.cli.parameters import flag, option
from charkoni.core.errors import N_
from charkoni.core.translations import Words

if TYPE_CHECKING:
    from charkoni.web.config import Settings

_OPEN = N_("Pupils open {address} or scan the code; the word of the room is {word}.")
_ALONE = N_("This computer is in no network, so no telephone reaches it: connect it to the Wi-Fi of the room.")


def classroom(
    words: Words,
    port: Annotated[
        int | None, option("", N_("the port, usually 8000 or one near it; 0: any free one"), min=0, max=65535)
    ] = None,
    database: Annotated[str | None, option("FILE", N_("a file for the lesson instead of the usual one"))] = None,
    no_page: Annotated[bool, flag("--no-page", N_("do not show the teacher's page in the browser"))] = False,
) -> None:
    """Open a classroom: pupils come in with their telephones, by a code on the wall or by cards, without accounts.

    It works without the internet.  A room that was not ended goes on, also after a restart.
    """
    with contextlib.suppress(KeyboardInterrupt), contextlib.ExitStack() as ending:
        worker = first_worker(ending, is_wanted=True)
        from charkoni.web.config import Settings
        from charkoni.web.serve import serve as run

        # This computer alone: its browser is the owner's.  People off: nobody is remembered after the lesson.
        settings = Settings.from_environment(None, host="127.0.0.1", port=port, database=database, people="off")
        may_differ = "port" not in settings.chosen
        run(settings, partial(_report, words, settings, may_differ), not no_page, may_differ, worker, is_lesson=True)
        print(words._("Charkoni has ended; all games are kept."), flush=True)


def _report(words: Words, settings: "Settings", may_differ: bool, event: str, address: str) -> None:
    """Print an event of the server, see `serve.serve`; that of the room with its code."""
    if event == "classroom" and address:
        import segno  # of the extra for the web

        print(words._(_OPEN, address=address, word=address.rpartition("/")[2]))
        segno.make(address, error="m").terminal(compact=True)
        sys.stdout.flush()
    elif event == "classroom":
        print(words._(_ALONE), flush=True)
    elif event != "network":  # the entry has the address
        report(words, settings, may_differ, event, address)
