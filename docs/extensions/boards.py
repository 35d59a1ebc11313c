"""Sphinx extension: boards in place of the text diagrams of rule pages, and a moving picture of each game.

A rule page keeps its diagrams as text, so that it can be read anywhere.  On the site they are drawn, light and dark.
The moving picture is the demonstration in the game's own folder, the one that the page of the server plays.
"""

import io
import re
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path

from PIL import Image
from sphinx.application import Sphinx

from charkoni.check.examples import Example
from charkoni.core.errors import BadMove, IllegalMove
from charkoni.core.game import Position
from charkoni.core.registry import games, named
from charkoni.core.teaching.presentation import presentation_of
from charkoni.core.translations import Words
from charkoni.graphics import raster
from charkoni.graphics.move_highlights import path_of, zones_of_last
from charkoni.graphics.position_images import background
from charkoni.graphics.scene import BoardView
from charkoni.web.pages.rulebook.examples import positions_by_diagram, stripped
from charkoni.web.pages.rulebook.markdown import pictured

THEMES = ("light", "dark")
PLY_MS, LAST_MS = 1100, 4000
WIDTH = 420
_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension."""
    app.connect("builder-inited", make_moving_pictures)
    app.connect("source-read", draw_diagrams)
    return {"parallel_read_safe": True}


def folder(app: Sphinx) -> Path:
    """Return the folder of what is drawn; it is made anew by every build."""
    path = Path(app.srcdir) / "generated"
    path.mkdir(exist_ok=True)
    return path


def make_moving_pictures(app: Sphinx) -> None:
    """Write GAME-light.webp and GAME-dark.webp for each game, where they are not there yet."""
    for name in games():
        game = named(name)
        presentation = presentation_of(game.family)
        assert presentation
        view = BoardView(game, portrait=presentation.upright)
        positions = [game.parse(presentation.position)]
        for move in presentation.moves.split():
            positions.append(positions[-1].play(move))
        for theme in THEMES:
            path = folder(app) / f"{name}-{theme}.webp"
            if not path.exists():
                path.write_bytes(_animation([view.svg(each, theme) for each in positions], theme))


def _animation(svgs: list[str], theme: str) -> bytes:
    frames = [Image.open(io.BytesIO(raster.png(svg, background(theme), WIDTH))).convert("RGB") for svg in svgs]
    out = io.BytesIO()
    durations = [PLY_MS] * (len(frames) - 1) + [LAST_MS]
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:], duration=durations, loop=0, quality=82)
    return out.getvalue()


def draw_diagrams(app: Sphinx, name: str, source: list[str]) -> None:
    """Replace the diagrams of a rule page by pictures."""
    if not name.startswith("games/") or name == "games/index":
        return
    game, _, language = name.removeprefix("games/").partition(".")
    text = source[0]
    known = positions_by_diagram(text, game, Words(language or "en"))

    def drawn(fence: re.Match[str]) -> str:
        word, _, stated = fence[1].partition(" ")
        if word == "picture":
            return _examples(app, pictured(stated))
        position = known.get(stripped(fence[2]))
        return _picture(app, position) if position else fence[0]

    heading, _, rest = _FENCE.sub(drawn, text).partition("\n## ")
    source[0] = f"{heading}\n{_moving(game)}\n## {rest}"


def _moving(game: str) -> str:
    """Return the moving picture of a game."""
    image = "```{image} /generated/%s-%s.webp\n:alt: %s\n:class: moving only-%s\n```"
    return "\n".join(image % (game, theme, game, theme) for theme in THEMES)


def _examples(app: Sphinx, examples: tuple[Example, ...]) -> str:
    """Return the pictures of examples side by side: before the move and after it, or with the ends of all moves."""
    shown = []
    for example in examples:
        before = example.game.parse(example.position)
        if not example.move or "*" in example.move:
            ends = [path_of(before, move)[-1] for move in before.moves if fnmatchcase(move, example.move or "-")]
            shown.append(_picture(app, before, ends))
            continue
        shown.append(_picture(app, before))
        try:
            after = before.play(example.move)
        except (BadMove, IllegalMove):
            continue
        shown.append(_picture(app, after, zones_of_last(before, example.move, after)))
    return "\n".join(["::::{container} boards", *shown, "::::"])


def _picture(app: Sphinx, position: Position, last: list[str] | None = None) -> str:
    """Return a position as two images, of which the theme shows one; the text of the position is the alternative."""
    lines = []
    for theme in THEMES:
        svg = BoardView(position.game).svg(position, theme, last=last or ())
        path = folder(app) / f"{sha256(svg.encode()).hexdigest()[:16]}.svg"
        path.write_text(svg, encoding="utf-8")
        alternative = f"{position.game.name}: {position}".replace("]", ")").replace("[", "(")
        lines.append(f"```{{image}} /generated/{path.name}\n:alt: {alternative}\n:class: board only-{theme}\n```")
    return "\n".join(lines) + "\n"
