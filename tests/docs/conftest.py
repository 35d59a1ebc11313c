"""Documents are tested through the program, too."""

from tests.cli.conftest import cli

__all__ = ["cli"]
