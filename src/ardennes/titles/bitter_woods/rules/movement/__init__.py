"""5.0 Movement: the `phase`, who may act (`activation`), where units can go (`destinations` by `paths`), what happens
on the way (`travel`), 5.4 army `boundaries` and 5.5 `exits` from the map."""
