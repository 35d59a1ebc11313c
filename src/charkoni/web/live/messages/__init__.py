"""The messages of the WebSocket: requests of clients, replies of the server, and their types for the client.

One socket (`/ws`) serves any number of boards of a page.  Every message is one JSON object in a text frame; `type`
names its kind.  docs/protocol.md shows them at work.
"""
