"""One module for each change of the tables, in the order of their `down_revision`."""
