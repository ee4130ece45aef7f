"""How the patterns of a logic grid, and the arguments for steps without one, are told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from hintwise.engine.verify import Verifier
from hintwise.problem import CONTRADICTION, Inside, PuzzleQuestion, Step
from hintwise.puzzles import logic_grid
from hintwise.puzzles.logic_grid.clues import Clue, Either, IsNot
from hintwise.render.words.inside import inside_lines
from hintwise.render.words.steps import step_text, wording_of

GUESTS = logic_grid(
    {
        "guest": ["Fell", "Gus", "Hana", "Jule"],
        "room": ["3", "4", "5", "6"],
        "dish": ["bean", "corn", "dal", "egg"],
    },
    [
        Clue("Fell has no egg", IsNot("Fell", "egg")),
        Clue("Gus has room 3 or the corn", Either("Gus", ("room 3", "corn"))),
    ],
)
SHARED_BY_DISH = next(
    rule.name for rule in GUESTS.constraints if rule.terms == ("guest", "room", "dish")
)
ONE_TO_ONE = ("guest-room: one room for each guest", "guest-room: one guest for each room")


def step(
    derived: str, facts: Iterable[str], rules: Iterable[str], also: Iterable[str] = ()
) -> Step:
    read = GUESTS.parse_fact
    more = tuple(map(read, also))
    first = CONTRADICTION if derived == "" else read(derived)
    return Step(
        first,
        tuple(map(read, facts)),
        tuple(rules),
        {},
        1.0,
        True,
        1.0,
        also=more,
        taken_along=more,
    )


TAKEN = step("not Fell = 4", ["Fell = 3"], ONE_TO_ONE, ["not Gus = room 3", "not Hana = room 3"])
SHARED = step(
    "not Fell = bean",
    ["Fell = 3", "not room 3 = bean", "not Fell = egg"],
    ["transitivity guest-room-dish 2", "transitivity guest-room-dish 3"],
    ["not room 3 = egg"],
)
LINKS = step(
    "Fell = bean",
    ["Fell = room 3", "room 3 = bean"],
    ["transitivity guest-room-dish 3"],
)
PAIR = step(
    "not Gus = 5",
    ["not Fell = 3", "not Fell = 4", "not Jule = 3", "not Jule = 4"],
    ONE_TO_ONE,
    ["not Gus = 6", "not Hana = 5", "not Hana = 6"],
)
APART = step(
    "not Fell = bean",
    ["not Fell = 3", "not Fell = 4", "not bean = 5", "not bean = 6"],
    [ONE_TO_ONE[0], "transitivity guest-room-dish 2"],
)
REST = step(
    "not Fell = 4",
    ["Fell = 3", "Gus = corn"],
    [*ONE_TO_ONE, "guest-dish: one dish for each guest"],
    ["not Gus = room 3", "not Gus = dal"],
)

TEXTS = {
    "already_taken": (
        TAKEN,
        "Already taken: Fell goes with room 3. Every guest has exactly one room; every room has "
        "exactly one guest. So neither goes with anything else of these: room 3 cannot go "
        "with Gus or Hana and Fell cannot go with room 4.",
        "Schon vergeben: Fell gehört zu room 3. Zu jedem Wert von „guest“ gehört genau einer von "
        "„room“; zu jedem Wert von „room“ gehört genau einer von „guest“. Also: nichts anderes "
        "davon gehört noch dazu; room 3 kann nicht zu Gus oder Hana gehören und Fell kann nicht "
        "zu room 4 gehören.",
    ),
    "same_thing": (
        SHARED,
        "Same thing: Fell goes with room 3; room 3 does not go with bean; Fell does not go with "
        "egg. What goes together has everything else in common. So Fell cannot go with bean and "
        "room 3 cannot go with egg.",
        "Ein und dasselbe: Fell gehört zu room 3; room 3 gehört nicht zu bean; Fell gehört nicht "
        "zu egg. Was zusammengehört, hat auch alles andere gemeinsam. Also: Fell kann nicht zu "
        "bean gehören und room 3 kann nicht zu egg gehören.",
    ),
    "pair": (
        PAIR,
        "Pair: Fell does not go with room 3 or 4; Jule does not go with room 3 or 4. "
        "Every guest has exactly one room; every room has exactly one guest. So Fell and Jule "
        "take room 5 and 6 between them: Gus cannot go with room 5 or 6 and Hana cannot "
        "go with room 5 or 6.",
        "Paar: Fell gehört nicht zu room 3 oder 4; Jule gehört nicht zu room 3 oder 4. "
        "Zu jedem Wert von „guest“ gehört genau einer von „room“; zu jedem Wert von „room“ gehört "
        "genau einer von „guest“. Also: Fell und Jule teilen sich room 5 und 6; Gus kann "
        "nicht zu room 5 oder 6 gehören und Hana kann nicht zu room 5 oder 6 gehören.",
    ),
    "no_common_partner": (
        APART,
        "No common partner: Fell does not go with room 3 or 4; bean does not go with room 5 "
        "or 6. Every guest has exactly one room; room and dish with the same guest go "
        "together. So Fell and bean have no possible room in common: Fell cannot go with bean.",
        "Nichts gemeinsam: Fell gehört nicht zu room 3 oder 4; bean gehört nicht zu room 5 "
        "oder 6. Zu jedem Wert von „guest“ gehört genau einer von „room“; was unter „room“ "
        "und „dish“ den gleichen Wert von „guest“ hat, gehört zusammen. Also: unter „room“ bleibt "
        "nichts, was zu Fell und zu bean gehören kann; Fell kann nicht zu bean gehören.",
    ),
    "the_rest": (
        REST,
        "Already taken: Fell goes with room 3; Gus goes with corn. Everything goes with exactly "
        "one of each category. So each of these is taken, and goes with nothing else of those "
        "categories.",
        "Schon vergeben: Fell gehört zu room 3; Gus gehört zu corn. Alles gehört zu genau einem "
        "aus jeder Kategorie. Also: all das ist vergeben, und nichts anderes aus diesen "
        "Kategorien gehört noch dazu.",
    ),
}


@pytest.mark.parametrize("pattern", TEXTS)
def test_patterns_of_a_grid_are_told_by_what_is_seen(pattern: str) -> None:
    found, english, german = TEXTS[pattern]
    assert step_text(GUESTS, found) == english
    assert step_text(GUESTS, found, "de") == german


@pytest.mark.parametrize("pattern", TEXTS)
def test_what_the_patterns_say_follows_and_nothing_is_superfluous(pattern: str) -> None:
    verdict = Verifier(GUESTS).check(TEXTS[pattern][0], minimal=True)
    assert verdict.refutes
    assert verdict.minimal


ARGUED = replace(
    step(
        "not Hana = corn", ["not Gus = room 3"], ["clue 2", "guest-dish: one guest for each dish"]
    ),
    inside=Inside(
        (
            step("not Gus = corn", ["Hana = corn"], ["guest-dish: one guest for each dish"]),
            step("", ["not Gus = corn", "not Gus = room 3"], ["clue 2"]),
        ),
        assumed=GUESTS.parse_fact("Hana = corn"),
    ),
)


def test_a_step_without_a_name_is_told_as_an_argument() -> None:
    assert step_text(GUESTS, ARGUED) == (
        "Suppose Hana went with corn. Then Gus cannot go with corn, because every dish has exactly "
        "one guest. But Gus does not go with room 3; clue 2 says “Gus has room 3 or the corn”: "
        "that cannot be. So Hana cannot go with corn."
    )
    assert step_text(GUESTS, ARGUED, "de") == (
        "Angenommen, Hana gehörte zu corn. Dann gilt: Gus kann nicht zu corn gehören, denn zu "
        "jedem Wert von „dish“ gehört genau einer von „guest“. Aber Gus gehört nicht zu room 3; "
        "Hinweis 2 sagt „Gus has room 3 or the corn“: Das kann nicht sein. Also: Hana kann nicht "
        "zu corn gehören."
    )


def test_a_direct_argument_assumes_nothing() -> None:
    inside = Inside(
        (
            step("Gus = corn", ["not Gus = room 3"], ["clue 2"]),
            step("not Hana = corn", ["Gus = corn"], ["guest-dish: one guest for each dish"]),
        )
    )
    assert step_text(GUESTS, replace(ARGUED, inside=inside)) == (
        "Gus does not go with room 3; clue 2 says “Gus has room 3 or the corn”. So Gus must go "
        "with corn. Every dish has exactly one guest. So Hana cannot go with corn."
    )


def test_a_clue_is_quoted_once_in_an_argument() -> None:
    assert ARGUED.inside is not None
    first, last = ARGUED.inside.steps
    by_clue = step("Gus = room 3", ["not Gus = corn"], ["clue 2"])
    inside = replace(ARGUED.inside, steps=(first, by_clue, last))
    argued = replace(ARGUED, inside=inside)
    assert step_text(GUESTS, argued) == (
        "Suppose Hana went with corn. Then Gus cannot go with corn, because every dish has exactly "
        "one guest. Then Gus must go with room 3, because clue 2 says “Gus has room 3 or the "
        "corn”. But Gus does not go with room 3; there is clue 2 again: that cannot be. So Hana "
        "cannot go with corn."
    )
    assert "; da ist wieder Hinweis 2: Das kann nicht sein." in step_text(GUESTS, argued, "de")


LIKE = Inside(
    (
        step("not room 4 = corn", ["Hana = corn", "not Hana = room 4"], [SHARED_BY_DISH]),
        step("not room 5 = corn", ["Hana = corn", "not Hana = room 5"], [SHARED_BY_DISH]),
        step("not Gus = corn", ["Hana = corn"], ["guest-dish: one guest for each dish"]),
        step("not room 6 = corn", ["Hana = corn", "not Hana = room 6"], [SHARED_BY_DISH]),
        step("not room 3 = corn", ["not Gus = corn", "Gus = room 3"], [SHARED_BY_DISH]),
        step(
            "",
            [f"not room {n} = corn" for n in (3, 4, 5, 6)],
            ["room-dish: one room for each dish"],
        ),
    ),
    assumed=GUESTS.parse_fact("Hana = corn"),
)


def test_like_links_of_an_argument_are_told_at_once_and_its_sentences_are_short() -> None:
    facts = ["Gus = room 3", *(f"not Hana = room {n}" for n in (4, 5, 6))]
    rules = [rule for link in LIKE.steps for rule in link.constraints]
    argued = replace(step("not Hana = corn", facts, dict.fromkeys(rules)), inside=LIKE)
    wording = wording_of(GUESTS)
    lines = wording.lines(argued)
    assert lines == (
        "Suppose Hana went with corn.",
        "Hana does not go with room 4, 5 or 6. Guest and room with the same dish go together. So "
        "corn cannot go with room 4, 5 or 6.",
        "Then Gus cannot go with corn, because every dish has exactly one guest.",
        "Then room 3 cannot go with corn, because Gus goes with room 3.",
        "But every dish has exactly one room: that cannot be.",
        "So Hana cannot go with corn.",
    )
    assert wording.step(argued) == " ".join(lines)
    assert wording_of(GUESTS, "de").lines(argued)[1:3] == (
        "Hana gehört nicht zu room 4, 5 oder 6. Was unter „guest“ und „room“ den gleichen Wert von "
        "„dish“ hat, gehört zusammen. Also: corn kann nicht zu room 4, 5 oder 6 gehören.",
        "Dann gilt: Gus kann nicht zu corn gehören, denn zu jedem Wert von „dish“ gehört genau "
        "einer von „guest“.",
    )


def test_all_others_that_a_link_rules_out_are_said_by_it_and_some_of_them_one_by_one() -> None:
    crosses = [f"not Gus = room {n}" for n in (4, 5, 6)]
    crosses += ["not Fell = room 3", "not Jule = room 3"]
    told = step("Gus = room 3", ["not Gus = corn"], ["clue 2"], crosses)
    assert step_text(GUESTS, told) == (
        "One clue: Gus does not go with corn. A clue says “Gus has room 3 or the corn”. So Gus "
        "must go with room 3. For the same reason, room 3 cannot go with Fell or Jule and Gus goes "
        "with no other room."
    )
    assert step_text(GUESTS, told, "de").endswith(
        "Aus demselben Grund: room 3 kann nicht zu Fell oder Jule gehören und zu Gus gehört kein "
        "anderer Wert von „room“."
    )


def test_a_long_argument_is_not_told_and_one_that_is_told_can_still_be_listed() -> None:
    assert ARGUED.inside is not None
    long = replace(ARGUED, inside=replace(ARGUED.inside, steps=ARGUED.inside.steps * 4))
    assert step_text(GUESTS, long) == step_text(GUESTS, replace(ARGUED, inside=None))
    wording = wording_of(GUESTS)
    assert wording.argues(ARGUED)
    assert not wording.argues(long)
    assert len(list(inside_lines(ARGUED, wording))) == 3


@pytest.mark.parametrize(
    ("language", "answer"),
    [("en", "The answer: Fell goes with bean."), ("de", "Die Antwort: Fell gehört zu bean.")],
)
def test_a_question_is_answered_in_words(language: str, answer: str) -> None:
    links = tuple(v.name for v in GUESTS.variables if v.name.startswith("guest Fell = dish"))
    asking = replace(GUESTS, question=PuzzleQuestion("What does Fell eat?", links))
    wording = wording_of(asking, language)
    assert wording.answer([GUESTS.parse_fact("not Fell = egg")]) == ""
    assert wording.answer([GUESTS.parse_fact("Fell = bean")]) == answer
