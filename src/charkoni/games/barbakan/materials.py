"""The materials of Barbakan's board: turf and paths, masonry and paving, enamelled pawns."""

from charkoni.core.board_types import materials

MATERIALS = materials(
    {
        "turf-light": {"stop-color": ("#c4dca6", "#30463b", "#ffffff", "#bfc27d")},
        "turf-deep": {"stop-color": ("#9cc07b", "#1e2f27", "#ffffff", "#a3a865")},
        "turf-edge": {
            "fill": "none",
            "stroke": ("#5f8244", "#0e1713", "#000000", "#4f5126"),
            "stroke-width": ("2.5", "2.5", "3", "2.5"),
        },
        "turf-blade": {
            "fill": "none",
            "stroke": ("#6d9450", "#5b7a68", "#ffffff", "#6b6d36"),
            "stroke-opacity": ("0.75", "0.6", "0", "0.7"),
            "stroke-width": "1.3",
            "stroke-linecap": "round",
        },
        "track": {
            "fill": "none",
            "stroke": ("#f3e7c4", "#4d4c47", "#ffffff", "#f3dfb0"),
            "stroke-width": "6",
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        },
        "track-edge": {
            "fill": "none",
            "stroke": ("#a58d57", "#15191a", "#000000", "#82602c"),
            "stroke-width": "8.6",
            "stroke-linecap": "round",
            "stroke-linejoin": "round",
        },
        "paving-light": {"stop-color": ("#f4e6c8", "#4a4a56", "#ececec", "#f7e2b8")},
        "paving-deep": {"stop-color": ("#dcc49a", "#33333e", "#ececec", "#dfbd86")},
        "paving-joint": {
            "fill": "none",
            "stroke": ("#bfa272", "#65657a", "#ececec", "#ad8246"),
            "stroke-opacity": ("0.42", "0.3", "0", "0.45"),
        },
        "masonry": {"fill": "none", "stroke": ("#a9a297", "#6c707c", "#000000", "#9c8468")},
        "masonry-edge": {"fill": "none", "stroke": ("#4f4a42", "#08090c", "#000000", "#43301d")},
        "masonry-crest": {
            "fill": "none",
            "stroke": ("#d8d2c6", "#9a9fac", "#ffffff", "#cdb595"),
            "stroke-width": "3.4",
            "stroke-dasharray": "5 3.4",
        },
        "masonry-light": {"stop-color": ("#dfd9cd", "#9da2af", "#ffffff", "#d9c2a1")},
        "masonry-deep": {"stop-color": ("#8f887b", "#4a4e5a", "#ffffff", "#846a4c")},
        "masonry-roof": {"fill": ("#d3ccbf", "#8f949f", "#ffffff", "#c9b08d")},
        "masonry-label": {"fill": ("#2b2620", "#0b0d12", "#000000", "#2a1a0c"), "font-weight": "700"},
        "passage": {
            "fill": ("#2a221a", "#050608", "#000000", "#2a190c"),
            "stroke": ("#d8d2c6", "#8b909c", "#ffffff", "#cdb595"),
            "stroke-width": "1.2",
        },
        "passage-arrow": {"fill": ("#ffd874", "#e6c063", "#ffffff", "#ffd874")},
        "flagstone": {
            "fill": ("#faf0d8", "#525048", "#ffffff", "#fff1d2"),
            "stroke": ("#8a7446", "#101213", "#000000", "#6e4d20"),
            "stroke-width": ("1.6", "1.6", "2.2", "1.6"),
        },
        "turf-label": {"fill": ("#2c4218", "#cfe0cf", "#000000", "#221d04"), "font-weight": "600"},
        "fountain": {
            "fill": ("#8fc3d6", "#2d5a78", "#ffffff", "#9cbfb4"),
            "stroke": ("#7b7468", "#14161b", "#000000", "#6a5033"),
            "stroke-width": "2",
        },
    }
)

SOUND = "stone"
