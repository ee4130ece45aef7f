"""What a person can ask for, once, for every front end: command line, notebook and web."""
