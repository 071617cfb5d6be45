"""How far everything is, in time: from the Germans to what they want, from there to the exits, past all in the way.

Two fields carry most of it: how many ticks the Germans need to get to each place (`arrival`), and how many from each
place to the best exit (`to_exit`). Allied units make places slow to pass, so a line without a gap shows in every figure
behind it.
"""

from __future__ import annotations

from functools import lru_cache

from ardennes.board.cells import cells
from ardennes.kernel import Side
from ardennes.kernel.recent import Recent
from ardennes.titles.tigers_in_the_mist.box import Box
from ardennes.titles.tigers_in_the_mist.box.map import MAJOR
from ardennes.titles.tigers_in_the_mist.state import DONE, ENTRENCHED, State

#: Times are counted in ticks. A movement point takes three, so a day's march of eight takes a day of 24 ticks, and an
#: impulse's fight eight.
PER_MP, IMPULSE, DAY = 3, 8, 24
#: No sensible plan looks further ahead than this.
HORIZON = 8 * DAY
NEVER = HORIZON + 1
#: Impulses to clear an area with so many defending strength points, by fresh stacks of nine; from `odds`.
CLEARING = (0.0, 1.0, 1.2, 1.5, 2.2, 2.8, 3.6, 4.4, 5.2, 6.0, 7.0)
#: How much longer it takes when they are dug in.
DUG_IN = 1.35
#: What a blown bridge costs a column.
BLOWN = 6


def days_left(g: State) -> int:
    """Days after today on which the Germans still move."""
    return g.box.last_day - g.day


#: 8.25 How much later than the others units move again that have acted in each impulse of a day: after the last, all
#: wait for the morning.
WAIT = (2 * IMPULSE, IMPULSE, 0)


