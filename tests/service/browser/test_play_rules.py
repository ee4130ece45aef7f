"""The pure parts of the play page, run in a real browser: the reducer, moves, keys, and sending."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from hintwise.guide.reading import read
from hintwise.guide.viewing import view
from hintwise.service.pages.statics import static_files
from tests import store
from tests.service.browser.requests import speak
from tests.service.server import ServerProcess

pytestmark = pytest.mark.slow

CASES = json.loads((Path(store.__path__[0]) / "game_cases.json").read_text(encoding="utf-8"))
STATE = """game => ({...game, undo: game.done.length, redo: game.undone.length})"""


@pytest.fixture
def modules(page: Page) -> Page:
    """A page of the site on which its modules can be imported."""
    page.goto("/help")
    return page


def run(page: Page, module: str, script: str, argument: Any = None) -> Any:
    """What a function makes of a module and an argument, in the browser."""
    address = static_files().address(f"js/{module}.js")
    body = f"async ([address, argument]) => ({script})(await import(address), argument)"
    return page.evaluate(body, [address, argument])


def board(text: str) -> dict[str, Any]:
    return view(read(text)).as_json()


def test_the_reducer_gives_what_the_server_s_gives(modules: Page) -> None:
    script = f"""({{newGame, reduce}}, cases) =>
        cases.map(events => ({STATE})(events.reduce(reduce, newGame())))"""
    states = run(modules, "game/game", script, [case["events"] for case in CASES])
    for case, state in zip(CASES, states, strict=True):
        found = {name: state[name] for name in case["expected"]}
        assert found == case["expected"], case["name"]


def test_candidates_know_cages(modules: Page) -> None:
    script = """async ({filledCandidates}, [view, puzzleAddress, gameAddress]) => {
        const {Puzzle} = await import(puzzleAddress);
        const {newGame} = await import(gameAddress);
        const changes = filledCandidates(new Puzzle(view), newGame());
        return Object.fromEntries(changes.map(([name, , marks]) => [name, marks]));
    }"""
    address = static_files().address
    argument = [board("killer-small-1"), address("js/game/puzzle.js"), address("js/game/game.js")]
    marks = run(modules, "game/moves", script, argument)
    assert marks["r4c1"] == [1, 2]  # a cage of two with the sum 3
    assert marks["r5c1"] == [1, 3]
    assert marks["r3c1"] == [3, 4, 5, 6]


def test_keys_do_what_players_know(modules: Page) -> None:
    script = """async ({actionOf}, [views, puzzleAddress, keys]) => {
        const {Puzzle} = await import(puzzleAddress);
        return keys.map(([which, options]) =>
            actionOf(new KeyboardEvent("keydown", options), new Puzzle(views[which])));
    }"""
    views = {"nine": board("first-light"), "big": board("." * 256), "grid": board("kites")}
    expected: list[tuple[str, dict[str, Any], dict[str, Any] | None]] = [
        ("nine", {"key": "5", "code": "Digit5"}, {"do": "write", "value": 5, "layer": None}),
        ("nine", {"key": "%", "code": "Digit5", "shiftKey": True}, {"layer": "corner"}),
        ("nine", {"key": "5", "code": "Digit5", "ctrlKey": True}, {"layer": "centre"}),
        ("nine", {"key": "c", "code": "KeyC"}, {"do": "mode", "mode": "centre"}),
        ("big", {"key": "c", "code": "KeyC"}, {"do": "write", "value": 12}),
        ("big", {"key": "a", "code": "KeyA", "ctrlKey": True}, {"do": "all"}),
        ("nine", {"key": "Z", "code": "KeyZ", "ctrlKey": True, "shiftKey": True}, {"do": "redo"}),
        ("nine", {"key": "?", "code": "Slash", "shiftKey": True}, {"do": "hint"}),
        ("nine", {"key": "ArrowUp", "shiftKey": True}, {"do": "move", "extend": True}),
        ("grid", {"key": "x", "code": "KeyX"}, {"do": "write", "value": 0}),
        ("grid", {"key": "y", "code": "KeyY"}, {"do": "write", "value": 1}),
        ("nine", {"key": "F5"}, None),
        ("nine", {"key": "5", "code": "Digit5", "altKey": True}, None),
    ]
    keys = [[which, options] for which, options, _ in expected]
    address = static_files().address("js/game/puzzle.js")
    found = run(modules, "game/keys", script, [views, address, keys])
    for (which, options, action), done in zip(expected, found, strict=True):
        assert (done is None) == (action is None), (which, options, done)
        assert (action or {}).items() <= (done or {}).items(), (which, options, done)


def test_who_looks_for_moves_from_elsewhere_while_a_look_is_under_way_gets_another_one(
    modules: Page,
) -> None:
    script = """async ({Sync}) => {
        const stored = [{id: "s", kind: "started", body: {}, position: 1}];
        const replies = [];
        const load = (after) => new Promise((done) => {
            const events = stored.slice(after);
            replies.push(() => done({events}));
        });
        const sync = new Sync("look" + Math.random(), {events: stored.slice()}, {load});
        const turn = () => new Promise((done) => setTimeout(done, 10));
        sync.flush("and look");
        while (!replies.length) await turn();
        stored.push({id: "o", kind: "hinted", body: {}, position: 2});
        sync.flush("and look");
        for (let tries = 0; tries < 500 && sync.position < 2; tries += 1) {
            replies.shift()?.();
            await turn();
        }
        return sync.game.hints;
    }"""
    assert run(modules, "play/sync", script) == 1


def test_a_page_is_kept_when_all_that_it_is_made_of_is_there(modules: Page) -> None:
    worker = static_files().contents["sw.js"].decode()
    script = f"""async () => {{
        const kept = [], listeners = {{}};
        const self = {{addEventListener: (name, does) => (listeners[name] = does)}};
        const pages = {{put: async (path) => kept.push(path), keys: async () => []}};
        const caches = {{open: async () => pages}};
        const fetch = async (path) => {{
            // Scripts come last, as if they were large.
            if (path.startsWith("/static/")) await new Promise((done) => setTimeout(done, 50));
            return {{ok: true}};
        }};
        {worker}
        let working;
        const data = {{keep: ["/play/abc", "/static/1/js/a.js", "/static/1/js/b.js"]}};
        listeners.message({{data, waitUntil: (work) => (working = work)}});
        await working;
        return kept;
    }}"""
    kept = modules.evaluate(script)
    assert sorted(kept[:2]) == ["/static/1/js/a.js", "/static/1/js/b.js"]
    assert sorted(kept[2:]) == ["/offline", "/play/any"]


def test_a_page_of_all_steps_is_called_as_the_puzzle_is_in_german(
    page: Page, server: ServerProcess
) -> None:
    speak(page, server.url, "de")
    page.route("**/api/v1/walkthroughs", lambda route: route.abort())
    page.goto("/help")
    with page.expect_request("**/api/v1/walkthroughs") as asked:
        puzzle = {"kind": "sudoku", "puzzle": "1.....3..4.....2", "title": "Easy 1"}
        run(page, "sharing", "({shareSteps}, puzzle) => shareSteps(puzzle)", puzzle)
    body = asked.value.post_data_json
    assert (body["title"], body["language"]) == ("Leicht 1", "de")


SENDING = (Path(__file__).parent / "sending.js").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "faults",
    [
        [],
        ["before"],
        ["after"],
        ["other"],
        ["after", "other", "before"],
        ["other", "other", "after"],
        ["poison"],
        ["before", "other", "poison"],
    ],
)
def test_events_arrive_once_and_in_order_whatever_breaks(modules: Page, faults: list[str]) -> None:
    found = run(modules, "play/sync", SENDING, faults)
    assert found == {
        "values": [1, 2, 3],
        "same": True,
        "aside": faults.count("poison"),
        "state": "saved",
        "digit": 3,
        "hints": faults.count("other"),
        "waiting": 0,
    }
