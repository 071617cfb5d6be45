"""The rules, one module for each chapter of the rulebook; chapters 5 and 9 have a folder each.

3 `setup`, 4 `sequence`, 5 `movement`, 6 `stacking`, 7 `zones`, 8 `improved_positions`, 9 `combat`, 10 `artillery`,
11 `aircraft`, 12 `supply`, 13 `bridges`, 14 `reserves`, 15 `surprise`, 16 `reinforcements`, 17 `victory`.
Options: 24 `leaders` and `release`, 25 `dumps`, 26 `surrender`, 28 `allies`, 29 and 38 `random_events` and `fortunes`,
35 `garrison`, 36 `kampfgruppe`; the small ones stand in the chapter they change.
`options` is what they add to the chapters, `quick` what is worked out without rungs, `invariants` what always holds.
"""
