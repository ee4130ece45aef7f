"""What real people chose: choices, replay, reliability, the statistics of a study."""
