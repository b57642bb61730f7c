"""The engine: table, chance, decks, content, rules, records, sessions, odds, scenes. It knows no game and no screen."""
