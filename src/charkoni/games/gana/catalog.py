"""Texts and settings of Gana, from catalog.toml: docs/games/gana.md."""

from charkoni.core.catalog import read_catalog

CATALOG = read_catalog(__file__)
