"""The colours of counters, the same in every title: field greys for German armies, greens for American ones, tan for
the British. Each is the ground, the ink on it, and the ink of a reduced unit."""

from __future__ import annotations

Livery = tuple[str, str, str]

SS: Livery = ("#26272b", "#f4f1e6", "#c9c4b2")
SIXTH_PANZER: Livery = ("#7f8a8f", "#101418", "#eef1f2")
FIELD_GREY: Livery = ("#8d9389", "#14160f", "#e9ebe2")
SEVENTH_ARMY: Livery = ("#a39c86", "#17140c", "#f1eddf")
GERMAN: Livery = ("#5b6468", "#f2f0e8", "#c9d0d2")
ARMY_GROUP: Livery = ("#97928f", "#141210", "#efecea")
AMERICAN: Livery = ("#7c9a5a", "#121a08", "#eef3e2")
THIRD_ARMY: Livery = ("#5f8a6a", "#0c190f", "#e4f1e7")
VII_CORPS: Livery = ("#93a566", "#161a08", "#f4f6e2")
VIII_CORPS: Livery = ("#6f9180", "#0d1914", "#e5f2ec")
AIRBORNE: Livery = ("#a8b88a", "#171c0e", "#f6f9ec")
BRITISH: Livery = ("#c7ab72", "#2a1e08", "#f8f0de")
ALLIED: Livery = ("#4f6b46", "#f2f5ea", "#cfdcc4")
LUFTWAFFE: Livery = ("#9cc3de", "#0d2231", "#eaf4fb")
GARRISON: Livery = ("#2b4a7c", "#f3f5fa", "#cfd9ea")
NEITHER: Livery = ("#cfc3a0", "#26221a", "#fffaf0")
