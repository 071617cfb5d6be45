"""5.0 Cards in our own design: what is printed on them, and what a held one may be used for now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ardennes.kernel import Action, Choice, Side, Sight
from ardennes.kernel.words import either, phrase, say, several
from ardennes.parts.eye.sideboard import Card, CardLine, Held, Pile, Standing, Use, shown_standing
from ardennes.parts.rules import deck
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.box import cards as box_cards
from ardennes.titles.enemy_action_ardennes.box.cards import CardKind
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES, CORPS
from ardennes.titles.enemy_action_ardennes.box.dates import FIRST, LAST
from ardennes.titles.enemy_action_ardennes.rules import tactics
from ardennes.titles.enemy_action_ardennes.rules.commands import Command, PlayCard, lines, why_not_line
from ardennes.titles.enemy_action_ardennes.rules.tactics import AttackerTactics, DefenderTactics
from ardennes.titles.enemy_action_ardennes.state import State
from ardennes.titles.enemy_action_ardennes.verbs import DEPLOYS, VERBS

_DEPLOYS = {
    "formations": "deploy reserves of its formations",
    "one_of_corps": "deploy one reserve unit of its corps",
    "corps": "deploy the corps' reserves",
    "army": "deploy the army's reserves",
    "all": "deploy all reserves",
}
#: 7.9, 7.33, 4.0h, 9.0 The questions that may be answered in advance, in the order of `state.Occasion`.
QUESTIONS = {
    "EA-7.9a": "Lay roadblocks when a German activation begins?",
    "EA-7.33a": "Blow bridges next to Germans?",
    "EA-7.33c": "Save bridges with Operation Greif?",
    "EA-4.0i": "Play a card in the Supply Phase?",
    "EA-9.0c": "Play tactics in defence?",
}


#: Uses of these verbs are chosen on the map; of a line with more targets than this only what can be had is listed.
ON_THE_MAP, LISTED = ("unit", "hex"), 2
#: What stands on a card for another time than the command of an impulse.
OTHER_TIMES = {
    "tactic": "a tactic is played in a combat",
    "reaction": "a reaction answers what the enemy does",
}


def days_text(mask: int) -> str:
    """Days as a card prints them; nothing where every day will do."""
    days = [day for day in range(FIRST, LAST + 1) if mask >> day & 1]
    if len(days) == LAST - FIRST + 1:
        return ""
    spans: list[list[int]] = []
    for day in days:
        if spans and spans[-1][-1] == day - 1:
            spans[-1].append(day)
        else:
            spans.append([day])
    return " (" + ", ".join(f"{s[0]}" if len(s) == 1 else f"{s[0]}-{s[-1]}" for s in spans) + ")"


class Line(NamedTuple):
    """A printed line of a card, with the verb and the targets of its uses."""

    printed: CardLine
    verb: str
    targets: Sequence[int | None] = (None,)


def card_lines(box: Box, number: int) -> list[Line]:
    """5.2 - 5.6, 9.2 What stands on a card, a line for each use."""
    card = box.cards[number]
    found = [_activation(box, card)] if card.kind is not CardKind.NO_COMMAND else []
    if card.one_unit:
        found.append(Line(CardLine("Or any one unit, once a day", "EA-6.3a"), "unit"))
    if card.kampfgruppe:
        found.append(Line(CardLine("Or a Kampfgruppe", "EA-6.4a"), "hex"))
    for word in sorted(card.deploys):
        found.append(Line(CardLine(_DEPLOYS[word].capitalize(), "EA-5.2b"), "deploy", (DEPLOYS.index(word),)))
    if card.replacements:
        found.append(
            Line(
                CardLine(several("{number} replacement", "{number} replacements", card.replacements), "EA-13.0"),
                "replace",
            )
        )
    for kind, rule, verb, listed in (
        (phrase("Event"), "EA-5.2d", "event", card.events),
        (phrase("Special event"), "EA-5.2d", "event", card.special),
        (phrase("Reaction"), "EA-5.1d", "reaction", card.reactions),
    ):
        for e in listed:
            text = say("{kind}: {event}", kind=kind, event=box.events[e.event].name) + days_text(e.days)
            found.append(Line(CardLine(text, rule), verb, (int(e.event),)))
    if card.wild:
        copied = [int(line.event) for line in card.commands]
        found.append(Line(CardLine("Any event or tactic of its side", "EA-9.22"), "event", copied))
    for line in card.tactics:
        text = say("Tactic: {name}", name=box.tactics[card.side, line.tactic].name) + days_text(line.days)
        found.append(Line(CardLine(text, "EA-9.2b"), "tactic", (int(line.tactic),)))
    return found


def _activation(box: Box, card: box_cards.Card) -> Line:
    """5.2a, 5.3, 5.4a, 5.5a The first line: a formation, or a corps."""
    if card.formations:
        names = either([box.units.formations[n].name for n in card.formations])
        return Line(CardLine(say("Activate {names}", names=names), "EA-5.2a"), "formation", card.formations)
    if card.corps >= 0:
        text = say("Activate a corps: {whose}", whose=CORPS[card.corps])
        return Line(CardLine(text, "EA-5.3"), "corps", (card.corps,))
    whose, rule = say("of any army"), "EA-5.5a"
    if card.army >= 0:
        whose, rule = say("of {army}", army=ARMIES[card.army]), "EA-5.4a"
    return Line(CardLine(say("Activate a corps: {whose}", whose=whose), rule), "corps")


def printed(box: Box, number: int) -> Card:
    """A card as it is printed."""
    card = box.cards[number]
    army = ARMIES[card.army] if card.army >= 0 else ""
    return Card(
        id=number,
        title=card.name,
        lines=[line.printed for line in card_lines(box, number)],
        kind=say("{kind} card, primary" if card.primary else "{kind} card, supplemental", kind=card.kind),
        service=army if army in ("6PA", "5PA", "7A", "US1", "US3", "BR") else str(card.side),
        corner=str(card.number),
        side=int(card.side),
    )


def hand(sight: Sight) -> list[Held]:
    """The side's own hand: every card with what it can be chosen for now, or why it cannot."""
    g = sight.state
    assert isinstance(g, State)
    if sight.side is None or sight.side is Side.CHANCE:
        return []
    top = g.stack[-1] if g.stack else None
    picked = top.picked if isinstance(top, PlayCard) and sight.asked else -1
    return [Held(card, _uses(sight, card), card == picked) for card in sorted(g.hands[sight.side]) if card >= 0]


