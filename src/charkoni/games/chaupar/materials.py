"""The materials of Chaupar's board: embroidered cloth, turned wooden pieces, sticks of bone."""

from charkoni.core.board_types import materials

MATERIALS = materials(
    {
        "cloth": {
            "fill": ("#7b1528", "#241b46", "#ffffff", "#5a2c16"),
            "stroke": ("#450812", "#0d0820", "#000000", "#2c1206"),
            "stroke-width": ("2", "2", "3", "2"),
        },
        "cloth-deep": {"fill": ("#570b1a", "#171032", "#d9d9d9", "#3d1a0a")},
        "cloth-braid": {
            "fill": "none",
            "stroke": ("#d5a43f", "#a98a4c", "#000000", "#dcae5a"),
            "stroke-width": ("3", "3", "2", "3"),
        },
        "cloth-stitch": {
            "fill": "none",
            "stroke": ("#f0d79a", "#c9b27d", "#000000", "#f2dba6"),
            "stroke-opacity": ("0.85", "0.7", "0", "0.8"),
            "stroke-width": "1.6",
            "stroke-dasharray": "5 4",
        },
        "cloth-fringe": {
            "fill": "none",
            "stroke": ("#c8963a", "#8f7440", "#ffffff", "#cf9f4c"),
            "stroke-dasharray": "2.6 2.2",
        },
        "cloth-gold": {
            "fill": ("#dbab45", "#b0904f", "#ffffff", "#e0b562"),
            "stroke": ("#5c3a05", "#1b1430", "#000000", "#4a2a08"),
            "stroke-width": ("0.8", "0.8", "1.6", "0.8"),
        },
        "cloth-number": {"fill": ("#f3dca6", "#d3c08f", "#000000", "#f4dfae")},
        "linen": {
            "fill": ("#f5ead2", "#3b3460", "#ffffff", "#ecd6a8"),
            "stroke": ("#cdb27c", "#6a5f92", "#000000", "#b98d4c"),
            "stroke-width": ("1", "1", "1.6", "1"),
        },
        "linen-thread": {
            "fill": "none",
            "stroke": ("#c5a566", "#8478ad", "#ffffff", "#a97b3c"),
            "stroke-opacity": ("0.75", "0.6", "0", "0.7"),
            "stroke-dasharray": "3 2.4",
        },
        "bone": {
            "stroke": ("#6b5322", "#2b2110", "#000000", "#5b3d12"),
            "stroke-width": ("1.4", "1.4", "2.4", "1.4"),
        },
        "bone-light": {"stop-color": ("#fffdf4", "#ded5bf", "#ffffff", "#fff8e4")},
        "bone-deep": {"stop-color": ("#dcc694", "#9d9174", "#ffffff", "#d9b878")},
        "bone-ink": {"fill": ("#6f1022", "#38101a", "#000000", "#5c1f0d"), "font-weight": "700"},
    }
)

SOUND = "cloth"
