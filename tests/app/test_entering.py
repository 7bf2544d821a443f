"""Entering a hand key by key: every line is read without a problem, and is the hand that was meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from pathlib import Path

import pytest

from dokosheet.core.notation.hand import OwnCall
from dokosheet.table import keymap
from dokosheet.table.prompt import TITLES
from dokosheet.table.questions import LAST
from helpers import (
    BACKSPACE,
    ENTER,
    EOF,
    ESCAPE,
    KIND_WORDS,
    Augen,
    Call,
    Entering,
    Hand,
    Ledger,
    Ruleset,
    Sonderpunkt,
    answer,
    begin,
    keep,
    parse_hand,
    question,
    read_sheet,
    rulesets,
    texts,
)

FOUR = ("Anna", "Ben", "Cem", "Dora")
#: All that is bundled, and what people lay over each other.
RULES = (*rulesets.bundled(), "[kneipe, armut, fuchs-am-ende]", "[ohne-neunen, bock, schweinchen]", "./own.yaml")
#: A ruleset with what no bundled one has: a call of its own, a swap, a trigger by hand, a fee, a Kontrasolo.
OWN = """id: own
extends: tsr
calls: {defs: {tuck: {add: 1}}}
deck: {swaps: {genscher: {effect: repartner}}}
bock: {triggers: {heart_trick: {}, silvester: {manual: true}}}
sonderpunkte: {doppelfuchs: {points: 1}, fischauge: {points: 1}, zwieback: {points: 1, manual: true}}
kinds: {kontrasolo: {class: solo, lone: kontra, modes: [lust]}}
"""


@pytest.fixture(scope="session", autouse=True)
def own_rules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("own")
    (folder / "own.yaml").write_text(OWN, "utf-8")
    FOLDER.append(folder)
    yield
    FOLDER.pop()


FOLDER: list[Path] = []


def ledger(*lines: str, rules: str = "tsr", players: tuple[str, ...] = FOUR, head: str = "") -> Ledger:
    rows = "".join(f"  - {line}\n" for line in lines)
    text = f"dokosheet: 1\nrules: {rules}\nplayers: [{', '.join(players)}]\n{head}hands:\n{rows}"
    sheet, findings = read_sheet(text, "test.yaml", FOLDER[0])
    assert sheet is not None, findings
    assert not findings
    return keep(sheet)


@lru_cache(maxsize=32)
def start(rules: str) -> Entering:
    return begin(ledger(rules=rules))


def keys(text: str) -> list[str]:
    """``⏎`` is Return, ``←`` Backspace."""
    return [{"⏎": ENTER, "←": BACKSPACE}.get(sign, sign) for sign in text]


def press(state: Entering, text: str) -> Entering:
    for key in keys(text):
        state = state.press(key)
    return state


def checked(state: Entering, meant: Hand) -> None:
    """The line says what was meant, and nothing of it is a problem."""
    assert state.stage == "confirm", (state.stage, state.fault, state.shown)
    parsed = parse_hand(state.line, state.table.words)
    assert parsed.problems == (), state.line
    assert state.hand == parsed.hand == meant


def kinds(rules: Ruleset) -> Iterator[tuple[str, Hand]]:
    """The keys for players and kind, and the hand so far: every kind that can be chosen."""
    yield "ac", Hand(("Anna", "Cem"))
    for kind, key in keymap.kinds(rules, alone=False).items():
        for trick in (None, 1, rules.hochzeit.find_within) if kind == "hochzeit" else (None,):
            more = "" if kind != "hochzeit" else str(trick or "⏎")
            yield f"ac{key}{more}", Hand(("Anna", "Cem"), kind, trick)
    for kind, key in keymap.kinds(rules, alone=True).items():
        yield f"b⏎{key}", Hand(("Ben",), kind)


def called(rules: Ruleset, kind: str) -> Iterator[tuple[str, tuple[Call, ...]]]:
    """Every call of either party that a kind knows, and none."""
    can = keymap.calls(rules, kind)
    choices = []
    for party, key in (("re", "r"), ("kontra", "k")):
        steps = can.get(party, ())
        choices.append([("", None), *((key + (keymap.ABSAGE_KEYS[s] if s > 1 else ""), (party, s)) for s in steps)])
    for (re_keys, re), (kontra_keys, kontra) in product(*choices):
        yield re_keys + kontra_keys, tuple(Call(*call) for call in (re, kontra) if call)


def noted(rules: Ruleset, kind: str) -> Iterator[tuple[str, dict[str, tuple[object, ...]]]]:
    """Everything else that can be noted in a kind, by everybody who can have made it."""
    makers = [("1", "Anna"), ("b", "Ben"), ("3", "Cem"), ("d", "Dora")]
    for extra in keymap.counting(rules, kind):
        if extra.family == "mark":
            yield extra.key, {"marks": (extra.id,)}
            continue
        parties = [] if extra.id in rules.deck.pigs else [("r", "re"), ("k", "kontra"), ("+", "re"), ("-", "kontra")]
        parties = [(key, by) for key, by in parties if key.isalpha()]
        for key, by in makers + parties:
            if extra.family == "own-call":
                yield extra.key + key, {"own_calls": (OwnCall(extra.id, by),)}
            else:
                yield extra.key + key, {"sonderpunkte": (Sonderpunkt(extra.id, by),)}
        if extra.family == "own-call":
            yield f"{extra.key}⏎", {"own_calls": (OwnCall(extra.id),)}


@pytest.mark.parametrize("rules", RULES)
def test_every_hand_that_can_be_pressed_is_the_one_that_was_meant(rules: str) -> None:
    from dokosheet.core.records import replace

    state = start(rules)
    ruleset = state.table.rules
    augen = Augen(156, 156)
    tried = 0
    for begun, hand in kinds(ruleset):
        base = press(state, f"{begun}156⏎")
        calls = list(called(ruleset, hand.kind))
        extras = [("", {}), *noted(ruleset, hand.kind)]
        pairs = [*product(calls, extras[:1]), *product(calls[:1] + calls[-1:], extras)]
        if hand.kind == "normal":
            pairs += [((a[0], a[1]), (b[0], b[1])) for a in calls for b in extras]
        for (call_keys, made), (extra_keys, facts) in pairs:
            meant = replace(hand, augen=augen, calls=made, **facts)
            checked(press(base, f"{call_keys}{extra_keys}⏎"), meant)
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("rules", RULES)
def test_the_keys_of_a_question_do_not_clash_and_fit_in_a_line(rules: str) -> None:
    state = start(rules)
    ways = ["", "a", "ac", "b⏎", "ac156⏎", "ac156r", "ac156⏎r9", "b⏎d156⏎", "ac240⏎", "acw5⏎", "acw", "ac156⏎⏎", "ac/"]
    ways += [f"ac156⏎{extra.key}" for extra in keymap.counting(state.table.rules, "normal") if extra.family != "mark"]
    for way in ways:
        now = press(state, way)
        offered = [offer.key for offer in now.offers()]
        assert len(offered) == len(set(offered)), way
        assert keymap.QUIT not in offered
        if rules in ("tsr", "kneipe"):
            for lang in ("de", "en"):
                assert "\n" not in question(now, texts(lang)) or now.stage in ("kind", "extras", "maker")


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("rules", ["tsr", "kneipe"])
@pytest.mark.parametrize("columns", [80, 60, 40])
def test_no_question_is_without_its_title_or_a_key(columns: int, rules: str, lang: str) -> None:
    t = texts(lang)
    state = begin(ledger("Anna Cem 156", rules=rules, players=("Friederike-Charlotte", "Anna", "Cem", "Dora")))
    ways = ["", "a", "a⏎", "ach", "ac", "ac240⏎", "acw", "ac156⏎", "ac156r", "ac156⏎f", "ac/", "ac130⏎⏎", "ac156⏎⏎⏎"]
    states = [press(state, way) for way in (*ways, "acu6⏎")]
    states.append(press(state, "ac130⏎⏎").refuse())
    assert {now.stage for now in states} == set(TITLES) | {"maker", "under"}
    for now in states:
        for lines in (False, True):
            asked = question(now, t, columns - 1, lines)
            assert all(0 < len(line) < columns for line in asked.split("\n")), asked
            words = " ".join(asked.split())
            title = t("ask.under", most=60) if now.stage == "under" else t(TITLES.get(now.stage, "ask.augen"))
            assert words.startswith("Fuchs:" if now.asked else title)
            assert all(offer.key.replace("enter", "Return") in words for offer in now.offers()), asked
            assert ("<" in words) == (lines and now.stage in LAST)


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("message", ["ask.keys", "ask.lines"])
def test_how_to_answer_is_said_in_eighty_columns(message: str, lang: str) -> None:
    assert all(len(line) < 80 for line in texts(lang)(message).split("\n"))


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("13156⏎⏎", "Anna Cem 156"),
        ("ac156rfa⏎", "Anna Cem 156 re fuchs:Anna"),
        ("ac156⏎r90k60⏎", "Anna Cem 156 re90 kontra60"),
        ("ac156⏎krfk⏎", "Anna Cem 156 kontra re fuchs:kontra"),
        ("ac156⏎r96⏎", "Anna Cem 156 re60"),
        ("ac156rr9r⏎", "Anna Cem 156 re90"),
        ("ac156⏎rsd-⏎", "Anna Cem 156 reschwarz doppelkopf:kontra"),
        ("ac:84⏎⏎", "Anna Cem 156"),
        ("ac156:84⏎⏎", "Anna Cem 156"),
        ("ac121-150⏎⏎", "Anna Cem 121-150"),
        ("acu6⏎k⏎", "Anna Cem u60"),
        ("acu60⏎k⏎", "Anna Cem u60"),
        ("acu60⏎r⏎", "Anna Cem :u60"),
        ("ac:u90⏎rr⏎", "Anna Cem :u90 re"),
        ("ac:u90⏎kfr⏎", "Anna Cem u90 fuchs:re"),
        ("acu3⏎←←←131⏎⏎", "Anna Cem 131"),
        ("acg⏎⏎", "Anna Cem gew"),
        ("acgew⏎⏎", "Anna Cem gew"),
        ("ac:gk⏎", "Anna Cem :gew kontra"),
        ("ac240⏎0⏎", "Anna Cem 240 schwarz"),
        ("ac0⏎1⏎", "Anna Cem 0 stich"),
        ("ach2131⏎r⏎", "Anna Cem hochzeit@2 131 re"),
        ("ach⏎131⏎⏎", "Anna Cem hochzeit 131"),
        ("b⏎z133⏎⏎", "Ben hochzeit 133"),
        ("b⏎t119⏎⏎", "Ben still 119"),
        ("b⏎d190r⏎", "Ben damensolo 190 re"),
        ("acw5⏎", "wert:5 sieger:Anna,Cem"),
        ("acw-5⏎", "wert:5 sieger:Ben,Dora"),
        ("b⏎dw-3⏎", "Ben damensolo wert:-3"),
        ("ach1w-3⏎", "Anna Cem hochzeit@1 wert:-3"),
        ("/strafe Dora gering⏎", "strafe Dora gering"),
        ('ac156r⏎/ "gut"⏎', 'Anna Cem 156 re "gut"'),
        ("bc←←ac15←←156⏎f←⏎", "Anna Cem 156"),
        ("ac156⏎fa←←⏎", "Anna Cem 156"),
    ],
)
def test_lines(typed: str, line: str) -> None:
    state = press(start("tsr"), typed)
    assert state.stage == "confirm", (state.stage, state.fault, state.shown)
    assert " ".join(state.line.split()) == line
    assert press(state, "⏎").stage == "write"


def test_a_heart_trick_is_asked_for_where_it_begins_bock() -> None:
    state = start("kneipe")
    assert press(state, "ac156⏎h⏎").line == "Anna Cem 156 herzstich"
    assert press(state, "ac156⏎hh⏎").line == "Anna Cem 156"
    assert press(state, "acw5⏎h⏎").line == "herzstich wert:5 sieger:Anna,Cem"
    assert "mark" not in {offer.family for offer in press(start("tsr"), "ac156⏎").offers()}


def test_what_the_ruleset_does_not_have_is_not_asked() -> None:
    def families(typed: str, rules: str = "tsr") -> set[str]:
        return {offer.family for offer in press(start(rules), typed).offers()}

    assert "sonderpunkt" not in families("b⏎d156⏎")
    assert families("ac156⏎r") == {"absage", "party", "sonderpunkt", "key"}
    assert "absage" not in families("ac156⏎r", "einsteiger")
    assert "kind" not in families("ac", "einsteiger")
    assert press(start("ohne-neunen"), "ac240⏎").stage == "extras"


@pytest.mark.parametrize("typed", ["239", "1", "241", "u", ":", "156:85", "150-121", "-", "-5", "2401"])
def test_augen_that_cannot_be_are_not_taken(typed: str) -> None:
    state = press(start("tsr"), f"ac{typed}⏎")
    assert state.stage == "augen"
    assert state.fault == press(start("tsr"), f"ac{typed}").typed


def test_return_at_the_beginning_does_nothing() -> None:
    state = press(start("tsr"), "⏎⏎⏎")
    assert (state.stage, state.line, state.fault) == ("first", "", ENTER)
    assert press(state, "←").fault == ""


@pytest.mark.parametrize(
    "typed", ["", "a", "ac", "ac15", "ac156⏎", "ac156⏎r", "ac156⏎f", "b⏎", "b⏎d", "ac156⏎⏎", "acw3"]
)
def test_escape_q_and_the_end_of_the_input_leave_everywhere(typed: str) -> None:
    state = press(start("tsr"), typed)
    assert [state.press(key).stage for key in (ESCAPE, EOF, "q")] == ["leave"] * 3


@pytest.mark.parametrize("typed", ["ac156rfa⏎", "b⏎d190r9⏎", "ach2131⏎k⏎", "ac240⏎0f3⏎", "acw5⏎", "/pause⏎"])
def test_backspace_takes_back_each_step(typed: str) -> None:
    states = [start("tsr")]
    for key in keys(typed):
        states.append(states[-1].press(key))
    back = states[-1]
    for state in reversed(states[:-1]):
        back = back.press(BACKSPACE)
        assert (back.stage, back.shown, back.offers()) == (state.stage, state.shown, state.offers())
    assert back.press(BACKSPACE).stage == "first"


def test_n_starts_again() -> None:
    state = press(start("tsr"), "ac156⏎⏎n")
    assert (state.stage, state.line, state.before) == ("first", "", None)
    assert press(start("tsr"), "ac156⏎⏎").refuse().press("n").stage == "first"
    assert press(start("tsr"), "ac156⏎⏎").refuse().press(ENTER).stage == "refused"


def test_the_last_hand_once_more_is_asked_for_once_more() -> None:
    state = begin(ledger("Anna Cem 156 re", "strafe Dora gering"))
    same = press(state, "ac156r⏎⏎")
    assert same.stage == "repeated"
    assert [same.press(key).stage for key in (ENTER, "j", "y", "n", BACKSPACE)] == [
        *("repeated", "write", "write", "first", "confirm")
    ]
    assert press(state, "/1 3 156 r⏎⏎").stage == "repeated"
    assert press(state, "ac156k⏎⏎").stage == "write"
    assert press(begin(ledger()), "ac156⏎⏎⏎").stage == "write"


@pytest.mark.parametrize(
    ("players", "typed", "named"),
    [
        (("Jürgen", "Ben", "Cem", "Dora"), "jb", ("Jürgen", "Ben")),
        (("Jürgen", "Julia", "Cem", "Dora"), "jüc", ("Jürgen", "Cem")),
        (("Jürgen", "Julia", "Cem", "Dora"), "julj", ("Julia", "Jürgen")),
        (("Jürgen", "Julia", "Cem", "Dora"), "2c", ("Julia", "Cem")),
        (("Jürgen", "Julia", "Cem", "Dora"), "j2c", ("Julia", "Cem")),
        (("Ann", "Anna", "Cem", "Dora"), "ann⏎c", ("Ann", "Cem")),
        (("Ann", "Anna", "Cem", "Dora"), "annac", ("Anna", "Cem")),
        (("Quentin", "Ben", "Cem", "Dora"), "qb", ("Quentin", "Ben")),
        (("Enrique", "Ben", "Cem", "Dora"), "enriqueb", ("Enrique", "Ben")),
        (("Östen", "Ben", "Cem", "Dora"), "ÖB", ("Östen", "Ben")),
        (FOUR, "annabenn", ("Anna", "Ben")),
        (("Max1", "Max2", "Cem", "Dora"), "max2c", ("Max2", "Cem")),
        (("Anna", "Ben", "Cem", "Dora", "Emil"), "be", ("Ben", "Emil")),
        (("Anna", "Ben", "Cem", "Dora", "Emil"), "25", ("Ben", "Emil")),
    ],
)
def test_players(players: tuple[str, ...], typed: str, named: tuple[str, ...]) -> None:
    state = press(begin(ledger(players=players)), typed)
    assert (state.stage, state.hand.named) == ("augen", named)
    assert state.fault == ("n" if typed == "annabenn" else "")


def test_the_sitting_dealer_is_not_offered() -> None:
    state = begin(ledger("Ben Emil 130", players=("Anna", "Ben", "Cem", "Dora", "Emil")))
    assert [offer.key for offer in state.offers()] == ["1/a", "3/c", "4/d", "5/e"]
    assert state.press("2").fault == "2"
    assert state.press("b").fault == "b"
    maker = press(state, "ac156⏎f")
    assert [offer.id for offer in maker.offers()] == ["Anna", "Cem", "Dora", "Emil", "re", "kontra"]


def test_a_party_is_a_sign_where_its_letter_begins_a_name() -> None:
    state = press(begin(ledger(players=("Rolf", "Ben", "Klaus", "Dora"))), "bd156⏎f")
    assert [offer.key for offer in state.offers()][-2:] == ["+", "-"]
    assert [offer.key for offer in state.offers()][:2] == ["1/ro", "2/b"]
    assert press(state, "1⏎").line == "Ben Dora 156 fuchs:Rolf"
    assert press(state, "+⏎").line == "Ben Dora 156 fuchs:re"


def test_who_came_later_is_offered_and_who_left_is_not() -> None:
    state = begin(ledger("wechsel Dora Emil"))
    assert [offer.id for offer in state.offers()] == ["Anna", "Ben", "Cem", "Emil"]


def answers(state: Entering, *lines: str) -> Entering:
    for line in lines:
        state = answer(state, line)
    return state


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (("a", "c", "156", "r", "f", "a", ""), "Anna Cem 156 re fuchs:Anna"),
        (("ac156rfa", ""), "Anna Cem 156 re fuchs:Anna"),
        (("Anna", "Cem", "156", "re", "fuchs", "anna", ""), "Anna Cem 156 re fuchs:Anna"),
        (("anna cem", "156 re", "fuchs:anna", ""), "Anna Cem 156 re fuchs:Anna"),
        (("anna cem 156 re fuchs:anna", ""), "Anna Cem 156 re fuchs:Anna"),
        (("ac", "156", "re90", "kontra", ""), "Anna Cem 156 re90 kontra"),
        (("ac", "156", "re", "90", "kontra", "schwarz", ""), "Anna Cem 156 re90 kontraschwarz"),
        (("ac", "156", "re", "3", ""), "Anna Cem 156 re30"),
        (("ac", "156", "fuchs", "anna kontra", ""), "Anna Cem 156 kontra fuchs:Anna"),
        (("ac", "156", "doppel", "ko", ""), "Anna Cem 156 doppelkopf:kontra"),
        (("b", "", "damensolo", "190", ""), "Ben damensolo 190"),
        (("b", "", "dam", "190", ""), "Ben damensolo 190"),
        (("b", "damensolo", "190", ""), "Ben damensolo 190"),
        (("ben damensolo 190 re", ""), "Ben damensolo 190 re"),
        (("b", "", "still", "119", ""), "Ben still 119"),
        (("b", "", "fleischlos", "119", ""), "Ben fleischlos 119"),
        (("ac", "hochzeit", "2", "131", ""), "Anna Cem hochzeit@2 131"),
        (("anna cem 240", "schwarz", ""), "Anna Cem 240 schwarz"),
        (("anna cem", "value", "-5"), "wert:5 sieger:Ben,Dora"),
        (("wert:5 sieger:anna,cem", ""), "wert:5 sieger:Anna,Cem"),
        (("strafe Dora gering",), "strafe Dora gering"),
        (("/pause",), "pause"),
        (("/", "pause"), "pause"),
        (("a", "c", '156 "gut"'), 'Anna Cem 156 "gut"'),
        (("bc<d", "131", ""), "Ben Dora 131"),
        (("ac", "156", "re", "<", ""), "Anna Cem 156"),
        (("ac", "156 re", "<", "131", ""), "Anna Cem 131"),
        (("anna cem", "<", "ben dora", "131", ""), "Ben Dora 131"),
        (("anna", "cem", "<<", "ben dora", "131", ""), "Ben Dora 131"),
        (("ac", "/", "<", "131", ""), "Anna Cem 131"),
    ],
)
def test_answers(lines: tuple[str, ...], line: str) -> None:
    state = answers(start("tsr"), *lines)
    assert (state.stage, state.line) == ("confirm", line)
    assert [answer(state, said).stage for said in ("", "ja", "Yes", "j")] == ["write"] * 4
    assert [answer(state, said).stage for said in ("nein", "no", "q")] == ["leave"] * 3
    assert answer(state, "n").stage == "first"


@pytest.mark.parametrize(
    ("rules", "lines", "stage"),
    [
        ("tsr", ("anna cem", "250"), "augen"),
        ("tsr", ("anna cem", "239 re"), "augen"),
        ("tsr", ("anna cem", "156 x"), "augen"),
        ("tsr", ("anna cem 156", "re x"), "extras"),
        ("tsr", ("anna cem 156", "dora"), "extras"),
        ("tsr", ("anna cem 156", "131"), "extras"),
        ("tsr", ("anna cem 156", "fuchs", "x"), "maker"),
        ("tsr", ("ac", "h", "2 131"), "klaerung"),
        ("tsr", ("acw", "5 re"), "value"),
        ("tsr", ("x",), "first"),
        ("tsr", ("",), "first"),
        ("tsr", ("aq quer",), "first"),
        ("tsr", ("anna 156",), "first"),
        ("tsr", ("anna cem damensolo",), "first"),
        ("kneipe", ("ac156", "rex"), "extras"),
        ("tsr", ("ac156", "", "x"), "confirm"),
        ("tsr", ("ac156", "", "nei"), "confirm"),
    ],
)
def test_an_answer_that_does_not_fit_is_dropped_whole(rules: str, lines: tuple[str, ...], stage: str) -> None:
    *taken, refused = lines
    before = answers(start(rules), *taken)
    after = answer(before, refused)
    assert (after.stage, after.hand, after.shown, after.before) == (stage, before.hand, before.shown, before.before)
    assert (before.fault, after.fault) == ("", refused or ENTER)
    assert answer(after, "q").stage == "leave"


def test_calls_of_a_ruleset_where_e_is_a_key() -> None:
    for call in ("re90", "re30", "re"):
        assert answers(start("kneipe"), "ac156", call, "").line == f"Anna Cem 156 {call}"


def test_back_from_a_line_that_cannot_be_written_leads_to_where_it_was_typed() -> None:
    state = answers(start("tsr"), "anna", "/strafe Dora gring").refuse()
    back = answer(state, "<")
    assert (back.stage, back.line, back.fault) == ("second", "Anna", "")
    assert answer(back, "cem").hand.named == ("Anna", "Cem")


def test_the_same_hand_where_the_sheet_stands_now() -> None:
    now = ledger("Ben Dora 120")
    for state in (press(start("tsr"), "ac156⏎⏎⏎"), answers(start("tsr"), "ac", "156", "", "")):
        assert (state.stage, state.table.number) == ("write", 1)
        again = state.at(now)
        assert (again.stage, again.line, again.table.number) == ("confirm", "Anna Cem 156", 2)
        back = again.press(BACKSPACE)
        assert (back.stage, back.table.number) == ("extras", 2)
        assert back.before is not None
        assert back.before.table.number == 2
    text = press(start("tsr"), "/strafe Dora gering⏎⏎").at(now)
    assert (text.stage, text.line) == ("confirm", "strafe Dora gering")
    assert press(start("tsr"), "ac156⏎⏎⏎").at(ledger("Ben Dora 120", rules="kneipe")).before is None
    assert press(start("tsr"), "ac156⏎⏎⏎").at(ledger("Anna Cem 156")).press(ENTER).stage == "repeated"


def test_letters_are_those_of_the_manual() -> None:
    """The key table of docs/commands.md; bundled rulesets never need another letter than the expected one."""
    alone: dict[str, str] = {}
    pair: dict[str, str] = {}
    made: dict[str, str] = {}
    marks: dict[str, str] = {}
    for name in RULES[:-1]:
        rules = start(name).table.rules
        alone |= keymap.kinds(rules, alone=True)
        pair |= keymap.kinds(rules, alone=False)
        made |= {extra.id: extra.key for extra in keymap.extras(rules) if extra.family == "sonderpunkt"}
        marks |= {extra.id: extra.key for extra in keymap.extras(rules) if extra.family == "mark"}
    table = (Path(__file__).parents[2] / "docs" / "commands.md").read_text("utf-8")
    for found in (alone, pair, made, marks):
        assert found == {word: keymap.EXPECTED[word] for word in found}
    named = {KIND_WORDS.get(kind, kind): key for kind, key in alone.items() if kind != "hochzeit_allein"}
    assert row("kind", named.values(), "z") + f" | {', '.join(named)}, hochzeit alone |" in table
    assert row("kind", pair.values()) + f" | {', '.join(pair)}, after two players" in table
    order = sorted(made, key=list(keymap.EXPECTED).index)
    order[:2] = ["fuchs", "doppelkopf"]
    assert row("also", [made[word] for word in order]) + f", then who | {', '.join(order)} |" in table
    assert row("also", marks.values()) + f" | {', '.join(marks)}, where" in table
    calls = row("calls", keymap.CALL_KEYS.values()) + ", then " + row("", keymap.ABSAGE_KEYS.values())[5:]
    assert calls in table


def row(at: str, *pressed: Iterable[str]) -> str:
    return f"| {at} | {' '.join(f'`{key}`' for keys in pressed for key in keys)}"
