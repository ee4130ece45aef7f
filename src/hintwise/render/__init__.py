"""Steps to read or to look at."""
