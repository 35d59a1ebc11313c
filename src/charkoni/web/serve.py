"""Runs the server: `charkoni serve`."""

import asyncio
import json
import logging
import sys
import time
import webbrowser
from collections.abc import Callable
from typing import Any

import uvicorn

from charkoni.web.app import create_app
from charkoni.web.config import Settings
from charkoni.web.hub import Hub

LARGEST_FRAME = 16 * 1024
"""Frames above this size end the connection at once; those above the protocol's own limit are refused politely."""


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and the trace if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line."""
        found: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            found["trace"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False)


def set_up_logs(is_plain: bool) -> None:
    """Write logs to standard error: JSON lines, or plain ones for people."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s") if is_plain else JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in ("uvicorn.access", "uvicorn.error", "alembic", "aiosqlite"):
        logging.getLogger(name).setLevel(logging.WARNING)


class Server(uvicorn.Server):
    """Uvicorn, and what is said when it is up."""

    def __init__(self, config: uvicorn.Config, hub: Hub, started: Callable[[str], None]) -> None:
        super().__init__(config)
        self._hub = hub
        self._said = started

    async def startup(self, sockets: Any = None) -> None:
        """Open the port and say where."""
        await super().startup(sockets)
        if not self.should_exit:
            port = self.servers[0].sockets[0].getsockname()[1]
            host = self.config.host
            shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
            self._said(f"http://{shown}:{port}/")

    async def shutdown(self, sockets: Any = None) -> None:
        """Tell everybody that the server will be back, then end."""
        self._hub.say_goodbye()
        await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def serve(settings: Settings, say: Callable[[str], None], open_page: bool = False) -> None:
    """Serve until somebody ends it.  say: called with the address when the server is up."""
    set_up_logs(is_plain=settings.dev or sys.stderr.isatty())

    def started(address: str) -> None:
        say(address)
        if open_page:
            webbrowser.open(address)

    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=None,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=3,
        proxy_headers=True,
    )
    asyncio.run(Server(config, app.state.hub, started).serve())
