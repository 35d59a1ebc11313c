"""The model of a tournament: frozen values, their checks and their JSON; no files."""
