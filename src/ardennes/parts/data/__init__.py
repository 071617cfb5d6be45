"""How a title's files are read: tables, counters, maps, presets, balance."""
