"""How the staff thinks: what positions and attacks are worth, tactics, answers and what it says about them.

`mind` answers what agents ask. `distances`, `valuation` and `node_value` say what a position is worth, `front` where
the Allies should stand, `staffwork` what an attack would bring. `tactics` is what a tactic is; `german_tactics`,
`allied_tactics` and `common_tactics` propose orders, `judgement` chooses among them and answers the small questions, in
one of the `styles`. `briefing` puts it all in words.
"""
