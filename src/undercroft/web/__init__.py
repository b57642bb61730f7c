"""The web: pages to look at in a browser."""
