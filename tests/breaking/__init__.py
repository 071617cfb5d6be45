"""Single lines of the rules broken on purpose: does a rule test notice?"""
