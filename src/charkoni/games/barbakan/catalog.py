"""Texts and settings of Barbakan, from catalog.toml: docs/games/barbakan.md."""

from charkoni.core.catalog import read_catalog

CATALOG = read_catalog(__file__)
