"""Texts and settings of Banglagor, from catalog.toml: docs/games/banglagor.md."""

from charkoni.core.catalog import read_catalog

CATALOG = read_catalog(__file__)
