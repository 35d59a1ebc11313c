"""The material of Mangala's board: carved wood and stones of glass, in the colours of every theme."""

from charkoni.core.board_types import materials

MATERIALS = materials(
    {
        "slab-light": {"stop-color": ("#dba862", "#6f4d31", "#ffffff", "#9a5d2b")},
        "slab-deep": {"stop-color": ("#b0733a", "#4c3220", "#ffffff", "#8a4f25")},
        "slab-side": {
            "fill": ("#63401f", "#1f130a", "#000000", "#47240e"),
            "stroke": ("#4b2e15", "#150c06", "#000000", "#341808"),
            "stroke-width": "2",
        },
        "slab-edge": {
            "fill": "none",
            "stroke": ("#f0cd92", "#9a7450", "#000000", "#dba067"),
            "stroke-opacity": "0.75",
            "stroke-width": "2",
        },
        "slab-grain": {
            "fill": "none",
            "stroke": ("#8a4f1e", "#24150b", "#ffffff", "#5f2d0e"),
            "stroke-opacity": ("0.5", "0.6", "0", "0.5"),
            "stroke-width": "1.8",
            "stroke-linecap": "round",
        },
        "slab-gleam": {
            "fill": "none",
            "stroke": ("#f6d39a", "#a07850", "#ffffff", "#d59560"),
            "stroke-opacity": ("0.45", "0.3", "0", "0.35"),
            "stroke-width": "1.2",
            "stroke-linecap": "round",
        },
        "slab-rim": {
            "fill": "none",
            "stroke": ("#f0d3a0", "#2f1e12", "#ffffff", "#5a2e14"),
            "stroke-width": "19",
        },
        "slab-joint": {
            "fill": "none",
            "stroke": ("#6d4219", "#8a6540", "#000000", "#d39a60"),
            "stroke-opacity": ("0.8", "0.6", "1", "0.6"),
            "stroke-width": "1.4",
        },
        "slab-label": {
            "fill": ("#000000", "#fff2de", "#000000", "#fff6e8"),
            "fill-opacity": ("0.6", "0.6", "1", "0.6"),
            "font-weight": "600",
        },
        "slab-arrow": {
            "fill": "none",
            "stroke": ("#472808", "#e8cfae", "#000000", "#fff0da"),
            "stroke-opacity": "0.7",
            "stroke-width": "2.2",
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        },
        "slab-cast": {"fill": "#1c0f02", "fill-opacity": ("0.2", "0.5", "0", "0.25")},
        "hole-deep": {"stop-color": ("#4f2f16", "#1d120a", "#f2f2f2", "#3a1c0a")},
        "hole-floor": {"stop-color": ("#8f5c2e", "#3d2817", "#f2f2f2", "#6a3a18")},
        "hole-shade": {
            "fill": ("#2b1706", "#060301", "#f2f2f2", "#1f0d03"),
            "fill-opacity": ("0.5", "0.6", "0", "0.5"),
        },
        "hole-edge": {"stop-color": ("#f3cd8e", "#9c774f", "#000000", "#dfa46c")},
        "hole-lip": {"stop-color": ("#5e3a1b", "#20140b", "#000000", "#48230d")},
        "inlay-red": {
            "fill": "none",
            "stroke": ("#ffb27f", "#ff9a62", "#a33a00", "#ffc39a"),
            "stroke-width": ("2", "2", "5", "2"),
        },
        "inlay-green": {
            "fill": "none",
            "stroke": ("#8ff0cd", "#4fd3a8", "#1f8068", "#a3f3d6"),
            "stroke-width": ("2.8", "2.8", "6", "2.8"),
            "stroke-dasharray": "0.1 7.5",
            "stroke-linecap": "round",
        },
        "glass": {
            "stroke": ("#1c1207", "#0b0603", "#000000", "#1c0f06"),
            "stroke-opacity": ("0.55", "0.7", "1", "0.6"),
            "stroke-width": ("0.8", "0.8", "2", "0.8"),
        },
        "glass-1": {"fill": ("#f4f1e8", "#e6e0d2", "#ffffff", "#f6ead2")},
        "glass-2": {"fill": ("#e9a51c", "#d8971a", "#ffffff", "#f0b335")},
        "glass-3": {"fill": ("#2f7fc9", "#4a90d6", "#ffffff", "#5aa0dc")},
        "glass-4": {"fill": ("#2f9d68", "#3fae79", "#ffffff", "#57b986")},
        "glass-5": {"fill": ("#d8413b", "#dd544c", "#ffffff", "#e5685c")},
        "glass-6": {"fill": ("#8557c4", "#9a74d3", "#ffffff", "#ab86dc")},
    }
)

SOUND = "glass"
