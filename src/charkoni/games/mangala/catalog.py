"""Texts and settings of Mangala, from catalog.toml: docs/games/mangala.md."""

from charkoni.core.catalog import read_catalog

CATALOG = read_catalog(__file__)