def _uses(sight: Sight, card: int) -> list[Use]:
    """Line by line what cannot be had now and why; of the card that is picked also what can. Then the card itself."""
    found = []
    g, choices = sight.state, sight.choices()
    assert isinstance(g, State)
    top = g.stack[-1] if g.stack else None
    if sight.asked and isinstance(top, Command | PlayCard):
        picked = isinstance(top, PlayCard) and top.picked == card
        if picked or isinstance(top, Command):
            for number, line in enumerate(card_lines(g.box, card)):
                found += _line_uses(g, card, number, line, picked)
    elif sight.asked and isinstance(top, AttackerTactics | DefenderTactics):
        found += _grey_tactics(g, card, isinstance(top, AttackerTactics))
    for verb, text in (("card", "Play"), ("discard", "Discard"), ("priority", phrase("Discard for fuel"))):
        if card in choices.get(verb, ()):
            found.append(Use(-1, verb, card, text))
    if not any(use.line < 0 or use.verb for use in found) and sight.asked and isinstance(top, Choice):
        reason = sight.why_not(Action("card", card))
        if reason is not None:
            found.append(Use(-1, text="Play", why=reason.text, rule=reason.rule))
    return found


def _line_uses(g: State, card: int, number: int, line: Line, picked: bool) -> list[Use]:
    """The uses of one line of a card as a command: grey with the reason where there is none; of the picked card every
    one, an answer or grey. Units and hexes are chosen on the map."""
    if line.verb in OTHER_TIMES:
        return [Use(number, why=OTHER_TIMES[line.verb], rule=line.printed.rule)] if picked else []
    offered = lines(g, card).get(line.verb, ())
    if line.verb in ON_THE_MAP or line.targets == (None,):
        if not offered:
            return [_grey(g, card, number, Action(line.verb))]
        return [_use(g, number, line, n) for n in offered] if picked and line.verb not in ON_THE_MAP else []
    if not any(n in offered for n in line.targets):
        if len(line.targets) > LISTED:
            return [Use(number, why="none of them can be played now", rule=line.printed.rule)]
        return [_grey(g, card, number, Action(line.verb, line.targets[0]))]
    if not picked:
        return []
    listed = line.targets if len(line.targets) <= LISTED else [n for n in line.targets if n in offered]
    return [
        _use(g, number, line, n) if n in offered else _grey(g, card, number, Action(line.verb, n), _named(g, line, n))
        for n in listed
    ]


def _grey_tactics(g: State, card: int, attacking: bool) -> list[Use]:
    """9.2b The tactics on a card that may not be played in the combat under way."""
    printed = g.box.cards[card]
    first = len(card_lines(g.box, card)) - len(printed.tactics)
    support = tactics.Support(printed.side, attacking, printed.tactics)
    told = [tactics.TACTICS.why_not(g, support, line.tactic) for line in printed.tactics]
    return [Use(first + n, why=why.text, rule=why.rule) for n, why in enumerate(told) if why is not None]


def _grey(g: State, card: int, number: int, action: Action, text: str = "") -> Use:
    reason = why_not_line(g, card, action)
    return Use(number, text=text, why=reason.text, rule=reason.rule)


def _use(g: State, number: int, line: Line, target: int | None) -> Use:
    return Use(number, line.verb, target, _named(g, line, target))


def _named(g: State, line: Line, target: int | None) -> str:
    """What tells a use from the others of its line; nothing where it is the only one."""
    kind = VERBS.by_key[line.verb].kind
    alone = kind is None or target is None or line.targets == (target,)
    return "" if alone or kind is None or target is None else kind.called(g.box, target)


def piles(sight: Sight) -> list[Pile]:
    """Draw piles, hands and discards of both sides: numbers, and what is known of them."""
    g = sight.state
    assert isinstance(g, State)
    found = []
    for side in (Side.GERMAN, Side.ALLIED):
        if side is not sight.side:
            found.append(_pile(g, "Hand", g.hands[side], side))
        found.append(_pile(g, phrase("Draw pile"), g.piles[side], side))
        found.append(_pile(g, phrase("Supplementals"), g.available[side], side))
        top = g.discards[side][-1] if g.discards[side] else None
        found.append(Pile("Discards", len(g.discards[side]), int(side), top))
    return found


def _pile(g: State, name: str, cards: tuple[int, ...], side: Side) -> Pile:
    known, _ = deck.counted(cards)
    note = "; ".join(say(g.box.cards[card].name) for card in known)
    return Pile(name, len(cards), int(side), note=say("known: {note}", note=note) if note else "")


def standing(sight: Sight) -> list[Standing]:
    """The standing answers of a side."""
    return shown_standing(sight.state, sight.side, QUESTIONS)
