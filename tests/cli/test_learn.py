"""`hintwise learn`, called as a user calls it, on 4x4 Sudokus."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from hintwise.cli import main
from hintwise.cli.commands import learn as learn_module
from hintwise.cli.learning.terminal_user import KEYS, LINES, Command, Side
from hintwise.elicit.learners.prior import wide_prior
from hintwise.elicit.methods import PAPER_METHODS
from hintwise.elicit.query import Answer
from hintwise.elicit.session import VERSION, Session
from hintwise.elicit.settings import FOR_PEOPLE, settings_for
from hintwise.elicit.stopping import ENOUGH
from hintwise.features import feature_names
from hintwise.guide import teaching
from hintwise.puzzles import sudoku
from hintwise.render.words.features import feature_name
from hintwise.render.words.language import find_language

PUZZLE = "1.....3..4.....2"
OTHER = "1..43.1221.3432."
FEATURES = feature_names(sudoku(PUZZLE))
YOU_CAN_STOP = find_language("en").say("learn.you_can_stop")
BAYES = ("--method", "bayes")
PERCEPTRON = ("--method", "machop")
Learn = Callable[..., tuple[int, str, str]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.json"


@pytest.fixture
def learn(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, file: Path) -> Learn:
    """Runs `hintwise learn` with answers piped in; gives exit code, stdout and stderr."""

    def run(answers: str, *arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers.split())))
        code = main(["learn", *(arguments or (PUZZLE,)), "--profile", str(file)])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return run


@pytest.fixture
def press(learn: Learn, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str, str]]:
    """The same at a terminal: the arguments are what the pressed keys send."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def run(*keys: str | type[BaseException]) -> tuple[int, str, str]:
        pressed = iter(keys)

        def getchar() -> str:
            key = next(pressed)
            if isinstance(key, str):
                return key
            raise key

        monkeypatch.setattr(click, "getchar", getchar)
        monkeypatch.setattr(io, "StringIO", Terminal)
        monkeypatch.setattr(learn_module, "WORKERS", 0)
        return learn("")

    return run


