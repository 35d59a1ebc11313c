"""Play in the browser: the server.  Knows no game by name; needs the extra `web`."""
