"""What players see and hear of any title: scenes, sideboards, sentences, inspection, orders in words, lessons."""
