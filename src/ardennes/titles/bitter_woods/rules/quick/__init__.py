"""What is found out about the moving side for speed, and kept: who may be picked up, who may build, whether it may end.

Nothing here is a rule of its own. Every answer can be had from the rungs of a chapter too, a hundred times slower, and
`tests/titles/bitter_woods/test_rungs.py` compares them.
"""
