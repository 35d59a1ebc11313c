"""Tie-breaks in words, by their codes."""

from charkoni.core.errors import mark

MEANINGS = {
    "BH": mark("Buchholz: the points of all opponents together."),
    "BH/C1": mark("Buchholz without the lowest opponent."),
    "BH/C2": mark("Buchholz without the two lowest opponents."),
    "BH/M1": mark("Buchholz without the lowest and the highest opponent."),
    "SB": mark("Sonneborn-Berger: the points of each opponent times the result against that opponent."),
    "SB/C1": mark("Sonneborn-Berger without the lowest opponent."),
    "DE": mark("Direct encounter: the games of those who are tied against each other."),
    "PS": mark("The player's points after every round, added up."),
    "PS/C1": mark("The player's points after every round but the first, added up."),
    "WIN": mark("The number of rounds that brought as much as a win."),
    "WON": mark("The number of games won at the board."),
    "BPG": mark("The number of games as second side."),
    "KS": mark("Koya: the points against those who have half of the points or more."),
    "ARO": mark("The average rating of the opponents."),
    "ARO/C1": mark("The average rating of the opponents without the lowest."),
    "GP": mark("The points of the single games or sets, where a round has several."),
    "GD": mark("The points of the single games or sets, less those of the opponents."),
    "SD": mark("Own stones less those of the opponent, over all games counted."),
    "LOT": mark("A lot, drawn from the published seed."),
}
"""What each tie-break counts, a sentence; the names and articles are in `model.settings.ARTICLES`."""