def document(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def answers_in(file: Path) -> list[str]:
    """Those that stand."""
    found: list[str] = []
    for event in document(file)["provenance"]["session"]["events"]:
        match event["event"]:
            case "answered":
                found.append(event["answer"])
            case "undone":
                found.pop()
    return found


def test_answers_become_a_profile_that_explain_takes(learn: Learn, file: Path) -> None:
    code, out, err = learn("a b n q")
    assert (code, err) == (0, "")
    assert answers_in(file) == ["a", "b", "none"]
    weights = document(file)["weights"]
    assert set(weights) == set(FEATURES)
    assert set(weights.values()) != {1.0}
    assert f"--profile {file}" in out
    assert main(["explain", PUZZLE, "--profile", str(file), "--steps", "1"]) == 0


def test_both_steps_are_shown_with_what_differs_but_not_what_they_cost(learn: Learn) -> None:
    _, out, _ = learn("q")
    assert "Question 1, puzzle 1 of 1" in out
    assert "← r" in out
    assert "→ r" in out
    assert "Less on the left: " in out
    assert "cost" not in out
    assert "optimal" not in out


def test_the_weights_of_the_perceptron_are_listed_largest_first(learn: Learn) -> None:
    _, out, _ = learn("a b a q", PUZZLE, *PERCEPTRON)
    _, _, table = out.partition("What counts, after 3 answers")
    cells = [line.split("│")[1:3] for line in table.splitlines() if line.startswith("│")]
    assert sorted(name.strip() for name, _ in cells) == sorted(map(feature_name, FEATURES))
    weights = [float(weight) for _, weight in cells]
    assert weights == sorted(weights, reverse=True)


def test_the_weights_of_the_bayesian_learner_are_bars_with_what_they_mean(
    learn: Learn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    _, out, _ = learn("a b a q", PUZZLE, *BAYES)
    _, _, end = out.partition("What counts, after 3 answers")
    bars = re.findall(r"^([a-z ]+?)  +[█▓░ ]+  ([\d.]+) %  [\d.]+ to [\d.]+", end, re.M)
    assert sorted(name for name, _ in bars) == sorted(map(feature_name, FEATURES))
    shares = [float(share) for _, share in bars]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(100, abs=3)
    assert "s expected, you like" in end, "so far hardly anything but the prior is known"


def test_it_says_so_if_nothing_is_sure(learn: Learn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching, "insights", lambda belief, state: [])
    _, out, _ = learn("a q", PUZZLE, *BAYES)
    assert "Nothing about what you like is sure yet." in out


@pytest.fixture
def estimated(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets what a session estimates after no answer, one answer and so on."""

    def estimate(name: str, *values: float | None) -> None:
        def now(session: Session) -> float | None:
            return values[min(len(session.events), len(values) - 1)]

        monkeypatch.setattr(Session, name, property(now))
        if name == "bound":
            enough = property(lambda session: (now(session) or 1) <= ENOUGH)
            monkeypatch.setattr(Session, "has_enough", enough)

    return estimate


def test_the_person_is_told_once_that_another_answer_would_change_little(
    learn: Learn, estimated: Callable[..., None]
) -> None:
    estimated("bound", None, 0.6, ENOUGH / 2, ENOUGH * 2, ENOUGH / 2)
    _, out, _ = learn("a b a b n q")
    before, told, after = out.partition(YOU_CAN_STOP)
    assert told
    assert "Question 3" in before
    assert "Question 4" not in before
    assert "at most 60 % harder" in before
    assert "at most 15 % harder" in before
    assert "Question 6" in after, "and can go on"
    assert YOU_CAN_STOP not in after


def test_who_takes_an_answer_back_is_told_again_if_it_was_needed(
    learn: Learn, estimated: Callable[..., None]
) -> None:
    estimated("bound", 0.8, 0.6, ENOUGH / 2)
    _, out, _ = learn("a b u b n q")
    assert out.count(YOU_CAN_STOP) == 2
    _, out, _ = learn("a u q")  # goes on with three answers, and takes back a fourth
    assert out.count(YOU_CAN_STOP) == 1


def test_nobody_is_told_to_stop_while_nothing_can_be_told(
    learn: Learn, estimated: Callable[..., None]
) -> None:
    estimated("bound", None)
    _, out, _ = learn("a b q")
    assert YOU_CAN_STOP not in out
    assert "Knowing you better" not in out


def test_the_heading_says_what_knowing_better_would_be_worth(
    learn: Learn, estimated: Callable[..., None]
) -> None:
    estimated("remaining", None, 0.084, 0.004)
    _, out, _ = learn("a b q", PUZZLE, *BAYES)
    assert re.search(r"Question 1[^\n]*\n←", out)
    assert re.search(
        r"Question 2[^\n]*\nKnowing you better could make steps about 8 % easier\.", out
    )
    assert re.search(r"Question 3[^\n]*\n[^\n]* less than 1 % easier\.", out)
    _, _, end = out.partition("What counts")
    assert "less than 1 % easier" in end


def test_a_picture_shows_the_bars_and_the_sentences(learn: Learn, tmp_path: Path) -> None:
    picture = tmp_path / "mine.svg"
    code, out, _ = learn("a b q", PUZZLE, *BAYES, "--picture", str(picture))
    assert code == 0
    assert f"Drawn in {picture}." in out
    drawn = picture.read_text(encoding="utf-8")
    assert "What counts, after 2 answers" in drawn
    assert drawn.count('"hw-bar"') == len(FEATURES)
    assert "you like" in drawn


def test_without_answers_nothing_is_drawn(learn: Learn, tmp_path: Path) -> None:
    picture = tmp_path / "mine.svg"
    code, out, _ = learn("q", PUZZLE, *BAYES, "--picture", str(picture))
    assert code == 0
    assert "nothing was learned" in out
    assert not picture.exists()


@pytest.mark.parametrize(
    ("name", "arguments", "named"),
    [
        ("mine.svg", PERCEPTRON, "only the learner bayes knows, not perceptron"),
        ("mine.png", BAYES, "'mine.png'"),
        ("none/mine.svg", BAYES, "there is no folder"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_refused_before_the_first_question(
    learn: Learn, tmp_path: Path, name: str, arguments: tuple[str, ...], named: str
) -> None:
    code, out, err = learn("a q", PUZZLE, *arguments, "--picture", str(tmp_path / name))
    assert (code, out) == (1, "")
    assert named in " ".join(err.split())


def test_the_profile_keeps_posterior_and_prior_of_the_bayesian_learner(
    learn: Learn, file: Path
) -> None:
    learn("a b q", PUZZLE, *BAYES)
    kept = document(file)
    assert kept["posterior"]["features"] == list(FEATURES)
    assert kept["posterior"]["samples"] > 1
    assert kept["prior"]["provenance"]["kind"] == "population"
    assert main(["explain", PUZZLE, "--profile", str(file), "--steps", "1"]) == 0


def test_learning_goes_on_where_it_was_left(learn: Learn, file: Path) -> None:
    learn("a b n a q")
    at_once = document(file)
    file.unlink()
    learn("a b q")
    code, out, _ = learn("n a q")
    assert code == 0
    assert "going on after 2 answers" in out
    assert "Question 3" in out
    assert _without_seconds(document(file)) == _without_seconds(at_once)


def _without_seconds(profile: Any) -> Any:
    """What does not depend on how long steps took."""
    session = profile["provenance"]["session"]
    del session["cache"]["digest"]
    for event in session["events"]:
        if "query" in event:
            for step in ("a", "b"):
                del event["query"][step]["seconds"]
    return profile


def test_undo_takes_the_last_answer_back_and_asks_again(learn: Learn, file: Path) -> None:
    learn("a b q")
    before = document(file)
    code, out, _ = learn("a u q")
    assert code == 0
    assert out.count("Question 3") == 2
    assert answers_in(file) == ["a", "b"]
    assert document(file)["weights"] == before["weights"]


def test_there_is_nothing_to_undo_at_the_start(learn: Learn, file: Path) -> None:
    code, out, _ = learn("u q")
    assert code == 0
    assert "There is no answer to take back." in out
    assert not file.exists()


def test_it_stops_after_the_number_of_queries_asked_for(learn: Learn, file: Path) -> None:
    learn("a b a b a b", PUZZLE, "--queries", "2")
    assert answers_in(file) == ["a", "b"]
    learn("n a a a", PUZZLE, "--queries", "1")
    assert answers_in(file) == ["a", "b", "none"]


def test_the_end_of_the_answers_means_quit(learn: Learn, file: Path) -> None:
    code, _, _ = learn("a")
    assert code == 0
    assert answers_in(file) == ["a"]


def test_a_bad_answer_is_refused_and_the_others_are_kept(learn: Learn, file: Path) -> None:
    code, _, err = learn("a sure q")
    assert code == 1
    assert "'sure' is not an answer" in err
    assert "neither" in err
    assert answers_in(file) == ["a"]


def test_every_key_works_at_a_terminal(
    press: Callable[..., tuple[int, str, str]], file: Path
) -> None:
    code, _, _ = press("\x1b[D", "\x1bOC", "x", "\r", " ", "R", "u", "Q")
    assert code == 0
    first, second, third = answers_in(file)
    assert {first, second} <= {"a", "b"}
    assert third == "none"


@pytest.mark.parametrize(("end", "code"), [(KeyboardInterrupt, 130), (EOFError, 0)])
def test_ctrl_c_and_ctrl_d_keep_what_was_learned(
    press: Callable[..., tuple[int, str, str]], file: Path, end: type[BaseException], code: int
) -> None:
    exit_code, out, _ = press("l", "r", end)
    assert exit_code == code
    assert len(answers_in(file)) == 2
    assert "What counts, after 2 answers" in out


def test_every_side_has_a_key_and_every_answer_a_word() -> None:
    assert {*Side, *Command, Answer.NONE} == set(KEYS.values())
    assert {*Side, *Command, *Answer} == set(LINES.values())


def test_a_side_means_the_step_that_stands_there(learn: Learn, file: Path) -> None:
    _, out, _ = learn("left " * 12 + "q")
    record = document(file)["provenance"]["session"]["events"]
    queries = [event["query"] for event in record if event["event"] == "asked"]
    shown_left = re.findall(r"^← (\S+)", out, re.M)
    chosen = [q[a]["derived"] for q, a in zip(queries, answers_in(file), strict=False)]
    assert chosen == shown_left[:12]
    assert set(answers_in(file)) == {"a", "b"}  # either side may be either step


def test_json_is_one_document_on_stdout_and_the_boards_are_on_stderr(
    learn: Learn, file: Path
) -> None:
    code, out, err = learn("a b q", PUZZLE, "--json")
    record = json.loads(out)
    assert code == 0
    assert [e["answer"] for e in record["events"] if e["event"] == "answered"] == ["a", "b"]
    settings = settings_for("bayes", deadline_s=10.0, **FOR_PEOPLE)
    assert record["settings"] == settings.as_json()
    assert record["weights"] == document(file)["weights"]
    assert record["profile"] == str(file)
    assert "Question 1" in err


@pytest.mark.parametrize(
    ("options", "rule", "learner", "selection"),
    [
        ((), "best_of_two", "bayes", "active"),
        (("--method", "machop"), "machop", "perceptron", "online"),
        (("--method", "machop", "--learner", "bayes"), "machop", "bayes", "online"),
        (("--method", "bayes_information"), "most_informative", "bayes", "active"),
        (("--selection", "online"), "best_of_two", "bayes", "online"),
    ],
)
def test_what_is_not_chosen_goes_with_the_method(
    learn: Learn, options: tuple[str, ...], rule: str, learner: str, selection: str
) -> None:
    _, out, _ = learn("q", PUZZLE, *options, "--json")
    settings = json.loads(out)["settings"]
    assert settings["questions"]["rule"] == rule
    assert settings["learner"]["learner"] == learner
    assert settings["selection"] == selection


def test_the_perceptron_alone_is_refused_and_the_methods_that_go_with_it_are_named(
    learn: Learn, file: Path
) -> None:
    code, out, err = learn("a q", PUZZLE, "--learner", "perceptron")
    assert (code, out) == (1, "")
    assert "method 'bayes'" in err
    assert all(method in err for method in PAPER_METHODS)
    assert not file.exists()


def test_a_prior_may_be_a_file_and_learning_goes_on_with_it(
    learn: Learn, file: Path, tmp_path: Path
) -> None:
    prior = tmp_path / "prior.json"
    prior.write_text(wide_prior(FEATURES).write(), encoding="utf-8")
    learn("a q", PUZZLE, "--prior", str(prior))
    assert document(file)["prior"]["provenance"] == {"kind": "wide"}
    code, out, _ = learn("b q", PUZZLE, "--prior", str(prior))
    assert code == 0
    assert "going on after 1 answer" in out
    code, _, err = learn("b q", PUZZLE, "--prior", "shipped")
    assert code == 1
    assert "not shipped" in err


def test_a_prior_that_is_neither_name_nor_fitting_file_is_refused(
    learn: Learn, file: Path, tmp_path: Path
) -> None:
    code, _, err = learn("q", PUZZLE, "--prior", "nowhere.json")
    assert code == 2
    names = "shipped, structural, transferred, wide, powers"
    assert f"neither a file nor one of {names}" in " ".join(err.split())
    other = tmp_path / "other.json"
    other.write_text(wide_prior(["legs", "arms"]).write(), encoding="utf-8")
    code, _, err = learn("q", PUZZLE, "--prior", str(other))
    assert code == 1
    assert "the prior knows nothing about" in err
    assert not file.exists()


def test_json_tells_what_remains_and_what_was_learned(
    learn: Learn, estimated: Callable[..., None]
) -> None:
    estimated("remaining", None, 0.125)
    _, out, err = learn("a q", PUZZLE, *BAYES, "--json")
    record = json.loads(out)
    assert record["remaining"] == 0.125
    told = " ".join(err.split())
    for insight in record["learned"]:
        assert insight["text"] in told
        assert insight["certainty"] >= 0.9
    assert set(record["learned"][0]) >= {"dearer", "cheaper", "times", "expected"}


def test_learning_speaks_the_language_asked_for(learn: Learn) -> None:
    _, out, _ = learn("a q", PUZZLE, "--language", "de")
    assert "Frage 1, Rätsel 1 von 1" in out
    assert "Was liest sich besser?" in out
    assert re.search("(Links|Rechts) weniger: (nahe|ferne)", out)
    assert "Was zählt, nach 1 Antwort" in out
    assert "Wie erwartet gefallen dir" in out
    assert "Query" not in out


def test_several_puzzles_may_be_given_and_a_file_may_hold_several(
    learn: Learn, tmp_path: Path
) -> None:
    both = tmp_path / "both.txt"
    both.write_text(f"{PUZZLE}\n{OTHER}\n", encoding="utf-8")
    _, out, _ = learn("q", str(both), PUZZLE)
    assert "of 3" in out


def test_without_a_puzzle_the_sudokus_of_the_library_are_taken(
    learn: Learn, monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    monkeypatch.setattr(learn_module, "library_puzzles", lambda kind: [PUZZLE, OTHER])
    _, out, _ = learn("q", "--seed", "1")
    assert "of 2" in out


def refused_profiles() -> Iterator[tuple[str, str]]:
    """Texts of profile files, each with something that the message names."""

    def text(problem: str = "sudoku", session: object = None, **changes: float) -> str:
        weights = {**dict.fromkeys(FEATURES, 1.0), **changes}
        provenance = {} if session is None else {"session": session}
        return json.dumps({"problem": problem, "weights": weights, "provenance": provenance})

    yield text(problem="logic_grid"), "'logic_grid'"
    yield text(adjacent_row=-1), "=-1"
    yield text(adjacent_row=float("nan")), "=nan"
    yield text(adjacent_luck=1.0), "adjacent_luck"
    yield text(), "how it was learned"
    yield text(session={"events": []}), "not a session"
    settings = {"mood": "good"}
    session = {"version": VERSION, "settings": settings, "puzzles": [], "events": []}
    yield text(session=session), "mood"
    yield json.dumps({"problem": "sudoku", "weights": {}}), "no weight for"
    yield "shopping list", "not JSON"


@pytest.mark.parametrize(("text", "named"), list(refused_profiles()))
def test_a_file_that_cannot_be_gone_on_from_is_left_alone(
    learn: Learn, file: Path, text: str, named: str
) -> None:
    file.write_text(text, encoding="utf-8")
    code, out, err = learn("a q")
    assert (code, out) == (1, "")
    assert str(file) in err
    assert named in err
    assert file.read_text(encoding="utf-8") == text


def test_a_file_that_is_not_text_is_left_alone(learn: Learn, file: Path) -> None:
    file.write_bytes(b"\xff\x00")
    code, _, err = learn("a q")
    assert code == 1
    assert "not text in UTF-8" in err
    assert file.read_bytes() == b"\xff\x00"


def test_a_profile_of_an_older_session_is_left_alone_but_still_explains(
    learn: Learn, file: Path
) -> None:
    learn("a q")
    profile = document(file)
    profile["provenance"]["session"]["version"] = VERSION - 1
    file.write_text(json.dumps(profile), encoding="utf-8")
    before = file.read_bytes()
    code, out, err = learn("a q")
    assert (code, out) == (1, "")
    assert f"cannot be gone on from: its session is of version {VERSION - 1}" in err
    assert f"version {VERSION} only" in err
    assert "its weights still serve to explain); name another file with --profile" in err
    assert file.read_bytes() == before
    assert main(["explain", PUZZLE, "--profile", str(file), "--steps", "1"]) == 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [((OTHER,), "other puzzles"), ((PUZZLE, "--method", "non_dominated"), "bayes")],
)
def test_a_profile_of_other_puzzles_or_settings_is_left_alone(
    learn: Learn, file: Path, arguments: tuple[str, ...], named: str
) -> None:
    learn("a q")
    before = file.read_bytes()
    code, _, err = learn("a q", *arguments)
    assert code == 1
    assert named in err
    assert "another file with --profile" in err
    assert file.read_bytes() == before


def test_a_folder_that_is_not_there_is_noticed_before_the_first_question(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code = main(["learn", PUZZLE, "--profile", str(tmp_path / "none" / "mine.json")])
    captured = capsys.readouterr()
    assert (code, captured.out) == (1, "")
    assert "there is no folder" in captured.err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((PUZZLE, "--method", "magic"), "machop"),
        ((PUZZLE, "--normalisation", "magic"), "nadir"),
        ((PUZZLE, "--queries", "0"), "--queries"),
        (("-",), "stdin"),
    ],
)
def test_wrong_usage_exits_with_2(learn: Learn, arguments: tuple[str, ...], named: str) -> None:
    code, out, err = learn("a q", *arguments)
    assert (code, out) == (2, "")
    assert named in err
