"""Computer referees, for games that have one."""
