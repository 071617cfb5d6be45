"""Terminal play: a clear screen, numbered choices, typed orders; the same from a keyboard or a pipe."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ardennes import agents
from ardennes.agents import lawful, officer
from ardennes.cli import screen, store
from ardennes.cli.choice import game_of
from ardennes.cli.help import help_lines
from ardennes.cli.home import saves_folder
from ardennes.cli.log import log_lines, outcome_line
from ardennes.kernel import Action, IllegalAction, Match, NoWayBack, Side, State, Title, Unknown, saves
from ardennes.kernel.words import fixed, say
from ardennes.parts.title import title_of
from ardennes.titles import KEYS, find

#: What ranks are called; in other languages that is not their key.
RANK_NAMES = ("recruit", "sergeant", "captain", "colonel", "general")
PLAYERS = ("human", *agents.RANKS, *agents.AGENTS)
COMMANDS = """\
  a number        take that choice          undo [all]     take back your last action, or all you can
  an order        e.g. move 2Pz Dasburg Marnach (help orders)
  odds [order]    the exact odds of a battle                why ORDER      why an order is refused
  advise          up to three courses from your staff       mine ORDER     your idea beside the staff's
  map             the whole table           log [n]        the last n lines of the log
  help [rule]     rules in our own words, e.g. help 8.27    save FILE      write the game to a file
  quit            leave; the game is kept and offered again next time"""


class Quit(Exception):
    """The player leaves; the game is saved already."""


def play(
    title: str | None,
    scenario: str | None,
    players: dict[str, str | None],
    seed: str | None,
    options: list[str],
    preset: str | None,
    load: Path | None,
    overwrite: bool = False,
) -> None:
    """Choose or continue a game, then play it to the end or until the player leaves.

    Nothing that is kept is written over unless `overwrite` says so.
    """
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 100)
    reader = _Reader()
    try:
        if load is not None:
            match = saves.load(saves.text_of(load.read_bytes()), find, None, _fresh_seed)
            path = _place_of(match, load, overwrite)
        else:
            chosen = title is not None and scenario is not None
            found = None if chosen else _continue(console, reader)
            if found is None:
                match = _new_game(console, reader, title, scenario, seed, options, preset)
                found = _kept_or_new(console, reader, match, overwrite)
            match, path = found
        seats = {side: _player(console, reader, side, players[str(side)]) for side in (Side.GERMAN, Side.ALLIED)}
        Session(console, reader, match, seats, path).run()
    except (Quit, EOFError, KeyboardInterrupt):
        console.print("\n" + say("The game is kept: start again to go on with it."))


class _Reader:
    """Lines from a keyboard with completion, or from a pipe."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.match: Match | None = None
        self._session = None

    def ask(self, console: Console, prompt: str) -> str:
        """The next line; EOFError at the end."""
        if not self.interactive:
            console.print(prompt, end="", markup=False)
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            console.print(line.rstrip("\n"), markup=False)
            return line.strip()
        from ardennes.cli.keyboard import ask  # noqa: PLC0415 - only where there is a keyboard

        return ask(prompt, self.completions)

    def completions(self, text: str) -> list[str]:
        if self.match is None:
            return []
        return title_of(self.match.game).completions(self.match.state.sight(self.match.state.side), text)


def _place_of(match: Match, load: Path, overwrite: bool) -> Path:
    """Where a loaded game is kept: in its own file if that is a kept one, else where nothing is lost by it."""
    if load.resolve().parent == saves_folder().resolve():
        return load
    return store.path_of(match) if overwrite else store.free_path(match)


def _continue(console: Console, reader: _Reader) -> tuple[Match, Path] | None:
    kept = store.unfinished()
    games = [(found.match, found.path) for found in kept if found.match is not None]
    for found in kept:
        if found.match is None:
            text = say("{file} cannot be read: {problem}", file=found.path, problem=found.problem)
            console.print(f"! {text}", markup=False, style="red", soft_wrap=True)
    if not games:
        return None
    console.print(Text(say("Unfinished games"), style="bold"))
    for number, (match, _) in enumerate(games, 1):
        console.print(f"  {number}  {store.describe(match)}", markup=False)
    answer = reader.ask(console, say("Number to go on with it, or Enter for a new game:") + " ")
    if not answer.isdigit() or not 1 <= int(answer) <= len(games):
        return None
    return games[int(answer) - 1]


def _kept_or_new(console: Console, reader: _Reader, match: Match, overwrite: bool) -> tuple[Match, Path]:
    """A new game and its file. Where a game with the same dice is kept already, the player is asked, or refused."""
    path = store.path_of(match)
    if overwrite or store.loses_nothing(path, match):
        return match, path
    kept = store.read(path)
    what = (
        say("it cannot be read: {problem}", problem=kept.problem) if kept.match is None else store.describe(kept.match)
    )
    if not reader.interactive:
        text = say(
            "a game with these dice is kept already in {file} ({what}). Go on with it by --load {file}, "
            "take another --seed, or give it up with --overwrite",
            file=path,
            what=what,
        )
        raise ValueError(text)
    console.print(say("A game with these dice is kept already: {what}", what=what), markup=False)
    menu = [("beside", say("begin anew, and keep both")), ("overwrite", say("begin anew, and give the kept one up"))]
    if kept.match is not None:
        menu.insert(0, ("continue", say("go on with the kept one")))
    answer = _choose(console, reader, say("What now?"), menu)
    if answer == "continue" and kept.match is not None:
        return kept.match, path
    return match, path if answer == "overwrite" else store.free_path(match)


