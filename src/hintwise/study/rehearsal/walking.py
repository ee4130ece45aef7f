"""One simulated person who goes through a study over HTTP, from the invitation to the end."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hintwise.study.rehearsal.forms import filled
from hintwise.study.rehearsal.journal import Ending, Journal
from hintwise.study.rehearsal.line import GaveUp, Line, Reply
from hintwise.study.rehearsal.people import Choice, Return, SimulatedPerson, Tastes
from hintwise.study.rehearsal.tally import Tally

State = Mapping[str, Any]

_CONFLICT, _GONE = frozenset({409}), frozenset({401, 404})
_LOOK_AGAIN_S = 1.0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all who walk through a study share."""

    tastes: Tastes
    journal: Journal
    tally: Tally
    thinking_s: float = 0.0
    """How long people really think on average before an answer."""


class Walker:
    """Does all that a participant is asked to, once and in order.

    Whatever is repeated because of a lost reply is the same again.
    """

    def __init__(self, person: SimulatedPerson, line: Line, around: Surroundings) -> None:
        self.person = person
        self._line = line
        self._around = around
        self._tally = around.tally
        line.token = around.journal.tokens.get(person.number, "")

    async def arrive(self) -> None:
        """Follow the link, and become a participant, unless they are one already.

        If the reply is lost, the id brings them back as the same participant.
        """
        if not self._line.token:
            name = f"rehearsal-{self.person.seed}-{self.person.number}"
            body = {"id": name, "external": {"PROLIFIC_PID": name}}
            reply = await self._line.ask("POST", "/participants", body)
            self._take_token(reply.document["token"])
        self._tally.arrived += 1

    async def walk(self) -> Ending | None:
        """Go on to the end, or until they leave; None if they leave and will be back."""
        try:
            ending = await self._walked()
        except GaveUp:
            ending = Ending.GAVE_UP
        if ending is not None:
            self._around.journal.note_ending(self.person.number, ending)
        return ending

    async def _walked(self) -> Ending | None:
        reply = await self._line.ask("GET", "/participation", refusals=_GONE)
        if reply.status in _GONE:
            return self._ending_without_data()
        state = await self._shown(reply)
        while state["stage"] != "end":
            self._tally.done[self.person.number] = state["progress"]["done"]
            if self._leaves(state):
                return await self._leave()
            state = await self._do(state)
        return Ending.COMPLETED

    def _ending_without_data(self) -> Ending:
        """Why there is nothing about them: they withdrew, but the reply to that was lost."""
        leaving = self.person.leaving
        if leaving is not None and leaving.then is Return.WITHDRAWN:
            return Ending.WITHDREW
        self._tally.errors.append(f"person {self.person.number}: is not known any more")
        return Ending.GAVE_UP

    def _leaves(self, state: State) -> bool:
        leaving = self.person.leaving
        if leaving is None or self.person.number in self._around.journal.paused:
            return False
        return _share_done(state) >= leaving.at

    async def _leave(self) -> Ending | None:
        assert self.person.leaving is not None
        match self.person.leaving.then:
            case Return.WITHDRAWN:
                await self._line.ask("DELETE", "/participation", refusals=_GONE)
                return Ending.WITHDREW
            case Return.NEVER:
                return Ending.LEFT
            case Return.LATER:  # on another device, by the link that they have asked for
                reply = await self._line.ask("POST", "/participation/link")
                self._take_token(reply.document["token"])
                self._around.journal.note_pause(self.person.number)
                return None

    async def _do(self, state: State) -> State:
        """Do what is asked for, and wait for what comes next."""
        choice = self._choice(state) if state["stage"] == "question" else None
        if choice is not None:
            await asyncio.sleep(self._thinking_s(state))
            self._tally.needs(self.person.number, choice.seconds)
        deed = {"position": state["position"], **self._deed(state, choice)}
        after = None if choice is None else _share_done(state)
        with self._tally.waiting(self.person.number, after):
            reply = await self._line.ask("POST", "/participation/deeds", deed, refusals=_CONFLICT)
            if reply.status in _CONFLICT:  # nobody else does anything in their place
                self._tally.errors.append(
                    f"person {self.person.number}: {deed} came too late: {reply.document}"
                )
                raise GaveUp
            following = await self._shown(reply)
        if choice is not None:
            self._tally.answers(self.person.number, state["question"]["key"], choice.side)
        return following

    async def _shown(self, reply: Reply) -> State:
        """What a reply shows, waited for as long as the server cannot say what comes next."""
        while reply.document["stage"] == "waiting":
            self._tally.busy += 1
            after_s = reply.retry_after_s
            await asyncio.sleep(_LOOK_AGAIN_S if after_s is None else after_s)
            reply = await self._line.ask("POST", "/participation/next", {})
        state: State = reply.document
        return state

    def _deed(self, state: State, choice: Choice | None) -> dict[str, Any]:
        match state["stage"]:
            case "consent":
                return {"kind": "consented"}
            case "text":
                return {"kind": "read", "name": state["text"]["name"]}
            case "form":
                form = state["form"]
                answers = filled(form["fields"], self.person.generator(f"form:{form['name']}"))
                return {"kind": "filled", "name": form["name"], "answers": answers}
            case "question":
                assert choice is not None
                return {"kind": "answered", "key": state["question"]["key"], **choice.as_json()}
            case stage:
                self._tally.errors.append(f"person {self.person.number}: stage {stage!r}")
                raise GaveUp

    def _choice(self, state: State) -> Choice:
        question = state["question"]
        features = question["features"]
        return self._around.tastes.choice(
            self.person, question["key"], features["left"], features["right"]
        )

    def _thinking_s(self, state: State) -> float:
        """From half of the mean to half as much again."""
        share = 0.5 + self.person.generator(f"thinking:{state['question']['key']}").random()
        return self._around.thinking_s * float(share)

    def _take_token(self, token: str) -> None:
        self._line.token = token
        self._around.journal.note_token(self.person.number, token)


def _share_done(state: State) -> float:
    progress = state["progress"]
    return float(progress["done"] / max(progress["of"], 1))
