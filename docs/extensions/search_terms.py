"""Sphinx extension: words by which pages are found although they do not use them.

The order of what is found is that of `static/search-order.js`.
"""

from collections.abc import Mapping
from zlib import crc32

from docutils import nodes
from sphinx.application import Sphinx

WORDS: Mapping[str, str] = {
    "commands": "CLI terminal shell flag argument",
    "debian": "Ubuntu Raspberry Linux systemd VPS install",
    "engine": "UCI chess XBoard GUI stdin stdout bot",
    "environments": "RL reinforcement Gym AEC vectorized PPO DQN rollout reward agent",
    "games/mosty": "Bridgit Bridg-it Gale Shannon",
    "games/focus": "Domination Sackson stack stacking",
    "games/chaupar": "Pachisi Parchis Parcheesi Ludo chaupad chopat",
    "games/mangala": "Mancala Kalah Oware Awari",
    "moving": "migrate migration upgrade uninstall remove delete",
    "monitoring": "Prometheus Grafana healthcheck",
    "play/analysis": "evaluation blunder accuracy mistake review",
    "play/install": "file folder pip download setup Windows WSL macOS uv pipx",
    "play/levels": "difficulty rating Elo beginner strong AI bot child children kids",
    "play/terminal": "save file saved resume continue load CLI console",
    "play/page": "browser online multiplayer friend invite mobile phone guest account undo takeback move town distance",
    "program/api": "reference class function import module",
    "program/tasks": "cookbook recipe howto example python list legal moves best move time limit draw picture",
    "protocol": "REST API bot websocket JSON",
    "records": "PGN FEN SAN SGF save saved file notation export import",
    "research/cluster": "Ray parallel distributed multiprocessing",
    "research/index": "cite citation BibTeX branching factor state space complexity size",
    "research/mangala": "solved value draw perfect play proof",
    "research/reproduce": "reproduce repeat benchmark command measurement",
    "research/speed": "random games benchmark fast performance steps per second OpenSpiel",
    "serving": "sub-path subpath path subdirectory prefix reverse proxy nginx HTTPS TLS domain backup deploy hosting "
    "RAM memory CPU cores hardware requirements GDPR privacy delete personal data retention",
    "settings": "config configuration environment variable YAML TOML change port database",
    "solving": "Syzygy tablebase endgame proof solver weakly strongly",
    "tablebases": "tablebase format file binary reader CRC",
    "tournament/index": "Swiss pairing FIDE TRF bye points tie-break Buchholz",
    "tournament/settings": "tie-break tiebreak order Buchholz Sonneborn-Berger points win draw config configuration",
    "tournaments": "Swiss pairing FIDE TRF bye tiebreak Buchholz Excel spreadsheet CSV import late",
    "write-a-game": "add my own a game plugin plug-in extend custom variant new",
}
"""By page the words that a reader may search for."""


def setup(app: Sphinx) -> dict[str, int]:
    """Connect the extension."""
    app.connect("doctree-read", add_words)
    return {"parallel_read_safe": True, "env_version": crc32(repr(WORDS).encode())}


def add_words(app: Sphinx, doctree: nodes.document) -> None:
    """Add the words of a page as its keywords, which the search reads."""
    words = WORDS.get(app.env.docname, "").split()
    if words:
        doctree.append(nodes.meta(name="keywords", content=",".join(words)))
