"""What players see and type: scene, counters, overlays, orders, survey."""
