"""The sentences of findings: both languages say the same things, and whatever the program can report has one.

What can be reported is read off the source: ``_Source`` looks at every call that makes a finding and works out which
codes and variants it can have. Where it cannot tell, the test fails and says where.
"""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

import dokosheet
from contradicting import WRONG
from dokosheet.checks import run
from dokosheet.checks.several import Seen
from dokosheet.core.rules.contradictions import contradictions
from dokosheet.edit.document import open_found
from dokosheet.files.models import EXPECTED
from dokosheet.text import LANGUAGES
from dokosheet.text.de import contradictions as german_contradictions
from dokosheet.text.de import findings as german_findings
from dokosheet.text.en import contradictions as english_contradictions
from dokosheet.text.en import findings as english_findings
from helpers import (
    CODES,
    LIMIT,
    Calculator,
    Finding,
    Found,
    Place,
    Ruleset,
    keep,
    kept_of,
    name_similar,
    opened,
    read_sheet,
    read_text,
    replace,
    rules_differ,
    rulesets,
    sheet_twice,
    texts,
)

SOURCE: Final = Path(dokosheet.__file__).parent
GERMAN: Final = german_findings.MESSAGES | german_contradictions.MESSAGES
ENGLISH: Final = english_findings.MESSAGES | english_contradictions.MESSAGES
CATALOGUES: Final = {"de": GERMAN, "en": ENGLISH}
EXTRAS: Final = ("why", "remedy")

# -- reading off the source what can be reported

#: Functions that make a finding or a repair: which argument is the code, and which the variant or the reason.
MAKERS: Final = {
    "Finding": (0, 3),
    "Problem": (0, 1),
    "problem": (0, 1),
    "finding": (0, None),
    "add": (0, None),
    "at": (1, None),
    "_late": (2, None),
    "Clash": (0, 2),
}
#: Short hands for one code, whose argument is the variant.
SHORT_HANDS: Final = {"_f101": ("F101", 0), "_f103": ("F103", 1), "bad": ("F103", 1)}
REPAIR_MAKERS: Final = {"Repair": 3, "repair": 3}
#: Functions that only pass on what others gave them, so that no literal can be found in them.
PASSING_ON: Final = {
    *(
        "core/finding.py:finding",
        "core/notation/words.py:problem",
        "core/notation/tokens.py:bad",
        "files/sheets.py:add",
    ),
    *(
        "files/tree.py:_f101",
        "files/models.py:_f103",
        "files/rulesets.py:_judged",
        "checks/registry.py:at",
        "checks/registry.py:repair",
        "checks/calls.py:_late",
    ),
}
#: ``to_finding`` turns a Problem, which is scanned where it is made, into a finding; this is what it adds, and what
#: ``_late`` does to calls that are not timed by the cards in hand.
ADDED: Final = {"F107.nothing", "C303.table", "C303.tricks", "C307.table", "C307.tricks"}
PASSING_ON_PROBLEMS: Final = {"core/notation/tokens.py:to_finding"}


