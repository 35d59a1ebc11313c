"""The packages of the extra `web`, without which the server's commands cannot run."""

import importlib.util

from charkoni.core.errors import N_, BadText, Reason

_NO_WEB = N_("the web page needs more packages; install them with: {command}")

NEEDED = (
    "fastapi",
    "pydantic_settings",
    "uvicorn",
    "sqlalchemy",
    "alembic",
    "jinja2",
    "markdown_it",
    "python_multipart",
    "itsdangerous",
    "prometheus_client",
    "segno",
)


class NoWeb(BadText):
    """A package of the extra `web` is not installed."""


def require_web(command: str) -> None:
    """Raise NoWeb unless the packages of the extra are installed.  command: the one that needs them."""
    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        raise NoWeb(command, Reason("NO_WEB", "", _NO_WEB, {"command": "pip install 'charkoni[web]'"}))
