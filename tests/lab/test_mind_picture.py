"""The picture of a search: every plan is there, from round to round, and the one that was ordered stands out."""

import xml.etree.ElementTree as ET

from ardennes.agents import AgentOptions
from ardennes.atlas.ink import MAIN
from ardennes.lab import mind_picture


def test_a_search_is_drawn_with_all_its_plans():
    rounds = mind_picture.searched(
        "tigers_in_the_mist", "seventh_army", AgentOptions(candidates=6, futures=4, finalists=2)
    )
    assert [tried.answered for tried in rounds][-1]
    assert len(rounds[0].worth) == 6
    assert all(len(later.worth) <= 6 for later in rounds[1:])
    sheet = ET.fromstring(mind_picture.drawn(rounds, "a caption"))
    lines = [p for p in sheet.iter("{http://www.w3.org/2000/svg}path") if p.get("fill") == "none"]
    plans = {plan for tried in rounds for plan in tried.worth}
    assert len(lines) == len(plans) + 1  # and the frame
    assert sum(line.get("stroke") == MAIN for line in lines) == 1
