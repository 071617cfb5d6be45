"""What the rules of several titles share: questions and their answers, phases, cards, cups, reactions, rosters."""
