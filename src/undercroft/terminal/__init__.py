"""The terminal: play, watch, replay and simulate in line mode."""
