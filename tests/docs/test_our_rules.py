"""The pages "Unsere Regeln" and "Our table's rules": every block is a ruleset, every line of a sheet can be read by it.

What a sentence says about points, findings and Bock is compared with what the ruleset below it does. The catalogue at
the end holds the house rules that have to be there.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

import pytest

from helpers import FILE, TSR, Finding, Sheet, bill, checks, departures, keep, read_sheet, text

DOCS = Path(__file__).parents[2] / "docs"
GERMAN = (DOCS / "de" / "unsere-regeln.md").read_text("utf-8")
ENGLISH = (DOCS / "our-rules.md").read_text("utf-8")
PLAYERS = ("Anna", "Ben", "Cem", "Dora")
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ENTRY = re.compile(
    r"^\*\*[„\"](?P<sentence>[^*]+)[“\"]\*\*(?P<gloss>[^`]*?)\n```yaml\n(?P<yaml>.*?)^```\n"
    r"(?:(?:Auf der Liste|On the sheet): (?P<lines>`[^\n]*`)$)?",
    re.MULTILINE | re.DOTALL,
)


class Rule(NamedTuple):
    """A sentence, the ruleset that it becomes, and the lines of a sheet that it needs."""

    sentence: str
    yaml: str
    lines: tuple[str, ...]


def rules_of(page: str) -> list[Rule]:
    return [
        Rule(" ".join(found["sentence"].split()), found["yaml"], tuple(re.findall("`([^`]+)`", found["lines"] or "")))
        for found in ENTRY.finditer(page)
    ]


RULES = rules_of(GERMAN)
BLOCKS = BLOCK.findall(GERMAN)
BY_SENTENCE = {rule.sentence: rule for rule in RULES}


@lru_cache(maxsize=256)
def sheet(yaml: str, lines: tuple[str, ...] = ()) -> tuple[Sheet, tuple[Finding, ...]]:
    """A sheet by a ruleset that stands in its head, and the findings of reading both."""
    over = yaml if "extends:" in yaml else f"extends: tsr\n{yaml}"
    read, found = read_sheet(text(*lines, players=PLAYERS, head="rules:\n" + indent(over, "  ")), FILE)
    assert read is not None, (yaml, found)
    return read, tuple(found)


def of(sentence: str) -> str:
    return BY_SENTENCE[sentence].yaml


def first_words(block: str) -> str:
    return " ".join(block.split())[:60]


# --- the pages --------------------------------------------------------------------------------------------------------


def test_both_pages_say_the_same() -> None:
    assert BLOCK.findall(ENGLISH) == BLOCKS
    assert rules_of(ENGLISH) == RULES


def test_every_sentence_stands_once() -> None:
    assert len(BY_SENTENCE) == len(RULES)
    assert len(RULES) > len(BLOCKS) - 10  # a few show the form of a ruleset


@pytest.mark.parametrize("block", BLOCKS, ids=first_words)
def test_every_block_is_a_ruleset_with_rules_of_its_own(block: str) -> None:
    read, found = sheet(block)
    assert [f.message_id for f in found] == []
    assert departures(TSR, read.rules)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.lines], ids=lambda rule: rule.sentence)
def test_every_line_can_be_written_under_its_rule(rule: Rule) -> None:
    for line in rule.lines:
        read, found = sheet(rule.yaml, (line,))
        found = tuple(checks.run(keep(read), found))
        assert [f"{line}: {f.message_id}" for f in found if f.code[0] in "FR" or f.severity == "error"] == []


# --- what the sentences say -------------------------------------------------------------------------------------------


class Worth(NamedTuple):
    """The points of Anna, Ben, Cem and Dora in the last of some lines."""

    sentence: str
    lines: tuple[str, ...]
    points: tuple[object, ...]


class Found(NamedTuple):
    """The code that is found in some lines, or that nothing is."""

    sentence: str
    lines: tuple[str, ...]
    code: str


class Levels(NamedTuple):
    """The level of Bock of each hand."""

    sentence: str
    lines: tuple[str, ...]
    levels: tuple[int, ...]


class Bill(NamedTuple):
    """What Anna, Ben, Cem and Dora pay after two hands, 3, -1, 1 and -3 points, and what goes to the kitty."""

    sentence: str
    pays: tuple[str, ...]
    kitty: str


BILLS = [
    Bill("Ein Punkt kostet fünf Cent.", ("-0.15", "0.05", "-0.05", "0.15"), "0"),
    Bill("Jeder zahlt dem Ersten den Abstand, fünf Cent je Punkt.", ("-0.60", "0.20", "0.10", "0.30"), "0"),
    Bill(
        "Jeder verlorene Punkt kostet zehn Cent, die Hälfte kommt in die Kasse.", ("-0.15", "0.15", "0", "0.30"), "0.30"
    ),
    Bill("Gezahlt wird auf ganze Euro abgerundet, ein Punkt 50 Cent.", ("-1", "0", "0", "1"), "0"),
    Bill("Ist jemand über 100, kostet der Punkt das Doppelte.", ("-1.5", "0.5", "-0.5", "1.5"), "0"),
    Bill("Jeder zahlt zehn Euro für den Abend.", ("9.85", "10.05", "9.95", "10.15"), "40"),
]

WORTH = [
    Worth(
        "Wer gegen die Schweine gewinnt, bekommt einen Punkt mehr.", ("Anna Cem 130 schweinchen:Ben",), (2, -2, 2, -2)
    ),
    Worth(
        "Wer gegen die Schweine gewinnt, bekommt einen Punkt mehr.", ("Anna Cem 130 schweinchen:Anna",), (1, -1, 1, -1)
    ),
    Worth("Wer Schweinchen hat, hat damit schon angesagt.", ("Anna Cem 130 schweinchen:Anna",), (3, -3, 3, -3)),
    Worth("Mit beiden Karo-Königen kann man genschern.", ("Anna Ben 156 re genscher",), (4, 4, -4, -4)),
    Worth("Nach dem Genscher gelten die Absagen nicht mehr.", ("Anna Ben 140 re90 genscher",), (3, 3, -3, -3)),
    Worth("Wer sich vergibt, zahlt jedem einen Punkt.", ("neugeben Ben vergeben",), (1, -3, 1, 1)),
    Worth(
        "Wer keinen Partner findet, spielt allein, aber es ist kein Solo.",
        ("Anna hochzeit 133 fuchs:Anna",),
        (6, -2, -2, -2),
    ),
    Worth("Wer keinen Partner findet, spielt allein, aber es ist kein Solo.", ("Anna hochzeit 110",), (-3, 1, 1, 1)),
    Worth("Für die Hochzeit zahlt jeder der Braut einen Punkt.", ("Anna Cem hochzeit@2 131",), (4, -2, 0, -2)),
    Worth(
        "Für die Hochzeit zahlt jeder der Braut einen Punkt, und es wird neu gegeben.",
        ("neugeben Anna hochzeit",),
        (3, -1, -1, -1),
    ),
    Worth("Wer Hochzeit spielt, hat Re gesagt.", ("Anna Cem hochzeit@2 131",), (3, -3, 3, -3)),
    Worth("In der stillen Hochzeit zählen Sonderpunkte.", ("Anna still 130 fuchs:Anna",), (6, -2, -2, -2)),
    Worth("In der stillen Hochzeit zählen Sonderpunkte.", ("Anna still 110",), (-3, 1, 1, 1)),
    Worth("Die stille Hochzeit zählt einen Punkt mehr.", ("Anna still 130",), (6, -2, -2, -2)),
    Worth("Mit höchstens drei Trümpfen darf man Armut ansagen.", ("Anna Cem 130 armut fuchs:Cem",), (2, -2, 2, -2)),
    Worth("Mit höchstens drei Trümpfen darf man Armut ansagen.", ("Anna Cem 110 armut",), (-2, 2, -2, 2)),
    Worth("Will niemand die Armut, ist Schwarze Sau.", ("Dora schwarze_sau 130",), (-1, -1, -1, 3)),
    Worth("In der Armut gibt es kein ‚gegen die Alten‘.", ("Anna Cem 110 armut",), (-1, 1, -1, 1)),
    Worth("In der Armut gibt es kein ‚gegen die Alten‘.", ("Anna Cem 110",), (-2, 2, -2, 2)),
    Worth("Wer eine Armut nimmt, hat damit Re gesagt.", ("Anna Cem 130 armut",), (3, -3, 3, -3)),
    Worth("Wer arm ist und schweigt, spielt auf keinen Stich.", ("Anna stille_armut 0",), (3, -1, -1, -1)),
    Worth("Wer arm ist und schweigt, spielt auf keinen Stich.", ("Anna stille_armut 12",), (-3, 1, 1, 1)),
    Worth("Es gibt auch Königssolo, Köhler und Damen-Buben-Solo.", ("Anna koenigssolo 130",), (3, -1, -1, -1)),
    Worth("Es gibt auch Königssolo, Köhler und Damen-Buben-Solo.", ("Ben damen_buben 130",), (-1, 3, -1, -1)),
    Worth("Beim Knochenlosen darf der Solist keinen Stich machen.", ("Anna knochenloser 0",), (3, -1, -1, -1)),
    Worth(
        "Beim Knochenlosen darf der Solist keinen Stich machen.", ("Anna knochenloser sieger:kontra",), (-3, 1, 1, 1)
    ),
    Worth("Beim Knochenlosen darf der Solist keinen Stich machen.", ("Anna knochenloser 12",), (-3, 1, 1, 1)),
    Worth(
        "Beim Schlanken Martin gewinnt, wer die wenigsten Stiche macht.",
        ("Anna schlanker_martin sieger:re",),
        (3, -1, -1, -1),
    ),
    Worth(
        "Beim Schlanken Martin gewinnt, wer die wenigsten Stiche macht.",
        ("Anna schlanker_martin sieger:re,kontra",),
        (0, 0, 0, 0),
    ),
    Worth("Es gibt ein stilles Kontrasolo.", ("Anna kontrasolo :130",), (3, -1, -1, -1)),
    Worth("Es gibt ein stilles Kontrasolo.", ("Anna kontrasolo 130",), (-3, 1, 1, 1)),
    Worth("Ein Solo zählt einen Punkt mehr.", ("Anna damensolo 130",), (6, -2, -2, -2)),
    Worth("Ein Solo zählt einen Punkt mehr.", ("Anna damensolo 110",), (-6, 2, 2, 2)),
    Worth(
        "Das Bubensolo zählt zwei mehr, das Damensolo drei, das Trumpfsolo vier.",
        ("Anna damensolo 130",),
        (12, -4, -4, -4),
    ),
    Worth(
        "Das Bubensolo zählt zwei mehr, das Damensolo drei, das Trumpfsolo vier.",
        ("Anna karosolo 130",),
        (15, -5, -5, -5),
    ),
    Worth(
        "Das Bubensolo zählt zwei mehr, das Damensolo drei, das Trumpfsolo vier.",
        ("Anna piksolo 130",),
        (3, -1, -1, -1),
    ),
    Worth("Das Bubensolo zählt immer drei, egal wie es ausgeht.", ("Anna bubensolo 190 re",), (9, -3, -3, -3)),
    Worth("Das Bubensolo zählt immer drei, egal wie es ausgeht.", ("Anna bubensolo 110",), (-9, 3, 3, 3)),
    Worth("Im Solo zählen alle Sonderpunkte.", ("Anna damensolo 130 doppelkopf:Anna",), (6, -2, -2, -2)),
    Worth("Im Solo zählen alle Sonderpunkte.", ("Anna damensolo 110",), (-3, 1, 1, 1)),
    Worth("Im Trumpfsolo zählen Fuchs und Doppelkopf.", ("Anna karosolo 130 fuchs:Anna",), (6, -2, -2, -2)),
    Worth("Im Trumpfsolo zählen Fuchs und Doppelkopf.", ("Anna karosolo 130 karlchen:Anna",), (3, -1, -1, -1)),
    Worth("Wer gegen ein Solo gewinnt, bekommt einen Punkt mehr.", ("Anna damensolo 110",), (-6, 2, 2, 2)),
    Worth("Wer gegen ein Solo gewinnt, bekommt einen Punkt mehr.", ("Anna damensolo 130",), (3, -1, -1, -1)),
    Worth("Beim Solo gewinnt bei 120:120 der Solist.", ("Anna damensolo 120",), (3, -1, -1, -1)),
    Worth("Beim Solo gewinnt bei 120:120 der Solist.", ("Anna Cem 120",), (-2, 2, -2, 2)),
    Worth("Ein verlorenes Solo zählt der Solist nur einfach.", ("Anna damensolo 110",), (-1, 0, 0, 0)),
    Worth("Ein verlorenes Solo schreiben die Gegner dreifach.", ("Anna damensolo 110",), (0, 3, 3, 3)),
    Worth("Ein verlorenes Solo schreiben die Gegner dreifach.", ("Anna damensolo 130",), (3, 0, 0, 0)),
    Worth("Re und Kontra zählen je einen Punkt.", ("Anna Cem 130 re",), (2, -2, 2, -2)),
    Worth("Re und Kontra zählen je einen Punkt.", ("Anna Cem 130 re kontra",), (3, -3, 3, -3)),
    Worth("Re und Kontra verdoppeln.", ("Anna Cem 155 re fuchs:Anna",), (5, -5, 5, -5)),
    Worth("Re und Kontra verdoppeln.", ("Anna Cem 155 re kontra",), (8, -8, 8, -8)),
    Worth("Re und Kontra verdoppeln.", ("Anna Cem 110 kontra",), (-4, 4, -4, 4)),
    Worth("Re und Kontra verdoppeln, die Sonderpunkte auch.", ("Anna Cem 155 re fuchs:Anna",), (6, -6, 6, -6)),
    Worth("Re und Kontra verdoppeln, ‚gegen die Alten‘ bleibt einfach.", ("Anna Cem 110 kontra",), (-3, 3, -3, 3)),
    Worth("Nur die erste Ansage verdoppelt.", ("Anna Cem 155 re kontra",), (4, -4, 4, -4)),
    Worth(
        "Auf Re und Kontra folgt noch Spritze, das verdoppelt wieder.",
        ("Anna Cem 130 re kontra spritze:Anna",),
        (8, -8, 8, -8),
    ),
    Worth(
        "Auf Re und Kontra folgt noch Spritze, das verdoppelt wieder.",
        ("Anna Cem 130 re kontra spritze:Anna stuhlbein:Ben",),
        (16, -16, 16, -16),
    ),
    Worth("Jede Absage zählt zwei Punkte.", ("Anna Cem 155 re90",), (6, -6, 6, -6)),
    Worth("Eine Absage zählt nur, wenn sie gehalten wird.", ("Anna Cem 110 re90",), (-5, 5, -5, 5)),
    Worth("Eine Absage zählt nur, wenn sie gehalten wird.", ("Anna Cem 155 re90",), (5, -5, 5, -5)),
    Worth("Keine 90 zählt nur, wenn sie angesagt war.", ("Anna Cem 155",), (1, -1, 1, -1)),
    Worth("Keine 90 zählt nur, wenn sie angesagt war.", ("Anna Cem 155 re90",), (5, -5, 5, -5)),
    Worth(
        "Geht eine Absage schief, zählen alle angesagten Stufen für die Gegner.",
        ("Anna Cem 110 re60",),
        (-10, 10, -10, 10),
    ),
    Worth("Wer vor der ersten Karte ansagt, bekommt einen Punkt mehr.", ("Anna Cem 130 re@12/Anna",), (4, -4, 4, -4)),
    Worth("Wer vor der ersten Karte ansagt, bekommt einen Punkt mehr.", ("Anna Cem 130 re@11/Anna",), (3, -3, 3, -3)),
    Worth("Es wird nur geklopft (Tuck), und vier Tuck zählen fünf.", ("Anna Cem 130 tuck:Anna",), (2, -2, 2, -2)),
    Worth(
        "Es wird nur geklopft (Tuck), und vier Tuck zählen fünf.",
        ("Anna Cem 130 2tuck:Anna 2tuck:Ben",),
        (6, -6, 6, -6),
    ),
    Worth("Ein Solo gilt als Re.", ("Anna damensolo 130",), (9, -3, -3, -3)),
    Worth("Keine 90 geht auch ohne Re.", ("Anna Cem 155 k90:re",), (3, -3, 3, -3)),
    Worth("Keine 90 geht auch ohne Re.", ("Anna Cem 155 re90",), (5, -5, 5, -5)),
    Worth(
        "Wer keine 60 sagt, ohne keine 90 gesagt zu haben, bekommt nur die 60.", ("Anna Cem 185 re60",), (6, -6, 6, -6)
    ),
    Worth(
        "Wer drei Ansagen zu wenig macht, hat feige gewonnen und verliert das Spiel.", ("Anna Cem 185",), (-3, 3, -3, 3)
    ),
    Worth(
        "Wer drei Ansagen zu wenig macht, hat feige gewonnen und verliert das Spiel.",
        ("Anna Cem 185 re",),
        (5, -5, 5, -5),
    ),
    Worth(
        "Wer drei Ansagen zu wenig macht, hat feige gewonnen und verliert das Spiel.",
        ("Anna Cem 185 fuchs:Anna",),
        (-2, 2, -2, 2),
    ),
    Worth("Wer feige gewinnt, verliert nur einen Strafpunkt je fehlende Ansage.", ("Anna Cem 185",), (-1, 1, -1, 1)),
    Worth("Wer feige gewinnt, verliert nur einen Strafpunkt je fehlende Ansage.", ("Anna Cem 215",), (-2, 2, -2, 2)),
    Worth("Wer feige gewinnt, schreibt sich dafür Strafpunkte auf.", ("Anna Cem 185",), (-1, -3, -1, -3)),
    Worth("Feigheit soll nur auffallen, an den Punkten ändert sie nichts.", ("Anna Cem 185",), (3, -3, 3, -3)),
    Worth("Re braucht immer 121, auch wenn nur Kontra gesagt ist.", ("Anna Cem 120 kontra",), (-4, 4, -4, 4)),
    Worth("Bei 120:120 hat niemand gewonnen, es zählt null.", ("Anna Cem 120",), (0, 0, 0, 0)),
    Worth("Bei 120:120 hat niemand gewonnen, es zählt null.", ("Anna Cem 120 fuchs:Anna",), (0, 0, 0, 0)),
    Worth(
        "Bei 120:120 zählt nur ‚gegen die Alten‘ und was an Sonderpunkten da ist.", ("Anna Cem 120",), (-1, 1, -1, 1)
    ),
    Worth(
        "Bei 120:120 zählt nur ‚gegen die Alten‘ und was an Sonderpunkten da ist.",
        ("Anna Cem 120 2fuchs:Anna",),
        (1, -1, 1, -1),
    ),
    Worth("120:120 zählt doppelt.", ("Anna Cem 120",), (-4, 4, -4, 4)),
    Worth("120:120 zählt doppelt.", ("Anna Cem 110",), (-2, 2, -2, 2)),
    Worth("Eine verfehlte Absage ist noch nicht verloren.", ("Anna Cem 140 re90",), (4, -4, 4, -4)),
    Worth(
        "Verfehlen beide ihre Absage, zählt das Spiel null.", ("Anna Cem 140 re90 kontra90 fuchs:Anna",), (0, 0, 0, 0)
    ),
    Worth("Verfehlen beide ihre Absage, entscheiden die Augen.", ("Anna Cem 140 re90 kontra90",), (8, -8, 8, -8)),
    Worth("Schwarz ist, wer keine Augen hat.", ("Anna Cem 240 stich",), (5, -5, 5, -5)),
    Worth("Gegen eine Absage zählt nur die höchste Stufe.", ("Anna Cem 110 re60",), (-7, 7, -7, 7)),
    Worth("Für jede verfehlte Absage bekommen die Gegner einen Punkt.", ("Anna Cem 140 re60",), (-8, 8, -8, 8)),
    Worth("Gegen eine Absage gibt es keine eigenen Punkte.", ("Anna Cem 140 re60",), (-6, 6, -6, 6)),
    Worth(
        "Angesagte Stufen, die der Verlierer erreicht hat, bekommt der Gewinner.",
        ("Anna Cem 155 re60",),
        (-7, 7, -7, 7),
    ),
    Worth("Stufen, die der Verlierer erreicht hat, werden abgezogen.", ("Anna Cem 155 re60",), (-5, 5, -5, 5)),
    Worth(
        "Durch Sonderpunkte kann man ein gewonnenes Spiel nicht verlieren.",
        ("Anna Cem 122 2fuchs:kontra",),
        (0, 0, 0, 0),
    ),
    Worth(
        "Durch Sonderpunkte kann man ein gewonnenes Spiel nicht verlieren.",
        ("Anna Cem 122 fuchs:Anna",),
        (2, -2, 2, -2),
    ),
    Worth("Karlchen gibt es nicht.", ("Anna Cem 130 fuchs:Anna",), (2, -2, 2, -2)),
    Worth("Der zweite gefangene Fuchs zählt doppelt.", ("Anna Cem 130 2fuchs:Anna",), (4, -4, 4, -4)),
    Worth("Ein Doppelkopf zählt zwei.", ("Anna Cem 130 doppelkopf:Anna",), (3, -3, 3, -3)),
    Worth("Fuchs am End: Das Karo-Ass macht den letzten Stich.", ("Anna Cem 130 fuchs_am_end:Anna",), (2, -2, 2, -2)),
    Worth("Ein Fuchs, im letzten Stich gefangen, zählt zwei.", ("Anna Cem 130 fuchs_letzter:Anna",), (3, -3, 3, -3)),
    Worth("Beide Füchse im letzten Stich zählen zwei.", ("Anna Cem 130 doppelfuchs:Anna",), (3, -3, 3, -3)),
    Worth("Ein gefangenes Karlchen zählt einen Punkt.", ("Anna Cem 130 karlchen_gefangen:Anna",), (2, -2, 2, -2)),
    Worth("Fängt die Karo-Dame das Karlchen, ist das eine Agathe.", ("Anna Cem 130 agathe:Anna",), (2, -2, 2, -2)),
    Worth(
        "Wer mit der Dulle die Dulle fängt, bekommt einen Punkt.", ("Anna Cem 130 dulle_gefangen:Anna",), (2, -2, 2, -2)
    ),
    Worth("Ein Herzstich zählt einen Punkt.", ("Anna Cem 130 herzstich:Anna",), (2, -2, 2, -2)),
    Worth(
        "Ein Fischauge zählt: Die Karo-Neun macht einen Stich, nachdem Trumpf gespielt war.",
        ("Anna Cem 130 fischauge:Anna",),
        (2, -2, 2, -2),
    ),
    Worth("Klabautermann und Kaffeekränzchen zählen.", ("Anna Cem 130 klabautermann:Anna",), (2, -2, 2, -2)),
    Worth("Wir haben einen eigenen Sonderpunkt, die Meuterei.", ("Anna Cem 130 meuterei:Anna",), (2, -2, 2, -2)),
    Worth("Läuft Herz durch, ist Bock.", ("Anna Cem 130 herzstich", "Anna Cem 130"), (2, -2, 2, -2)),
    Worth(
        "Kommt im Bock noch ein Bock, wird es vierfach, wo sie sich treffen.",
        ("Anna Cem 130 herzstich", "Anna Cem 130", "Anna Cem 130 herzstich", "Anna Cem 130"),
        (4, -4, 4, -4),
    ),
    Worth("Bock zählt zwei Punkte mehr statt doppelt.", ("Anna Cem 130 herzstich", "Anna Cem 130"), (3, -3, 3, -3)),
    Worth(
        "Im Bock werden die Sonderpunkte nicht verdoppelt.",
        ("Anna Cem 130 herzstich", "Anna Cem 130 fuchs:Anna"),
        (3, -3, 3, -3),
    ),
    Worth(
        "Ein Solo wird im Bock nicht verdoppelt und verbraucht keinen.",
        ("Anna Cem 130 herzstich", "Anna still 130"),
        (3, -1, -1, -1),
    ),
    Worth("Bock hat nur, wer verloren hat.", ("Anna Cem 130 herzstich", "Anna Ben 130"), (1, 2, -1, -2)),
    Worth(
        "Vorgeführt wird nicht, aber ein fehlendes Pflichtsolo kostet zehn Punkte.",
        (*("Anna Cem 130",) * 24, "ende"),
        (-10, -10, -10, -10),
    ),
    Worth("Es schreiben nur die Gewinner.", ("Anna Cem 130",), (1, 0, 1, 0)),
    Worth("Es schreiben nur die Gewinner.", ("Anna damensolo 130",), (3, 0, 0, 0)),
    Worth("Es schreiben nur die Gewinner.", ("Anna damensolo 110",), (0, 1, 1, 1)),
    Worth("Es schreiben nur die Verlierer.", ("Anna Cem 130",), (0, -1, 0, -1)),
    Worth("Es schreiben nur die Verlierer.", ("Anna damensolo 110",), (-3, 0, 0, 0)),
    Worth("Ein Punkt zählt auf der Liste zehn.", ("Anna Cem 130",), (10, -10, 10, -10)),
    Worth(
        "Eine gefangene Dulle kostet jeden Gegner einen Punkt extra.",
        ("Anna Cem 130 dulle_gefangen:Anna",),
        (3, -2, 1, -2),
    ),
    Worth(
        "Wer ein Solo verliert, zahlt einen Punkt in die Kasse.", ("Anna damensolo 110 verloren:Anna",), (-4, 1, 1, 1)
    ),
    Worth(
        "Wer falsch bedient, verliert sechs Punkte, die anderen bekommen je zwei.",
        ("strafe Dora revoke",),
        (2, 2, 2, -6),
    ),
    Worth(
        "Wer falsch bedient, zahlt drei Punkte und trägt das Minus seines Partners.",
        ("Anna Cem 130", "strafe Dora revoke"),
        (1, 2, 1, -4),
    ),
    Worth(
        "Eine geringe Strafe kostet nur einen Punkt, und niemand bekommt ihn.",
        ("strafe Dora gering",),
        (0, 0, 0, -1),
    ),
]

FOUND = [
    Found("Wir spielen ohne Neunen.", ("Anna Cem 156 re@9/Anna",), ""),
    Found(
        "Beide Karo-Asse auf einer Hand sind Schweinchen, die höchsten Trümpfe.", ("Anna Cem 156 schweinchen:Anna",), ""
    ),
    Found(
        "Beide Karo-Asse auf einer Hand sind Schweinchen, die höchsten Trümpfe.",
        ("Anna Cem 156 schweinchen:Anna fuchs:Ben",),
        "H207",
    ),
    Found("Nur das zweite Karo-Ass ist ein Schwein.", ("Anna Cem 156 schweinchen:Anna fuchs:Ben",), ""),
    Found("Nur das zweite Karo-Ass ist ein Schwein.", ("Anna Cem 156 schweinchen:Anna 2fuchs:Ben",), "H207"),
    Found(
        "Schweinchen gibt es auch im Karosolo und in der stillen Hochzeit.", ("Anna karosolo 156 schweinchen:Anna",), ""
    ),
    Found("Im Farbsolo sind die Asse der Trumpffarbe Schweinchen.", ("Anna piksolo 156 farbschweinchen:Anna",), ""),
    Found("Darüber gehen noch Superschweinchen, beide Karo-Zehnen.", ("Anna Cem 156 schweinchen:Anna super:Ben",), ""),
    Found(
        "Und über den Superschweinchen Hyperschweinchen, beide Karo-Könige.",
        ("Anna Cem 156 schweinchen:Anna super:Ben hyper:Dora",),
        "",
    ),
    Found("Mit beiden Karo-Königen kann man genschern.", ("Anna Ben 156 genscher",), ""),
    Found("Mit beiden Karo-Damen geht der Gegengenscher.", ("Anna Cem 156 genscher gegengenscher",), ""),
    Found("Mit fünf Neunen darf man schmeißen.", ("neugeben Ben neunen", "Anna Cem 130 geber:Anna"), ""),
    Found("Mit fünf Königen darf man schmeißen.", ("neugeben Ben koenige", "Anna Cem 130 geber:Anna"), ""),
    Found("Mit acht Neunen und Königen darf man schmeißen.", ("neugeben Ben gemischt", "Anna Cem 130 geber:Anna"), ""),
    Found("Mit sieben Vollen darf man schmeißen.", ("neugeben Ben volle", "Anna Cem 130 geber:Anna"), ""),
    Found("Mit mehr als 80 Augen darf man schmeißen.", ("neugeben Ben reich", "Anna Cem 130 geber:Anna"), ""),
    Found("Mit weniger als 35 Augen darf man schmeißen.", ("neugeben Ben arm", "Anna Cem 130 geber:Anna"), ""),
    Found("Mit höchstens zwei Trümpfen darf man schmeißen.", ("neugeben Ben truempfe", "Anna Cem 130 geber:Anna"), ""),
    Found(
        "Wer keinen Trumpf über dem Fuchs hat, darf schmeißen.",
        ("neugeben Ben fuchsblatt", "Anna Cem 130 geber:Anna"),
        "",
    ),
    Found("Mit fünf Luschen darf man schmeißen.", ("neugeben Ben luschen", "Anna Cem 130 geber:Anna"), ""),
    Found(
        "Wer eine falsche Karte spielt: Das Spiel wird eingeworfen.",
        ("neugeben Ben falsche_karte", "Anna Cem 130 geber:Anna"),
        "",
    ),
    Found("Wenn geschmissen wird, gibt der Nächste.", ("neugeben Ben neunen", "Anna Cem 130 geber:Ben"), ""),
    Found("Der Partner wird gesucht, bis er gefunden ist.", ("Anna Cem hochzeit@5 131",), ""),
    Found(
        "Wer keinen Partner findet: Es wird neu gegeben.",
        ('neugeben Anna "kein Partner"', "Anna Cem 130 geber:Anna"),
        "",
    ),
    Found("Wer keinen Partner findet: Es wird neu gegeben.", ("Anna hochzeit 130",), "H203"),
    Found("In der Hochzeit gelten die Ansagezeiten wie immer.", ("Anna Cem hochzeit@2 131 re@11/Anna",), ""),
    Found("In der Hochzeit gelten die Ansagezeiten wie immer.", ("Anna Cem hochzeit@2 131 re@10/Anna",), "C303"),
    Found(
        "Nach dem Klärungsstich darf man noch ansagen, bis die nächste Karte liegt.",
        ("Anna Cem hochzeit@2 131 re@10/Anna",),
        "",
    ),
    Found("Eine Hochzeit wird nie angesagt, wer beide Alten hat, spielt still.", ("Anna still 130",), ""),
    Found(
        "Die stille Hochzeit zählt als Pflichtsolo.", ("Anna still 130", "Ben Cem 130", "Anna damensolo 130 lust"), ""
    ),
    Found(
        "Mit höchstens drei Trümpfen darf man Armut ansagen.", ("neugeben Anna armut", "Anna Cem 130 geber:Anna"), ""
    ),
    Found("Füchse zählen bei der Armut nicht mit.", ("Anna Cem 130 armut",), ""),
    Found("Armut geht auch mit vier Trümpfen, wenn eine Karo-Neun dabei ist.", ("Anna Cem 130 armut",), ""),
    Found("Es gehen immer genau drei Karten, und Trumpf darf nicht zurück.", ("Anna Cem 130 armut",), ""),
    Found("Will niemand die Armut, wird still gespielt.", ("Anna Cem 130",), ""),
    Found("In der Armut gibt es keine Schweinchen.", ("Anna Cem 130 armut schweinchen:Cem",), "H212"),
    Found("Einen Fleischlosen gibt es bei uns nicht.", ("Anna fleischlos 130",), "H203"),
    Found("Im Solo wird nicht angesagt.", ("Anna damensolo 130 re",), "C301"),
    Found(
        "Nach jedem angesagten Solo gibt derselbe noch einmal.",
        ("Anna damensolo 130", "Anna bubensolo 130 geber:Anna", "Ben Cem 130 geber:Anna"),
        "",
    ),
    Found("Auch nach einem Solo gibt der Nächste.", ("Anna damensolo 130", "Ben Cem 130 geber:Ben"), ""),
    Found("Jeder darf höchstens zwei Lustsoli spielen.", (*("Anna damensolo 130",) * 3,), ""),
    Found("Jeder darf höchstens zwei Lustsoli spielen.", (*("Anna damensolo 130",) * 4,), "B514"),
    Found("Absagen gibt es nicht.", ("Anna Cem 155 re90",), "C301"),
    Found("Absagen darf man nicht überspringen.", ("Anna Cem 185 re re90 re60",), ""),
    Found("Absagen darf man nicht überspringen.", ("Anna Cem 185 re re60",), "C307"),
    Found(
        "Re und Kontra gehen noch mit zehn Karten, keine 90 mit neun und so weiter.", ("Anna Cem 156 re@10/Anna",), ""
    ),
    Found(
        "Re und Kontra gehen noch mit zehn Karten, keine 90 mit neun und so weiter.",
        ("Anna Cem 156 re@9/Anna",),
        "C303",
    ),
    Found(
        "Keine 90 geht bis neun Karten, keine 60 bis sechs, keine 30 und schwarz bis drei.",
        ("Anna Cem 156 re@11/Anna re90@9/Anna",),
        "",
    ),
    Found(
        "Re muss vor der fünften Karte gesagt sein, Kontra vor der dreizehnten.",
        ("Anna Cem 156 re@4/Anna kontra@12/Ben",),
        "",
    ),
    Found(
        "Re muss vor der fünften Karte gesagt sein, Kontra vor der dreizehnten.", ("Anna Cem 156 re@6/Anna",), "C303"
    ),
    Found(
        "Ansagen gehen, bis der zweite Stich angespielt ist, jede weitere einen Stich später.",
        ("Anna Cem 156 re@5/Anna re90@9/Anna",),
        "",
    ),
    Found(
        "Ansagen gehen, bis der zweite Stich angespielt ist, jede weitere einen Stich später.",
        ("Anna Cem 156 re@9/Anna",),
        "C303",
    ),
    Found("Ansagen gehen bis zum Ende des Stichs.", ("Anna Cem 156 re@10/Anna",), ""),
    Found("Auf eine Ansage darf man nicht später antworten.", ("Anna Cem 156 re@11/Anna kontra@10/Ben",), "C303"),
    Found("Auf die Zeit der Ansagen achtet bei uns niemand.", ("Anna Cem 156 re@3/Anna",), ""),
    Found("Wer im ersten Stich 30 Augen macht, muss ansagen.", ("Anna Cem 156 re stich1:34/Anna",), ""),
    Found("Wer im ersten Stich 30 Augen macht, muss ansagen.", ("Anna Cem 156 stich1:34/Anna",), "C309"),
    Found(
        "Wer den ersten oder zweiten Stich mit 35 Augen macht, muss ansagen, beim zweiten Mal die nächste Stufe.",
        ("Anna Cem 156 re90 stich1:36/Anna stich2:35/Anna",),
        "",
    ),
    Found("Wer den ersten Stich macht, muss ansagen, egal was drin ist.", ("Anna Cem 156 stich1:12/Anna",), "C309"),
    Found("Feigheit soll nur auffallen, an den Punkten ändert sie nichts.", ("Anna Cem 185",), "H214"),
    Found("Karlchen gibt es nicht.", ("Anna Cem 130 karlchen:Anna",), "F107"),
    Found("Pflichtsoli gibt es nicht.", ("Anna damensolo 130 lust", "Ben Cem 130 geber:Ben"), ""),
    Found(
        "Jeder spielt zwei Pflichtsoli, eins davon ein Farbsolo.",
        ("Anna damensolo 130 pflicht", "Anna piksolo 130 pflicht"),
        "",
    ),
    Found("Als Pflichtsolo zählen nur Damen- und Bubensolo.", ("Anna damensolo 130 pflicht",), ""),
    Found("Als Pflichtsolo zählen nur Damen- und Bubensolo.", ("Anna piksolo 130 pflicht",), "B504"),
    Found(
        "Wer sein Solo nicht gespielt hat, muss es in der letzten Runde spielen, wenn er herauskommt.",
        ("Anna damensolo 130 pflicht",),
        "",
    ),
    Found("Lustsoli darf man jederzeit spielen.", ("Anna damensolo 130 lust",), ""),
    Found("Wer trödelt, bekommt einen Strich.", ("strafe Anna troedeln",), ""),
    Found("Wir spielen 20 Spiele.", (*("Anna Cem 130",) * 21,), "B508"),
    Found("Wir spielen fünf Runden.", (*("Anna Cem 130",) * 21,), "B508"),
    Found("Wir spielen, bis jemand 20 Punkte hat, und die Runde noch zu Ende.", (*("Anna Cem 240 schwarz",) * 4,), ""),
    Found(
        "Wir spielen, bis jemand 20 Punkte hat, und die Runde noch zu Ende.", (*("Anna Cem 240 schwarz",) * 5,), "B508"
    ),
    Found("Wir hören auf, wenn wir keine Lust mehr haben.", (*("Anna Cem 130",) * 30,), ""),
    Found("Gegeben wird gegen den Uhrzeigersinn.", ("Anna Cem 130", "Anna Cem 130 geber:Dora"), ""),
    Found("Strafen gibt es nicht.", ("strafe Dora gering",), "B509"),
]

LEVELS = [
    Levels("Wird geschmissen, ist danach Bock.", ("neugeben Ben neunen", *("Anna Cem 130",) * 5), (1, 1, 1, 1, 0)),
    Levels(
        "Will niemand die Armut, ist danach Bock.", ("neugeben Anna armut", *("Anna Cem 130",) * 5), (1, 1, 1, 1, 0)
    ),
    Levels("Läuft Herz durch, ist Bock.", ("Anna Cem 130 herzstich", *("Anna Cem 130",) * 5), (0, 1, 1, 1, 1, 0)),
    Levels("Bei 120:120 ist Bock.", ("Anna Cem 120", "Anna Cem 130"), (0, 1)),
    Levels("Nach einem Nullspiel ist Bock.", ("Anna Cem 130 fuchs:kontra", "Anna Cem 130"), (0, 1)),
    Levels("Verliert, wer angesagt hat, ist Bock.", ("Anna Cem 110 re", "Anna Cem 130"), (0, 1)),
    Levels("Sagen beide an, ist Bock.", ("Anna Cem 130 re kontra", "Anna Cem 130"), (0, 1)),
    Levels("Nach einem verlorenen Solo ist Bock.", ("Anna damensolo 110", "Anna Cem 130"), (0, 1)),
    Levels("Nach schwarz ist Bock.", ("Anna Cem 240 schwarz", "Anna Cem 130"), (0, 1)),
    Levels(
        "Läuft Herz durch, ist Bock, aber nicht in einem Solo.",
        ("Anna damensolo 130 herzstich", "Anna Cem 130"),
        (0, 0),
    ),
    Levels("Bock ist, wann wir es sagen.", ("bock +1 Silvester", *("Anna Cem 130",) * 5), (1, 1, 1, 1, 0)),
    Levels("Wirft jemand ein Glas um, ist Bock.", ("Anna Cem 130 glas", "Anna Cem 130"), (0, 1)),
    Levels("Bock sind immer vier Spiele.", ("Anna Cem 130 herzstich", *("Anna Cem 130",) * 5), (0, 1, 1, 1, 1, 0)),
    Levels("Nur das nächste Spiel ist Bock.", ("Anna Cem 130 herzstich", "Anna Cem 130", "Anna Cem 130"), (0, 1, 0)),
    Levels(
        "Kommt im Bock noch ein Bock, wird angehängt.",
        ("Anna Cem 130 herzstich", "Anna Cem 130", "Anna Cem 130 herzstich", *("Anna Cem 130",) * 7),
        (0, 1, 1, 1, 1, 1, 1, 1, 1, 0),
    ),
    Levels(
        "Kommt im Bock noch ein Bock, fängt er von vorn an.",
        ("Anna Cem 130 herzstich", "Anna Cem 130", "Anna Cem 130 herzstich", *("Anna Cem 130",) * 7),
        (0, 1, 1, 1, 1, 1, 1, 0, 0, 0),
    ),
    Levels(
        "Kommt im Bock noch ein Bock, zählt der nicht.",
        ("Anna Cem 130 herzstich", "Anna Cem 130", "Anna Cem 130 herzstich", *("Anna Cem 130",) * 7),
        (0, 1, 1, 1, 1, 0, 0, 0, 0, 0),
    ),
    Levels(
        "Kommt im Bock noch ein Bock, wird es vierfach, wo sie sich treffen.",
        ("Anna Cem 130 herzstich", "Anna Cem 130", "Anna Cem 130 herzstich", *("Anna Cem 130",) * 7),
        (0, 1, 1, 2, 2, 1, 1, 0, 0, 0),
    ),
    Levels(
        "Bock geht höchstens bis vierfach.",
        (*("Anna Cem 130 herzstich",) * 3, *("Anna Cem 130",) * 4),
        (0, 1, 2, 2, 2, 2, 1),
    ),
    Levels(
        "Zwei Auslöser in einem Spiel sind zwei Böcke.",
        ("Anna Cem 120 herzstich", *("Anna Cem 130",) * 9),
        (0, 1, 1, 1, 1, 1, 1, 1, 1, 0),
    ),
    Levels("Bock zählt zwei Punkte mehr statt doppelt.", ("Anna Cem 130 herzstich", "Anna Cem 130"), (0, 1)),
    Levels("Im Bock werden die Sonderpunkte nicht verdoppelt.", ("Anna Cem 130 herzstich", "Anna Cem 130"), (0, 1)),
    Levels(
        "Ein Solo wird im Bock nicht verdoppelt und verbraucht keinen.",
        ("Anna Cem 130 herzstich", "Anna still 130", *("Anna Cem 130",) * 5),
        (0, 0, 1, 1, 1, 1, 0),
    ),
    Levels("Ein Solo löst keinen Bock aus.", ("Anna damensolo 130 herzstich", "Anna Cem 130"), (0, 0)),
    Levels(
        "Im Pflichtsolo ruht der Bock.",
        ("Anna Cem 130 herzstich", "Anna damensolo 130", *("Anna Cem 130",) * 5),
        (0, 0, 1, 1, 1, 1, 0),
    ),
    Levels(
        "Jedes Spiel verbraucht einen Bock, auch ein Pflichtsolo.",
        ("Anna Cem 130 herzstich", "Anna damensolo 130", *("Anna Cem 130",) * 4),
        (0, 1, 1, 1, 1, 0),
    ),
    Levels("Bock hat nur, wer verloren hat.", ("Anna Cem 130 herzstich",), (0,)),
]


@pytest.mark.parametrize("it", WORTH, ids=lambda it: f"{it.sentence} {it.lines[-1]}")
def test_a_hand_is_worth_what_the_sentence_says(it: Worth) -> None:
    read, _ = sheet(of(it.sentence), it.lines)
    last = keep(read).timeline[-1].points
    assert last is not None
    assert tuple(last[name] for name in PLAYERS) == it.points


@pytest.mark.parametrize("it", BILLS, ids=lambda it: it.sentence)
def test_an_evening_costs_what_the_sentence_says(it: Bill) -> None:
    read, _ = sheet(of(it.sentence), ("Anna Cem 156", "Anna Ben 130"))
    owed = bill(keep(read))
    assert owed is not None
    assert [owed.pays[name] for name in PLAYERS] == [Decimal(amount) for amount in it.pays]
    assert owed.kitty == Decimal(it.kitty)


@pytest.mark.parametrize("it", FOUND, ids=lambda it: f"{it.sentence} {it.lines[-1]}")
def test_a_line_is_judged_as_the_sentence_says(it: Found) -> None:
    read, found = sheet(of(it.sentence), it.lines)
    codes = {f.code for f in checks.run(keep(read), found)}
    assert it.code in codes if it.code else not codes


@pytest.mark.parametrize("it", LEVELS, ids=lambda it: f"{it.sentence} {it.lines[-1]}")
def test_bock_comes_when_the_sentence_says(it: Levels) -> None:
    read, _ = sheet(of(it.sentence), it.lines)
    assert tuple(row.bock_due for row in keep(read).rows) == it.levels


# --- the catalogue ----------------------------------------------------------------------------------------------------

#: House rule -> a part of each sentence that has to be there for it.
CATALOGUE = {
    "deck.nines": ("ohne Neunen",),
    "deck.dulle": ("Die zweite Dulle sticht die erste.", "nur im letzten Stich nicht"),
    "deck.pigs: Schweinchen": ("sind Schweinchen", "Nur das zweite", "auch im Karosolo", "Asse der Trumpffarbe"),
    "deck.pigs: above them": ("noch Superschweinchen", "Hyperschweinchen", "auch die Schweinchen hat"),
    "deck.swaps": ("genschern", "Nach dem Genscher", "Gegengenscher"),
    "redeal: nines, kings": ("fünf Neunen", "fünf Königen", "Neunen und Königen"),
    "redeal: full cards, Augen": ("sieben Vollen", "mehr als 80", "weniger als 35"),
    "redeal: trumps, low cards": ("zwei Trümpfen darf", "Trumpf über dem Fuchs", "fünf Luschen"),
    "redeal: slips": ("falsche Karte", "gibt der Nächste", "Wer sich vergibt"),
    "redeal: Bock": ("Wird geschmissen, ist danach Bock",),
    "reservations.order": ("Solo geht vor Schmeißen", "erst, wenn niemand Solo"),
    "hochzeit: deciding trick": ("Fehlstich klärt", "bis er gefunden ist"),
    "hochzeit: not found": ("aber es ist kein Solo", "Es wird neu gegeben"),
    "hochzeit: clock": ("Ansagezeiten wie immer", "bis die nächste Karte liegt"),
    "hochzeit: fee": ("der Braut einen Punkt.", "der Braut einen Punkt, und"),
    "hochzeit: silent": (
        "nie angesagt",
        "stille Hochzeit zählt als Pflichtsolo",
        "In der stillen",
        "zählt einen Punkt mehr",
    ),
    "armut: condition": ("höchstens drei Trümpfen", "Füchse zählen", "mit vier Trümpfen"),
    "armut: cards": ("genau drei Karten", "natürlichen Partner"),
    "armut: refused": ("wird still gespielt", "ist Schwarze Sau", "Will niemand die Armut, ist danach Bock"),
    "armut: scoring": ("kein ‚gegen die Alten‘", "keine Schweinchen", "Wer eine Armut nimmt", "arm ist und schweigt"),
    "kinds": ("Königssolo", "Fleischlosen", "Knochenlosen", "Schlanken Martin", "Kontrasolo"),
    "solo: value": ("Ein Solo zählt einen", "Das Bubensolo zählt zwei mehr", "Das Bubensolo zählt immer"),
    "solo: factor": ("Solist nur einfach", "die Gegner dreifach"),
    "solo: Sonderpunkte": ("alle Sonderpunkte", "Im Trumpfsolo", "gegen ein Solo gewinnt"),
    "solo: calls, lead, deal": ("nicht angesagt", "spielt immer aus", "derselbe noch einmal", "nach einem Solo gibt"),
    "solo: tie, number": ("gewinnt bei 120:120", "höchstens zwei Lustsoli"),
    "calls: Ansagen": ("je einen Punkt", "verdoppeln.", "Sonderpunkte auch", "bleibt einfach", "Nur die erste Ansage"),
    "calls: further": ("Spritze", "geklopft", "vor der ersten Karte ansagt", "gilt als Re"),
    "calls: Absagen": (
        "Absage zählt zwei",
        "gehalten",
        "Absagen gibt es nicht",
        "auch ohne Re",
        "nur die 60",
        "überspringen",
    ),
    "calls: levels": ("wenn sie angesagt war", "alle angesagten Stufen"),
    "calls.clock": ("mit zehn Karten", "keine 60 bis sechs", "fünften Karte", "angespielt ist", "Ende des Stichs"),
    "calls.reply": ("nicht später antworten",),
    "calls.duty": ("30 Augen macht", "35 Augen", "egal was drin ist"),
    "cowardice": ("drei Ansagen zu wenig", "Strafpunkt je fehlende", "schreibt sich", "nur auffallen"),
    "outcome: tie": (
        "Re braucht immer 121",
        "hat niemand gewonnen",
        "zählt nur ‚gegen die Alten‘",
        "120:120 zählt doppelt",
    ),
    "outcome: Absagen": ("noch nicht verloren", "Absage, zählt das Spiel null", "entscheiden die Augen"),
    "outcome.schwarz_by": ("keine Augen hat",),
    "value.failed": ("nur die höchste Stufe", "jede verfehlte Absage", "keine eigenen Punkte"),
    "value: losing side": ("bekommt der Gewinner", "werden abgezogen", "nicht verlieren"),
    "bock.triggers: cards": ("Läuft Herz durch, ist Bock.", "Bei 120:120 ist Bock", "Nullspiel", "schwarz ist Bock"),
    "bock.triggers: calls, soli": ("Verliert, wer angesagt", "Sagen beide", "verlorenen Solo ist"),
    "bock.triggers: by hand": ("wann wir es sagen", "Glas"),
    "bock.length": ("immer vier Spiele", "Nur das nächste"),
    "bock.overlap": ("wird angehängt", "fängt er von vorn an", "zählt der nicht", "wird es vierfach"),
    "bock: ceiling, several": ("höchstens bis vierfach", "sind zwei Böcke"),
    "bock: effect": ("statt doppelt", "die Sonderpunkte nicht verdoppelt"),
    "bock: soli": ("nicht verdoppelt und verbraucht", "löst keinen Bock", "ruht der Bock", "aber nicht in einem Solo"),
    "bock: use, end, owner": ("verbraucht einen Bock", "am Ende noch Bock", "Bock hat nur"),
    "sonderpunkte: Fuchs": ("zweite gefangene Fuchs", "Fuchs am End", "im letzten Stich gefangen", "Beide Füchse"),
    "sonderpunkte: Karlchen": ("Karlchen gibt es nicht", "gefangenes Karlchen", "Agathe"),
    "sonderpunkte: others": (
        "Doppelkopf zählt zwei",
        "Dulle die Dulle",
        "Herzstich",
        "Fischauge",
        "Klabauter",
        "eigenen",
    ),
    "sonderpunkte: derived": ("gegen die Schweine", "gegen ein Solo"),
    "pflichtsolo": ("Pflichtsoli gibt es nicht", "zwei Pflichtsoli", "nur Damen- und Bubensolo", "letzten Runde"),
    "pflichtsolo: missing, Lustsolo": ("fehlendes Pflichtsolo", "jederzeit"),
    "settlement.mode, unit": ("nur die Gewinner", "nur die Verlierer", "Liste zehn"),
    "settlement.money": ("fünf Cent.", "Abstand", "in die Kasse", "abgerundet", "über 100", "für den Abend"),
    "settlement: fees, tallies": ("gefangene Dulle kostet", "ein Solo verliert, zahlt", "Strich", "Durchschnitt"),
    "party.length": ("20 Spiele", "fünf Runden", "bis jemand 20 Punkte", "keine Lust"),
    "party.time": ("45 Minuten", "Zeitgrenze"),
    "party: players": ("Zu sechst", "zu acht", "gegen den Uhrzeigersinn", "Geht einer früher"),
    "penalties": ("Strafen gibt es nicht", "sechs Punkte", "Minus seines Partners", "geringe Strafe"),
}


@pytest.mark.parametrize("rule", CATALOGUE)
def test_every_house_rule_of_the_catalogue_is_there(rule: str) -> None:
    said = [one.sentence for one in RULES]
    assert [part for part in CATALOGUE[rule] if not any(part in sentence for sentence in said)] == []
