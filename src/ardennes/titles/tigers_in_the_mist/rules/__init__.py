"""The rules, one module for each chapter of the rulebook; chapters 8 and 9 have a folder each.

5 `setup`, 6 `sequence`, 7 `occupation`, 8 `movement`, 9 `combat`, 10 `bridges`, 11 `reinforcements`, 12 `victory`,
13 `supply`, 14 `special_forces`. `invariants` says what always holds.
"""
