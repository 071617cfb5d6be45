"""What is on the table, and nothing else."""

from ardennes.titles.bitter_woods.state.kept import Duty, Footing, Ready, Together
from ardennes.titles.bitter_woods.state.position import State, own

__all__ = ("Duty", "Footing", "Ready", "State", "Together", "own")
