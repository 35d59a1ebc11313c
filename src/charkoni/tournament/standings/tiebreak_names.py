"""Tie-breaks in words, by their codes."""

from charkoni.core.errors import N_

MEANINGS = {
    "BH": N_("Buchholz: the points of all opponents together."),
    "BH/C1": N_("Buchholz without the lowest opponent."),
    "BH/C2": N_("Buchholz without the two lowest opponents."),
    "BH/M1": N_("Buchholz without the lowest and the highest opponent."),
    "SB": N_("Sonneborn-Berger: the points of each opponent times the result against that opponent."),
    "SB/C1": N_("Sonneborn-Berger without the lowest opponent."),
    "DE": N_("Direct encounter: results between the tied players."),
    "PS": N_("The player's points after every round, added up."),
    "PS/C1": N_("The player's points after every round but the first, added up."),
    "WIN": N_("The number of rounds that brought as much as a win."),
    "WON": N_("The number of games won at the board."),
    "BPG": N_("The number of games as second side."),
    "KS": N_("Koya: the points against opponents with half of the points or more."),
    "ARO": N_("The average rating of the opponents."),
    "ARO/C1": N_("The average rating of the opponents without the lowest."),
    "GP": N_("The points of the single games or sets, where a round has several."),
    "GD": N_("The points of the single games or sets, less those of the opponents."),
    "SD": N_("Own stones less those of the opponent, over all games counted."),
    "LOT": N_("A lot, drawn from the published seed."),
}
"""What each tie-break counts, a sentence; the names and articles are in `model.settings.ARTICLES`."""
