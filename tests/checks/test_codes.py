"""Every code: what triggers it and what nearly does, at which token, how severe, once a slip; answers; all calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import pytest

import oracle
from dokosheet.checks import run
from dokosheet.files.text import LINE_BREAK
from helpers import CODES, FIVE, FOUR, Finding, found, keep, ledger, opened, read_sheet, sheet, text

#: A finding as code and the text that it points at.
Marked = tuple[str, str]

SEVERITIES = {
    **dict.fromkeys(("H205", "S409", "B510", "B511"), "notice"),
    **dict.fromkeys(("H206", "H214", "C303", "C304", "C306", "C307", "B512", "B515", "T604", "T607"), "warning"),
}

# Solo by everybody, so that the Pflichtsoli are played and the rest is free.
SOLI = ("A damensolo 190", "A bubensolo 190", "B damensolo 190", "C damensolo 190", "D damensolo 190")
NORMAL = "A C 130"


def marked(finding: Finding, source: str) -> str:
    place = finding.place
    return LINE_BREAK.split(source)[place.line - 1][place.column - 1 : place.end_column - 1]


def whole(*lines: str, players: Sequence[str] = FOUR, head: str = "") -> list[Marked]:
    """Everything that is found, with the text pointed at."""
    source = text(*lines, players=players, head=head)
    return raw(source)


def reported(source: str) -> Sequence[Finding]:
    return opened(source, "test.yaml").findings


def raw(source: str) -> list[Marked]:
    findings = reported(source)
    for finding in findings:
        if finding.code.startswith("R"):
            continue  # tests/core/test_contradictions.py
        severity = SEVERITIES.get(finding.code, "error")
        if finding.code == "H206" and finding.variant == "unknown":
            severity = "error"
        if (finding.code, finding.variant) in (("H207", "hardly"), ("B513", "size"), ("S406", "row-unnoted")):
            severity = "warning"
        if (finding.code, finding.variant) == ("C307", "skipped"):
            severity = "error"
        assert finding.severity == severity, finding
    places = [(finding.place.line, finding.place.column) for finding in findings]
    assert places == sorted(places)
    return [(finding.code, marked(finding, source)) for finding in findings]


def test_the_severities_of_the_table() -> None:
    for code, (_, severity) in CODES.items():
        if not code.startswith("R"):  # those: tests/core/test_contradictions.py
            assert severity == SEVERITIES.get(code, "error"), code


# -- one hand

#: (line, what is found): a slip and, with nothing found, its near miss.
HANDS: list[tuple[str, list[Marked]]] = [
    # F: tokens
    ("X C 130", [("F105", "X")]),
    ("A C 130 fuchs:X", [("F105", "fuchs:X")]),
    ("A C 130 foo", [("F105", "foo")]),
    ("A C 130 foo:A", [("F107", "foo:A")]),
    ("A C 130 re@13", [("F103", "re@13")]),
    ("A C 130 wert:x", [("F103", "wert:x")]),
    ("A C 130 131", [("F103", "131")]),
    ("A C 130 =1,-1,1,x", [("F103", "=1,-1,1,x")]),
    ("=2,-2,2", [("F103", "=2,-2,2")]),
    ("==2,-2,2", [("F103", "==2,-2,2")]),
    ("A C 130 =1,-1,1", [("F103", "=1,-1,1")]),
    ("A C re schwarz", [("F107", "schwarz")]),
    ("A C k90 130", [("F107", "k90")]),
    # H201
    ("A C -1", [("H201", "-1")]),
    ("A C 241", [("H201", "241")]),
    ("A C 1", [("H201", "1")]),
    ("A C 239", [("H201", "239")]),
    ("A C :1", [("H201", ":1")]),
    ("A C :241", [("H201", ":241")]),
    ("A C 130:111", [("H201", "130:111")]),
    ("A C 200-241", [("H201", "200-241")]),
    ("A C 2", []),
    ("A C 238", []),
    ("A C 130:110", []),
    # H202
    ("A 130", [("H202", "A")]),
    ("A B C 130", [("H202", "C")]),
    ("A A 130", [("H202", "A")]),
    ("130", [("H202", "130")]),
    ("A C damensolo 190", [("H202", "C")]),
    ("A C still 130", [("H202", "C")]),
    ("A B C hochzeit 130", [("H202", "C")]),
    ("damensolo 190", [("H202", "damensolo 190")]),
    ("A damensolo 190", []),
    ("A hochzeit 130", []),
    ("A C hochzeit 130", []),
    # H203
    ("A armut 130", [("H203", "armut")]),
    ("A C armut 130", [("H203", "armut")]),
    ("A kontrasolo 130", [("H203", "kontrasolo")]),
    # H204, H205
    ("A C 130 schwarz", [("H204", "schwarz")]),
    ("A C u60 schwarz", [("H204", "schwarz")]),
    ("A C 240 schwarz fuchs:B", [("H204", "fuchs:B")]),
    ("A C 0 schwarz karlchen:re", [("H204", "karlchen:re")]),
    ("A C 240 schwarz fuchs:A", []),
    ("A C 240", [("H205", "240")]),
    ("A C 0", [("H205", "0")]),
    ("A C :0", [("H205", ":0")]),
    ("A damensolo 240", [("H205", "240")]),
    ("A C 240 schwarz", []),
    ("A C 240 stich", []),
    ("A C 0 stich", []),
    ("A C 238", []),
    # H206
    ("A damensolo 190 fuchs:A", [("H206", "fuchs:A")]),
    ("A still 190 karlchen:re", [("H206", "karlchen:re")]),
    ("A hochzeit 190 doppelkopf:re", [("H206", "doppelkopf:re")]),
    ("A damensolo 190 2f:re", [("H206", "2f:re")]),
    ("A C 190 dulle_gefangen:A", [("H206", "dulle_gefangen:A")]),
    ("A C 190 kg:A", [("H206", "kg:A")]),
    ("A C 190 fuchs:A", []),
    ("A C hochzeit 190 fuchs:A", []),
    # H207
    ("A C 150 fuchs:A fuchs:C fuchs:B", [("H207", "fuchs:B")]),
    ("A C 150 3f:re", [("H207", "3f:re")]),
    ("A C 150 2f:re fuchs:B", [("H207", "fuchs:B")]),
    ("A C 150 karlchen:A karlchen:B", [("H207", "karlchen:B")]),
    ("A C 200 5dk:re", [("H207", "5dk:re")]),
    ("A C 200 4dk:re", [("H207", "4dk:re")]),
    ("A C 130 2dk:re 2dk:kontra", [("H207", "2dk:kontra")]),
    ("A C 150 2f:re karlchen:A karlchen:B", [("H207", "karlchen:B")]),
    ("A C 150 fuchs:A fuchs:B", []),
    ("A C 150 3dk:re", []),
    ("A C 150 karlchen:A", []),
    # H208
    ("A C 201 doppelkopf:kontra", [("H208", "doppelkopf:kontra")]),
    ("A C 200 doppelkopf:kontra", []),
    ("A C 161 2dk:kontra", [("H208", "2dk:kontra")]),
    ("A C 160 2dk:kontra", []),
    ("A C 116 3dk:kontra", []),
    ("A C 117 3dk:kontra", [("H208", "3dk:kontra")]),
    ("A C 117 doppelkopf:B doppelkopf:D doppelkopf:kontra", [("H208", "doppelkopf:kontra")]),
    ("A C 239 fuchs:B", [("H201", "239")]),
    ("A C 228 fuchs:B", [("H208", "fuchs:B")]),
    ("A C 227 fuchs:B", []),
    ("A C 217 2f:kontra", [("H208", "2f:kontra")]),
    ("A C 216 2f:kontra", []),
    ("A C 240 stich karlchen:B", [("H208", "karlchen:B")]),
    ("A C 238 karlchen:B", []),
    ("A C 12 fuchs:A", [("H208", "fuchs:A")]),
    ("A C 13 fuchs:A", []),
    ("A C u30 doppelkopf:kontra", [("H208", "doppelkopf:kontra")]),
    ("A C u60 doppelkopf:kontra", []),
    ("A C 201 doppelkopf:A doppelkopf:B", [("H208", "doppelkopf:B")]),
    # H209
    ("A C 110 alten:kontra", [("H209", "alten:kontra")]),
    ("A C 110 alten:B", [("H209", "alten:B")]),
    # H210
    ("A C hochzeit@4 130", [("H210", "hochzeit@4")]),
    ("A C hochzeit@0 130", [("H210", "hochzeit@0")]),
    ("A C hz12 130", [("H210", "hz12")]),
    ("A hochzeit@2 130", [("H210", "hochzeit@2")]),
    ("A damensolo hochzeit@2 190", [("F103", "hochzeit@2")]),
    ("A C hochzeit@1 130", []),
    ("A C hochzeit@3 130", []),
    # H211
    ("A C", [("H211", "A")]),
    ("A C 100-150", [("H211", "100-150")]),
    ("=2,?,?,-2", [("H211", "=2,?,?,-2"), ("S409", "?")]),
    ("A C 121-150", []),
    ("=2,-2,?,-2", [("S409", "?")]),
    ("=2,-2,?,-2 ok:S409", []),
    ("A C wert:2", []),
    ("wert:2 sieger:A,C", []),
    ("==2,-2,2,-2", []),
    # C301
    ("A C 130 re120", [("C301", "re120")]),
    ("A C 130 tuck:A", [("C301", "tuck:A")]),
    # a trick that was noted
    ("A C 130 stich1:A", [("F103", "stich1:A")]),
    ("A C 130 stich0:35/A", [("F103", "stich0:35/A")]),
    ("A C 130 stich13:35/A", [("F103", "stich13:35/A")]),
    ("A C 130 stich1:35/X", [("F105", "stich1:35/X")]),
    ("A C 130 stich1:35/A", []),
    # C302
    ("A C 130 re/B", [("C302", "re/B")]),
    ("A C 130 kontra/A", [("C302", "kontra/A")]),
    ("A C 130 kontra90/C", [("C302", "kontra90/C")]),
    ("A damensolo 190 re/B", [("C302", "re/B")]),
    ("A damensolo 190 kontra/B", []),
    ("A C 130 re/C", []),
    ("A C hochzeit 130 re/C", []),
    ("=4,-4,4,-4 re/A", []),
    ("=2,-2,2,-2 re/A", [("S406", "=2,-2,2,-2")]),
    # C303
    ("A C 130 re@10", [("C303", "re@10")]),
    ("A C 160 re@11 re90@9", [("C303", "re90@9")]),
    ("A C 160 kontra@9 re@11", [("C303", "kontra@9")]),
    ("A C 160 kontra@10 re@11", []),
    ("A C 160 re90 kontra@9", []),
    ("A C 160 re90 kontra@8", [("C303", "kontra@8")]),
    ("A C 130 re@11", []),
    ("A C 130 re", []),
    ("A C hochzeit@2 130 re@10", []),
    ("A C hochzeit@2 130 re@9", [("C303", "re@9")]),
    # C304
    ("A C 160 kontra@11 re@10 re90@10", [("C304", "re90@10")]),
    ("A C 160 kontra@11 re@10 re90", [("C304", "re90")]),
    ("A C 160 kontra@11 re@11 re90@10", []),
    ("A C 160 kontra@11 re90@10", [("C304", "re90@10")]),
    # C305
    ("A C 130 re re", [("C305", "re")]),
    ("A C 160 re90/A re90/C", [("C305", "re90/C")]),
    ("A C 160 re re90", []),
    ("A C 160 re kontra", []),
    # C306
    ("A C hochzeit@2 130 re@11", [("C306", "re@11")]),
    ("A C hochzeit@1 130 re@12", [("C306", "re@12")]),
    ("A hochzeit 130 re@10", [("C306", "re@10")]),
    ("A hochzeit 130 re@9", []),
    ("A still 130 re@12", []),
    # C307
    ("A C 190 re60@9", [("C307", "re60@9")]),
    ("A C 190 re@11 re60@9", [("C307", "re60@9")]),
    ("A C 190 re60@11", []),
    ("A C 190 re@11 re60@10", []),
    ("A C 190 re@11 re90@10 re60@9", []),
    # C308
    ("A C 160 k90:re", [("C308", "k90:re")]),
    ("A C 160 k90:re re", []),
    ("A C 160 re90", []),
    # S401, S402, S403
    ("=2,-2,2,-1", [("S401", "-1")]),
    ("=2,-2,3,-2", [("S401", "3")]),
    ("=9,-3,-3,-2", [("S401", "-2")]),
    ("=1,2,3,4", [("S401", "=1,2,3,4")]),
    ("==5,1,1,1", [("S401", "5")]),
    ("=1,-1,2,-2", [("S402", "=1,-1,2,-2")]),
    ("=2,-2,4,-4", [("S403", "=2,-2,4,-4")]),
    ("=2,-2,2,-2", []),
    ("=9,-3,-3,-3", []),
    ("=-9,3,3,3", []),
    ("=0,0,0,0", []),
    ("=3,0,0,-3", []),
    ("=-18,6,6,6", []),
    ("=15,0,0,-15", []),
    # S404
    ("A C 156 =3,-2,2,-2", [("S404", "3")]),
    ("A C 156 =2,-2,2,2", [("S404", "2")]),
    ("A C 156 =-2,2,-2,2", [("S404", "=-2,2,-2,2")]),
    ("A C 156 wert:3", [("S404", "wert:3")]),
    ("A C wert:2 =3,-3,3,-3", [("S404", "=3,-3,3,-3")]),
    ("A C 156 p:2/-2/2/-1", [("S404", "p:2/-2/2/-1")]),
    ("A C 156 =A:2,C:3,B:-2,D:-2", [("S404", "=A:2,C:3,B:-2,D:-2")]),
    ("A C 156 =2,-2,-,-2", [("S404", "-")]),
    ("A C 156 =2,-2,2,-2", []),
    ("A C 156 =2,-2,?,-2", []),
    ("A C 156 wert:2", []),
    # S405
    ("A C 156 ==2,-2,2,-1", [("S405", "-1")]),
    ("A C 156 ==2,-2,2,-2", []),
    ("A C 156 =3,-2,2,-2 ==3,-2,2,-2", [("S404", "3")]),
    ("A C 156 =3,-2,2,-2 ==2,-2,2,-2", [("S404", "3")]),
    ("A C 156 ==2,?,2,-2", [("S409", "?")]),
    # S406
    ("A C wert:41", [("S406", "wert:41")]),
    ("=41,-41,41,-41", [("S406", "=41,-41,41,-41")]),
    ("A C wert:28", []),
    ("=29,-29,29,-29", []),
    # S407
    ("A C 156 sieger:B,D", [("S407", "sieger:B,D")]),
    ("A C 156 sieger:A", [("S407", "sieger:A")]),
    ("A C 156 sieger:kontra", [("S407", "sieger:kontra")]),
    ("=2,-2,2,-2 sieger:B,D", [("S407", "sieger:B,D")]),
    ("A C u60 re30", [("S407", "u60")]),
    ("A C 156 sieger:A,C", []),
    ("A C 156 sieger:re", []),
    ("=2,-2,2,-2 sieger:C,A", []),
    # B
    ("A C 156 geber:B", [("B501", "geber:B")]),
    ("A C 156 geber:A", []),
    ("A C 156 pflicht", [("B504", "pflicht")]),
    ("A still 156 pflicht", [("B504", "pflicht")]),
    ("A damensolo 156 vorgefuehrt", [("B504", "vorgefuehrt")]),
    ("A damensolo 156 pflicht", []),
    ("A damensolo 156 lust", [("B505", "lust")]),
    ("A C 156 bock:1", [("B507", "bock:1")]),
    ("A C 156 bock:0", []),
    ("strafe D gerig", [("B509", "gerig")]),
    ("strafe D gering punkte:4", [("B509", "punkte:4")]),
    ("strafe D schwer absagen:5", [("B509", "absagen:5")]),
    ("strafe D gering absagen:1", [("B509", "absagen:1")]),
    ("strafe D minor_solo", [("B509", "minor_solo")]),
    ("strafe D minor_solo soloist:D", [("B509", "soloist:D")]),
    ("strafe D unsportlich punkte:13", [("B509", "punkte:13")]),
    ("strafe D gering", []),
    ("strafe D schwer absagen:4", []),
    ("strafe D unsportlich punkte:4", []),
    ("strafe D minor_solo soloist:A", []),
    ('strafe D "vorgesagt"', [("F103", "strafe")]),
    ("A C 156 ok:S404", [("B510", "ok:S404")]),
]


@pytest.mark.parametrize(("line", "wanted"), HANDS, ids=[line for line, _ in HANDS])
def test_one_hand(line: str, wanted: list[Marked]) -> None:
    if line == "130":
        wanted = [("H202", "130")]
    assert whole(line) == wanted


#: (what, the sheet, what is found)
SHEETS: list[tuple[str, dict[str, Any], list[Marked]]] = [
    ("a name is a prefix of two", {"lines": ["An B 130"], "players": ("Anna", "Andi", "B", "C")}, [("F106", "An")]),
    ("at five the dealer is named", {"lines": ["A C 130"], "players": FIVE}, [("H202", "A")]),
    ("at five the dealer is named second", {"lines": ["C A 130"], "players": FIVE}, [("H202", "A")]),
    ("at five others are named", {"lines": ["B C 130"], "players": FIVE}, []),
    ("the dealer of five has a Sonderpunkt", {"lines": ["B C 130 fuchs:A"], "players": FIVE}, [("H202", "fuchs:A")]),
    ("the dealer of five calls", {"lines": ["B C 130 kontra/A"], "players": FIVE}, [("C302", "kontra/A")]),
    ("the dealer of five is penalised", {"lines": ["B C 130", "strafe A gering"], "players": FIVE}, [("B509", "A")]),
    ("the dealer of five writes points", {"lines": ["B D 130 =5,1,-1,1,-1"], "players": FIVE}, [("S404", "5")]),
    ("the dealer of five writes nothing", {"lines": ["B D 130 =-,1,-1,1,-1"], "players": FIVE}, []),
    ("four cells at five", {"lines": ["B D 130 =1,-1,1,-1"], "players": FIVE}, []),
    ("somebody else sat out", {"lines": ["A D 130 aussetzt:B"], "players": FIVE}, []),
    # S405
    (
        "one total is wrong once",
        {"lines": ["A C 156 ==2,-2,2,-2", "A C 156 ==4,-4,5,-4", "A C 156 ==6,-6,6,-6"]},
        [("S405", "5")],
    ),
    (
        "a slip is carried on",
        {"lines": ["A C 156 ==2,-2,2,-2", "A C 156 ==4,-4,5,-4", "A C 156 ==6,-6,7,-6", "A C 156 ==8,-8,9,-8"]},
        [("S405", "5")],
    ),
    ("two totals are swapped", {"lines": ["A C 156 ==-2,2,2,-2"]}, [("S405", "-2")]),
    ("a penalty is part of the total", {"lines": ["A C 156", "strafe D gering", "A C 156 ==5,-3,5,-7"]}, []),
    (
        "a wrong row is not found again in the totals",
        {"lines": ["A C 156 =3,-2,2,-2 ==3,-2,2,-2", "A C 156 ==5,-4,4,-4", "A C 156 ==7,-6,6,-6"]},
        [("S404", "3")],
    ),
    (
        "a wrong row, but right totals",
        {"lines": ["A C 156 =3,-2,2,-2 ==2,-2,2,-2", "A C 156 ==4,-4,4,-4"]},
        [("S404", "3")],
    ),
    (
        "a hand that cannot be read does not shift the totals",
        {"lines": ["A C 156 ==2,-2,2,-2", "A C 156 fux:A ==4,-4,4,-4", "A C 156 ==6,-6,6,-6"]},
        [("F107", "fux:A")],
    ),
    (
        "impossible Augen do not shift the totals",
        {"lines": ["A C 239 ==2,-2,2,-2", "A C 156 ==4,-4,4,-4"]},
        [("H201", "239")],
    ),
    # B501
    ("the dealers are right", {"lines": ["A C 156 geber:A", "A C 156 geber:B", "A C 156 geber:C"]}, []),
    (
        "a dealer is wrong once",
        {"lines": ["A C 156 geber:A", "A C 156 geber:A", "A C 156 geber:C"]},
        [("B501", "geber:A")],
    ),
    (
        "a dealer is wrong from here on",
        {"lines": ["A C 156 geber:A", "A C 156 geber:C", "A C 156 geber:D", "A C 156 geber:A"]},
        [("B501", "geber:C")],
    ),
    ("after a Pflichtsolo the same dealer", {"lines": ["A damensolo 190", "A C 156 geber:A"]}, []),
    ("after a Lustsolo the next one", {"lines": [*SOLI[:2], "A C 156 geber:B"]}, []),
    ("after a redeal the same dealer", {"lines": ["A C 156", "neugeben B", "A C 156 geber:B"]}, []),
    ("the dealer of the head", {"lines": ["A C 156 geber:C"], "head": "dealer: C"}, []),
    (
        "a name that cannot be read does not shift the dealer",
        {"lines": ["X damensolo 190", "A C 130 geber:A", "A C 130 geber:B"]},
        [("F105", "X")],
    ),
    (
        "a kind that cannot be read does not shift the dealer",
        {"lines": ["A damensollo 190", "A C 130 geber:A", "A C 130 geber:B"]},
        [("F107", "damensollo")],
    ),
    # B502, B503
    ("too few hands", {"lines": [*SOLI, *[NORMAL] * 18, "ende"]}, [("B502", "ende")]),
    ("as many hands as there are", {"lines": [*SOLI, *[NORMAL] * 19, "ende"]}, []),
    ("fewer hands as time was up", {"lines": [*SOLI, "ende zeit", "ende"]}, []),
    ("few hands, not closed", {"lines": [*SOLI]}, []),
    (
        "too few hands and the dealer jumps",
        {"lines": [*SOLI, "A C 130 geber:B", "A C 130 geber:D", *[NORMAL] * 16, "ende"]},
        [("B501", "geber:D"), ("B502", "ende")],
    ),
    (
        "a rubric with more hands than there are",
        {"lines": [NORMAL] * 21, "head": "pflichtsoli: [A ds 190, B ds 190, C ds 190, D ds 190]"},
        [("B502", NORMAL)],
    ),
    (
        "a rubric with as many hands as there are",
        {"lines": [*[NORMAL] * 20, "ende"], "head": "pflichtsoli: [A ds 190, B ds 190, C ds 190, D ds 190]"},
        [],
    ),
    (
        "a Pflichtsolo is missing in the rubric",
        {"lines": [*[NORMAL] * 20, "ende"], "head": "pflichtsoli: [A ds 190, B ds 190, C ds 190]"},
        [("B503", "ende")],
    ),
    ("a Pflichtsolo is missing after time", {"lines": [*SOLI[:4], "ende zeit", "ende"]}, [("B503", "ende")]),
    ("no Pflichtsolo is missing after time", {"lines": [*SOLI, "ende zeit", "ende"]}, []),
    # B504, B505
    (
        "a second solo is marked pflicht",
        {"lines": ["A damensolo 190", "A bubensolo 190 pflicht"]},
        [("B504", "pflicht")],
    ),
    ("a second solo is marked lust", {"lines": ["A damensolo 190", "A bubensolo 190 lust"]}, []),
    # B506
    (
        "a normal hand where a Vorführung was due",
        {"lines": [*[NORMAL] * 20, NORMAL, "B ds 190", "C ds 190", "D ds 190"]},
        [("B506", "A")],
    ),
    ("the Vorführungen were played", {"lines": [*[NORMAL] * 20, "B ds 190", "C ds 190", "D ds 190", "A ds 190"]}, []),
    (
        "the Vorführungen in another order",
        {"lines": [*[NORMAL] * 20, "C ds 190", "B ds 190", "D ds 190", "A ds 190"]},
        [("B506", "C")],
    ),
    ("a run of missed Vorführungen is one slip", {"lines": [NORMAL] * 24}, [("B506", "A")]),
    (
        "what is owed at the end is said all the same",
        {"lines": [*[NORMAL] * 24, "ende"]},
        [("B506", "A"), ("B503", "ende")],
    ),
    ("after time only Pflichtsoli", {"lines": [*SOLI[:4], "ende zeit", NORMAL]}, [("B506", "A")]),
    # B508
    ("a hand after the end", {"lines": [*SOLI, *[NORMAL] * 19, "ende", NORMAL]}, [("B508", "A")]),
    ("hands after the end, once", {"lines": [*SOLI, *[NORMAL] * 19, "ende", NORMAL, NORMAL]}, [("B508", "A")]),
    ("more hands than there are", {"lines": [*SOLI, *[NORMAL] * 20]}, [("B508", "A")]),
    ("a normal hand after time", {"lines": [*SOLI, "ende zeit", NORMAL]}, [("B508", "A")]),
    ("a new Spielrunde after the end", {"lines": [*SOLI, *[NORMAL] * 19, "ende", "spielrunde", NORMAL]}, []),
    ("a missing Pflichtsolo after time", {"lines": [*SOLI[:4], "ende zeit", "D ds 190"]}, []),
    # B507, B512, B513
    ("a Bock by agreement", {"lines": ["bock +1 Silvester", "A C 130"]}, [("B507", "bock")]),
    ("a reason that is none", {"lines": ["neugeben B neunen", "A C 130"]}, [("B512", "neunen")]),
    ("reasons that nobody judges", {"lines": ["neugeben B", 'neugeben B "neunen"', "neugeben vergeben"]}, []),
    ("a reason that is answered", {"lines": ["neugeben B neunen"], "head": "ok: [B512]"}, []),
    ("three remain", {"lines": ["A C 130", "geht D"]}, [("B513", "geht")]),
    ("the eighth comes", {"lines": [f"kommt {name}" for name in "EFGH"]}, [("B513", "kommt")]),
    ("the seventh comes", {"lines": [f"kommt {name}" for name in "EFG"]}, []),
    ("who left comes back", {"lines": ["kommt E", "geht D", "A B 130", "kommt D"]}, []),
    ("who is there comes", {"lines": ["kommt D"]}, [("F108", "D")]),
    ("who is not there leaves", {"lines": ["geht E"]}, [("F105", "E")]),
    ("nobody takes the seat", {"lines": ["wechsel D"]}, [("F103", "D")]),
    ("somebody takes the seat", {"lines": ["wechsel D E", "A E 130"]}, []),
    ("nobody comes", {"lines": ["kommt"]}, [("F103", "kommt")]),
    ("the name of who comes is a word", {"lines": ["kommt gilt"]}, [("F108", "gilt")]),
    # B509
    ("a penalty against the soloist of the hand", {"lines": ["A damensolo 190", "strafe B minor_solo"]}, []),
    ("a soloist cannot offend himself", {"lines": ["A ds 190", "strafe A minor_solo"]}, [("B509", "minor_solo")]),
]


@pytest.mark.parametrize(("what", "written", "wanted"), SHEETS, ids=[what for what, _, _ in SHEETS])
def test_sheets(what: str, written: dict[str, Any], wanted: list[Marked]) -> None:
    rest = {key: value for key, value in written.items() if key != "lines"}
    assert whole(*written["lines"], **rest) == wanted


# -- house rules

PIGS = "deck: {pigs: {schweinchen: {cards: DA}, super: {cards: D10, needs: schweinchen}}}"
SECOND = "deck: {pigs: {schweinchen: {cards: DA, which: second}}}"
SWAPS = "deck: {swaps: {genscher: {effect: repartner}, gegengenscher: {effect: repartner, needs: genscher}}}"
HIGHER_STAKES = "calls: {defs: {bock_call: {mul: 2, needs: [re, kontra]}, stuhlbein: {mul: 2, needs: [bock_call]}}}"
LAST_TRICK = "sonderpunkte: {fuchs_am_end: {}, karlchen_gefangen: {max: 2}, fuchs_letzter: {}}"
AGATHE = "sonderpunkte: {agathe: {}}"
COSTLY = (
    "deck: {dulle: second}, sonderpunkte: {dulle_gefangen: {}}, settlement: {fees: {"
    "dulle: {when: 'special:dulle_gefangen', from: losers, to: declarer, amount: 1}, "
    "misdeal: {when: 'event:misdeal', from: offender, to: each_other, amount: 1}}}"
)
COWARDS = "cowardice: {slack: 2, effect: flag}"
ANSAGE_DUTY = "calls: {duty: [{tricks: [1], augen_min: 30, decline_at: 30, not_in: [solo], raised_by: [hochzeit]}]}"
NEXT_DUTY = "calls: {duty: [{tricks: [1, 2], augen_min: 35, call: next}]}"
NO_CALLS = (
    "kinds: {knochenloser: {class: solo, goal: no_trick, calls: none, modes: [lust], pflicht_ok: false}, "
    "kreuzsolo: {calls: [re, kontra]}}"
)
TABLE_CARDS = "calls: {clock: {unit: table_cards, latest: {re: 4, kontra: 4, k90: 8, k60: 12, k30: 16, schwarz: 20}}}"
TRICKS = "calls: {clock: {unit: tricks, latest: {re: 1, kontra: 1, k90: 2, k60: 3, k30: 4, schwarz: 5}}}"
BOCK = "bock: {triggers: {heart_trick: {}}}"
TO_POINTS = (
    "pflichtsolo: {solos: 0, enforce: none}, "
    "party: {length: {unit: points, n: 2, by_players: null, finish_round: false}}"
)
FOLLOW_UP = (
    "kinds: {schwarze_sau: {class: solo, modes: [lust], pflicht_ok: false}, damensolo: {follow_up: schwarze_sau}}"
)

#: (what is changed in TSR, the lines, what is found with its variant): a slip and its near misses.
HOUSE: list[tuple[str, list[str], list[Marked]]] = [
    # H203, H204, H211
    ("hochzeit: {unfound: redeal}", ["A hochzeit 130"], [("H203.unfound", "hochzeit")]),
    ("hochzeit: {unfound: redeal}", ["A C hochzeit 130"], []),
    ("deck: {nines: false}", ["A C 240 stich"], [("H204.no-nines", "stich")]),
    ("deck: {nines: false}", ["A C 240"], []),
    ("deck: {nines: false}", ["A C 240 schwarz"], []),
    (NO_CALLS, ["A knochenloser"], [("H211.goal", "A")]),
    (NO_CALLS, ["A knochenloser sieger:A"], []),
    (NO_CALLS, ["A knochenloser sieger:kontra"], []),
    # H207
    (PIGS, ["A C 150 schweinchen:A fuchs:C"], [("H207", "fuchs:C")]),
    (SECOND, ["A C 150 schweinchen:A fuchs:C"], []),
    (SECOND, ["A C 150 schweinchen:A 2fuchs:C"], [("H207", "2fuchs:C")]),
    (LAST_TRICK, ["A C 150 fuchs_am_end:A 2fuchs:C"], [("H207", "2fuchs:C")]),
    (LAST_TRICK, ["A C 150 fuchs_am_end:A fuchs:C"], []),
    (LAST_TRICK, ["A C 150 karlchen:A fuchs_am_end:A"], [("H207.exclude", "fuchs_am_end:A")]),
    (LAST_TRICK, ["A C 150 fuchs_am_end:A kg:A"], [("H207.exclude", "kg:A")]),
    (AGATHE, ["A C 150 agathe:A karlchen:A"], [("H207.exclude", "karlchen:A")]),
    (LAST_TRICK, ["A C 150 karlchen:A 2kg:A fuchs_letzter:A"], [("H207.karlchen", "2kg:A")]),
    (LAST_TRICK, ["A C 150 karlchen:A kg:A"], []),
    (LAST_TRICK, ["A C 150 2kg:A"], []),
    (LAST_TRICK, ["A C 150 karlchen:A kg:B"], [("H207.one-winner", "kg:B")]),
    (LAST_TRICK, ["A C 150 karlchen:A kg:C"], [("H207.one-winner", "kg:C")]),
    (LAST_TRICK, ["A C 150 karlchen:re kg:A"], []),
    # H212, H213
    (PIGS, ["A damensolo 190 schweinchen:A"], [("H212", "schweinchen:A")]),
    (PIGS, ["A C hochzeit 190 schweinchen:A"], []),
    (PIGS, ["A C 130 schweinchen:A schweinchen:B"], [("H212.twice", "schweinchen:B")]),
    (PIGS, ["A C 130 super:A"], [("H212.needs", "super:A")]),
    (PIGS, ["A C 130 super:B schweinchen:A"], []),
    (SWAPS, ["A damensolo 190 genscher"], [("H213", "genscher")]),
    (SWAPS, ["A C 130 gegengenscher"], [("H213.needs", "gegengenscher")]),
    (SWAPS, ["A C 130 genscher gegengenscher"], []),
    # H215
    (COSTLY, ["A C 130 dulle_gefangen:re"], [("H215", "dulle_gefangen:re")]),
    (COSTLY, ["A C 130 dulle_gefangen:A"], []),
    (COSTLY, ["neugeben vergeben"], [("B512.whose", "vergeben")]),
    (COSTLY, ["neugeben A vergeben"], []),
    # H214
    (COWARDS, ["A C 181"], [("H214", "181")]),
    (COWARDS, ["A C 180"], []),
    (COWARDS, ["A C 181 re"], []),
    (COWARDS, ["A C 59"], [("H214", "59")]),
    (COWARDS, ["A damensolo 190"], []),
    ("cowardice: {slack: 2}", ["A C 181"], []),
    ("cowardice: {slack: 2}, checks: {cowardice: always}", ["A C 181"], [("H214", "181")]),
    (COWARDS + ", checks: {cowardice: never}", ["A C 181"], []),
    (COWARDS, ["A C 181 ok:H214"], []),
    # C301
    (NO_CALLS, ["A knochenloser sieger:A re"], [("C301.kind", "re")]),
    (NO_CALLS, ["A kreuzsolo 190 re90"], [("C301.kind", "re90")]),
    (NO_CALLS, ["A kreuzsolo 190 re"], []),
    # C303, C307
    (TABLE_CARDS, ["A C 130 re@5"], [("C303.table", "re@5")]),
    (TABLE_CARDS, ["A C 130 re@4"], []),
    (TABLE_CARDS, ["A C 160 re90@8"], [("C307.table", "re90@8")]),
    (TABLE_CARDS, ["A C 160 re@4 re90@8"], []),
    (TRICKS, ["A C 130 re@2"], [("C303.tricks", "re@2")]),
    (TRICKS, ["A C 130 re@1"], []),
    (TRICKS, ["A C 160 re90@2"], [("C307.tricks", "re90@2")]),
    (TRICKS, ["A C 160 re90@1"], []),
    ("deck: {nines: false}", ["A C 130 re@8"], [("C303", "re@8")]),
    ("deck: {nines: false}", ["A C 130 re@9"], []),
    (TABLE_CARDS + ", checks: {clock: never}", ["A C 130 re@5"], []),
    ("calls: {skip: forbidden}", ["A C 190 re re60"], [("C307.skipped", "re60")]),
    ("calls: {skip: forbidden}", ["A C 190 re re90 re60"], []),
    ("calls: {skip: forbidden}", ["A C 190 re60"], []),
    # C308
    (HIGHER_STAKES, ["A C 130 re bock_call:A"], [("C308.needs", "bock_call:A")]),
    (HIGHER_STAKES, ["A C 130 re kontra stuhlbein"], [("C308.needs", "stuhlbein")]),
    (HIGHER_STAKES, ["A C 130 re kontra bock_call:A stuhlbein:B"], []),
    ("calls: {defs: {k90: {needs: [re, kontra]}}}", ["A C 160 re90"], [("C308.needs", "re90")]),
    ("calls: {defs: {k90: {needs: [re, kontra]}}}", ["A C 160 re90 kontra"], []),
    # C309
    (ANSAGE_DUTY, ["A C 130 stich1:31/A"], [("C309", "stich1:31/A")]),
    (ANSAGE_DUTY, ["A C 130 stich1:31/B re"], [("C309", "stich1:31/B")]),
    (ANSAGE_DUTY, ["A C 130 stich1:31/A re/C"], []),
    (ANSAGE_DUTY, ["A C 130 stich1:30/A"], []),
    (ANSAGE_DUTY, ["A C 130 stich2:31/A"], []),
    (ANSAGE_DUTY, ["A damensolo 190 stich1:31/A"], []),
    (ANSAGE_DUTY, ["A C hochzeit 160 stich1:31/A re"], [("C309", "stich1:31/A")]),
    (ANSAGE_DUTY, ["A C hochzeit 160 stich1:31/A re90"], []),
    (NEXT_DUTY, ["A C 160 stich2:36/C stich1:35/A re"], [("C309", "stich2:36/C")]),
    (NEXT_DUTY, ["A C 160 stich2:36/C stich1:35/A re90"], []),
    (NEXT_DUTY, ["A C 160 stich2:36/B stich1:35/A re kontra"], []),
    # C310
    ("calls: {max_total: 2}", ["A C 160 re90 kontra"], [("C310", "kontra")]),
    ("calls: {max_total: 2}", ["A C 190 re60"], [("C310", "re60")]),
    ("calls: {max_total: 2}", ["A C 160 re90"], []),
    ("calls: {max_total: 2}", ["A C 130 re kontra"], []),
    # S408, B507
    (BOCK, ["A C 130 herzstich", "A C 130 =1,-1,1,-1"], [("S408", "=1,-1,1,-1")]),
    (BOCK, ["A C 130 herzstich", "A C 130 =2,-2,2,-2"], []),
    (BOCK, ["A C 130 herzstich", "A C 130 =3,-3,3,-3"], [("S404.row", "=3,-3,3,-3")]),
    (BOCK, ["A C 130", "A C 130 =1,-1,1,-1"], []),
    (BOCK, ["A C 130 herzstich", "=1,-1,1,-1"], [("S408.points", "=1,-1,1,-1")]),
    (BOCK, ["A C 130 herzstich", "=2,-2,2,-2"], []),
    (BOCK, ["A C 130 herzstich", "=1,-1,2,-2"], [("S402", "=1,-1,2,-2")]),
    (BOCK, ["A C 130 herzstich", "A C 130 =1,-1,1,-1 bock:0 gilt"], [("B511", "gilt")]),
    (BOCK, ["A C 130 herzstich", "A C 130 bock:0"], [("B507.level", "bock:0")]),
    (BOCK, ["A C 130 herzstich", "A C 130 bock:1"], []),
    (BOCK, ["A C 130 bock:1"], [("B507.none", "bock:1")]),
    (BOCK, ["bock +1 Silvester", "A C 130 bock:1"], []),
    # B508
    (TO_POINTS, ["A C 156", "A C 156"], [("B508.points", "A")]),
    (TO_POINTS, ["A C 130", "A C 156"], []),
    # B512
    ("redeal: {triggers: {neunen: {nines_min: 5}}}", ["neugeben B koenige"], [("B512", "koenige")]),
    ("redeal: {triggers: {neunen: {nines_min: 5}}}", ["neugeben B neunen", "neugeben B neuner"], []),
    ("kinds: {armut: {class: pair}}", ["neugeben B armut"], []),
    # B514, B515
    ("modes: {lust: {max_per_player: 1}}", ["A damensolo 190"] * 3, [("B514", "A")]),
    ("modes: {lust: {max_per_player: 1}}", [*["A damensolo 190"] * 2, *["B damensolo 190"] * 2], []),
    (FOLLOW_UP, ["A damensolo 190", NORMAL], [("B515", "A")]),
    (FOLLOW_UP, ["A damensolo 190", "B schwarze_sau 130"], []),
    (FOLLOW_UP, ["A damensolo 90", NORMAL], []),
    (FOLLOW_UP, ["A damensolo 190", "=1,-1,1,-1"], []),
    (FOLLOW_UP, ["A damensolo 190", "A C 130 fux:A"], [("F107.nothing", "fux:A")]),
]


@pytest.mark.parametrize(("rules", "lines", "wanted"), HOUSE, ids=[f"{r}: {'; '.join(w)}" for r, w, _ in HOUSE])
def test_house_rules(rules: str, lines: list[str], wanted: list[Marked]) -> None:
    source = text(*lines, head=f"rules: {{extends: tsr, {rules}}}")
    variants = [finding.message_id for finding in reported(source) if not finding.code.startswith("R")]
    assert (
        list(zip(variants, (token for code, token in raw(source) if not code.startswith("R")), strict=True)) == wanted
    )


def test_every_code_of_a_sheet_has_a_trigger_and_a_near_miss() -> None:
    """F101, F102 and F104 are about the file: tests/io_sheets; F109, F110: tests/real_use; R about the ruleset;
    T about several sheets: tests/real_use/test_each_list_counts_once.py."""
    triggered = {code for _, wanted in HANDS for code, _ in wanted}
    triggered |= {code for _, _, wanted in SHEETS for code, _ in wanted}
    triggered |= {variant.partition(".")[0] for _, _, wanted in HOUSE for variant, _ in wanted}
    assert {code for code in CODES if code[0] not in "RT"} - triggered == {"F101", "F102", "F104", "F109", "F110"}


def test_a_rubric_at_five_adds_up_to_nothing() -> None:
    """Who sat out in a Pflichtsolo of the rubric is not known; whatever is booked, the sum is 0."""
    kept = ledger(head="pflichtsoli: [A damensolo 190 aussetzt:B]", players=FIVE)
    assert sum(kept.totals.values()) == 0


@pytest.mark.parametrize(
    "line",
    [
        "wert:2 sieger:re",
        "wert:2 sieger:A,A",
        "wert:2 sieger:A,B,C",
        "wert:2 sieger:A,B,C,D",
        "A D 130 aussetzt:B",
        "A D 130 aussetzt:B,C",
        "A damensolo 190 aussetzt:B",
    ],
)
def test_points_add_up_to_nothing_or_are_refused(line: str) -> None:
    totals = keep(sheet(line)[0]).totals
    assert sum(totals.values()) == 0 or found(line)


@pytest.mark.parametrize(
    "line", ["aussetzt:A,B,C,D =1,2", "aussetzt:B =2,-1,-1", "aussetzt:A,B,C =0", "aussetzt:A,B =1,-1"]
)
def test_rows_of_fewer_than_four_are_no_exception(line: str) -> None:
    assert found(line)


def test_u30_and_schwarz_is_all_tricks() -> None:
    """Kontra has no trick, so the word leaves one result: 240:0."""
    assert ledger("A C u30 schwarz").totals["A"] == ledger("A C 240 schwarz").totals["A"]


# -- several slips


def test_every_slip_is_reported_in_the_order_of_the_file() -> None:
    lines = [
        "X C 130",
        "A C 241",
        "A C 130 =2,-1,1,-1 geber:A",
        "A C 130 re@10 fuchs:A fuchs:B fuchs:C",
        "A damensolo 130 lust",
    ]
    assert whole(*lines) == [
        ("F105", "X"),
        ("H201", "241"),
        ("S404", "2"),
        ("B501", "geber:A"),
        ("C303", "re@10"),
        ("H207", "fuchs:C"),
        ("B505", "lust"),
    ]


def test_every_slip_of_one_line_is_reported() -> None:
    assert whole("A C 130 re@10 fuchs:A fuchs:B fuchs:C sieger:A geber:B =1,-1,1,-1") == [
        ("C303", "re@10"),
        ("H207", "fuchs:C"),
        ("S407", "sieger:A"),
        ("B501", "geber:B"),
        ("S404", "=1,-1,1,-1"),
    ]


def test_findings_name_their_hand() -> None:
    findings = found("A C 130", "strafe D gering", "A C 241")
    assert [(f.code, f.hand) for f in findings] == [("H201", 2)]


def test_mappings_are_checked_at_their_values() -> None:
    source = text().replace("hands:\n", "hands:\n  - {re: [A, C], augen: {re: 241}, calls: [{call: re, cards: 9}]}\n")
    assert raw(source) == [("H201", "241"), ("C303", "re")] or raw(source) == [("H201", "{re: 241}"), ("C303", "re")]


def test_wert_of_a_mapping_is_found_at_its_value() -> None:
    source = text().replace("hands:\n", "hands:\n  - {re: [A, C], augen: 156, wert: 3}\n")
    assert raw(source) == [("S404", "3")]


# -- answers


ANSWERED = [
    ("A C 156 =3,-2,2,-2 ok:S404", []),
    ("A C 156 =3,-2,2,-2 ok:s404", []),
    ("A C 130 re@10 ok:C303", []),
    ("A C 241 ok:H201", []),
    ("A C 156 =3,-2,2,-2 ok:S405", [("S404", "3"), ("B510", "ok:S405")]),
    ("A C 156 =3,-2,2,-2 ok:S404 ok:S405", [("B510", "ok:S405")]),
    ("A C 156 =3,-2,2,-2 ok:S404,C303", [("B510", "ok:S404,C303")]),
    ("A C 156 ok:S404,C303", [("B510", "ok:S404,C303"), ("B510", "ok:S404,C303")]),
    ("strafe D gering absagen:1 ok:B509", []),
    ("strafe D gering ok:B509", [("B510", "ok:B509")]),
    # gilt
    ("A C 156 =3,-3,3,-3 gilt", [("B511", "gilt")]),
    ("A C 156 wert:3 gilt", [("B511", "gilt")]),
    ("A C 156 geber:B gilt", [("B511", "gilt")]),
    ("=1,2,3,4 gilt", [("B511", "gilt")]),
    ("A C 156 bock:1 gilt", [("B511", "gilt")]),
    ("A C 156 sieger:B,D gilt", [("B511", "gilt")]),
    ("A C 156 =2,-2,2,-2 gilt", []),
    ("A C 241 gilt", [("H201", "241")]),
    ("A C 130 re@10 =2,-2,2,-2 gilt", [("C303", "re@10"), ("B511", "gilt")]),
]


@pytest.mark.parametrize(("line", "wanted"), ANSWERED, ids=[line for line, _ in ANSWERED])
def test_answers(line: str, wanted: list[Marked]) -> None:
    assert whole(line) == wanted


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("A C 156 =3,-3,3,-3 gilt", [3, -3, 3, -3]),
        ("A C 156 wert:3 gilt", [3, -3, 3, -3]),
        ("A C 156 wert:3", [2, -2, 2, -2]),
        ("A C 156 =3,-3,3,-3", [2, -2, 2, -2]),
        ("A C 156 ==3,-3,3,-3 gilt", [3, -3, 3, -3]),
    ],
)
def test_gilt_takes_the_written_facts_as_they_are(line: str, points: list[int]) -> None:
    assert list(ledger(line).totals.values()) == points


def test_gilt_keeps_a_wrong_dealer() -> None:
    assert whole("A C 156 geber:B gilt", "A C 156 geber:C") == [("B511", "gilt")]


def test_b511_says_what_would_have_been_found() -> None:
    (finding,) = found("A C 156 =3,-3,3,-3 sieger:B,D gilt")
    assert finding.args["codes"] == ["S404", "S407"]


def test_an_answer_holds_for_its_line_only() -> None:
    assert whole("A C 156 =3,-2,2,-2 ok:S404", "A C 156 =3,-2,2,-2") == [("S404", "3")]


def test_an_answer_in_the_head_holds_for_the_whole_sheet() -> None:
    assert whole(*SOLI, "ende", head="ok: [B502]") == []
    assert whole("A C 156 =3,-2,2,-2", "A C 156 =3,-2,2,-2", head="ok: [S404]") == []
    assert whole("A C 156", head="ok: [B503]") == [("B510", "[B503]")] or whole("A C 156", head="ok: [B503]") == [
        ("B510", "B503")
    ]


def test_an_answer_at_the_end() -> None:
    assert whole(*SOLI, "ende ok:B502") == []
    assert whole(*SOLI[:4], "ende ok:B502 ok:B503") == [("B510", "ok:B503")]
    assert whole(*SOLI[:4], "ende zeit", "ende ok:B503") == []


def test_what_cannot_be_read_cannot_be_accepted() -> None:
    assert ("F107", "fux:A") in whole("A C 130 fux:A ok:F107")


# -- when a call may be made: TSR table 4a, exhaustively

Klaerung = Literal[1, 2, 3, "unresolved"] | None
#: The Klärungsstich with the latest limits that a line allows, the most cards that a speaker can hold, the line.
KLAERUNGEN: list[tuple[Klaerung, int, str]] = [
    (None, 12, "A C 130"),
    (None, 12, "A still 130"),
    (None, 12, "A damensolo 130"),
    (3, 11, "A C hochzeit 130"),  # not written: what is in time by any of the three is in time
    (1, 11, "A C hochzeit@1 130"),
    (2, 10, "A C hochzeit@2 130"),
    (3, 9, "A C hochzeit@3 130"),
    ("unresolved", 9, "A hochzeit 130"),
]
klaerungen = pytest.mark.parametrize(("klaerung", "most", "start"), KLAERUNGEN, ids=[one[-1] for one in KLAERUNGEN])
STEPS = {oracle.ANSAGE: "", oracle.K90: "90", oracle.K60: "60", oracle.K30: "30", oracle.SCHWARZ: "schwarz"}


def about_calls(line: str) -> list[Marked]:
    return [(code, token) for code, token in whole(line) if code[0] == "C"]


@pytest.mark.parametrize("party", ["re", "kontra"])
@klaerungen
def test_the_limit_of_each_call(klaerung: Klaerung, most: int, start: str, party: str) -> None:
    for step, level in STEPS.items():
        before = f"{party}{STEPS[step - 1]} " if step > oracle.ANSAGE else ""  # what is due before it was said
        for cards in range(1, 13):
            token = f"{party}{level}@{cards}"
            wanted: list[Marked] = []
            if cards < oracle.latest_cards(step, klaerung):
                wanted = [("C303", token)]
            elif cards > most:
                wanted = [("C306", token)]
            assert about_calls(f"{start} {before}{token}") == wanted, (start, token)


@pytest.mark.parametrize("party", ["re", "kontra"])
@klaerungen
def test_the_limit_of_each_reply(klaerung: Klaerung, most: int, start: str, party: str) -> None:
    other = "kontra" if party == "re" else "re"
    for step, level in STEPS.items():
        for cards in range(1, 13):
            token = f"{party}@{cards}"
            wanted: list[Marked] = []
            latest = min(oracle.reply_cards(step, klaerung), oracle.latest_cards(oracle.ANSAGE, klaerung))
            if cards < latest:
                wanted = [("C303", token)]
            elif cards > most:
                wanted = [("C306", token)]
            assert about_calls(f"{start} {other}{level} {token}") == wanted, (start, step, token)


@klaerungen
def test_skipping_needs_every_skipped_step_in_time(klaerung: Klaerung, most: int, start: str) -> None:
    """Legal iff the cards suffice for the lowest step not yet said (TSR 6.4.3)."""
    for said in range(oracle.SCHWARZ):
        before = f"re{STEPS[said]} " if said else ""
        for step in range(said + 1, oracle.SCHWARZ + 1):
            for cards in range(1, most + 1):
                token = f"re{STEPS[step]}@{cards}"
                wanted: list[Marked] = []
                if cards < oracle.latest_cards(step, klaerung):
                    wanted = [("C303", token)]
                elif cards < oracle.latest_cards(said + 1, klaerung):
                    wanted = [("C307", token)]
                assert about_calls(f"{start} {before}{token}") == wanted, (start, before, token)


@pytest.mark.parametrize(
    ("min_augen", "augen", "expected"), [(40, 41, []), (40, 39, ["H208"]), (42, 41, ["H208"]), (30, 39, [])]
)
def test_the_augen_of_a_doppelkopf_are_the_ruleset_s(min_augen: int, augen: int, expected: list[str]) -> None:
    """TSR 7.2.3; the knob ``sonderpunkte.doppelkopf.min_augen``."""
    rules = f"rules: {{extends: tsr, sonderpunkte: {{doppelkopf: {{min_augen: {min_augen}}}}}}}"
    text = f"dokosheet: 1\n{rules}\nplayers: [A, B, C, D]\nhands:\n  - A C {augen} doppelkopf:re\n"
    sheet, findings = read_sheet(text, "test.yaml")
    assert sheet is not None
    assert [finding.code for finding in run(keep(sheet), findings)] == expected
