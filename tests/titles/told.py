"""What the tests of tactical positions share."""

from ardennes.kernel import Action


class Told:
    """An agent that does as it is told and then ends its movement."""

    def __init__(self, title, asked, *orders):
        posed = title.mind.pose(title, asked.position)
        self.orders = [posed.action(text) for text in orders]

    def choose(self, sight):
        return self.orders.pop(0) if self.orders else Action("done")
