"""What the eye and the ear need and no rule decides: the drawn table, words, typed orders, overlays."""
