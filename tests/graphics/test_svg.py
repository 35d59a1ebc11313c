"""Elements as SVG, themes, whole documents."""

import re
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import pytest

import charkoni
from charkoni.core.board_types import (
    SOUNDS,
    THEME_NAMES,
    Materials,
    circle,
    filled,
    group,
    linear_gradient,
    polygon,
    text,
)
from charkoni.core.registry import family, games
from charkoni.graphics.scene import BoardView
from charkoni.graphics.svg import number, render
from charkoni.graphics.themes import THEMES, classes, theme_of, variables, with_materials
from charkoni.web.engine.warm import playable


@pytest.mark.parametrize(
    ("value", "shown"), [(3, "3"), (3.0, "3"), (2.25, "2.2"), (-0.04, "0"), (1.96, "2"), (-1.5, "-1.5"), (100, "100")]
)
def test_numbers_have_at_most_one_decimal(value, shown):
    assert number(value) == shown


def test_elements_carry_classes_for_the_browser():
    parts = [circle(1, 2.5, 3, "side-red rim-red"), text(0, 0, "<b>", "ink-red", 9)]
    picture = group(parts, transform="translate(4 5)")
    assert render(picture) == (
        '<g transform="translate(4 5)"><circle class="side-red rim-red" cx="1" cy="2.5" r="3"/>'
        '<text class="ink-red" x="0" y="0" font-size="9" text-anchor="middle" dominant-baseline="central">'
        "&lt;b&gt;</text></g>"
    )


def test_elements_carry_paint_for_export():
    theme = {"side-red": {"fill": "red"}, "rim-red": {"stroke": "blue"}, "bare": {"fill": "none"}}
    assert render(polygon([(0, 0), (1.5, 2)], "side-red rim-red bare"), theme) == (
        '<polygon points="0,0 1.5,2" fill="none" stroke="blue"/>'
    )


def test_gradients_are_found_by_the_prefix_of_their_board():
    assert render(filled(circle(1, 2, 3), "oak"), None, "b1-") == '<circle cx="1" cy="2" r="3" fill="url(#b1-oak)"/>'
    oak = linear_gradient([(0, "bright"), (0.35, "deep")], x2=0.25)
    assert render(oak, {"bright": {"stop-color": "#fff"}, "deep": {"stop-color": "#000"}}) == (
        '<linearGradient x1="0" y1="0" x2="0.25" y2="1"><stop offset="0" stop-color="#fff"/>'
        '<stop offset="0.35" stop-color="#000"/></linearGradient>'
    )


def test_materials_have_one_paint_for_all_themes_or_one_for_each():
    painted = Materials({"oak": {"fill": ["#1", "#2", "#3", "#4"], "stroke": "none"}}).themes
    assert painted["dark"] == {"oak": {"fill": "#2", "stroke": "none"}}
    assert tuple(painted) == THEME_NAMES
    with pytest.raises(ValueError, match="shorter"):
        _ = Materials({"oak": {"fill": ["#1", "#2"]}}).themes


def test_every_class_and_gradient_of_a_board_is_painted():
    for name in games():
        for portrait in (False, True):
            view = BoardView(charkoni.game(name), portrait=portrait)
            drawn = view.static("p-") + "".join(render(e) for es in view.layout.flat_symbols.values() for e in es)
            used = {cls for classes in re.findall(r'class="([^"]+)"', drawn) for cls in classes.split()}
            assert used <= theme_of(view.game.family, "light").keys(), name
            assert set(re.findall(r"url\(#p-([^)]+)\)", drawn)) <= view.layout.paint_servers.keys(), name
            symbols = view.layout.symbols.keys()
            referred = re.findall(r'href="#([^"]+)"', drawn)
            assert {*referred} <= {f"p-{symbol}" for symbol in symbols}, name
            assert view.layout.flat_symbols.keys() <= symbols, name
            assert {*view.layout.alternatives, *chain(*view.layout.alternatives.values())} <= symbols, name


def test_the_client_can_sound_the_material_of_every_game():
    client = (Path(charkoni.__file__).parent / "web" / "client" / "lib" / "sound.js").read_text("utf-8")
    materials_of_client = client.split("const MATERIALS")[1].split("});")[0]
    assert tuple(re.findall(r"^  (\w+):", materials_of_client, re.MULTILINE)) == SOUNDS
    assert {family(name).materials.sound for name in games()} <= set(SOUNDS)


def test_all_themes_paint_the_same_classes():
    assert tuple(THEMES) == THEME_NAMES
    assert len({frozenset(theme) for theme in THEMES.values()}) == 1
    assert list(THEMES["light"])[-1] == "bare", "the last rule of the sheet wins"


