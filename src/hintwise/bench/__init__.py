"""Benchmarks that ship, with the readable referee and the comparison with CPMpy's tools."""
