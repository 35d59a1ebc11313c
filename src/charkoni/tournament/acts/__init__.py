"""Acts: everything that can be done to an event, how unusual each is, and the reducer that applies them."""
