"""The materials of Focus's board: maple inlaid in walnut, felt in the wells, lacquered checkers."""

from charkoni.core.board_types import materials

MATERIALS = materials(
    {
        "walnut-light": {"stop-color": ("#835938", "#523a28", "#ffffff", "#7a4322")},
        "walnut-deep": {"stop-color": ("#62402a", "#37261a", "#ffffff", "#532a13")},
        "walnut-side": {
            "fill": ("#3c2415", "#140c07", "#000000", "#2c1508"),
            "stroke": ("#2b180c", "#0d0704", "#000000", "#200e04"),
            "stroke-width": ("1.5", "1.5", "3", "1.5"),
        },
        "walnut-edge": {
            "fill": "none",
            "stroke": ("#c99c6c", "#8a6a4c", "#000000", "#c98a58"),
            "stroke-opacity": ("0.75", "0.65", "1", "0.7"),
            "stroke-width": "1.6",
        },
        "walnut-rim": {
            "fill": "none",
            "stroke": ("#d9ae7e", "#94735a", "#000000", "#d89a66"),
            "stroke-opacity": ("0.8", "0.7", "0", "0.8"),
            "stroke-width": "3",
        },
        "walnut-groove": {
            "fill": "none",
            "stroke": ("#2b180c", "#0d0704", "#000000", "#200e04"),
            "stroke-width": ("1.8", "1.8", "3", "1.8"),
        },
        "walnut-grain": {
            "fill": "none",
            "stroke": ("#3f2615", "#1c120b", "#ffffff", "#35190a"),
            "stroke-opacity": ("0.4", "0.5", "0", "0.4"),
            "stroke-width": "1.4",
            "stroke-linecap": "round",
        },
        "walnut-label": {"fill": ("#f6e3c8", "#e0cdb2", "#000000", "#fbe2c6"), "font-weight": "600"},
        "maple-light": {"stop-color": ("#f6e2ba", "#5c4835", "#ffffff", "#efc88c")},
        "maple-mid": {"stop-color": ("#eed5a6", "#524030", "#ffffff", "#e6bb7c")},
        "maple-dark": {"stop-color": ("#e6c892", "#48382a", "#e2e2e2", "#dba967")},
        "maple-deep": {"stop-color": ("#dcbb82", "#403124", "#e2e2e2", "#d19c5a")},
        "maple-groove": {
            "fill": "none",
            "stroke": ("#a97c43", "#241910", "#000000", "#8f5c28"),
            "stroke-width": ("1.2", "1.2", "1.8", "1.2"),
        },
        "maple-grain": {
            "fill": "none",
            "stroke": ("#b98d4e", "#2b1f15", "#ffffff", "#a06e33"),
            "stroke-opacity": ("0.28", "0.4", "0", "0.3"),
            "stroke-width": "1.1",
            "stroke-linecap": "round",
        },
    }
)

SOUND = "wood"
