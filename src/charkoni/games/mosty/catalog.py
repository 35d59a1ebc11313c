"""Texts and settings of Mosty, from catalog.toml: docs/games/mosty.md."""

from charkoni.core.catalog import read_catalog

CATALOG = read_catalog(__file__)
