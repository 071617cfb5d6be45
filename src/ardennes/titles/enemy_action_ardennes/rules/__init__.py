"""The rules, in the order of the rulebook's chapters; large chapters have several modules.

3 and 15 `setup`. 4 `sequence`. 5 `deck` (piles and hands), `commands` (what a card is played for), `command_events` and
`engineers` (its events), `reactions` (what is played in the other side's impulse). 6 `activations`.
7 `movement` (units picked up and moved), `entering` (whether one may step from here to there) with its `barriers`,
`paths` (how far one gets, and by which way), `stacking` (7.4), `areas` (7.6, 7.7), `exits` (7.8), `travel` (what
entering a hex brings about). 8 `zones`.
9 `combat` (its steps in order), `battle` (who fights, chits and hits), `tactics` (9.2) and `joining` (who joins),
`losses` (9.5, 9.6), `retreats` (9.7), `advances` (9.8).
10 `supply`, `fuel` (10.4). 11 `reserves` (who comes, and when), `placing` (where). 12 `bridges`, `improved` (12.3).
13 `replacements`. 14 `victory`. `invariants` says what always holds.
"""
