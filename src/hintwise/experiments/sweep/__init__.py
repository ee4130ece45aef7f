"""Plans of simulated runs, and carrying them out anywhere."""
