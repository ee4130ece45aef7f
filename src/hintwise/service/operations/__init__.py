"""Running a server: what it logs, how it says that it is well, and what can be measured of it."""
