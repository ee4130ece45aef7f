"""Experiments: plans of simulated runs, carried out anywhere, and reports on them."""
