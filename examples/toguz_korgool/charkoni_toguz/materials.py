"""The material of the board of Toguz Korgool: walnut, silver, beads of bone, in the colours of every theme."""

from charkoni.core.board_types import materials

MATERIALS = materials(
    {
        "toguz-light": {"stop-color": ("#a8683c", "#5a3a28", "#ffffff", "#84502c")},
        "toguz-deep": {"stop-color": ("#7c4625", "#38231a", "#ffffff", "#653619")},
        "toguz-side": {
            "fill": ("#4a2814", "#180d07", "#000000", "#35190a"),
            "stroke": ("#381c0c", "#100804", "#000000", "#271106"),
            "stroke-width": "2",
        },
        "toguz-edge": {
            "fill": "none",
            "stroke": ("#e0b184", "#8c6448", "#000000", "#c08c5a"),
            "stroke-opacity": "0.7",
            "stroke-width": "1.8",
        },
        "toguz-grain": {
            "fill": "none",
            "stroke": ("#5f3317", "#22140c", "#ffffff", "#4c260f"),
            "stroke-opacity": ("0.34", "0.5", "0", "0.34"),
            "stroke-width": "1.5",
            "stroke-linecap": "round",
        },
        "toguz-label": {"fill": ("#fff1de", "#f0d9bd", "#000000", "#fff0da"), "font-weight": "600"},
        "toguz-cast": {"fill": "#1c0f02", "fill-opacity": ("0.22", "0.5", "0", "0.26")},
        "toguz-silver": {"fill": ("#f2e9dc", "#d9cfc0", "#000000", "#eadfce")},
        "toguz-silver-line": {
            "fill": "none",
            "stroke": ("#f2e9dc", "#d9cfc0", "#000000", "#eadfce"),
            "stroke-opacity": ("0.7", "0.6", "1", "0.7"),
            "stroke-width": "1.4",
        },
        "toguz-floor-light": {"stop-color": ("#6d3d20", "#2e1c13", "#f2f2f2", "#55301a")},
        "toguz-floor-deep": {"stop-color": ("#3f210f", "#170d08", "#f2f2f2", "#2f1708")},
        "toguz-shade": {
            "fill": ("#1f0f05", "#050201", "#f2f2f2", "#170a02"),
            "fill-opacity": ("0.5", "0.6", "0", "0.5"),
        },
        "toguz-lip-light": {"stop-color": ("#dca673", "#8d6244", "#000000", "#c58e5a")},
        "toguz-lip-dark": {"stop-color": ("#43230f", "#180e08", "#000000", "#34190a")},
        "toguz-inlay-white": {
            "fill": "none",
            "stroke": ("#fff8ec", "#f3e6d2", "#5a5a5a", "#fff3dd"),
            "stroke-width": ("2", "2", "3", "2"),
        },
        "toguz-inlay-black": {
            "fill": "none",
            "stroke": ("#1d120b", "#000000", "#000000", "#150b05"),
            "stroke-width": ("3", "3", "6", "3"),
            "stroke-dasharray": "0.1 6",
            "stroke-linecap": "round",
        },
        "toguz-bead": {
            "stroke": ("#2b1a0e", "#120a05", "#000000", "#26150a"),
            "stroke-opacity": ("0.5", "0.65", "1", "0.55"),
            "stroke-width": ("0.8", "0.8", "2", "0.8"),
        },
        "korgool-1": {"fill": ("#f5ecd9", "#e9dec6", "#ffffff", "#f6ead2")},
        "korgool-2": {"fill": ("#efe0c2", "#dccdae", "#ffffff", "#ecdcba")},
        "korgool-3": {"fill": ("#f8f3e8", "#efe8da", "#ffffff", "#fbf5e8")},
        "korgool-4": {"fill": ("#e8d3ab", "#d1bd95", "#ffffff", "#e4cda2")},
        "tuz-ring-white": {
            "fill": "none",
            "stroke": ("#9c2f22", "#8c2a1f", "#000000", "#9c2f22"),
            "stroke-width": "1.6",
            "stroke-dasharray": "3 2.4",
        },
        "tuz-ring-black": {
            "fill": "none",
            "stroke": ("#f1c24f", "#e5b747", "#ffffff", "#f1c24f"),
            "stroke-width": "1.6",
            "stroke-dasharray": "3 2.4",
        },
        "tuz-horns-white": {
            "fill": "none",
            "stroke": ("#9c2f22", "#8c2a1f", "#000000", "#9c2f22"),
            "stroke-width": "3",
            "stroke-linecap": "round",
        },
        "tuz-horns-black": {
            "fill": "none",
            "stroke": ("#f1c24f", "#e5b747", "#ffffff", "#f1c24f"),
            "stroke-width": "3",
            "stroke-linecap": "round",
        },
    }
)

SOUND = "bone"
