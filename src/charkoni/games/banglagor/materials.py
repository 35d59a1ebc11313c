"""The materials of Banglagor's board: sand, meadow and river in a wooden frame, pillars of glazed clay."""

from charkoni.core.board_types import materials

MATERIALS = materials(
    {
        "sand": {"stop-color": ("#f1e2bd", "#4b412f", "#ffffff", "#e9cb98")},
        "sand-deep": {"stop-color": ("#e0c68e", "#3b3223", "#ffffff", "#d8b077")},
        "sand-ripple": {
            "fill": "none",
            "stroke": ("#a5803f", "#9a875f", "#ffffff", "#8a5a26"),
            "stroke-opacity": ("0.3", "0.28", "0", "0.3"),
            "stroke-width": "1.2",
            "stroke-linecap": "round",
        },
        "meadow": {"stop-color": ("#dce7bf", "#33432f", "#e4e4e4", "#c9b87a")},
        "meadow-deep": {"stop-color": ("#bdd09a", "#253222", "#e4e4e4", "#b5a366")},
        "meadow-grass": {
            "fill": "none",
            "stroke": ("#5f8a3c", "#7d9a6b", "#e4e4e4", "#6d6228"),
            "stroke-opacity": ("0.4", "0.3", "0", "0.35"),
            "stroke-width": "1.2",
            "stroke-linecap": "round",
        },
        "meadow-cell": {
            "fill": ("#6b5a1e", "#000000", "#000000", "#5c3410"),
            "fill-opacity": ("0.065", "0.16", "0.1", "0.09"),
            "stroke": ("#5d5a22", "#000000", "#000000", "#5c3410"),
            "stroke-opacity": ("0.16", "0.3", "1", "0.2"),
        },
        "meadow-sign": {
            "fill": "none",
            "stroke": ("#4c4a1c", "#e6dcc0", "#000000", "#4d2c0c"),
            "stroke-opacity": ("0.34", "0.3", "0.6", "0.38"),
            "stroke-width": "3.2",
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        },
        "river-light": {"stop-color": ("#a9d8ec", "#3d6b85", "#ffffff", "#5d95a8")},
        "river-deep": {"stop-color": ("#5aa3cb", "#1f4159", "#ffffff", "#2d6073")},
        "river-bank": {
            "stroke": ("#fff7df", "#6c6146", "#000000", "#fbe3b4"),
            "stroke-opacity": ("0.8", "0.7", "1", "0.7"),
            "stroke-width": ("2", "1.5", "2.5", "2"),
        },
        "river-wave": {
            "fill": "none",
            "stroke": ("#f4fbff", "#9cc4da", "#000000", "#c9e3ea"),
            "stroke-opacity": ("0.85", "0.7", "1", "0.8"),
            "stroke-width": "1.6",
            "stroke-linecap": "round",
        },
        "river-flood": {
            "fill": ("#6db3d8", "#2c5873", "#ffffff", "#3f7a8d"),
            "fill-opacity": ("0.62", "0.66", "0", "0.66"),
        },
        "rack-light": {"stop-color": ("#82603d", "#4f3b28", "#ffffff", "#7d4a28")},
        "rack-deep": {"stop-color": ("#5d4129", "#2c2016", "#ffffff", "#4d2812")},
        "rack-base": {
            "fill": ("#37251a", "#120c08", "#000000", "#2b140a"),
            "stroke": ("#2e1f12", "#0c0805", "#000000", "#220f06"),
            "stroke-width": "2",
        },
        "rack-edge": {
            "fill": "none",
            "stroke": ("#d3a978", "#80664a", "#000000", "#d59a66"),
            "stroke-opacity": ("0.7", "0.6", "1", "0.7"),
            "stroke-width": "1.5",
        },
        "rack": {
            "fill": ("#2a1a0c", "#000000", "#f0f0f0", "#260f04"),
            "fill-opacity": ("0.5", "0.45", "1", "0.5"),
            "stroke": ("#d3a978", "#6b553c", "#000000", "#d59a66"),
            "stroke-opacity": ("0.55", "0.6", "1", "0.55"),
            "stroke-width": "1.5",
        },
        "rack-groove": {
            "fill": ("#1c0f04", "#000000", "#ffffff", "#1c0a02"),
            "fill-opacity": ("0.22", "0.3", "0", "0.25"),
            "stroke": ("#e0b98a", "#80664a", "#000000", "#e0a878"),
            "stroke-opacity": ("0.28", "0.35", "0.4", "0.3"),
            "stroke-width": "1.2",
        },
        "rack-label": {"fill": ("#f5e7d0", "#d9c8ae", "#000000", "#fdebd2"), "font-weight": "600"},
        "ink-rack": {"fill": ("#f5e7d0", "#d9c8ae", "#000000", "#fdebd2"), "font-weight": "600"},
        "pillar-blue": {
            "stroke": ("#0f2747", "#d3e6ff", "#ffffff", "#0a1d38"),
            "stroke-width": ("1.5", "1.3", "2.2", "1.5"),
            "stroke-linejoin": "round",
        },
        "pillar-blue-light": {"stop-color": ("#6f9ddb", "#7d94d6", "#00397d", "#5f8cc8")},
        "pillar-blue-top": {"stop-color": ("#4076ba", "#586fbc", "#00397d", "#3d6ea9")},
        "pillar-blue-mid": {"stop-color": ("#2f65a6", "#5068b4", "#00397d", "#28578f")},
        "pillar-blue-deep": {"stop-color": ("#173b6b", "#33437f", "#00397d", "#12315c")},
        "pillar-green": {
            "stroke": ("#04301f", "#bff3df", "#000000", "#02261a"),
            "stroke-width": ("1.5", "1.3", "2.2", "1.5"),
            "stroke-linejoin": "round",
        },
        "pillar-green-light": {"stop-color": ("#5ccaa0", "#74dcbb", "#1f8068", "#6bc9a8")},
        "pillar-green-top": {"stop-color": ("#3db98e", "#4cc49d", "#1f8068", "#4fb596")},
        "pillar-green-mid": {"stop-color": ("#128a63", "#2fa582", "#1f8068", "#1f9272")},
        "pillar-green-deep": {"stop-color": ("#0a5a3f", "#186b52", "#1f8068", "#0c533b")},
        "pillar-raw": {"stop-color": ("#fdf3dd", "#efe3c8", "#ffffff", "#fbeccb")},
        "pillar-raw-deep": {"stop-color": ("#dcc79c", "#cbb88e", "#ffffff", "#d9bd86")},
        "pillar-raw-edge": {
            "stroke": ("#2b2008", "#2b2008", "#000000", "#2b1a07"),
            "stroke-width": ("1.5", "1.3", "2.2", "1.5"),
            "stroke-linejoin": "round",
        },
        "pillar-groove": {
            "fill": "none",
            "stroke": ("#ffffff", "#ffffff", "#ffffff", "#ffffff"),
            "stroke-opacity": ("0.4", "0.28", "0", "0.4"),
            "stroke-width": "1.2",
        },
        "pillar-raw-ink": {"fill": ("#2b2008", "#2b2008", "#000000", "#2b1a07"), "font-weight": "700"},
        "chain": {
            "fill": "none",
            "stroke": ("#1d1d20", "#0d0d0e", "#000000", "#1d1712"),
            "stroke-width": "4.4",
            "stroke-linecap": "round",
        },
        "chain-lock": {"stroke": ("#5a4300", "#5a4300", "#000000", "#5a4300"), "stroke-width": "1.8"},
        "chain-link": {
            "fill": "none",
            "stroke": ("#eceff3", "#d7dbe0", "#ffffff", "#f3ead9"),
            "stroke-width": "2.4",
            "stroke-linecap": "round",
            "stroke-dasharray": "3.2 3.4",
        },
    }
)

SOUND = "stone"
