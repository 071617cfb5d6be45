"""How the map of Tigers in the Mist is drawn: real geography of the Ardennes, bent until it agrees with the game.

    ardennes map chart

writes `data/chart.json` of the title. The order of work: areas are spread where they are crowded and all geography
follows them (`plane`); roads are curves between towns (`roads`); rivers follow real courses as closely as the game lets
them, over every bridge and under no other road (`rivers`); territories grow from the towns until they meet at rivers
and along the watersheds between (`territories`); woods, heights, borders (`ground`, `relief`); names last, where there
is room (`lettering`). `board` says what is asked of the map, `draw` goes through the steps.

Needs the extra `ardennes[maps]` (scipy, shapely, contourpy). Playing needs only the file.
"""
