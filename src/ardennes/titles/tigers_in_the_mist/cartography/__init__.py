"""How the map of Tigers in the Mist is drawn: real geography of the Ardennes, bent until it agrees with the game.

    python -m ardennes.titles.tigers_in_the_mist.cartography

writes `data/chart.json`. The order of work: areas are spread where they are crowded and all geography follows them
(`plane`); roads are curves between towns (`roads`); rivers follow real courses as closely as the game lets them, over
every bridge and under no other road (`rivers`); territories grow from the towns until they meet at rivers and along the
watersheds between (`territories`); woods, heights, borders (`ground`, `relief`); names last, where there is room
(`lettering`).

Needs the extra `ardennes[maps]` (scipy, shapely, contourpy). Playing needs only the file.
"""
