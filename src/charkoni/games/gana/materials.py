"""The materials of Gana's board: slabs of marble in a wooden frame, pieces of ivory and onyx, golden crowns."""

from charkoni.core.board_types import materials

MATERIALS = materials(
    {
        "marble-frame-light": {"stop-color": ("#7a5a3f", "#4a3827", "#ffffff", "#6f3d22")},
        "marble-frame-deep": {"stop-color": ("#4b3423", "#271c13", "#ffffff", "#43200f")},
        "marble-base": {
            "fill": ("#33231a", "#120c08", "#000000", "#2b140a"),
            "stroke": ("#2a1c12", "#0c0805", "#000000", "#220f06"),
            "stroke-width": "2",
        },
        "marble-edge": {
            "fill": "none",
            "stroke": ("#c69c6d", "#80664a", "#000000", "#d08a55"),
            "stroke-opacity": ("0.7", "0.6", "1", "0.7"),
            "stroke-width": "1.5",
        },
        "marble-label": {"fill": ("#f3e6d0", "#d9c8ae", "#000000", "#fbe6cb"), "font-weight": "600"},
        "marble-pale": {"stop-color": ("#e8e1d2", "#535d56", "#ffffff", "#eed7ab")},
        "marble-pale-deep": {"stop-color": ("#d9cfba", "#4c564f", "#ffffff", "#dfc08a")},
        "marble-dark": {"stop-color": ("#a3b3a3", "#3f4842", "#dcdcdc", "#bd8c5e")},
        "marble-dark-deep": {"stop-color": ("#8fa191", "#363e39", "#dcdcdc", "#ab7a4c")},
        "marble-vein": {
            "fill": "none",
            "stroke": ("#8d8a7c", "#8f9b93", "#ffffff", "#a9793f"),
            "stroke-opacity": ("0.3", "0.22", "0", "0.32"),
        },
        "marble-vein2": {
            "fill": "none",
            "stroke": ("#f2f6ee", "#7c8a81", "#dcdcdc", "#7c5128"),
            "stroke-opacity": ("0.42", "0.25", "0", "0.35"),
        },
        "ivory": {
            "stroke": ("#2f271d", "#15110d", "#000000", "#1f1206"),
            "stroke-width": ("1.5", "1.5", "3", "1.5"),
        },
        "ivory-light": {"stop-color": ("#ffffff", "#f3ecdd", "#ffffff", "#fffaf0")},
        "ivory-mid": {"stop-color": ("#f3ecdc", "#dfd6c4", "#ffffff", "#f6e8cb")},
        "ivory-deep": {"stop-color": ("#b9ad95", "#9d937f", "#ffffff", "#c0a378")},
        "onyx": {
            "stroke": ("#0b0908", "#dcd3c3", "#ffffff", "#0d0603"),
            "stroke-width": ("1.5", "1.3", "2.5", "1.5"),
        },
        "onyx-light": {"stop-color": ("#6d655d", "#3d3732", "#000000", "#6a5546")},
        "onyx-mid": {"stop-color": ("#35302c", "#1c1916", "#000000", "#33241a")},
        "onyx-deep": {"stop-color": ("#110f0d", "#0a0807", "#000000", "#120a05")},
        "onyx-ring": {
            "fill": "none",
            "stroke": ("#c4b9ab", "#7d756a", "#ffffff", "#cfae92"),
            "stroke-width": ("1.4", "1.4", "2", "1.4"),
        },
        "onyx-rib": {
            "fill": "none",
            "stroke": ("#8b8075", "#6a6259", "#ffffff", "#957660"),
            "stroke-opacity": ("0.6", "0.6", "0", "0.6"),
        },
        "crown": {
            "stroke": ("#4d3700", "#3a2a00", "#000000", "#452f00"),
            "stroke-width": ("1.2", "1.2", "2", "1.2"),
            "stroke-linejoin": "round",
        },
        "crown-light": {"stop-color": ("#fff0a8", "#f5dd86", "#ffd400", "#fff0a8")},
        "crown-mid": {"stop-color": ("#eeb92f", "#d9a527", "#ffd400", "#f0be38")},
        "crown-deep": {"stop-color": ("#a86f08", "#8a5b08", "#ffd400", "#a86f08")},
    }
)

SOUND = "stone"
