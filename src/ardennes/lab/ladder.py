"""The ladder: agents against each other on paired seeds with sides swapped.

A pair is two games with the same seed, each agent playing each side once. The agent that got more out of the German
side than its opponent did wins the pair, so neither the scenario's balance nor the luck of the seed decides.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path

import msgspec

from ardennes.kernel import Game
from ardennes.lab import bots
from ardennes.lab.crew import Crew
from ardennes.lab.elsewhere import Elsewhere
from ardennes.lab.games import NONE, Played, Setting, play
from ardennes.lab.kept import Kept


class Pair(msgspec.Struct, frozen=True):
    """Two games: `first` with a as German, `second` with b as German."""

    a: str
    b: str
    seed: int
    first: Played
    second: Played

    @property
    def margin(self) -> float:
        """German points of a less German points of b; where a scenario has no points, its levels of victory."""
        return float(self.first.score - self.second.score) or self.first.worth - self.second.worth

    @property
    def won(self) -> float:
        """1 if a won the pair, 0 if b did, a half if nobody did."""
        edge = self.first.worth - self.second.worth
        return 0.5 if edge == 0 else float(edge > 0)


class Row(msgspec.Struct, frozen=True):
    """One line of the ladder."""

    a: str
    b: str
    pairs: int
    pairs_won_by_a: float
    low95: float
    high95: float
    margin: float
    margin_low95: float
    margin_high95: float
    a_as_german: float
    a_as_allied: float
    elo: float
    p50_s: float
    p95_s: float


class Ladder(msgspec.Struct, frozen=True):
    """A whole run."""

    title: str
    scenario: str
    pairs: int
    results: list[Row]
    german_wins: float
    side_elo: float


def play_pair(title: str, scenario: str, a: str, b: str, seed: int, options: Mapping[str, bool | int] = NONE) -> Pair:
    """Both games of a pair."""
    return pair_of(Setting(title, scenario, options), (a, b, seed))


def pair_of(setting: Setting, told: tuple[str, str, int]) -> Pair:
    """Both games of a pair, from scratch, so that any worker can play it."""
    a, b, seed = told
    game = setting.game()
    return Pair(a, b, seed, _play(game, a, b, seed), _play(game, b, a, seed))


def _play(game: Game, german: str, allied: str, seed: int) -> Played:
    players = [Elsewhere(name, seed, game) if "@" in name else bots.find(name, seed) for name in (german, allied)]
    try:
        return play(game, f"ladder {seed}", *players)
    finally:
        for player in players:
            if isinstance(player, Elsewhere):
                player.close()


def run(crew: Crew, setting: Setting, names: list[str], seeds: range, keep: Path | None = None) -> Iterator[Pair]:
    """Every agent against every other on every seed, as the pairs are done; those kept in a folder come at once."""
    for name in names:
        if "@" not in name:
            bots.find(name)  # a wrong name is refused before any game is played
    kept = Kept(keep, "ladder", setting.title, setting.scenario, Pair)
    work = []
    for told in [(a, b, seed) for seed in seeds for a, b in combinations(names, 2)]:
        if (key := _key(setting, *told)) in kept.found:
            yield kept.found[key]
        else:
            work.append(told)
    for told, pair in crew.each(pair_of, setting, work):
        kept.add(_key(setting, *told), pair)
        yield pair


def _key(setting: Setting, a: str, b: str, seed: int) -> str:
    options = "".join(f" {name}={value}" for name, value in sorted(setting.options.items()))
    return f"{a} {b} {seed}{options}"


def keep(pair: Pair, folder: Path) -> None:
    """Save both games of a pair, replayable."""
    folder.mkdir(parents=True, exist_ok=True)
    for german, allied, played in ((pair.a, pair.b, pair.first), (pair.b, pair.a, pair.second)):
        name = (
            f"{german}-{allied}-{pair.seed}.txt".replace(":", "_").replace(",", "_").replace("=", "_").replace("/", "_")
        )
        (folder / name).write_text(played.save, encoding="utf-8")


# ---- the table ---------------------------------------------------------------------------------------------


def wilson(wins: float, games: int) -> tuple[float, float]:
    """A 95 % interval for a share (Wilson's)."""
    if not games:
        return 0.0, 1.0
    z = 1.96
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def elo(share: float) -> float:
    """The rating difference that a share of wins stands for, kept within 800."""
    return max(-800.0, min(800.0, -400 * math.log10(1 / min(max(share, 1e-3), 1 - 1e-3) - 1)))


def _wins(played: list[Played], side: str) -> float:
    points = [0.5 if p.winner == "nobody" else float(p.winner == side) for p in played]
    return sum(points) / len(points)


def row(found: list[Pair]) -> Row:
    """The line for two agents."""
    a, b = found[0].a, found[0].b
    won = sum(pair.won for pair in found)
    low, high = wilson(won, len(found))
    margins = [pair.margin for pair in found]
    error = 1.96 * statistics.stdev(margins) / math.sqrt(len(margins)) if len(margins) > 1 else math.inf
    mean = statistics.fmean(margins)
    thought = sorted([s for p in found for s in (*p.first.german_seconds, *p.second.allied_seconds)])
    return Row(
        a,
        b,
        len(found),
        won,
        round(low, 4),
        round(high, 4),
        round(mean, 2),
        round(mean - error, 2) if math.isfinite(error) else mean,
        round(mean + error, 2) if math.isfinite(error) else mean,
        round(_wins([p.first for p in found], "German"), 4),
        round(_wins([p.second for p in found], "Allied"), 4),
        round(elo(won / len(found)), 0),
        round(thought[len(thought) // 2], 4),
        round(thought[int(len(thought) * 0.95)], 4),
    )


def table(title: str, scenario: str, pairs: int, found: list[Pair]) -> Ladder:
    """The results of a run: a row for every two agents, and what the side is worth."""
    by_agents: dict[tuple[str, str], list[Pair]] = {}
    for pair in sorted(found, key=lambda pair: pair.seed):
        by_agents.setdefault((pair.a, pair.b), []).append(pair)
    games = [game for pair in found for game in (pair.first, pair.second)]
    german = _wins(games, "German")
    return Ladder(title, scenario, pairs, [row(p) for p in by_agents.values()], round(german, 4), round(elo(german), 0))


def as_markdown(ladder: Ladder, command: str, when: str, note: str = "") -> str:
    """A section for docs/ladder.md; a note says what the command does not."""
    lines = [
        f"## {ladder.title}, {ladder.scenario} ({when})",
        "",
        f"`{command}`{note}",
        "",
        f"German side wins {ladder.german_wins:.0%} of all games (a side term of {ladder.side_elo:+.0f} Elo).",
        "",
        "| a | b | pairs | won by a | 95 % | VP margin (95 %) | a as German | a as Allied | Elo | p50 s | p95 s |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for r in ladder.results:
        share = r.pairs_won_by_a / r.pairs
        lines.append(
            f"| {r.a} | {r.b} | {r.pairs} | {share:.0%} | {r.low95:.0%}-{r.high95:.0%} | {r.margin:+.1f} "
            f"({r.margin_low95:+.1f} to {r.margin_high95:+.1f}) | {r.a_as_german:.0%} | {r.a_as_allied:.0%} | "
            f"{r.elo:+.0f} | {r.p50_s:.2f} | {r.p95_s:.2f} |"
        )
    return "\n".join([*lines, ""])
