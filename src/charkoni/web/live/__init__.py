"""Live games: rooms, clocks, dice, the messages of the WebSocket, and the other processes of the server."""