def _new_game(
    console: Console,
    reader: _Reader,
    title: str | None,
    scenario: str | None,
    seed: str | None,
    options: list[str],
    preset: str | None,
) -> Match:
    if title is None:
        title = _choose(console, reader, say("Title"), [(key, find(key).name) for key in KEYS])
    known = find(title)
    if scenario is None:
        menu = [(s.key, f"{fixed(s.name)} ({fixed(s.length)}). {fixed(s.note)}") for s in known.scenarios]
        scenario = _choose(console, reader, say("Scenario"), menu)
        if preset is None and not options and known.presets:
            preset = _choose_preset(console, reader, known, scenario)
    game = game_of(known, scenario, preset, options)
    return Match(game, seed if seed is not None else _fresh_seed())


def _choose_preset(console: Console, reader: _Reader, title: Title, scenario: str) -> str:
    """Asked where the scenario was asked for too; single options come by --option."""
    made_for = next(s.made_for for s in title.scenarios if s.key == scenario)
    menu = [(preset.key, f"{fixed(preset.name)}. {fixed(preset.note)}") for preset in title.presets]
    menu = [
        (key, f"{text} ({say('this scenario was made for it')})" if key == made_for else text) for key, text in menu
    ]
    return _choose(console, reader, say("Rules"), menu)


def _fresh_seed() -> str:
    return secrets.token_hex(16)


def _choose(console: Console, reader: _Reader, what: str, menu: list[tuple[str, str]]) -> str:
    console.print(Text(what, style="bold"))
    for number, (_, text) in enumerate(menu, 1):
        console.print(f"  {number}  {text}", markup=False)
    keys = [key for key, _ in menu]
    while True:
        answer = reader.ask(console, f"{what} (1-{len(menu)}): ")
        if answer in keys:
            return answer
        if answer.isdigit() and 1 <= int(answer) <= len(menu):
            return keys[int(answer) - 1]
        known = ", ".join(keys)
        console.print(say("Expected a number from 1 to {number} or one of {known}.", number=len(menu), known=known))


def _player(console: Console, reader: _Reader, side: Side, given: str | None) -> str:
    if given is None:
        menu = [("human", say("you, or somebody at this keyboard"))]
        menu += [(rank, say("the computer, {rank}", rank=rank)) for rank in RANK_NAMES]
        menu += [("random", say("the computer, at random"))]
        return _choose(console, reader, say("Who plays the {side} side?", side=side), menu)
    if given != "human" and given.partition(":")[0] not in PLAYERS:
        raise Unknown("player", given, PLAYERS)
    return given


