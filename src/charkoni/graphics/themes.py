"""Themes: the colours and strokes of each class of a board.

A theme is a mapping from class to SVG presentation attributes.  In the browser the classes are styled by one style
sheet for all themes; for export the attributes are written into the elements, since converters do not support CSS
variables.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from charkoni.core.board_types import Materials, Theme
from charkoni.core.family import Family
from charkoni.core.files.data_files import read_file

FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"


THEMES = read_file(Materials, Path(__file__).with_name("themes.toml")).themes
"""The themes by name, each the paint of every class: themes.toml."""


def theme_of(family: Family, name: str) -> Theme:
    """Return a theme with the materials of a game."""
    return {**THEMES[name], **family.materials.themes[name]}


def with_materials(families: Iterable[Family]) -> Mapping[str, Theme]:
    """Return all themes with the materials of several games; raise ValueError if two paint a class differently."""
    themes = {name: dict(theme) for name, theme in THEMES.items()}
    for family in families:
        for name, paints in family.materials.themes.items():
            for cls, paint in paints.items():
                if themes[name].setdefault(cls, paint) != paint:
                    raise ValueError(f"two games or themes paint the class {cls}: {family.name}")
    for theme in themes.values():
        theme["bare"] = theme.pop("bare")  # last, so that it overrides the others
    return themes


def classes(themes: Mapping[str, Theme]) -> str:
    """Return the style sheet of all classes; values that differ between the themes are variables.

    Each selector is a single class: the copies that <use> makes of a symbol match no descendant selectors, but they
    inherit variables.
    """
    names = _variables(themes)
    rules = []
    for cls, paint in themes["light"].items():
        declared = (f"{key}:{f'var({names[cls, key]})' if (cls, key) in names else paint[key]}" for key in paint)
        rules.append(f".{cls}{{{';'.join(declared)}}}")
    return "\n".join(rules)


def variables(themes: Mapping[str, Theme], name: str, selector: str) -> str:
    """Return the rule that gives the variables of `classes` the values of a theme."""
    declared = {variable: themes[name][cls][key] for (cls, key), variable in _variables(themes).items()}
    return f"{selector}{{{';'.join(f'{variable}:{value}' for variable, value in declared.items())}}}"


def _variables(themes: Mapping[str, Theme]) -> Mapping[tuple[str, str], str]:
    """Return the variable of every class and attribute whose value differs between the themes.

    Variables are shared by all with the same values and have short names: every page loads them.  Those of the sides,
    which other style sheets use, are called by their class and attribute.
    """
    names: dict[tuple[str, str], str] = {}
    shared: dict[tuple[str | None, ...], str] = {}
    for cls, paint in themes["light"].items():
        for key in paint:
            values = tuple(theme[cls].get(key) for theme in themes.values())
            if len(set(values)) > 1:
                own = f"--{cls}-{key}" if cls.startswith("side-") else None
                names[cls, key] = own or shared.setdefault(values, f"--p{len(shared)}")
    return names