class Fields:
    """Times in ticks over the map as it stands; `extra` adds Allied strength points to some places."""

    __slots__ = ("arrival", "g", "hold", "horizon", "to_exit")

    def __init__(self, g: State, extra: dict[int, float] | None = None) -> None:
        self.g = g
        #: What is further away than the game lasts need not be told apart.
        self.horizon = min(HORIZON, (days_left(g) + 2) * DAY)
        self.hold = _holding(g, extra)
        self.arrival = self._arrival()
        self.to_exit = self._to_exit()

    def _arrival(self) -> list[int]:
        """Time until the Germans can be in each place."""
        g = self.g
        status, place = g.status, g.place
        rested = {place[unit] for unit in range(g.box.units.first_allied) if not status[unit] & DONE}
        starts = cells(g.occupied[Side.GERMAN] & ~g.box.one_way)
        wait = WAIT[g.impulse - 1]
        begin = [(self.hold[start] + (0 if start in rested else wait), start) for start in starts]
        key = (g.box.key, self.horizon, g.blown, bytes(self.hold), tuple(begin))
        known = _ARRIVAL.get(key)
        return _ARRIVAL.keep(key, self._spread(begin, forward=True)) if known is None else known

    def _to_exit(self) -> list[int]:
        """Time from each place to the best exit zone; lower multipliers count as further away."""
        g = self.g
        key = (g.box.key, self.horizon, g.blown, bytes(self.hold))
        known = _TO_EXIT.get(key)
        if known is None:
            further = {3: 0, 2: DAY // 2, 1: DAY + IMPULSE}
            zones = [(further[f], zone) for zone, f in g.box.map.multiplier.items() if g.box.inside >> zone & 1]
            known = _TO_EXIT.keep(key, self._spread(zones, forward=False))
        return known

    def _spread(self, begin: list[tuple[int, int]], forward: bool) -> list[int]:
        """Shortest times over the roads, by buckets; entering a held place takes as long as clearing it."""
        g = self.g
        ways = road_times(g.box)
        hold, blown, dead_end = self.hold, g.blown, g.box.one_way if forward else 0
        # Entering costs `on_entry` and leaving `on_leaving`: one of them is the time to clear the place.
        on_entry, on_leaving = (hold, _FREE) if forward else (_FREE, hold)
        crossings_at = g.box.map.crossings_at
        late = self.horizon + 1
        time = [late] * g.box.map.places
        buckets: list[list[int]] = [[] for _ in range(late)]
        for spent, place in begin:
            if spent < late:
                time[place] = spent
                buckets[spent].append(place)
        for spent, bucket in enumerate(buckets):
            for here in bucket:
                if time[here] != spent or dead_end >> here & 1:
                    continue
                start = spent + on_leaving[here]
                down = crossings_at[here] & blown
                for to, cost, crossing_bit in ways[here]:
                    total = start + cost + on_entry[to]
                    if total < time[to]:
                        if down and crossing_bit & down:
                            total += BLOWN
                            if total >= time[to]:
                                continue
                        time[to] = total
                        buckets[total].append(to)
        return [spent if spent < late else NEVER for spent in time]


#: No place takes any time to clear.
_FREE = [0] * 256

#: Times of arrival by what they depend on: a half of them are asked for again in a search.
_ARRIVAL: Recent[tuple[str, int, int, bytes, tuple[tuple[int, int], ...]], list[int]] = Recent(2000)
#: Times to the exits by what they depend on: German moves do not change them.
_TO_EXIT: Recent[tuple[str, int, int, bytes], list[int]] = Recent(2000)


def _holding(g: State, extra: dict[int, float] | None) -> list[int]:
    """Ticks that the Allied units in each place cost a German advance."""
    strength = [0.0] * 256
    first = g.box.units.first_allied
    for points, place, status in zip(g.strength[first:], g.place[first:], g.status[first:], strict=True):
        if points:
            strength[place] += points * DUG_IN if status & ENTRENCHED else points
    held = cells(g.occupied[Side.ALLIED] & g.box.map.all_areas)
    if extra:
        for where, more in extra.items():
            strength[where] += more
            held.append(where)
    hold = [0] * g.box.map.places
    for where in held:
        hold[where] = clearing_time(strength[where])
    return hold


@lru_cache(maxsize=1024)
def clearing_time(points: float) -> int:
    """Ticks to clear an area held by so much strength."""
    if points <= 0:
        return 0
    whole = min(int(points), 9)
    return round(IMPULSE * (CLEARING[whole] + (CLEARING[whole + 1] - CLEARING[whole]) * (min(points, 10.0) - whole)))


@lru_cache(maxsize=64)
def road_times(box: Box) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """The ways out of each place inside a scenario's lines as (to, ticks, crossing), worked out once."""
    costs = box.tables.movement
    return tuple(
        tuple(
            (w.to, PER_MP * (costs.major if w.kind == MAJOR else costs.minor), w.crossing_bit)
            for w in ways
            if box.inside >> w.to & 1
        )
        for ways in box.map.links
    )


#: The chance that 1..10 strength points clear 1..10 in the open, both sides mixed; from `odds`.
_CLEARED = (
    (0.10,),
    (0.37, 0.02),
    (0.69, 0.18, 0.01),
    (0.78, 0.32, 0.06),
    (0.87, 0.49, 0.14, 0.01),
    (0.92, 0.65, 0.29, 0.05, 0.01),
    (0.95, 0.73, 0.40, 0.07, 0.01),
    (0.96, 0.79, 0.49, 0.12, 0.03),
    (0.98, 0.87, 0.62, 0.21, 0.07, 0.01),
    (0.99, 0.91, 0.70, 0.28, 0.11, 0.02),
)


def clear_chance(attack: float, defense: float) -> float:
    """The rough chance that so much strength clears an area held by so much."""
    row = _CLEARED[max(1, min(10, round(attack))) - 1]
    column = max(1, round(defense)) - 1
    return row[column] if column < len(row) else 0.0


def goals(g: State) -> int:
    """The places the Germans want and do not have."""
    scenario = g.box.scenario
    wanted = g.box.map.vp if scenario.victory == "points" else scenario.towns
    found = 0
    for place in wanted:
        if g.box.inside >> place & 1 and not g.control >> place & 1:
            found |= 1 << place
    return found


def distance_to(box: Box, places: int) -> list[int]:
    """Ticks along open roads from each place to the nearest of some places."""
    ways = road_times(box)
    time = [NEVER] * box.map.places
    buckets: list[list[int]] = [[] for _ in range(HORIZON + 1)]
    buckets[0] = cells(places & box.inside)
    for place in buckets[0]:
        time[place] = 0
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if time[here] == spent:
                for to, cost, _ in ways[here]:
                    total = spent + cost
                    if total < time[to]:
                        time[to] = total
                        buckets[total].append(to)
    return time
