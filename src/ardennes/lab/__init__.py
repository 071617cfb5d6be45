"""Many games: fuzzing, ladders, balance, training, reports; on all cores or on a Dask cluster."""