class _Source:
    """The findings and repairs that the modules of a package can make."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.trees = {name: ast.parse(text) for name, text in sources.items()}
        self.functions: dict[str, list[ast.FunctionDef]] = {}
        self.ids: set[str] = set()
        self.reasons: set[str] = set()
        self.unclear: list[str] = []
        for tree in self.trees.values():
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef):
                    self.functions.setdefault(node.name, []).append(node)
        for name, tree in self.trees.items():
            self._visit(tree, name, None, frozenset())

    def _visit(self, node: ast.AST, module: str, function: ast.FunctionDef | None, true: frozenset[str]) -> None:
        """``true``: the names that an ``if`` around the node has found to be true."""
        if isinstance(node, ast.FunctionDef):
            function, true = node, frozenset()
        if isinstance(node, ast.Call):
            self._call(node, module, function, true)
        if isinstance(node, ast.If):
            inside = true | ({_tested(node.test)} if _tested(node.test) else set())
            self._visit(node.test, module, function, true)
            for statement in node.body:
                self._visit(statement, module, function, inside)
            for statement in node.orelse:
                self._visit(statement, module, function, true)
            return
        for child in ast.iter_child_nodes(node):
            self._visit(child, module, function, true)

    def _call(self, call: ast.Call, module: str, function: ast.FunctionDef | None, true: frozenset[str]) -> None:
        name = _maker(call)
        where = f"{module}:{function.name}" if function else module
        if where in PASSING_ON or (where in PASSING_ON_PROBLEMS and name == "Finding"):
            return
        if name in REPAIR_MAKERS:
            found = self._values(_argument(call, REPAIR_MAKERS[name], "reason"), function, {})
            self._keep_clear(found, call, module, self.reasons)
        elif name in SHORT_HANDS:
            code, position = SHORT_HANDS[name]
            found = self._values(_argument(call, position, "variant"), function, {})
            self._keep_clear([(branch, f"{code}.{v}" if v else v) for branch, v in found], call, module, self.ids)
        elif name in MAKERS:
            self._keep_clear(self._of_maker(call, name, function, true), call, module, self.ids)

    def _of_maker(
        self, call: ast.Call, name: str, function: ast.FunctionDef | None, true: frozenset[str]
    ) -> list[tuple[dict[str, bool], str | None]]:
        """The message ids of a call; None for one that cannot be told."""
        code_at, variant_at = MAKERS[name]
        variant = _argument(call, variant_at, "variant")
        found: list[tuple[dict[str, bool], str | None]] = []
        for branch, code in self._values(_argument(call, code_at, "code"), function, {}):
            if code is not None and code not in CODES:
                continue  # a verdict that is no finding
            if variant is None:
                found.append((branch, code))
                continue
            for inner, value in self._values(variant, function, branch):
                if value == "" and isinstance(variant, ast.Name) and variant.id in true:
                    continue
                found.append((inner, None if None in (code, value) else f"{code}.{value}" if value else code))
        return found

    def _keep_clear(
        self, found: list[tuple[dict[str, bool], str | None]], call: ast.Call, module: str, into: set[str]
    ) -> None:
        for _, value in found:
            if value is None:
                self.unclear.append(f"{module}:{call.lineno}: {ast.unparse(call)[:80]}")
            else:
                into.add(value)

    def _values(
        self, node: ast.expr | None, function: ast.FunctionDef | None, branch: dict[str, bool]
    ) -> list[tuple[dict[str, bool], str | None]]:
        """The strings that an expression can be, each with the branches taken; None where it cannot be told."""
        if isinstance(node, ast.Constant):
            return [] if node.value is None else [(branch, node.value if isinstance(node.value, str) else None)]
        if isinstance(node, ast.IfExp):
            test = ast.dump(node.test)
            sides = [(True, node.body), (False, node.orelse)]
            return [
                found
                for taken, side in sides
                if branch.get(test, taken) == taken
                for found in self._values(side, function, {**branch, test: taken})
            ]
        if isinstance(node, ast.JoinedStr):
            return [(branch, text) for text in self._texts(node, function)]
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Dict):
            return [found for value in node.value.values for found in self._values(value, function, branch)]
        if isinstance(node, ast.Name) and function is not None:
            assigned = list(_assigned(node.id, function))
            return [f for value in assigned for f in self._values(value, function, branch)] or [(branch, None)]
        # What a function returns; a field of the same name keeps it: ``row.parties_fault``.
        name = _name(node.func if isinstance(node, ast.Call) else node) if node is not None else ""
        if name in self.functions:
            return [(branch, text) for text in self._returned(name)]
        return [(branch, None)]

    def _texts(self, node: ast.JoinedStr, function: ast.FunctionDef | None) -> Iterator[str | None]:
        """An f-string with one field that is looped over literals: ``f"trick-{fact}"``."""
        parts: list[list[str | None]] = []
        for part in node.values:
            value = part.value if isinstance(part, ast.FormattedValue) else part
            parts.append([text for _, text in self._values(value, function, {})])
        found: list[str | None] = [""]
        for options in parts:
            found = [None if None in (a, b) else f"{a}{b}" for a in found for b in options]
        yield from found

    def _returned(self, name: str) -> Iterator[str | None]:
        for function in self.functions[name]:
            for node in ast.walk(function):
                if isinstance(node, ast.Return):
                    yield from (text for _, text in self._values(node.value, function, {}))


def _name(node: ast.expr) -> str:
    """The last part of what is called: ``self.add`` is ``add``."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _maker(call: ast.Call) -> str:
    """The name of what is called if it may make a finding: ``self.add(code, place)``, but not ``source.at(field)``."""
    if isinstance(call.func, ast.Name):
        return "" if call.func.id == "add" else call.func.id
    name, of = _name(call.func), _name(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    return name if name == "bad" or (name == "add" and of == "self" and len(call.args) > 1) else ""


def _tested(test: ast.expr) -> str:
    """The name whose truth is asked for: ``if variant``, ``if variant := ...``."""
    target = test.target if isinstance(test, ast.NamedExpr) else test
    return target.id if isinstance(target, ast.Name) else ""


def _argument(call: ast.Call, position: int | None, name: str) -> ast.expr | None:
    keyword = next((k.value for k in call.keywords if k.arg == name), None)
    if keyword is not None or position is None or position >= len(call.args):
        return keyword
    return call.args[position]


def _assigned(name: str, function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What a name is set to within a function, by assignment, walrus, or a loop over literals."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = zip(target.elts, node.value.elts, strict=True)
                    yield from (value for part, value in pairs if isinstance(part, ast.Name) and part.id == name)
        elif isinstance(node, ast.NamedExpr) and node.target.id == name:
            yield node.value
        elif isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.target, ast.Name):
            options = node.iter.elts if isinstance(node.iter, ast.Tuple) else [node.iter]
            yield from options if node.target.id == name else ()


@pytest.fixture(scope="module")
def source() -> _Source:
    paths = [path for path in SOURCE.rglob("*.py") if "text" not in path.relative_to(SOURCE).parts]
    return _Source({path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8") for path in paths})


def test_the_scan_understands_how_findings_are_made() -> None:
    scanned = _Source(
        {
            "a": """
def check(row):
    variant = fault(row)
    if variant:
        yield at(row, "H202", "named", variant=variant)
    yield at(row, "B502", "", variant="slot" if row else "", repairs=(repair(row, "x", "y", "computed"),))
    self.add("F108" if row is None else "F103", place, variant="none" if row is None else "list")
    for fact in ("schwarz", "stich"):
        repair(row, "x", "y", f"trick-{fact}")
    return problem("F107", "whose", token=row)

def fault(row):
    if row:
        return "one" if row > 1 else "two"
    return ""
""",
            "b": 'def wild(row, code):\n    at(row, code, "x")\n',
        }
    )
    assert scanned.ids == {"H202.one", "H202.two", "B502", "B502.slot", "F108.none", "F103.list", "F107.whose"}
    assert scanned.reasons == {"computed", "trick-schwarz", "trick-stich"}
    assert scanned.unclear == ["b:2: at(row, code, 'x')"]


def test_the_scan_understands_every_finding(source: _Source) -> None:
    assert "R703.genscher" in source.ids
    assert not source.unclear, "teach the scan, or write the code and the variant as literals"
    assert {"S401", "S402", "S403", "C303", "C304", "C307", "H202.one", "B509.points"} <= source.ids
    assert len(source.ids) > 100


# -- the catalogues

#: What belongs to findings as a whole: repairs, and the words for what a value should be.
FAMILIES: Final = ("repair.", "expected.", "question.")


def facts(catalogue: dict[str, str]) -> set[str]:
    return {key for key in catalogue if not key.startswith(FAMILIES) and key.rpartition(".")[2] not in EXTRAS}


def fields(template: str) -> set[str]:
    return {f"{name}:{spec}" for _, name, spec, _ in string.Formatter().parse(template) if name is not None}


def test_both_languages_have_the_same_messages() -> None:
    assert list(GERMAN) == list(ENGLISH)


@pytest.mark.parametrize("key", GERMAN)
def test_both_languages_name_the_same_fields(key: str) -> None:
    assert fields(GERMAN[key]) == fields(ENGLISH.get(key, ""))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_can_be_reported_has_a_fact_and_no_more(source: _Source, lang: str) -> None:
    assert facts(CATALOGUES[lang]) == source.ids | ADDED


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_code_has_a_fact_and_a_reason(lang: str) -> None:
    catalogue = CATALOGUES[lang]
    assert {key.partition(".")[0] for key in facts(catalogue)} == set(CODES)
    assert [code for code in CODES if f"{code}.why" not in catalogue] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_reasons_and_remedies_belong_to_a_finding(lang: str) -> None:
    known = facts(CATALOGUES[lang]) | set(CODES)
    extras = {key.rpartition(".")[0] for key in CATALOGUES[lang] if key.rpartition(".")[2] in EXTRAS}
    assert extras <= known


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_of_a_repair_has_a_message_and_no_more(source: _Source, lang: str) -> None:
    assert {key for key in CATALOGUES[lang] if key.startswith("repair.")} == {f"repair.{r}" for r in source.reasons}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", GERMAN)
def test_messages_are_one_line_in_shape(lang: str, key: str) -> None:
    message = CATALOGUES[lang][key]
    assert message
    assert message == message.strip()
    assert "\n" not in message
    assert not message.endswith((".", "!", ":")) or message.endswith("{items}")
    assert "{{" not in message, "a message without arguments is not formatted, so braces stand around fields only"
    if key.rpartition(".")[2] in EXTRAS:
        assert not fields(message)
    wrong = {"de": "“”" if "„" not in message else "”", "en": "„"}[lang]
    assert not any(quote in message for quote in wrong)


# -- what a value can be expected to be


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_expected_has_words(lang: str) -> None:
    expected = {name for _, name in EXPECTED} | {"text", "one", "date"}
    assert {key.removeprefix("expected.") for key in CATALOGUES[lang] if key.startswith("expected.")} == expected


# -- findings that are really made

HEAD: Final = "dokosheet: 1\nrules: tsr\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
FIVE: Final = HEAD.replace("Dora", "Dora, Emil")
SOLI: Final = tuple(f"{name} damensolo 130" for name in ("Anna", "Ben", "Cem", "Dora"))
NORMAL: Final = ("Anna Cem 130",)


def lines(*hands: str, head: str = HEAD) -> str:
    return head + "".join(f"  - {hand}\n" for hand in hands)


def over_tsr(body: str) -> str:
    """A sheet with a ruleset over TSR."""
    inside = body.replace("«", "").replace("»", "").replace("\n", "\n  ")
    return HEAD.replace("rules: tsr", f"rules:\n  extends: tsr\n  {inside}")


def house(rules: str, *hands: str) -> str:
    """A sheet of these hands with house rules over TSR."""
    return lines(*hands, head=HEAD.replace("rules: tsr", f"rules: {{extends: tsr, {rules}}}"))


PIGS: Final = "deck: {pigs: {schweinchen: {cards: DA}, super: {cards: D10, needs: schweinchen}}}"
SWAPS: Final = "deck: {swaps: {genscher: {effect: repartner}, gegengenscher: {effect: repartner, needs: genscher}}}"
LAST_TRICK: Final = "sonderpunkte: {fuchs_am_end: {}, karlchen_gefangen: {max: 2}}"
BOCK: Final = "bock: {triggers: {heart_trick: {}}}"
COSTLY: Final = (
    "sonderpunkte: {dulle_gefangen: {}}, settlement: {fees: {dulle: {when: 'special:dulle_gefangen', from: losers, "
    "to: declarer, amount: 1}, misdeal: {when: 'event:misdeal', from: offender, to: each_other, amount: 1}}}"
)
TABLE_CARDS: Final = (
    "calls: {clock: {unit: table_cards, latest: {re: 4, kontra: 4, k90: 8, k60: 12, k30: 16, schwarz: 20}}}"
)
TRICKS: Final = "calls: {clock: {unit: tricks, latest: {re: 1, kontra: 1, k90: 2, k60: 3, k30: 4, schwarz: 5}}}"
BELLS: Final = "calls: {defs: {bock_call: {mul: 2, needs: [re, kontra]}}}"
TO_POINTS: Final = (
    "pflichtsolo: {solos: 0, enforce: none}, "
    "party: {length: {unit: points, n: 2, by_players: null, finish_round: false}}"
)
NULL: Final = "kinds: {knochenloser: {class: solo, goal: no_trick, calls: none, modes: [lust], pflicht_ok: false}}"
SAU: Final = (
    "kinds: {schwarze_sau: {class: solo, modes: [lust], pflicht_ok: false}, "
    "damensolo: {class: solo, modes: [pflicht, vorgefuehrt, lust], follow_up: schwarze_sau}}"
)


#: Message id -> a sheet in which it is found.
SHEETS: Final[dict[str, str]] = {
    "F101.yaml": HEAD + "\t- Anna\n",
    "F101.unclosed": HEAD + '  - {re: ["Anna\n',
    "F101.leading-char": lines("@Anna Cem 130"),
    "F101.tag": HEAD.replace("rules: tsr", "rules: !!str tsr"),
    "F101.anchor": HEAD.replace("rules: tsr", "rules: &a tsr"),
    "F101.alias": HEAD.replace("rules: tsr", "rules: *a"),
    "F101.duplicate-key": HEAD + "rules: tsr\n",
    "F101.second-entry": lines("Anna Cem 130\n    Ben Cem 140"),
    "F101.complex-key": "? [a]\n: b\n" + HEAD,
    "F101.second-document": HEAD + "---\na: b\n",
    "F101.conflict": HEAD + "<<<<<<< HEAD\n",
    "F101.too-deep": "a: " + "[" * 30 + "]" * 30,
    "F101.control-character": HEAD + "  - Anna \x07\n",
    "F101.blank-after-colon": lines("Anna Cem 156 fuchs: Anna"),
    "F102": "dat: 2026-11-27\n" + HEAD,
    "F102.nothing": "xyzzy: 1\n" + HEAD,
    "F103.choice": HEAD.replace("rules: tsr", "rules: {extends: tsr, kinds: {normal: {class: trio}}}"),
    "F103.augen": lines("Anna Cem 130-"),
    "F103.cards": lines("Anna Cem 130 re@elf"),
    "F103.number": lines("Anna Cem wert:x"),
    "F103.names": lines("Anna Cem 130 geber:,"),
    "F103.points": lines("2 -2 2 -2"),
    "F103.row": lines("=2,x,2,-2"),
    "F103.twice": lines("Anna Cem 130 140"),
    "F103.penalty": lines("strafe Dora"),
    "F103.sheet": "just a text\n",
    "F103.no-version": HEAD.removeprefix("dokosheet: 1\n"),
    "F103.version": HEAD.replace("dokosheet: 1", "dokosheet: 2"),
    "F103.list": "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands: none\n",
    "F103.no-solo": HEAD + "  - Anna Cem 130\npflichtsoli:\n  - Anna Cem 130\n",
    "F103.empty": HEAD + "  -\n",
    "F103.list-in-hands": HEAD + "  - [Anna, Cem]\n",
    "F103.type": HEAD + "  - {re: [Anna, Cem], augen: 130, gilt: x}\n",
    "F103.missing": HEAD + "  - {re: [Anna, Cem], augen: 130, calls: [{cards: 3}]}\n",
    "F103.row-length": lines("Anna Cem 130 =1,-1,1"),
    "F104": HEAD.replace("tsr", "tsrr"),
    "F104.path": HEAD.replace("tsr", "/etc/vereinsregeln.yaml"),
    "F104.no-ruleset": HEAD.replace("tsr", "."),
    "F103.range-or": HEAD.replace("tsr", "{extends: tsr, penalties: {minor: {others: 99999}}}"),
    "F103.amount": HEAD.replace("tsr", "{extends: tsr, settlement: {money: {rate: -1}}}"),
    "F103.unit": HEAD.replace("tsr", "{extends: tsr, settlement: {unit: 0}}"),
    "F103.range": HEAD.replace("tsr", "{extends: tsr, sonderpunkte: {fuchs: {max: 3}}}"),
    "F103.totals": lines("uebertrag"),
    "F103.hands": lines("luecke viele"),
    "S401.page": lines("uebertrag 14,-2,-8,-5"),
    "S405.final": lines("Anna Cem 130", "endstand 1,-1,1,-2"),
    "S405.carry-row": lines("Anna Cem 130", "uebertrag 2,-2,2,-2"),
    "S405.final-row": lines("Anna Cem 130", "endstand 2,-2,2,-2"),
    "B502.written": lines("Anna Cem 130", "endstand 1,-1,1,-1 spiele:2"),
    "B502.turn": lines("=-,2,-2,2,-2", "=2,-2,2,-,-2", "=2,-2,2,-2,-", head=FIVE),
    "B502.last": lines("=-,2,-2,2,-2", "=2,-2,-,2,-2", head=FIVE),
    "F103.long": lines("Anna Cem 130 " + "re " * 2000),
    "F103.too-many": HEAD + "  - ende\n" * 10_001,
    "F101.colon-in-text": HEAD + '  - notiz "20.45 Uhr: Pause"\n',
    "H202.table": lines("Anna Cem 130 aussetzt:Dora"),
    "S404.no-points": lines("Anna Cem 156 =2,-2,-,-2"),
    "S404.sat-out": lines("Ben Dora 156 =3,2,-2,2,-2", head=HEAD.replace("Dora]", "Dora, Emil]")),
    "S404.dash": lines("=2,-2,2,-2,-", head=HEAD.replace("Dora]", "Dora, Emil]")),
    "S404.dash-at-four": lines("=2,-2,2,-"),
    "S401.total": lines("==2,-2,2,-2", "==4,-4,4,-5"),
    "S401.carried": lines("==2,-2,2,-2", "==4,-4,4,-5", "==5,-5,5,-6"),
    "B509.no-points": lines("Anna Cem 130", "strafe Dora unsportlich"),
    "S405.not-added": lines("Anna Cem 156 ==2,-2,2,-2", "Anna Cem 130 ==2,-2,2,-2"),
    "F105": lines("Anna Cem 130 geber:Ana"),
    "F105.nobody": lines("Anna Cem 130 geber:Xaver"),
    "S407.trick": lines("Anna Cem reschwarz u30"),
    "F106": lines("An Cem 130", head=HEAD.replace("Ben", "Anton")),
    "F107": lines("Anna Cem 130 kontrra"),
    "F107.nothing": lines("Anna Cem 130 §§§"),
    "F107.two-readings": lines("Anna Cem 130 k90"),
    "F107.whose": lines("Anna Cem 130 fuchs"),
    "F107.no-use": lines("Anna Cem 130 herzstich"),
    "F108.none": "dokosheet: 1\nhands: []\n",
    "F108.twice": HEAD.replace("Dora", "Anna"),
    "F108.reserved": HEAD.replace("Dora", "Armut"),
    "F108.name": HEAD.replace("Dora", "Dora Groß"),
    "F108.few": HEAD.replace(", Dora", ""),
    "F108.many": HEAD.replace("Dora", "Dora, Emil, Fritz, Gerd, Hans, Ida, Jan"),
    "H201": lines("Anna Cem 239"),
    "H201.range": lines("Anna Cem 250"),
    "H201.sum": lines("Anna Cem 156:94"),
    "H202.nobody": lines("130"),
    "H202.twice": lines("Anna Anna 130"),
    "H202.sits-out": lines("Anna Cem 130", head=FIVE),
    "H202.one": lines("Anna Cem damensolo 130"),
    "H202.two": lines("Anna 130"),
    "H203": lines("Anna Cem armut 130"),
    "H204": lines("Anna Cem 200 schwarz"),
    "H204.sonderpunkt": lines("Anna Cem 240 schwarz fuchs:Ben"),
    "H205": lines("Anna Cem 240"),
    "H206": lines("Anna damensolo 130 karlchen:Anna"),
    "H206.unknown": lines("Anna Cem 130 agathe:Anna"),
    "H207": lines("Anna Cem 130 karlchen:Anna karlchen:Cem"),
    "H207.hardly": lines("Anna Cem 200 4doppelkopf:Anna"),
    "H207.fulls": lines("Anna Cem 170 4doppelkopf:Anna fuchs:kontra"),
    "H208": lines("Anna Cem 205 doppelkopf:kontra"),
    "H208.together": lines("Anna Cem 200 doppelkopf:kontra fuchs:kontra"),
    "H209": lines("Anna Cem 110 alten:kontra"),
    "H210": lines("Anna Cem hochzeit@4 130"),
    "H210.kind": lines("Anna damensolo@2 130"),
    "H210.no-partner": lines("Anna hochzeit@2 130"),
    "H211": lines("Anna Cem"),
    "H211.score": lines("Anna Cem =?,?,2,-2"),
    "H211.band": lines("Anna Cem 121-180"),
    "C301": lines("Anna Cem 130 tuck:Anna"),
    "C302": lines("Anna Cem 130 re/Ben"),
    "C302.sits-out": lines("Ben Cem 130 re/Anna", head=FIVE),
    "C303": lines("Anna Cem 130 re@10"),
    "C303.either": lines("Anna Cem 130 re@10 kontra@10"),
    "C303.klaerung": lines("Anna Cem hochzeit 130 re@11 kontra@9"),
    "C304": lines("Anna Cem 160 re@10 re90@10 kontra@11"),
    "C305": lines("Anna Cem 130 re/Anna re/Cem"),
    "C306": lines("Anna Cem hochzeit@2 131 re@11"),
    "C306.table": house(TABLE_CARDS, "Anna Cem hochzeit@2 131 re@3"),
    "C306.tricks": house(TRICKS, "Anna Cem hochzeit@2 131 re@1"),
    "C307": lines("Anna Cem 160 re90@10"),
    "C308": lines("Anna Cem 160 k90:re"),
    "S401": lines("=3,-3,3,-1"),
    "S402": lines("=3,-3,2,-2"),
    "S402.page": lines("endstand -9,15,0,-6"),
    "S403": lines("=4,-4,2,-2"),
    "S403.one-side": house("settlement: {mode: plus}", "=10,0,0,0"),
    "S403.parties": lines("Anna Cem =2,2,-2,-2"),
    "S403.alone": lines("Anna damensolo =2,2,-2,-2"),
    "S404.amounts": lines("wert:4 =3,-3,3,-3"),
    "S404.no-cell": lines("=-,2,-2,2,-", head=HEAD.replace("Dora]", "Dora, Emil]")),
    "S404": lines("Anna Cem 156 =3,-2,2,-2"),
    "S404.row": lines("Anna Cem 156 =1,-1,1,-1"),
    "S404.value": lines("Anna Cem 156 wert:3"),
    "S405.penalty-not-added": lines("strafe Dora gering", "Anna Cem 156 ==2,-2,2,-2"),
    "S405.line-not-added": lines("Anna damensolo 130", "Anna Cem 156 ==2,-2,2,-2"),
    "S405": lines("Anna Cem 156 ==2,-2,2,-2", "Ben Dora 120 ==4,-4,4,-2"),
    "S405.carried": lines("Anna Cem 156 ==2,-2,2,0", "Anna Cem 156 ==4,-4,4,-2", "Anna Cem 156 ==6,-6,6,-4"),
    "S405.neighbour": lines("Anna Cem 156", "Anna Ben 156 ==0,0,0,-4"),
    "S405.row": lines("=2,-2,2,-2 ==2,-2,2,-2", "=2,-2,2,-2 ==4,-3,5,-4"),
    "S405.score": lines("=2,-2,2,-2 ==2,2,-2,-2", "=2,-2,2,-2 ==4,0,0,-4"),
    "S405.no-cell": lines("=2,-2,2,-2 ==2,-2,2,-"),
    "S405.counted": house(BOCK, "Anna Cem 130 herzstich ==1,-1,1,-1", "Anna Cem 130 ==4,-4,4,-4"),
    "S405.counted-or-line": lines("Anna Cem 156 ==1,-1,1,-1", "Ben Dora 140 ==0,0,0,0"),
    "S405.penalty": lines("Anna damensolo 190 ==12,-3,-3,-6"),
    "S405.penalty-or-line": lines("Anna Cem 156 ==2,-2,2,-2", "Ben Dora 140 ==2,-4,2,0"),
    "S405.skipped-two": lines("==2,-2,2,-2", "==5,-3,3,-5", "==7,-5,5,-7"),
    "S405.skipped": lines("=2,-2,2,-2 ==2,-2,2,-2", "=2,-2,2,-2 ==5,-3,3,-5", "=2,-2,2,-2 ==7,-5,5,-7"),
    "S405.twice": lines(*["=2,-2,2,-2 ==2,-2,2,-2"] * 2, "=1,1,-1,-1 ==3,-1,1,-3"),
    "S409": lines("=2,-2,2,?"),
    "S409.open": lines("=2,-2,?,?"),
    "S405.swapped": lines("Anna Cem 156 ==-2,2,2,-2"),
    "S406": lines("Anna Cem wert:41"),
    "S406.between": house(BOCK, "Anna Cem 130 herzstich", "Anna Cem k90:kontra wert:43"),
    "S406.unnoted": lines("Anna Cem re wert:9"),
    "S406.row-unnoted": lines("Anna Cem re =1,-1,1,-1"),
    "S406.row": lines("=41,-41,41,-41"),
    "S406.row-between": house("kinds: {fleischloser: {fixed: 4, calls: none}}", "Anna fleischlos =9,-3,-3,-3"),
    "S407": lines("Anna Cem 156 sieger:Ben,Dora"),
    "S407.band": lines("Anna Cem u90 re60"),
    "B501": lines("Ben damensolo 130", "Anna Cem 130 geber:Ben"),
    "B502": lines(*SOLI, "ende"),
    "B502.slot": lines(*SOLI, "Anna Cem 130 geber:Cem", "ende"),
    "B502.more": lines(*NORMAL * 21) + "pflichtsoli: []\n",
    "B503": lines(*SOLI[:3], "ende zeit", "ende"),
    "B504": lines("Anna Cem 130 pflicht"),
    "B504.second": lines("Anna damensolo 130", "Anna bubensolo 130 pflicht"),
    "B504.not-forced": lines("Anna damensolo 130 vorgefuehrt"),
    "B505": lines("Anna damensolo 130 lust"),
    "B506": lines(*NORMAL * 21),
    "B507": lines("Anna Cem 130 bock:1"),
    "B508": lines(*SOLI, *NORMAL * 21),
    "B508.closed": lines(*SOLI, "ende", *NORMAL),
    "B508.time": lines(*SOLI, "ende zeit", *NORMAL),
    "B509": lines(*NORMAL, "strafe Dora mittel"),
    "B509.sits-out": lines("Ben Cem 130", "strafe Anna gering", head=FIVE),
    "B509.no-soloist": lines(*NORMAL, "strafe Dora gering_solo"),
    "B509.no-solo": lines(*NORMAL, "strafe Dora gering_solo soloist:Ben"),
    "B509.absagen": lines(*NORMAL, "strafe Dora gering absagen:1"),
    "B509.points": lines(*NORMAL, "strafe Dora gering punkte:4"),
    "B510": lines("Anna Cem 130 ok:S404"),
    "B511": lines("Anna Cem 156 =1,-1,1,-1 gilt"),
    # house rules
    "F103.stich": lines("Anna Cem 130 stich1:Anna"),
    "H203.unfound": house("hochzeit: {unfound: redeal}", "Anna hochzeit 130"),
    "H204.no-nines": house("deck: {nines: false}", "Anna Cem 240 stich"),
    "H201.no-nines": house("deck: {nines: false}", "Anna Cem 236"),
    "H207.foxes": house("sonderpunkte: {fuchs_letzter: {max: 2}}", "Anna Cem 150 2fuchs:Anna fuchs_letzter:Anna"),
    "H207.exclude": house(LAST_TRICK, "Anna Cem 150 karlchen:Anna fuchs_am_end:Anna"),
    "H207.karlchen": house(LAST_TRICK, "Anna Cem 150 karlchen:Anna 2kg:Anna"),
    "H207.one-winner": house(LAST_TRICK, "Anna Cem 150 karlchen:Anna kg:Ben"),
    "H211.goal": house(NULL, "Anna knochenloser"),
    "H212": house(PIGS, "Anna damensolo 190 schweinchen:Anna"),
    "H212.twice": house(PIGS, "Anna Cem 130 schweinchen:Anna schweinchen:Ben"),
    "H212.needs": house(PIGS, "Anna Cem 130 super:Anna"),
    "H213": house(SWAPS, "Anna damensolo 190 genscher"),
    "H213.needs": house(SWAPS, "Anna Cem 130 gegengenscher"),
    "H214": house("cowardice: {slack: 2, effect: flag}", "Anna Cem 225"),
    "H215": house(COSTLY, "Anna Cem 130 dulle_gefangen:re"),
    "B512.whose": house(COSTLY, "neugeben vergeben"),
    "B505.owes": house("pflichtsolo: {solos: 2, require: {suit: 1}}", "Anna damensolo 190", "Anna damensolo 190"),
    "F103.section": house("calls: {defs: {klopfen: 1}}", "Anna Cem 130"),
    "C301.kind": house(NULL, "Anna knochenloser sieger:Anna re"),
    "C303.table": house(TABLE_CARDS, "Anna Cem 130 re@5"),
    "C303.tricks": house(TRICKS, "Anna Cem 130 re@2"),
    "C307.table": house(TABLE_CARDS, "Anna Cem 160 re90@8"),
    "C307.tricks": house(TRICKS, "Anna Cem 160 re90@2"),
    "C307.skipped": house("calls: {skip: forbidden}", "Anna Cem 190 re re60"),
    "C308.needs": house(BELLS, "Anna Cem 130 bock_call:Anna"),
    "C309": house("calls: {duty: [{tricks: [1], augen_min: 30}]}", "Anna Cem 130 stich1:35/Anna"),
    "C310": house("calls: {max_total: 2}", "Anna Cem 160 re90 kontra"),
    "S408": house(BOCK, "Anna Cem 130 herzstich", "Anna Cem 130 =1,-1,1,-1"),
    "S408.points": house(BOCK, "Anna Cem 130 herzstich", "=1,-1,1,-1"),
    "B507.level": house(BOCK, "Anna Cem 130 herzstich", "Anna Cem 130 bock:0"),
    "B507.none": house(BOCK, "Anna Cem 130 bock:1"),
    "B507.missing": house(BOCK, "Anna Cem 130", "Anna Cem 130 bock:1 =2,-2,2,-2"),
    "B507.unplayed": house(BOCK, "Anna Cem 130 herzstich", *["Anna Cem 130 =1,-1,1,-1"] * 3),
    "B507.agreed": lines("bock +1 Silvester"),
    "B507.in-vain": house("bock: {triggers: {heart_trick: {}}, overlap: ignore}", "bock +2"),
    "B508.points": house(TO_POINTS, "Anna Cem 156", "Anna Cem 156"),
    "B512": lines("neugeben Ben neunen"),
    "B513.size": lines("geht Dora"),
    "B514": house("modes: {lust: {max_per_player: 1}}", *["Anna damensolo 190"] * 3),
    "B515": house(SAU, "Anna damensolo 190", "Anna Cem 130"),
}
SHEETS.update({message: over_tsr(body) for message, body in WRONG})
#: Found elsewhere than in the text of a sheet.
ELSEWHERE: Final = (
    "R726",
    "B513",
    "F104.circle",
    "F104.too-many",
    "F103.large",
    "H211.no-augen",
    "F101.too-large",
    "F101.not-utf8",
    "F103.mapping",
    "F107.no-hand",
    "F109",
    "F110",
    "T604",
    "T607.mode",
    "T607.unit",
    "T607.currency",
    "T608",
    "T608.table",
    "T608.near",
)


def findings_of(text: str) -> list[Finding]:
    sheet, found = read_sheet(text, "x.yaml")
    return found if sheet is None else run(keep(sheet), found)


def found_elsewhere(folder: Path) -> list[Finding]:
    bundled = rulesets.load("tsr")[0]
    assert bundled is not None
    (folder / "list.yaml").write_text("- a\n", encoding="utf-8")
    (folder / "circle.yaml").write_text("extends: circle\n", encoding="utf-8")
    (folder / "large.yaml").write_text(
        f"extends: tsr\nlabels: {{{', '.join(f'a{i}: b' for i in range(9999))}}}\n", encoding="utf-8"
    )
    (folder / "link0.yaml").write_text("extends: tsr\n", encoding="utf-8")
    for i in range(rulesets.MOST_FILES):
        (folder / f"link{i + 1}.yaml").write_text(f"extends: link{i}\n", encoding="utf-8")
    return [
        *read_text(None, b"a" * (LIMIT + 1))[1],
        *read_text(None, b"a\xff")[1],
        *rulesets.load("list", folder)[1],
        *rulesets.load("circle", folder)[1],
        *rulesets.load("large", folder)[1],
        *rulesets.load(f"link{rulesets.MOST_FILES}", folder)[1],
        *endless_bock(bundled),
        *who_is_there_comes(),
        *of_a_fault_inside(),
        *of_a_file_in_a_folder(folder),
        *between_sheets(),
        *(error for line in ("pause", "A C wert:3") if (error := Calculator(bundled).score(line).error)),
    ]


def between_sheets() -> list[Finding]:
    """A copy, another list of the same table, other rules, and a name that is nearly one of another sheet."""
    seen, found = Seen(), []
    for body in ("[Anna, Ben, Cem, Dora]\nevent: X", "[Anna, Ben, Cem, Dora]", "[Anne, Ben, Cem, Dora]\nevent: X"):
        for line in ("Ben Cem 130", "Ben Cem 156")[: 1 + ("Anne" in body)]:
            sheet, _ = read_sheet(f"players: {body}\nround: 1\ntable: 2\nhands: [{line}]\n", "x.yaml")
            assert sheet is not None
            twice = sheet_twice(kept_of(keep(sheet), "x.yaml"), seen)
            found += [twice] if twice else []
            seen.take(kept_of(keep(sheet), "x.yaml"))
    for date in ("2026-11-27", "2026-12-04"):
        sheet, _ = read_sheet(f"players: [A, B, C, D]\ndate: {date}\nhands: [A B 130, C D 156]\n", "x.yaml")
        assert sheet is not None
        twice = sheet_twice(kept_of(keep(sheet), "x.yaml"), seen)
        found += [twice] if twice else []
        seen.take(kept_of(keep(sheet), "x.yaml"))
    for settlement in ("mode: minus, unit: 2", "money: {rate: 1}", "money: {rate: 1, currency: CHF}"):
        rules = f"rules: {{extends: tsr, settlement: {{{settlement}}}}}"
        sheet, _ = read_sheet(f"players: [Anna, Ben, Cem, Dora]\n{rules}\nhands: []\n", "x.yaml")
        assert sheet is not None
        found += rules_differ(kept_of(keep(sheet), "x.yaml"), seen)
        seen.take(kept_of(keep(sheet), "x.yaml"))
    return [*found, *name_similar(seen)]


def endless_bock(bundled: Ruleset) -> list[Finding]:
    """What a ruleset without a highest level of Bock would give that puts behind what is over it."""
    bock = replace(bundled.bock, max_level=None, overflow="queue")
    return [
        Finding(clash.code, Place(1, 1, 2), clash.args, clash.variant)
        for clash in contradictions(replace(bundled, bock=bock), lambda _: False)
    ]


def who_is_there_comes() -> list[Finding]:
    """What a sheet would give in which somebody comes twice; reading refuses the second line."""
    sheet, _ = read_sheet(lines("kommt Emil"), "x.yaml")
    assert sheet is not None
    return run(keep(replace(sheet, entries=(*sheet.entries, *sheet.entries))))


def of_a_fault_inside() -> Sequence[Finding]:
    """What a sheet gives at which the program fails."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dokosheet.edit.document.keep", lambda _: 1 // 0)
        return opened(HEAD).findings


def of_a_file_in_a_folder(folder: Path) -> Sequence[Finding]:
    """What a link to nowhere gives that lies in a folder."""
    found = open_found(Found(str(folder / "nowhere.yaml"), named=False))
    assert found is not None
    return found.findings


def test_there_is_an_example_of_every_finding() -> None:
    assert facts(GERMAN) - {*SHEETS, *ELSEWHERE} == set()


def assert_speaks(finding: Finding) -> None:
    """The fact and the repairs of a finding, in both languages, with the arguments that it really has."""
    for lang in LANGUAGES:
        say = texts(lang)
        fact = say(finding.message_id, **say.present(finding.args))
        assert not any(sign in fact for sign in ("{", "[", "None", "Decimal"))
        assert fact == fact.strip()
        for repair in finding.repairs:
            assert say(f"repair.{repair.reason}", **say.present(repair.args))


@pytest.mark.parametrize("message", SHEETS)
def test_findings_speak(message: str) -> None:
    found = findings_of(SHEETS[message])
    assert message in {finding.message_id for finding in found}
    for finding in found:
        assert_speaks(finding)


def test_findings_of_files_speak(tmp_path: Path) -> None:
    found = found_elsewhere(tmp_path)
    assert {finding.message_id for finding in found} == set(ELSEWHERE)
    for finding in found:
        assert_speaks(finding)


@pytest.mark.parametrize(
    ("lang", "fact"), [("de", "als Geber steht Ben da, an der Reihe war Anna"), ("en", "Ben dealt, it was Anna's turn")]
)
def test_a_fact_names_both_sides(lang: str, fact: str) -> None:
    finding = next(f for f in findings_of(SHEETS["B501"]) if f.code == "B501")
    say = texts(lang)
    assert say(finding.message_id, **say.present(finding.args)) == fact
