"""Texts and settings of Focus, from catalog.toml: docs/games/focus.md."""

from charkoni.core.catalog import read_catalog

CATALOG = read_catalog(__file__)
