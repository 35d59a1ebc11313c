"""The command line: `charkoni`."""

from charkoni.cli.starting import main

__all__ = ["main"]
