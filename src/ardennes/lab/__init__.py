"""Many games: fuzzing, ladders, balance, training, reports; on Dask where there is more than one worker."""
