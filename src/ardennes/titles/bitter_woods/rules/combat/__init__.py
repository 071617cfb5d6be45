"""9.0 Combat: the `phase`, who takes part (`participants`), 9.2 to 9.4 odds and shifts (`strengths`), 9.5 `results`
and the `duties` they leave, 9.7 `retreat` by `routes`, 9.8 `advance`."""
