"""The model of an event: frozen values, no input or output."""
