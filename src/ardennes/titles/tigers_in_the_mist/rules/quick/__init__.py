"""What is worked out in some other way for speed: sets of places, and who is ready, kept while little changes.

`roads` is the search behind every move, `ways` where a stack may go by it, `readiness` who may move, dig in or join,
`aiming` at whom may be fired. Nothing is said here that the rungs of the chapters do not say: what is offered is
compared with them.
"""