def test_style_sheet_gives_every_variable_a_value_in_every_theme():
    themes = with_materials(map(family, games()))
    sheet = classes(themes)
    assert sheet.splitlines()[-1] == ".bare{fill:none}", "the last rule of the sheet wins"
    wanted = set(re.findall(r"var\((--[\w-]+)\)", sheet))
    for name in THEMES:
        rule = variables(themes, name, ":root")
        assert rule.startswith(":root{--")
        assert set(re.findall(r"(--[\w-]+):", rule)) == wanted


COLOURS = ("red", "green", "yellow", "blue", "black", "white")


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_text_can_be_read_on_every_ground(name):
    theme = THEMES[name]
    for ground in ("ground", "field", "field2", *(f"land-{colour}" for colour in COLOURS)):
        assert contrast(theme["note"]["fill"], theme[ground]["fill"]) >= 4.5, ground
    assert contrast(theme["coord"]["fill"], theme["ground"]["fill"]) >= 4.5
    assert contrast(theme["count"]["fill"], theme["badge"]["fill"]) >= 7
    for side in COLOURS:
        assert contrast(theme[f"ink-{side}"]["fill"], theme[f"side-{side}"]["fill"]) >= 3


@pytest.mark.parametrize("name", THEMES)
def test_a_picture_is_a_complete_svg_without_css_variables(name):
    position = charkoni.game("mangala").start()
    picture = BoardView(position.game).svg(position, name)
    root = ElementTree.fromstring(picture)
    assert root.tag.endswith("svg") and "var(" not in picture and "class=" not in picture
    uses = [use.get("href", "")[1:] for use in root.iter("{http://www.w3.org/2000/svg}use")]
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    assert len(uses) == 48 + 14 and set(uses) <= ids


def test_a_position_shows_itself_in_a_notebook():
    position = charkoni.game("mangala").start()
    assert position._repr_svg_() == BoardView(position.game).svg(position)


def test_the_static_layer_is_named_by_its_content():
    game = charkoni.game("mangala")
    assert BoardView(game, 0).hash != BoardView(game, 1).hash != BoardView(game, 1, True).hash
    assert BoardView(game, 0).hash == BoardView(game, 0).hash


def test_a_position_is_drawn_with_marks_and_arrows():
    start = charkoni.game("mosty").start()
    plain = start.svg()
    assert plain == start._repr_svg_() == BoardView(start.game).svg(start)
    drawn = start.svg(seat=1, portrait=True, theme="dark", marks=["c3", "a1"], arrows=[("a1", "c3")])
    layout = BoardView(start.game, 1, True).layout
    spots = layout.spots
    assert f'viewBox="0 0 {layout.width:g} {layout.height:g}"' in drawn
    (shaft,) = re.findall(r'<path d="M(\S+) (\S+)L(\S+) (\S+)M', drawn)
    ends = spots["a1"].x, spots["a1"].y, spots["c3"].x, spots["c3"].y
    assert [float(each) for each in shaft] == [pytest.approx(end, abs=0.1) for end in ends]
    assert drawn.count(f'fill-opacity="{THEMES["dark"]["last"]["fill-opacity"]}"') >= 2
    assert start.svg(arrows=[("a1", "c3")]).count("<path") == plain.count("<path") + 1


@pytest.mark.parametrize("options", [{"marks": ["z9"]}, {"arrows": [("a1", "")]}, {"theme": "pink"}, {"seat": 2}])
def test_what_cannot_be_drawn_is_refused(options):
    with pytest.raises(ValueError, match=r"no place on the board|themes are"):
        charkoni.game("mosty").start().svg(**options)


FURNITURE = {"badge", "border", "gate", "halo", "hidden", "lock", "rack", "trophies-a", "trophies-b", "turn"}
"""Symbols that belong to the board: both sets of pieces share them."""


@pytest.mark.parametrize("portrait", [False, True])
@pytest.mark.parametrize("name", [*playable(), "mangala:fortress", "barbakan:players=4", "chaupar:dice=1346"])
def test_the_flat_set_has_every_piece_and_no_gradient(name, portrait):
    layout = BoardView(charkoni.game(name), portrait=portrait).layout
    assert layout.symbols.keys() - layout.flat_symbols.keys() <= FURNITURE
    assert layout.flat_symbols.keys() <= layout.symbols.keys()
    for symbol, parts in layout.flat_symbols.items():
        drawn = "".join(map(render, parts))
        assert drawn and "url(#" not in drawn, symbol
        assert drawn != "".join(map(render, layout.symbols[symbol])), symbol
