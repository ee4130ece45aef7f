"""The web application under load, and under `kill -9`, measured from outside over HTTP."""
