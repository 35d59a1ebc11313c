"""The materials of Mosty's board: water between quays of brick and slate, posts and bridges of planks."""

from charkoni.core.board_types import materials

MATERIALS = materials(
    {
        "water": {"stop-color": ("#b5e0dc", "#1d3f4a", "#ffffff", "#ecd0a0")},
        "water-deep": {"stop-color": ("#8accca", "#102a34", "#ffffff", "#dbb67d")},
        "water-wave": {
            "fill": "none",
            "stroke": ("#ffffff", "#7fb0bb", "#ffffff", "#a8743a"),
            "stroke-opacity": ("0.6", "0.3", "0", "0.3"),
            "stroke-width": "1.3",
            "stroke-linecap": "round",
        },
        "water-free": {
            "fill": ("#4f9fa3", "#74a9b4", "#d9d9d9", "#b5813f"),
            "fill-opacity": ("0.34", "0.26", "1", "0.4"),
        },
        "water-shade": {
            "fill": ("#08333d", "#000000", "#000000", "#3a1c05"),
            "fill-opacity": ("0.3", "0.5", "0", "0.3"),
        },
        "quay-red": {"stop-color": ("#e6b18a", "#66402c", "#ffd9c2", "#a5562c")},
        "quay-red-deep": {"stop-color": ("#cd8a5e", "#4a2c1d", "#ffd9c2", "#8a4220")},
        "quay-blue": {"stop-color": ("#b7c5d8", "#3d4c66", "#cfe0ff", "#66707f")},
        "quay-blue-deep": {"stop-color": ("#93a6c0", "#2a374d", "#cfe0ff", "#505a69")},
        "quay-base": {"fill": ("#5e412c", "#070b0e", "#000000", "#2b1408")},
        "quay-joint": {
            "fill": "none",
            "stroke": ("#3f2a1a", "#000000", "#000000", "#1d0d04"),
            "stroke-opacity": ("0.16", "0.3", "0", "0.25"),
            "stroke-width": "1.2",
        },
        "quay-edge": {
            "fill": "none",
            "stroke": ("#59402c", "#0a0f12", "#000000", "#33190a"),
            "stroke-width": "2",
            "stroke-linejoin": "round",
        },
        "quay-lip": {
            "fill": "none",
            "stroke": ("#fff6e8", "#8494a6", "#000000", "#f2c697"),
            "stroke-opacity": ("0.75", "0.4", "0", "0.6"),
            "stroke-width": "2",
        },
        "quay-label": {"fill": ("#2f1c0e", "#eee2d2", "#000000", "#fff1df"), "font-weight": "600"},
        "post-red-edge": {
            "fill": ("#551f00", "#ffd0ac", "#000000", "#3d1500"),
            "stroke": ("#551f00", "#ffd0ac", "#000000", "#3d1500"),
        },
        "post-red-deep": {
            "fill": ("#8a3709", "#8a3f16", "#000000", "#6d2703"),
            "stroke": ("#8a3709", "#8a3f16", "#000000", "#6d2703"),
        },
        "post-red": {
            "fill": ("#c9581a", "#d9713a", "#a33a00", "#b8470b"),
            "stroke": ("#c9581a", "#d9713a", "#a33a00", "#b8470b"),
        },
        "post-red-light": {
            "fill": ("#ec9055", "#f0a06f", "#a33a00", "#dd7a3c"),
            "stroke": ("#ec9055", "#f0a06f", "#a33a00", "#dd7a3c"),
        },
        "post-blue-edge": {
            "fill": ("#0c2446", "#d3e6ff", "#000000", "#081b36"),
            "stroke": ("#0c2446", "#d3e6ff", "#000000", "#081b36"),
        },
        "post-blue-deep": {
            "fill": ("#143763", "#2f5291", "#000000", "#102f57"),
            "stroke": ("#143763", "#2f5291", "#000000", "#102f57"),
        },
        "post-blue": {
            "fill": ("#2b62a6", "#5b8ad6", "#00397d", "#234f86"),
            "stroke": ("#2b62a6", "#5b8ad6", "#00397d", "#234f86"),
        },
        "post-blue-light": {
            "fill": ("#6795d3", "#8eb2ee", "#00397d", "#5581ba"),
            "stroke": ("#6795d3", "#8eb2ee", "#00397d", "#5581ba"),
        },
        "post-shine": {"fill": "none", "stroke": "#ffffff", "stroke-opacity": ("0.75", "0.55", "0", "0.7")},
        "post-shade": {
            "fill": "none",
            "stroke": ("#08333d", "#000000", "#000000", "#3a1c05"),
            "stroke-opacity": ("0.3", "0.5", "0", "0.3"),
        },
        "post-foam": {
            "fill": "none",
            "stroke": ("#ffffff", "#8fc0cb", "#ffffff", "#8a5a28"),
            "stroke-opacity": ("0.4", "0.16", "0", "0.16"),
        },
        "plank-red": {
            "fill": ("#c9581a", "#d9713a", "#a33a00", "#b8470b"),
            "stroke": ("#551f00", "#ffd0ac", "#000000", "#3d1500"),
            "stroke-width": ("1.4", "1.3", "2.5", "1.4"),
        },
        "plank-red-deep": {
            "fill": ("#8a3709", "#8a3f16", "#000000", "#6d2703"),
            "stroke": ("#551f00", "#ffd0ac", "#000000", "#3d1500"),
            "stroke-width": ("1.4", "1.3", "2", "1.4"),
        },
        "plank-blue": {
            "fill": ("#2b62a6", "#5b8ad6", "#00397d", "#234f86"),
            "stroke": ("#0c2446", "#d3e6ff", "#000000", "#081b36"),
            "stroke-width": ("1.4", "1.3", "2.5", "1.4"),
        },
        "plank-blue-deep": {
            "fill": ("#143763", "#2f5291", "#000000", "#102f57"),
            "stroke": ("#0c2446", "#d3e6ff", "#000000", "#081b36"),
            "stroke-width": ("1.4", "1.3", "2", "1.4"),
        },
        "plank-gap": {
            "fill": "none",
            "stroke": ("#0d0700", "#0d0700", "#000000", "#0d0700"),
            "stroke-opacity": ("0.42", "0.5", "0", "0.45"),
            "stroke-width": "1.2",
        },
        "plank-light": {
            "fill": "none",
            "stroke": "#ffffff",
            "stroke-opacity": ("0.55", "0.45", "0", "0.5"),
            "stroke-width": "1.8",
            "stroke-linecap": "round",
        },
        "plank-rail": {
            "fill": "none",
            "stroke": ("#dbe9ff", "#a9c2f0", "#ffffff", "#d3e2fa"),
            "stroke-width": ("1.6", "1.6", "2.4", "1.6"),
        },
        "plank-glow": {
            "fill": ("#ffb300", "#ffc94a", "#ffd400", "#ffe35e"),
            "fill-opacity": ("0.42", "0.36", "1", "0.5"),
        },
        "plank-chain": {
            "fill": ("#fffdf0", "#fff3c9", "#ffd400", "#fff7dc"),
            "fill-opacity": ("0.85", "0.55", "1", "0.8"),
        },
    }
)

SOUND = "plank"
