"""Online events: games, rounds, presence, bans."""
