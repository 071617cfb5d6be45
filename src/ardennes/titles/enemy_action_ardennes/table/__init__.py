"""What the eye needs and no rule decides: counters, cards, markers, overlays, words."""
