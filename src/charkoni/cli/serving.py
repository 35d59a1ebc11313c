"""`charkoni serve` and `charkoni verify-dice`."""

import importlib.util
import sys
import urllib.request
from pathlib import Path

from charkoni.cli.words import Words
from charkoni.core.errors import BadText, Reason, mark

_NO_WEB = mark("the web page needs more packages; install them with: {command}")
_SERVING = mark("Charkoni is at {address}   (Ctrl-C ends it)")
_OTHER_PORT = mark("Port {port} is taken by another program, so this one is used.")
_WAITING = mark("The computer is getting ready; people can play people at once.")
_READY = mark("The computer is ready, too.")
_ENDED = mark("Charkoni has ended; all games are kept.")
_FAIR = mark("the dice are right: {n} throws follow from the key that was promised")

NEEDED = (
    "fastapi",
    "uvicorn",
    "sqlalchemy",
    "alembic",
    "jinja2",
    "markdown_it",
    "itsdangerous",
    "prometheus_client",
    "segno",
)


class NoWeb(BadText):
    """The packages of the extra `web` are not installed."""


def need_web() -> None:
    """Raise NoWeb unless the packages of the extra are there."""
    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        command = "pip install 'charkoni[web]'"
        raise NoWeb("serve", Reason("NO_WEB", "", _NO_WEB, {"command": command}))


def serve(
    words: Words,
    host: str,
    port: int | None,
    database: str | None,
    workers: int | None,
    origins: list[str],
    open_page: bool,
    dev: bool,
) -> None:
    """Serve the web page; without a port on the usual one or, if that is taken, on one near it."""
    need_web()
    try:
        from charkoni.web.config import USUAL_PORT, Settings
        from charkoni.web.engine.readiness import choose_mode

        choose_mode()
        from charkoni.web.serve import serve as run

        settings = Settings.from_environment(
            host=host,
            port=USUAL_PORT if port is None else port,
            database=database,
            workers=workers,
            origins=tuple(origins) or None,
            dev=dev,
        )

        def say(what: str, address: str) -> None:
            if what == "up" and port is None and not address.endswith(f":{USUAL_PORT}/"):
                print(words._(_OTHER_PORT, port=USUAL_PORT), flush=True)
            text = {"up": _SERVING, "waiting": _WAITING, "ready": _READY}[what]
            print(words._(text, address=address), flush=True)

        run(settings, say, open_page, may_differ=port is None)
    except KeyboardInterrupt:  # before the server was up
        return
    print(words._(_ENDED), flush=True)


def verify_dice(words: Words, source: str) -> bool:
    """Check the dice of a finished game, from a file, standard input or an address; return whether they are right."""
    need_web()
    from charkoni.web.live.dice import Unfair, verify

    if source.startswith(("http://", "https://")):
        with urllib.request.urlopen(source, timeout=30) as answer:
            text = answer.read(1 << 22).decode()
    else:
        text = sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8")
    try:
        print(words._(_FAIR, n=verify(text)))
    except (Unfair, ValueError) as error:
        print(error, file=sys.stderr)
        return False
    return True
