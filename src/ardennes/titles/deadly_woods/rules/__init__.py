"""The rules, one module for each chapter of the rulebook; long chapters have several.

3 `setup` and `victory` (with 15), 4 `sequence`, 6 `stacking`, 7 `zones`, 8 `supply`, 9 `areas`, 10 `movement` with
`paces`, `entering`, `paths`, `obstacles`, `withdrawal`, `travel` and `bridges`, 11 `combat` with `strengths`,
`results`, `retreat` and `advance`, 12 `assets` with `support` and `heydte`, 13 `replacements`, 14 `action_rounds` with
`rounds` and `reinforcements`. `invariants` says what always holds.
"""
