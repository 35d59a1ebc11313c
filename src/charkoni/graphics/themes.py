"""Themes: the colours and strokes of each class of a board.

A theme is a mapping from class to SVG presentation attributes.  In the browser the classes are styled by one style
sheet for all themes; for export the attributes are written into the elements, since converters do not support CSS
variables.  Sides differ in hue, in lightness and, in the symbols, in rim and letter.  The hues are those of Okabe and
Ito (2008); the lightness is such that the sides of a board differ by at least 20 (CIEDE2000) for any colour vision, and
that the fill or the rim of a piece contrasts with every field.
"""

from collections.abc import Iterable, Mapping

from charkoni.core.board_types import Paint, Theme
from charkoni.core.family import Family

FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"


def _theme(
    *,
    ground: str,
    frame: str,
    field: str,
    field2: str,
    line: str,
    ink: str,
    faint: str,
    wall: str,
    home: str,
    castle: str,
    recess: str,
    badge: str,
    stone: str,
    mark: str,
    last: str,
    last_edge: str,
    sides: Mapping[str, tuple[str, str, str, str]],
    shade: str = "0.28",
    gloss: str = "0.8",
    dusk: str = "0.42",
    umbra: str = "0.45",
    rim: str = "2",
    lines: Mapping[str, str] | None = None,
) -> Theme:
    """Return a theme from its colours.

    sides: per colour the fill, the rim, the ink and the tint of its region.  shade: the opacity of soft shadows; gloss,
    dusk: of the light and the dark side of what has volume; umbra: of the shadow it casts.  rim: the width of the rims
    of pieces.  lines: the colours of thick lines of the sides whose fill is too dark for them.
    """
    paints: dict[str, Paint] = {
        "ground": {"fill": ground},
        "frame": {"fill": "none", "stroke": frame, "stroke-width": "2"},
        "field": {"fill": field},
        "field2": {"fill": field2},
        "line": {"fill": "none", "stroke": line, "stroke-width": "1.5", "stroke-linecap": "round"},
        "wall": {"fill": "none", "stroke": wall, "stroke-width": "5", "stroke-linecap": "round"},
        "gate": {"fill": "none", "stroke": wall, "stroke-width": "2", "stroke-linecap": "round"},
        "hatch": {"fill": "none", "stroke": line, "stroke-width": "1", "stroke-opacity": "0.6"},
        "home": {"fill": home},
        "castle": {"fill": castle},
        "store": {"fill": recess},
        "recess": {"fill": recess},
        "hollow": {"fill": "none", "stroke": ink, "stroke-opacity": "0.22", "stroke-width": "3"},
        "coord": {"fill": faint},
        "note": {"fill": ink},
        "badge": {"fill": badge, "stroke": line, "stroke-width": "0.8"},
        "count": {"fill": ink, "font-weight": "700"},
        "stone": {"fill": stone, "stroke": ink, "stroke-opacity": "0.5", "stroke-width": "0.8"},
        "shade": {"fill": "#000", "fill-opacity": shade},
        "shine": {"fill": "#fff", "fill-opacity": "0.32"},
        "gloss-light": {"stop-color": "#ffffff", "stop-opacity": gloss},
        "gloss-none": {"stop-color": "#ffffff", "stop-opacity": "0"},
        "gloss-dark": {"stop-color": "#000000", "stop-opacity": dusk},
        "umbra": {"stop-color": "#000000", "stop-opacity": umbra},
        "penumbra": {"stop-color": "#000000", "stop-opacity": "0"},
        "shine-line": {"fill": "none", "stroke": "#fff", "stroke-opacity": "0.55", "stroke-width": "2.4"},
        "bound": {"fill": "none", "stroke": ink, "stroke-width": "2", "stroke-linecap": "round"},
        "king": {"fill": "#f0c33c", "stroke": "#5a4300", "stroke-width": "1.2", "stroke-linejoin": "round"},
        "stick": {"fill": badge, "stroke": ink, "stroke-width": "1.4"},
        "pip": {"fill": ink},
        "mark": {"fill": "none", "stroke": mark, "stroke-width": "3", "stroke-linecap": "round"},
        "last": {"fill": last, "fill-opacity": "0.12", "stroke": last_edge, "stroke-width": "3"},
        "hit": {"fill": "#000", "fill-opacity": "0"},
    }
    for colour, (fill, edge, on_piece, land) in sides.items():
        stroke = (lines or {}).get(colour, fill)
        paints[f"side-{colour}"] = {"fill": fill}
        paints[f"rim-{colour}"] = {"stroke": edge, "stroke-width": rim}
        paints[f"ink-{colour}"] = {"fill": on_piece, "font-weight": "700"}
        paints[f"land-{colour}"] = {"fill": land}
        paints[f"link-{colour}"] = {"fill": "none", "stroke": stroke, "stroke-width": "7", "stroke-linecap": "round"}
    paints["bare"] = {"fill": "none"}  # last, so that it overrides the others
    return paints


