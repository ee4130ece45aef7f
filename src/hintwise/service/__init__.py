"""The web application: pages for players, and the same answers as JSON."""
