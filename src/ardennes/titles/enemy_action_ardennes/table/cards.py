"""5.0 Cards in our own design: what is printed on them, and what a held one may be used for now."""

from __future__ import annotations

from ardennes.kernel import Action, Choice, Side, Sight
from ardennes.kernel.words import either, phrase, say
from ardennes.parts import deck
from ardennes.parts.reaction import shown_standing
from ardennes.parts.sideboard import Card, CardLine, Held, Pile, Standing, Use
from ardennes.titles.enemy_action_ardennes.box import Box
from ardennes.titles.enemy_action_ardennes.box.counters import ARMIES, CORPS
from ardennes.titles.enemy_action_ardennes.box.dates import FIRST, LAST
from ardennes.titles.enemy_action_ardennes.rules.commands import PlayCard
from ardennes.titles.enemy_action_ardennes.state import State

_DEPLOYS = {
    "formations": "deploy reserves of its formations",
    "one_of_corps": "deploy one reserve unit of its corps",
    "corps": "deploy the corps' reserves",
    "army": "deploy the army's reserves",
    "all": "deploy all reserves",
}
#: 7.9, 7.33, 4.0h, 9.0 The questions that may be answered in advance, in the order of `state.Question`.
QUESTIONS = {
    "EA-7.9a": "Lay roadblocks when a German activation begins?",
    "EA-7.33a": "Blow bridges next to Germans?",
    "EA-7.33c": "Save bridges with Operation Greif?",
    "EA-4.0i": "Play a card in the Supply Phase?",
    "EA-9.0c": "Play tactics in defence?",
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


def lines(box: Box, number: int) -> list[CardLine]:
    """What stands on a card, a line for each use."""
    card = box.cards[number]
    found = []
    if card.formations:
        names = either([box.units.formations[n].name for n in card.formations])
        found.append(CardLine(say("Activate {names}", names=names), "EA-5.2a"))
    elif card.corps >= 0 or card.army >= 0 or card.wild:
        whose = (
            CORPS[card.corps]
            if card.corps >= 0
            else say("of {army}", army=ARMIES[card.army])
            if card.army >= 0
            else say("of any army")
        )
        found.append(CardLine(say("Activate a corps: {whose}", whose=whose), "EA-5.3a"))
    if card.one_unit:
        found.append(CardLine("Or any one unit, once a day", "EA-6.3a"))
    if card.kampfgruppe:
        found.append(CardLine("Or a Kampfgruppe", "EA-6.4a"))
    found += [CardLine(_DEPLOYS[line].capitalize(), "EA-5.2b") for line in sorted(card.deploys)]
    if card.replacements:
        found.append(CardLine(say("{replacements} replacements", replacements=card.replacements), "EA-13.0"))
    for kind, rule, listed in (
        (phrase("Event"), "EA-5.2d", card.events),
        (phrase("Special event"), "EA-5.2d", card.special),
        (phrase("Reaction"), "EA-5.1d", card.reactions),
    ):
        found += [
            CardLine(say("{kind}: {event}", kind=kind, event=box.events[e.event].name) + days_text(e.days), rule)
            for e in listed
        ]
    if card.wild:
        found.append(CardLine("Any event or tactic of its side", "EA-9.22"))
    for line in card.tactics:
        name = box.tactics[card.side, line.tactic].name
        found.append(CardLine(say("Tactic: {name}", name=name) + days_text(line.days), "EA-9.2b"))
    return found


def printed(box: Box, number: int) -> Card:
    """A card as it is printed."""
    card = box.cards[number]
    army = ARMIES[card.army] if card.army >= 0 else ""
    return Card(
        id=number,
        title=card.name,
        lines=lines(box, number),
        kind=say("{kind} card, primary" if card.primary else "{kind} card, supplemental", kind=card.kind).lower(),
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
    found = []
    choices = sight.choices()
    for verb, text in (("card", "Play"), ("discard", "Discard"), ("priority", "Discard for fuel")):
        if card in choices.get(verb, ()):
            found.append(Use(-1, verb, card, text))
    if not found and sight.asked and isinstance(sight.state.stack[-1], Choice):
        reason = sight.why_not(Action("card", card))
        if reason is not None:
            found.append(Use(-1, text="Play", why=reason.text, rule=reason.rule))
    return found


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
