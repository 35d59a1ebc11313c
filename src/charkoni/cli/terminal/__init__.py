"""Play in a terminal: screen, board, moves in words, and the loop of a game."""
