"""Learning from answers which steps a person finds easy."""