THEMES: Mapping[str, Theme] = {
    "light": _theme(
        ground="#f6f1e7",
        frame="#b9ab92",
        field="#fffdf8",
        field2="#efe7d6",
        line="#b3a68f",
        ink="#2b2620",
        faint="#675d4d",
        wall="#8a5a33",
        home="#f7dfa8",
        castle="#cfc3ea",
        recess="#e4d8c1",
        badge="#fffdf8",
        stone="#c9d6df",
        mark="#7b2d8e",
        last="#f2c230",
        last_edge="#c98500",
        sides={
            "red": ("#c55300", "#6b2b00", "#ffffff", "#fbe6d6"),
            "green": ("#009e79", "#004534", "#00251a", "#d9f0e6"),
            "yellow": ("#ecbb2e", "#5a4300", "#2b2200", "#fbf1cf"),
            "blue": ("#2a5b91", "#12365f", "#ffffff", "#dce9f7"),
            "black": ("#3d3831", "#0c0a08", "#ffffff", "#e0dace"),
            "white": ("#fffefb", "#4a4338", "#2b2620", "#f4efe4"),
        },
    ),
    "dark": _theme(
        ground="#23201c",
        frame="#5d5446",
        field="#312d27",
        field2="#3b362e",
        line="#6d6353",
        ink="#f3ecdf",
        faint="#c0b49f",
        wall="#c08a55",
        home="#5c4a1f",
        castle="#4d4374",
        recess="#3f392f",
        badge="#191714",
        stone="#9fb3bd",
        mark="#d9a6ff",
        last="#b78a12",
        last_edge="#dfae35",
        shade="0.5",
        gloss="0.34",
        dusk="0.5",
        rim="1.1",
        lines={"blue": "#6f88d0"},
        umbra="0.6",
        sides={
            "red": ("#c25520", "#f0a474", "#ffffff", "#43291a"),
            "green": ("#2aa07d", "#6fd3b2", "#00180f", "#1d3b31"),
            "yellow": ("#e3bc40", "#f7df8c", "#2b2200", "#463c17"),
            "blue": ("#3f57a6", "#a4c0f4", "#ffffff", "#213349"),
            "black": ("#100e0c", "#d8cfbf", "#ffffff", "#2a2722"),
            "white": ("#f3ecdf", "#8d8271", "#1a1712", "#4a443a"),
        },
    ),
    "contrast": _theme(
        ground="#ffffff",
        frame="#000000",
        field="#ffffff",
        field2="#e6e6e6",
        line="#000000",
        ink="#000000",
        faint="#000000",
        wall="#000000",
        home="#fff1b3",
        castle="#d8c8ff",
        recess="#f0f0f0",
        badge="#ffffff",
        stone="#ffffff",
        mark="#a000c8",
        last="#ffd400",
        last_edge="#9a6a00",
        shade="0.2",
        gloss="0",
        dusk="0",
        umbra="0",
        sides={
            "red": ("#a33a00", "#000000", "#ffffff", "#ffe9dc"),
            "green": ("#1f8068", "#000000", "#ffffff", "#dcf5ea"),
            "yellow": ("#f5c400", "#000000", "#000000", "#fff6d1"),
            "blue": ("#00397d", "#000000", "#ffffff", "#dfecff"),
            "black": ("#000000", "#000000", "#ffffff", "#d4d4d4"),
            "white": ("#ffffff", "#000000", "#000000", "#ffffff"),
        },
    ),
    "wood": _theme(
        ground="#c99a62",
        frame="#6b4423",
        field="#e3bd87",
        field2="#d5a96c",
        line="#7d5630",
        ink="#2a1707",
        faint="#4a2d10",
        wall="#5b2f14",
        home="#f0d9a4",
        castle="#b58b9f",
        recess="#a8743f",
        badge="#f7e7c8",
        stone="#f4ead2",
        mark="#5c0f8b",
        last="#fff0a6",
        last_edge="#fff0a6",
        sides={
            "red": ("#b8470b", "#4f1c00", "#ffffff", "#dba06a"),
            "green": ("#269a7c", "#00281d", "#001a12", "#bfae7b"),
            "yellow": ("#f1c643", "#433100", "#2b2200", "#e4c179"),
            "blue": ("#234f86", "#0c2545", "#ffffff", "#b9a79a"),
            "black": ("#2b1a0e", "#0a0500", "#ffffff", "#c4935c"),
            "white": ("#f9edd5", "#5a3a1c", "#2a1707", "#e9cf9f"),
        },
    ),
}


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
