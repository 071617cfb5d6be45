"""Many games: fuzzing, ladders, balance, reports."""
