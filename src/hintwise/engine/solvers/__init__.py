"""Who is asked whether something follows: PySAT on clauses, OR-Tools on expressions."""
