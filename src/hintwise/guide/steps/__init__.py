"""How the steps that a person is told are chosen, ordered and unfolded; `explaining` asks here."""
