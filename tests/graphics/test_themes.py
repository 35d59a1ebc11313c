"""Colours of the sides: contrast with every field and difference for any colour vision.

Colour vision is simulated with the matrices of Machado, Oliveira and Fernandes (2009) for a full deficiency, applied to
linear sRGB; colours are compared by CIEDE2000 (Sharma, Wu and Dalal 2005).
"""

import math
from itertools import combinations

import pytest

import charkoni
from charkoni.graphics.scene import BoardView
from charkoni.graphics.themes import THEMES, theme_of
from charkoni.web.engine.warm import playable

Triple = tuple[float, float, float]

VISIONS: dict[str, tuple[Triple, Triple, Triple]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
XYZ: tuple[Triple, Triple, Triple] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.072175),
    (0.0193339, 0.119192, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)
LEAST_DIFFERENCE = 20
LEAST_CONTRAST = 3
LEAST_TEXT_CONTRAST = 4.5
BOARDS = [*playable(), "barbakan:players=4"]
FIELDS = ("field", "field2", "ground", "recess", "home", "castle")


def linear(colour: str) -> Triple:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def contrast(one: str, other: str) -> float:
    light, dark = sorted((times(XYZ, linear(colour))[1] for colour in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, vision: str = "full") -> Triple:
    """Return a colour in CIELAB as seen with a colour vision."""
    seen = times(VISIONS[vision], linear(colour))
    inside = (min(1.0, max(0.0, seen[0])), min(1.0, max(0.0, seen[1])), min(1.0, max(0.0, seen[2])))
    parts = (value / white for value, white in zip(times(XYZ, inside), WHITE, strict=True))
    x, y, z = (t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29 for t in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, other: Triple) -> float:
    """Return CIEDE2000 of two colours in CIELAB."""
    chroma = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    grey = 1.5 - 0.5 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    (l1, c1, h1), (l2, c2, h2) = ((each[0], *_polar(each[1] * grey, each[2])) for each in (one, other))
    turn = (h2 - h1 + 180) % 360 - 180
    both = c1 * c2 > 0
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, c, h = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2) % 360 if both else h1 + h2
    t = (
        1
        - 0.17 * math.cos(math.radians(h - 30))
        + 0.24 * math.cos(math.radians(2 * h))
        + 0.32 * math.cos(math.radians(3 * h + 6))
        - 0.2 * math.cos(math.radians(4 * h - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    blue = 60 * math.exp(-(((h - 275) / 25) ** 2))
    turned = -2 * math.sqrt(c**7 / (c**7 + 25**7)) * math.sin(math.radians(blue))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + turned * (dc / sc) * (dh / sh))


def _polar(a: float, b: float) -> tuple[float, float]:
    return math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [  # from the test data of Sharma, Wu and Dalal
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_measure_is_that_of_the_paper(one, other, far):
    assert difference(one, other) == pytest.approx(far, abs=1e-4)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("name", THEMES)
def test_sides_that_meet_differ(name, vision):
    seen = {}
    for board in BOARDS:
        for pair in combinations(sorted(BoardView(charkoni.game(board)).layout.colours), 2):
            one, other = (lab(THEMES[name][f"side-{side}"]["fill"], vision) for side in pair)
            seen[pair] = difference(one, other)
    assert {pair: far for pair, far in seen.items() if far < LEAST_DIFFERENCE} == {}


@pytest.mark.parametrize("name", THEMES)
def test_pieces_stand_out_from_every_field_by_fill_or_rim(name):
    theme = THEMES[name]
    sides = {side for board in BOARDS for side in BoardView(charkoni.game(board)).layout.colours}
    weak = {}
    for side in sides:
        for field in (*FIELDS, *(f"land-{each}" for each in sides)):
            ground = theme[field]["fill"]
            found = max(
                contrast(theme[f"side-{side}"]["fill"], ground), contrast(theme[f"rim-{side}"]["stroke"], ground)
            )
            if found < LEAST_CONTRAST:
                weak[side, field] = round(found, 2)
    assert weak == {}


def test_at_night_pieces_are_no_lighter_than_by_day_and_their_rims_are_thin():
    """Pale bodies with broad pale rims look like neon, not like night."""
    day, night = THEMES["light"], THEMES["dark"]
    for side in ("red", "green", "yellow", "blue", "black"):
        (dark, *_), (light, *_) = (lab(each[f"side-{side}"]["fill"]) for each in (night, day))
        assert dark <= light + 3, side
        assert float(night[f"rim-{side}"]["stroke-width"]) <= 1.2
    assert float(night["gloss-light"]["stop-opacity"]) <= 0.4


@pytest.mark.parametrize("name", THEMES)
def test_letters_on_pieces_can_be_read(name):
    theme = THEMES[name]
    sides = {side for board in BOARDS for side in BoardView(charkoni.game(board)).layout.colours}
    found = {side: contrast(theme[f"ink-{side}"]["fill"], theme[f"side-{side}"]["fill"]) for side in sides}
    assert {side: value for side, value in found.items() if value < LEAST_TEXT_CONTRAST} == {}


@pytest.mark.parametrize("name", THEMES)
def test_lines_without_a_rim_stand_out_by_themselves(name):
    theme = THEMES[name]
    for side in BoardView(charkoni.game("mosty")).layout.colours:
        assert contrast(theme[f"link-{side}"]["stroke"], theme["field"]["fill"]) >= LEAST_CONTRAST, side


MATERIALS = {
    "banglagor": (
        ("sand", "sand-deep", "meadow", "meadow-deep"),
        {"Blue": ("pillar-blue-mid", "pillar-blue"), "Green": ("pillar-green-mid", "pillar-green")},
    ),
    "gana": (
        ("marble-pale", "marble-pale-deep", "marble-dark", "marble-dark-deep"),
        {"White": ("ivory-mid", "ivory"), "Black": ("onyx-mid", "onyx")},
    ),
    "mosty": (
        ("water", "water-deep"),
        {"Red": ("post-red", "post-red-edge", "plank-red"), "Blue": ("post-blue", "post-blue-edge", "plank-blue")},
    ),
}
"""By game the classes of its ground, and by kind of piece those of its fill and its edge."""
LEAST_PIECE_CONTRAST = 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", MATERIALS)
def test_pieces_stand_out_from_the_material_of_their_board(name, theme):
    paints = charkoni.game(name).family.materials.themes[theme]
    grounds, pieces = MATERIALS[name]
    for piece, classes in pieces.items():
        colours = [paint for cls in classes for paint in paints[cls].values() if paint.startswith("#")]
        for ground in grounds:
            behind = paints[ground].get("stop-color") or paints[ground]["fill"]
            found = max(contrast(colour, behind) for colour in colours)
            assert found >= LEAST_PIECE_CONTRAST, f"{piece} on {ground}: {found:.2f}"


WRITTEN = {"coord": ("ground", "field", "field2"), "note": ("ground",), "count": ("badge",)}
"""Classes of text on boards, each with its background."""


@pytest.mark.parametrize("theme", THEMES)
def test_text_on_boards_can_be_read(theme):
    paints = THEMES[theme]
    for written, grounds in WRITTEN.items():
        lands = [each for each in paints if each.startswith("land-")] if written != "count" else []
        for ground in (*grounds, *lands):
            found = contrast(paints[written]["fill"], paints[ground]["fill"])
            assert found >= LEAST_TEXT_CONTRAST, f"{written} on {ground}: {found:.2f}"


WRITTEN_ON_MATERIALS = {
    "barbakan": {"masonry-label": ("masonry-roof",), "turf-label": ("turf-light", "turf-deep")},
    "chaupar": {"cloth-number": ("cloth", "cloth-deep")},
    "focus": {"walnut-label": ("walnut-light", "walnut-deep")},
    "banglagor": {
        "rack-label": ("rack-light", "rack-deep"),
        "ink-rack": ("rack-light", "rack-deep"),
        "pillar-raw-ink": ("pillar-raw", "pillar-raw-deep"),
        "ink-blue": ("pillar-blue-top", "pillar-blue-mid"),
        "ink-green": ("pillar-green-light", "pillar-green-top"),
    },
    "gana": {"marble-label": ("marble-frame-light", "marble-frame-deep")},
    "mosty": {"quay-label": ("quay-red", "quay-red-deep", "quay-blue", "quay-blue-deep")},
}
"""By game the classes of text on its own materials, each with its backgrounds."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", WRITTEN_ON_MATERIALS)
def test_text_on_the_material_of_a_board_can_be_read(name, theme):
    paints = theme_of(charkoni.game(name).family, theme)
    for written, grounds in WRITTEN_ON_MATERIALS[name].items():
        for ground in grounds:
            found = contrast(paints[written]["fill"], paints[ground].get("stop-color") or paints[ground]["fill"])
            assert found >= LEAST_TEXT_CONTRAST, f"{written} on {ground}: {found:.2f}"