class Session:
    """One sitting at one game."""

    def __init__(self, console: Console, reader: _Reader, match: Match, players: dict[Side, str], path: Path) -> None:
        self.console = console
        self.reader = reader
        self.match = match
        self.players = players
        self.path = path
        #: Files written by the player's own word in this sitting.
        self.saved: set[Path] = set()
        self.agents = {side: agents.find(name) for side, name in players.items() if name != "human"}
        self.shown = len(match.moves)
        self.drawn: State | None = None
        self.numbered: list[Action] = []
        reader.match = match

    def run(self) -> None:
        """Play until the game is over."""
        self.save()
        while (side := self.match.state.side) is not None:
            if side in self.agents:
                self.match.play(lawful.answer(self.agents[side], self.match.state.sight(side)))
                self.save()
            else:
                self.ask()
        self.tell()
        outcome = self.match.state.outcome()
        assert outcome is not None
        self.console.print("\n" + outcome_line(outcome), style="bold", markup=False)

    def save(self) -> None:
        store.write(self.path, self.match)

    @property
    def reads(self) -> Side | None:
        """Whose log is shown: the one player's at this keyboard, or of several his who decides."""
        people = [side for side in self.players if side not in self.agents]
        return people[0] if len(people) == 1 else self.match.state.side

    def tell(self) -> None:
        """What happened since the screen was last drawn."""
        for line in list(log_lines(self.match, self.reads, self.shown))[-30:]:
            self.console.print("  " + line, markup=False, soft_wrap=False)
        self.shown = len(self.match.moves)

    def ask(self) -> None:
        """Draw the screen if the position is a new one, and carry out one line of the player's."""
        if self.drawn is not self.match.state:
            self.drawn = self.match.state
            self.numbered = screen.draw(self.console, self.match, self.reader.interactive, self.tell)
        line = self.reader.ask(self.console, "> ")
        if not line or line.startswith("#"):
            return
        word, _, rest = line.partition(" ")
        command = getattr(self, f"do_{word.lower()}", None)
        try:
            if line.isdigit():
                self.choose(int(line))
            elif command is not None:
                command(rest.strip())
            else:
                self.order(line)
        except (IllegalAction, NoWayBack, Unknown) as error:
            self.complain(str(error.reason) if isinstance(error, IllegalAction) else str(error))
        except (ValueError, OSError) as error:
            self.complain(f"{error}")

    def complain(self, text: str) -> None:
        self.console.print(f"! {text}", markup=False, style="red", soft_wrap=True)

    # ---- commands ------------------------------------------------------------------------------------------

    def choose(self, number: int) -> None:
        if not 1 <= number <= len(self.numbered):
            raise ValueError(say("there are choices 1 to {number}", number=len(self.numbered)))
        self.play([self.numbered[number - 1]])

    def order(self, text: str) -> None:
        self.play(title_of(self.match.game).read_order(self.match.state.sight(self.match.state.side), text))

    def play(self, actions: list[Action]) -> None:
        """Play an order whole or not at all, as far as no dice were rolled on the way."""
        done = 0
        try:
            for action in actions:
                # A choice the rules took by themselves needs no order any more.
                if done and action.verb == "fight" and self.match.state.why_not(action) is not None:
                    break
                self.match.play(action)
                done += 1
                self.save()
        except IllegalAction:
            for _ in range(min(done, self.match.can_undo)):
                self.match.undo()
            self.save()
            raise

    def do_undo(self, text: str) -> None:
        if text == "all":
            self.match.undo_all()
        else:
            self.match.undo()
        self.shown = min(self.shown, len(self.match.moves))
        self.save()

    def do_why(self, text: str) -> None:
        """Try an order on a copy and report the first refusal."""
        if not text:
            raise ValueError(say("why needs an order: why move 2Pz Dasburg Marnach"))
        actions = title_of(self.match.game).read_order(self.match.state.sight(self.match.state.side), text)
        trial = self.imagined()
        for action in actions:
            reason = trial.why_not(action)
            if reason is not None:
                self.console.print(say("No: {reason}", reason=str(reason)), markup=False)
                return
            trial.act(action)
            if trial.advance() is not None or trial.side is not self.match.state.side:
                break
        self.console.print(say("That is legal."))

    def do_odds(self, text: str) -> None:
        state = self.match.state
        actions = title_of(self.match.game).read_order(state.sight(state.side), text) if text else []
        trial = self.imagined()
        for action in actions[:-1]:
            if (reason := trial.why_not(action)) is not None:
                raise ValueError(str(reason))
            trial.act(action)
        found = title_of(trial.game).forecast(trial.sight(trial.side), actions[-1] if actions else None)
        if found is None:
            raise ValueError(say("no battle is proposed; try: odds move 2Pz Dasburg Marnach, or odds attack Marnach"))
        screen.show_forecast(self.console, self.match.game, found)

    def do_advise(self, _: str) -> None:
        """Up to three courses of action from the staff officer."""
        screen.show_courses(self.console, officer.courses(self.imagined()))

    def imagined(self) -> State:
        """The position as the staff officer has it: what the player cannot see is made up."""
        return self.match.state.sight(self.match.state.side).imagine(0)

    def do_mine(self, text: str) -> None:
        """The player's own idea beside the staff officer's."""
        if not text:
            raise ValueError(say("mine needs an order: mine move 2Pz Dasburg Marnach"))
        actions = title_of(self.match.game).read_order(self.match.state.sight(self.match.state.side), text)
        found = title_of(self.match.game).mind.why_not_mine(self.imagined(), actions)
        if found is None:
            raise ValueError(say("the staff officer compares orders of movement only"))
        screen.show_comparison(self.console, found)

    def do_map(self, _: str) -> None:
        screen.show_map(self.console, self.match, whole=True)

    def do_log(self, text: str) -> None:
        count = int(text) if text.isdigit() else 20
        for line in list(log_lines(self.match, self.reads))[-count:]:
            self.console.print("  " + line, markup=False)

    def do_help(self, text: str) -> None:
        self.console.print(
            fixed(COMMANDS) if not text else "\n".join(help_lines(title_of(self.match.game), text)), markup=False
        )

    def do_save(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        overwrite, name = (True, rest.strip()) if word == "--overwrite" else (False, text)
        if not name:
            raise ValueError(say("save needs a file name"))
        target = Path(name).expanduser()
        if target.exists() and not store.is_save(target):
            raise ValueError(say("{file} exists and is not a saved game; it is left alone", file=target))
        if not overwrite and target.resolve() not in self.saved and not self.may_replace(target):
            raise ValueError(say("{file} exists; take another name, or say: save --overwrite {file}", file=target))
        store.write(target, self.match)
        self.saved.add(target.resolve())
        self.console.print(say("Saved to {file}.", file=target), markup=False)

    def may_replace(self, target: Path) -> bool:
        """Whether a save can go: nothing of it would be lost, or the player says so."""
        if store.loses_nothing(target, self.match):
            return True
        if not self.reader.interactive:
            return False
        question = say("{file} holds another game. Replace it? (y/N)", file=target)
        return self.reader.ask(self.console, question + " ").lower() in ("y", "yes", say("y"), say("yes"))

    def do_quit(self, _: str) -> None:
        raise Quit
