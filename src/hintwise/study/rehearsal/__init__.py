"""A study tried before anybody is paid: simulated people over HTTP, and the power to expect."""
