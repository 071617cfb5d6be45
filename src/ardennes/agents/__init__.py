"""Players that are programs. They get a view, never a state."""
