"""`charkoni version`: which version this is."""

import importlib.metadata

from charkoni.cli.command_group import typer_app

app = typer_app()


@app.command()
def version() -> None:
    """Print the version."""
    print(f"charkoni {importlib.metadata.version('charkoni')}")
