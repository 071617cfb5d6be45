"""Lists that are worked out without the rungs, for speed; conformance compares them with the rungs."""
