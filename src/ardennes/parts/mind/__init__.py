"""What computers and the staff officer share: declarations, plans on paper, values, words of advice."""
