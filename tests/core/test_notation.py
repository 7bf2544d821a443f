"""The notation: every row of the token table, how a word is looked up, what is refused, and parse(format(x)) == x."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dokosheet.core.notation.entries import words
from dokosheet.core.notation.hand import Augen, Call, Hand, Sonderpunkt
from dokosheet.core.notation.line import format_hand, parse_hand, tokens_of
from dokosheet.core.notation.sheet import Player
from dokosheet.core.notation.vocabulary import fold
from dokosheet.core.notation.words import Problem, Words
from dokosheet.core.terms import ANSAGE, K30, K60, K90, SCHWARZ
from helpers import FIVE, TSR, hand, table

ABCD = ("Anna", "Ben", "Cem", "Dora")
PAIR = ("Anna", "Cem")
#: A loaded machine is no reason to fail.
law = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def problems(line: str, players: Sequence[str] = ABCD) -> list[tuple[int, Problem]]:
    return list(parse_hand(line, table(*players)).problems)


def only_problem(line: str, players: Sequence[str] = ABCD) -> Problem:
    found = problems(line, players)
    assert len(found) == 1, found
    return found[0][1]


def read(line: str) -> Hand:
    return hand(line, ABCD)


# -- players


@pytest.mark.parametrize(
    "line", ["Anna Cem 156", "an ce 156", "1 3 156", "anna CEM 156", "A C 156", "156 Anna Cem", "1 Cem 156"]
)
def test_players_by_name_prefix_and_seat(line: str) -> None:
    assert read(line) == Hand(PAIR, augen=Augen(156, 156))


def test_the_order_of_players_is_kept() -> None:
    assert read("Cem Anna hochzeit 131").named == ("Cem", "Anna")


def test_only_the_first_two_tokens_are_seats() -> None:
    assert read("1 2 3") == Hand(("Anna", "Ben"), augen=Augen(3, 3))
    assert read("Anna 3") == Hand(("Anna",), augen=Augen(3, 3))
    assert read("1 damensolo 190") == Hand(("Anna",), "damensolo", augen=Augen(190, 190))
    assert hand("5 1 130", FIVE).named == ("E", "A")


def test_a_prefix_that_fits_two_players_is_refused_with_both() -> None:
    refused = only_problem("An Ben 120", ("Anna", "Ben", "Andi", "Dora"))
    assert refused.code == "F106"
    assert set(refused.readings) == {"Anna", "Andi"}


def test_a_full_name_wins_over_a_longer_one() -> None:
    players = ("Ann", "Anna", "Ben", "Dora")
    assert hand("ann ben 120", players).named == ("Ann", "Ben")


def test_a_prefix_behind_a_colon_is_refused_too() -> None:
    refused = only_problem("Anna Ben 120 fuchs:an", ("Anna", "Ben", "Andi", "Dora"))
    assert (refused.code, set(refused.readings)) == ("F106", {"fuchs:Anna", "fuchs:Andi"})


def test_an_unknown_name_with_the_nearest() -> None:
    refused = only_problem("Ana-x Ben 120", ("Anna", "Ben", "Cem", "Dora"))
    assert (refused.code, refused.readings) == ("F105", ("Anna",))
    assert only_problem("Xaver Ben 120").code == "F105"


# -- kinds


KINDS = [
    ("hochzeit", "hochzeit"),
    ("hz", "hochzeit"),
    ("still", "stille_hochzeit"),
    ("sh", "stille_hochzeit"),
    ("stille", "stille_hochzeit"),
    ("stumm", "stille_hochzeit"),
    ("damensolo", "damensolo"),
    ("ds", "damensolo"),
    ("dame", "damensolo"),
    ("bubensolo", "bubensolo"),
    ("bs", "bubensolo"),
    ("bube", "bubensolo"),
    ("kreuzsolo", "kreuzsolo"),
    ("kr", "kreuzsolo"),
    ("kreuz", "kreuzsolo"),
    ("piksolo", "piksolo"),
    ("pi", "piksolo"),
    ("pik", "piksolo"),
    ("schippe", "piksolo"),
    ("herzsolo", "herzsolo"),
    ("he", "herzsolo"),
    ("herz", "herzsolo"),
    ("karosolo", "karosolo"),
    ("ka", "karosolo"),
    ("karo", "karosolo"),
    ("trumpfsolo", "karosolo"),
    ("fleischlos", "fleischloser"),
    ("fl", "fleischloser"),
    ("ass", "fleischloser"),
    ("asse", "fleischloser"),
    ("fleischloser", "fleischloser"),
]


@pytest.mark.parametrize(("word", "kind"), KINDS)
@pytest.mark.parametrize("spell", [str.lower, str.upper, str.title])
def test_kinds(word: str, kind: str, spell: Any) -> None:
    players = ("Wim", "Yan", "Max", "Zoe")  # no prefix of a kind
    wanted = Hand(("Wim",), "hochzeit_allein" if kind == "hochzeit" else kind, augen=Augen(130, 130))
    assert hand(f"Wim {spell(word)} 130", players) == wanted
    assert parse_hand(format_hand(wanted), table(*players)).hand == wanted


def test_the_canonical_words_of_kinds() -> None:
    for kind, word in (
        ("stille_hochzeit", "still"),
        ("fleischloser", "fleischlos"),
        ("hochzeit_allein", "hochzeit"),
        ("damensolo", "damensolo"),
    ):
        assert format_hand(Hand(("Anna",), kind)) == f"Anna {word}"


def test_a_normalspiel_needs_no_word() -> None:
    assert read("Anna Cem 156").kind == "normal"
    assert read("Anna Cem normal 156") == read("Anna Cem 156")


def test_a_hochzeit_of_one_player_found_no_partner() -> None:
    assert read("Anna hochzeit 131").kind == "hochzeit_allein"
    assert read("Anna Cem hochzeit 131").kind == "hochzeit"


@pytest.mark.parametrize("word", ["armut", "ar"])
def test_a_kind_that_the_ruleset_does_not_play(word: str) -> None:
    refused = only_problem(f"Ben Cem {word} 131", ("Wim", "Ben", "Cem", "Dora"))
    assert refused.code == "H203"
    assert dict(refused.args)["kind"] == "armut"


@pytest.mark.parametrize("token", ["hochzeit@2", "hz2", "hz@2", "Hochzeit2", "HZ2", "hochzeit2"])
def test_klaerung(token: str) -> None:
    assert read(f"Anna Cem {token} 131") == Hand(PAIR, "hochzeit", 2, Augen(131, 131))


@pytest.mark.parametrize("token", ["hochzeit@", "hochzeit@x", "hz@-1", "hochzeit@²", "hochzeit@222"])
def test_a_klaerung_that_is_no_number(token: str) -> None:
    assert only_problem(f"Anna Cem {token} 131").code == "F103"


# -- Augen


@pytest.mark.parametrize(
    ("token", "augen"),
    [
        ("156", Augen(156, 156)),
        ("156:84", Augen(156, 156)),
        (":84", Augen(156, 156)),
        ("0", Augen(0, 0)),
        (":0", Augen(240, 240)),
        ("156:85", Augen(156, 156, kontra=85)),
        ("u60", Augen(181, 210, "u60")),
        (":u60", Augen(30, 59, ":u60")),
        ("u90", Augen(151, 180, "u90")),
        (":u90", Augen(60, 89, ":u90")),
        ("u30", Augen(211, 240, "u30")),
        (":u30", Augen(0, 29, ":u30")),
        ("gew", Augen(120, 150, "gew")),
        (":gew", Augen(90, 120, ":gew")),
        ("U60", Augen(181, 210, "u60")),
        (":GEW", Augen(90, 120, ":gew")),
        ("121-150", Augen(121, 150)),
        ("241", Augen(241, 241)),  # impossible, but it was read: H201 says so
        ("-5", Augen(-5, -5)),
        ("−5", Augen(-5, -5)),
    ],
)
def test_augen(token: str, augen: Augen) -> None:
    assert read(f"Anna Cem {token}") == Hand(PAIR, augen=augen)


@pytest.mark.parametrize(
    "token", ["12:", ":", "-", "+", "15x:", "150-121", "1.5", "156:84:0", "²", "²-²", "²:²", ":²", "1-²", "9999999999"]
)
def test_augen_that_cannot_be_read(token: str) -> None:
    assert only_problem(f"Anna Cem {token}").code in ("F103", "F105", "F107")


def test_the_canonical_augen() -> None:
    assert format_hand(read("156:84 Anna Cem")) == "Anna Cem 156"
    assert format_hand(read(":84 Anna Cem")) == "Anna Cem 156"
    assert format_hand(read("156:85 Anna Cem")) == "Anna Cem 156:85"


@pytest.mark.parametrize("fact", ["schwarz", "stich"])
def test_trick_facts(fact: str) -> None:
    assert read(f"Anna Cem 240 {fact.upper()}").trick == fact


# -- calls


PARTIES = [("re", "re"), ("r", "re"), ("kontra", "kontra"), ("ko", "kontra"), ("kon", "kontra"), ("contra", "kontra")]
STEPS = [("", ANSAGE), ("90", K90), ("60", K60), ("30", K30), ("schwarz", SCHWARZ), ("s", SCHWARZ)]


@pytest.mark.parametrize(("party", "side"), PARTIES)
@pytest.mark.parametrize(("level", "step"), STEPS)
@pytest.mark.parametrize("dash", ["", "-"])
def test_calls(party: str, side: Any, level: str, step: int, dash: str) -> None:
    if dash and not level:
        return
    assert read(f"Anna Cem 156 {party}{dash}{level}".upper()).calls == (Call(side, step),)
    assert read(f"Anna Cem 156 {party}{dash}{level}@9/Ben").calls == (Call(side, step, 9, "Ben"),)


@pytest.mark.parametrize(
    ("token", "call"),
    [
        ("re@11", Call("re", ANSAGE, 11)),
        ("re90@10", Call("re", K90, 10)),
        ("kontra@10/Ben", Call("kontra", ANSAGE, 10, "Ben")),
        ("re/Anna", Call("re", ANSAGE, None, "Anna")),
        ("ko60@9/be", Call("kontra", K60, 9, "Ben")),
        ("re-s@7", Call("re", SCHWARZ, 7)),
        ("re@0", Call("re", ANSAGE, 0)),
        ("re@12", Call("re", ANSAGE, 12)),
        ("k90:re", Call("re", K90, bare=True)),
        ("schwarz:ko", Call("kontra", SCHWARZ, bare=True)),
    ],
)
def test_calls_with_cards_and_speaker(token: str, call: Call) -> None:
    assert read(f"Anna Cem 156 {token}") == Hand(PAIR, augen=Augen(156, 156), calls=(call,))


def test_calls_are_repeated_for_each() -> None:
    calls = (Call("re", ANSAGE, 11), Call("kontra", K90, 10, "Ben"), Call("re", K60, 9))
    assert read("Anna Cem 156 re@11 kontra90@10/Ben re60@9").calls == calls


@pytest.mark.parametrize("token", ["re@13", "re@", "re@x", "re@-1", "re/", "re@11/"])
def test_calls_with_wrong_cards(token: str) -> None:
    assert only_problem(f"Anna Cem 156 {token}").code == "F103"


@pytest.mark.parametrize("token", ["re120", "re15", "kontra120", "re-10", "tuck:Anna"])
def test_calls_that_no_ruleset_here_has(token: str) -> None:
    assert only_problem(f"Anna Cem 156 {token}").code == "C301"


def test_an_unknown_speaker() -> None:
    assert only_problem("Anna Cem 156 re/Xaver").code == "F105"


# -- Sonderpunkte, marks, written facts


@pytest.mark.parametrize(
    ("token", "made"),
    [
        ("fuchs:Anna", [Sonderpunkt("fuchs", "Anna")]),
        ("f:an", [Sonderpunkt("fuchs", "Anna")]),
        ("doppelkopf:kontra", [Sonderpunkt("doppelkopf", "kontra")]),
        ("dk:ko", [Sonderpunkt("doppelkopf", "kontra")]),
        ("doko:re", [Sonderpunkt("doppelkopf", "re")]),
        ("karlchen:re", [Sonderpunkt("karlchen", "re")]),
        ("k:r", [Sonderpunkt("karlchen", "re")]),
        ("charlie:Ben", [Sonderpunkt("karlchen", "Ben")]),
        ("charly:Ben", [Sonderpunkt("karlchen", "Ben")]),
        ("2f:re", [Sonderpunkt("fuchs", "re")] * 2),
        ("3DK:Kontra", [Sonderpunkt("doppelkopf", "kontra")] * 3),
        ("fae:Anna", [Sonderpunkt("fuchs_am_end", "Anna")]),
        ("kg:Anna", [Sonderpunkt("karlchen_gefangen", "Anna")]),
        ("dg:Anna", [Sonderpunkt("dulle_gefangen", "Anna")]),
        ("sw:Anna", [Sonderpunkt("schweinchen", "Anna")]),
    ],
)
def test_sonderpunkte(token: str, made: list[Sonderpunkt]) -> None:
    assert read(f"Anna Cem 156 {token}").sonderpunkte == tuple(made)


@pytest.mark.parametrize("token", ["0f:re", "10f:re", "2x:re", "2f", "2"])
def test_a_number_before_what_cannot_be_counted(token: str) -> None:
    assert only_problem(f"Anna Cem 156 {token}").code in ("F107", "F103")


@pytest.mark.parametrize(
    ("token", "mark"),
    [
        ("pflicht", "pflicht"),
        ("pf", "pflicht"),
        ("lust", "lust"),
        ("lu", "lust"),
        ("vorgefuehrt", "vorgefuehrt"),
        ("vorgeführt", "vorgefuehrt"),
        ("vf", "vorgefuehrt"),
        ("pfl", "pflicht"),
        ("vor", "vorgefuehrt"),
    ],
)
def test_marks(token: str, mark: str) -> None:
    assert read(f"Anna damensolo 190 {token}").marks == (mark,)


@pytest.mark.parametrize("token", ["herzstich", "hst", "herzdurch"])
def test_a_mark_that_the_ruleset_has_no_use_for(token: str) -> None:
    refused = only_problem(f"Anna Cem 156 {token}")
    assert (refused.code, refused.variant) == ("F107", "no-use")


@pytest.mark.parametrize(
    ("token", "field", "value"),
    [
        ("wert:3", "wert", 3),
        ("value:3", "wert", 3),
        ("wert:-4", "wert", -4),
        ("wert:−4", "wert", -4),
        ("wert:+2", "wert", 2),
        ("sieger:Anna,Cem", "sieger", PAIR),
        ("winners:an,ce", "sieger", PAIR),
        ("sieger:re", "sieger", ("re",)),
        ("geber:Ben", "dealer", "Ben"),
        ("dealer:be", "dealer", "Ben"),
        ("bock:1", "bock", 1),
        ("aussetzt:Dora", "sits_out", ("Dora",)),
        ("aussetzt:Ben,Dora", "sits_out", ("Ben", "Dora")),
        ("gilt", "gilt", True),
        ("ok:S404", "ok", ("S404",)),
        ("ok:s404,C303", "ok", ("S404", "C303")),
        ("ok:S404 ok:C303", "ok", ("S404", "C303")),
    ],
)
def test_written_facts(token: str, field: str, value: Any) -> None:
    assert getattr(read(f"Anna Cem 156 {token}"), field) == value


@pytest.mark.parametrize(
    "token", ["wert:", "wert:x", "wert:1.5", "bock:", "geber:Anna,Ben", "geber:", "sieger:", "wert:²"]
)
def test_written_facts_that_cannot_be_read(token: str) -> None:
    assert only_problem(f"Anna Cem 156 {token}").code == "F103"


ROWS = [
    ("2,-2,2,-2", (2, -2, 2, -2)),
    ("2/-2/2/-2", (2, -2, 2, -2)),
    ("+2,-2,+2,-2", (2, -2, 2, -2)),
    ("2,−2,2,−2", (2, -2, 2, -2)),
    ("2,-2,?,-2", (2, -2, "?", -2)),
    ("2,-2,-,0", (2, -2, None, 0)),
    ("0,0,0,0", (0, 0, 0, 0)),
    ("1,5/-1,5/1,5/-1,5", (Decimal("1.5"), Decimal("-1.5"), Decimal("1.5"), Decimal("-1.5"))),
    ("1.5,-1.5,1.5,-1.5", (Decimal("1.5"), Decimal("-1.5"), Decimal("1.5"), Decimal("-1.5"))),
    ("1,0/-1/1/-1", (1, -1, 1, -1)),
    ("Anna:2,Cem:2,Ben:-2,Dora:-2", (2, -2, 2, -2)),
    ("dora:-2,an:2,ce:2,be:−2", (2, -2, 2, -2)),
    ("Anna:1,5/Ben:-1,5/Cem:1,5/Dora:-1,5", (Decimal("1.5"), Decimal("-1.5"), Decimal("1.5"), Decimal("-1.5"))),
    ("Anna:2,Ben:-2,Cem:?,Dora:-", (2, -2, "?", None)),
]


@pytest.mark.parametrize(("cells", "row"), ROWS)
def test_rows(cells: str, row: tuple[Any, ...]) -> None:
    assert read(f"Anna Cem 156 ={cells}") == Hand(PAIR, augen=Augen(156, 156), score=row)
    assert read(f"Anna Cem 156 =={cells}") == Hand(PAIR, augen=Augen(156, 156), total=row)


@pytest.mark.parametrize(
    ("token", "field", "row"),
    [
        ("p:2/-2/2/-2", "score", (2, -2, 2, -2)),
        ("t:14/-2/-8/-4", "total", (14, -2, -8, -4)),
        ("p:2/-2/?/-", "score", (2, -2, "?", None)),
        ("t:1,5/-1,5/0/0", "total", (Decimal("1.5"), Decimal("-1.5"), 0, 0)),
    ],
)
def test_rows_for_shells(token: str, field: str, row: tuple[Any, ...]) -> None:
    assert getattr(read(token), field) == row


@pytest.mark.parametrize(
    "token", ["=", "==", "=x", "=2,,2,-4", "=2,-2,2,-2,", "==1,b", "=Anna:2,Anna:-2", "=²,1,1,1", "p:", "p:2//2"]
)
def test_rows_that_cannot_be_read(token: str) -> None:
    assert only_problem(token).code == "F103"


def test_a_row_with_an_unknown_name() -> None:
    assert only_problem("=Anna:2,Xaver:-2").code == "F105"


def test_points_only_and_totals_only() -> None:
    assert read("=3,-1,-1,-1") == Hand(score=(3, -1, -1, -1))
    assert read("==14,-2,-8,-4") == Hand(total=(14, -2, -8, -4))


# -- the order of looking up


def test_a_reserved_word_in_full_comes_first() -> None:
    """A player of this name needs a short form; as a word it stays what it is."""
    players = words(TSR, (Player("Still", "St"), *(Player(name, name) for name in ("Ben", "Cem", "Dora"))))
    assert parse_hand("Ben still 119", players).hand.kind == "stille_hochzeit"
    assert parse_hand("St Ben 119", players).hand.named == ("Still", "Ben")


def test_a_player_in_full_comes_before_an_alias() -> None:
    players = ("Herz", "Ko", "R", "Pik")
    assert hand("Herz Ko 120", players) == Hand(("Herz", "Ko"), augen=Augen(120, 120))
    assert hand("herz r 120 fuchs:ko", players).sonderpunkte == (Sonderpunkt("fuchs", "Ko"),)
    assert hand("Pik Herz 120", players).named == ("Pik", "Herz")


def test_an_alias_that_is_also_a_players_prefix_is_refused_with_both() -> None:
    refused = only_problem("Ben he 120", ("Herbert", "Ben", "Cem", "Dora"))
    assert (refused.code, set(refused.readings)) == ("F106", {"Herbert", "herzsolo"})
    refused = only_problem("Ben Cem 120 r", ("Rolf", "Ben", "Cem", "Dora"))
    assert (refused.code, set(refused.readings)) == ("F106", {"Rolf", "re"})
    refused = only_problem("Ben Cem 120 hz2", ("Hz2o", "Ben", "Cem", "Dora"))
    assert (refused.code, set(refused.readings)) == ("F106", {"Hz2o", "hochzeit@2"})


def test_a_players_prefix_comes_before_the_prefix_of_a_kind() -> None:
    assert hand("d Ben 120", ABCD).named == ("Dora", "Ben")
    assert hand("Ben d 120", ("Anna", "Ben", "Cem", "Emil")).kind == "damensolo"


def test_a_prefix_of_two_kinds_is_refused_with_both() -> None:
    refused = only_problem("Wim h 130", ("Wim", "Yan", "Max", "Zoe"))
    assert refused.code == "F107"
    assert {"hochzeit", "herzsolo"} <= set(refused.readings)


# -- what sounds like two things


@pytest.mark.parametrize(
    ("words_", "readings"),
    [
        ("re schwarz", {"reschwarz", "schwarz re"}),
        ("Re Schwarz", {"reschwarz", "schwarz re"}),
        ("kontra schwarz", {"kontraschwarz", "schwarz kontra"}),
        ("ko schwarz", {"kontraschwarz", "schwarz kontra"}),
        ("re 90", {"re90", "90 re"}),
        ("r 60", {"re60", "60 re"}),
        ("kontra 30", {"kontra30", "30 kontra"}),
        ("k90", {"re90", "kontra90"}),
        ("K60", {"re60", "kontra60"}),
        ("k30", {"re30", "kontra30"}),
        ("ohne 90", {"re90", "kontra90"}),
        ("keine 90", {"re90", "kontra90"}),
        ("fuchs", {"fuchs:re", "fuchs:kontra"}),
        ("doppelkopf", {"doppelkopf:re", "doppelkopf:kontra"}),
        ("Karlchen", {"karlchen:re", "karlchen:kontra"}),
        ("schw", {"schwarz", "reschwarz", "kontraschwarz"}),
    ],
)
@pytest.mark.parametrize(
    "line", ["Anna Cem {}", "{} Anna Cem", "Anna Cem {} gilt", "Anna Cem 156 {}", "Anna Cem {} 156"]
)
def test_two_readings_are_refused_once_with_both(words_: str, readings: set[str], line: str) -> None:
    refused = only_problem(line.format(words_))
    assert refused.code == "F107"
    assert readings <= set(refused.readings)


def test_the_canonical_order_keeps_schwarz_and_re_apart() -> None:
    assert read("Anna Cem 240 schwarz re") == Hand(
        PAIR, augen=Augen(240, 240), trick="schwarz", calls=(Call("re", ANSAGE),)
    )
    assert read("Anna Cem 90 re").calls == (Call("re", ANSAGE),)


def test_the_same_thing_twice() -> None:
    refused = only_problem("Anna Cem 156 157")
    assert (refused.code, refused.variant) == ("F103", "twice")
    assert problems("Anna Cem 156 157")[0][0] == 3


def test_an_unknown_word_with_the_nearest() -> None:
    for word, near in (
        ("damensollo", "damensolo"),
        ("hochzeitt", "hochzeit"),
        ("kontrra", "kontra"),
        ("gillt", "gilt"),
    ):
        refused = only_problem(f"Anna Cem {word} 130")
        assert (refused.code, refused.readings[0]) == ("F107", near)
    for word, near in (("fuchss:Anna", "fuchs:Anna"), ("siegr:Anna", "sieger:Anna"), ("wrt:3", "wert:3")):
        refused = only_problem(f"Anna Cem 130 {word}")
        assert (refused.code, refused.readings[0]) == ("F107", near)


def test_every_problem_of_a_line_is_reported() -> None:
    codes = [(i, p.code) for i, p in problems("Xaver Cem 156 157 re@13 fuchs ok:S404")]
    assert codes == [(0, "F105"), (3, "F103"), (4, "F103"), (5, "F107")]


def test_an_empty_token_is_refused() -> None:
    """From a mapping or a shell; it must not end the program."""
    field, value = table(*ABCD).meaning("")
    assert field == "problem"
    assert isinstance(value, Problem)


# -- names


ODD_NAMES = ("Jörg", "Groß-Meyer", "O'Neil", "A.", "Anna_2", "Łucja", "Ёлка", "Öz", "李")


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names(name: str) -> None:
    players = (name, "Ben", "Cem", "Dora")
    wanted = Hand((name, "Cem"), augen=Augen(156, 156), sonderpunkte=(Sonderpunkt("fuchs", name),), dealer=name)
    line = format_hand(wanted)
    assert line == f"{name} Cem 156 fuchs:{name} geber:{name}"
    assert hand(line, players) == wanted
    assert hand(line.lower(), players) == wanted


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Joerg", "Jörg"),
        ("JÖRG", "Jörg"),
        ("Jo\u0308rg", "Jörg"),
        ("joe", "Jörg"),
        ("Gross", "Groß"),
        ("GROSS", "Groß"),
        ("GROẞ", "Groß"),
    ],
)
def test_umlauts_are_folded(written: str, name: str) -> None:
    assert hand(f"{written} Ben 120", (name, "Ben", "Cem", "Dora")).named == (name, "Ben")


def test_fold() -> None:
    assert fold("ÄÖÜẞ äöüß") == "aeoeuess aeoeuess"
    assert fold("Re90") == "re90"


SHORT = words(TSR, (Player("Anna Groß", "Anna"), Player("Re", "Rene"), Player("Cem", "Cem"), Player("Dora", "Dora")))


def test_short_forms() -> None:
    wanted = Hand(
        ("Anna Groß", "Cem"),
        augen=Augen(156, 156),
        calls=(Call("re", ANSAGE, 11, "Anna Groß"),),
        sonderpunkte=(Sonderpunkt("fuchs", "Anna Groß"),),
        sieger=("Anna Groß", "Cem"),
        dealer="Re",
    )
    line = format_hand(wanted, SHORT.players)
    assert line == "Anna Cem 156 re@11/Anna fuchs:Anna sieger:Anna,Cem geber:Rene"
    assert parse_hand(line, SHORT).hand == wanted
    assert parse_hand("an cem 156", SHORT).hand.named == ("Anna Groß", "Cem")


def test_a_player_called_re_is_not_the_party() -> None:
    wanted = Hand(("Anna Groß", "Cem"), augen=Augen(156, 156), sonderpunkte=(Sonderpunkt("fuchs", "re"),))
    assert parse_hand(format_hand(wanted, SHORT.players), SHORT).hand == wanted


# -- notes


def test_a_note_in_quotes() -> None:
    parsed = parse_hand('Anna Cem 156 "Stich 7: zweimal gezählt" ok:S404', table(*ABCD))
    assert parsed.note == "Stich 7: zweimal gezählt"
    assert not parsed.problems


@law
@given(st.text())
def test_notes_round_trip(note: str) -> None:
    line = format_hand(Hand(PAIR, augen=Augen(156, 156)), note=note)
    parsed = parse_hand(line, table(*ABCD))
    assert (parsed.note, parsed.problems) == (note, ())


# -- the law


RE = st.integers(-3, 243)
BANDS = st.one_of(
    RE.map(lambda re: Augen(re, re)),
    st.tuples(RE, RE).filter(lambda both: sum(both) != 240).map(lambda both: Augen(both[0], both[0], kontra=both[1])),
    st.tuples(st.integers(0, 239), st.integers(1, 120)).map(lambda low: Augen(low[0], low[0] + low[1])),
    st.sampled_from([read(word).augen for word in ("u90", "u60", "u30", "gew", ":u90", ":u60", ":u30", ":gew")]),
)
WHOLE = st.integers(-999, 999)
CELLS: st.SearchStrategy[Any] = st.one_of(
    WHOLE,
    st.sampled_from([None, "?"]),
    st.integers(-9999, 9999).filter(lambda cents: cents % 100).map(lambda cents: Decimal(cents) / 100),
)
ROWS_OF_CELLS = st.one_of(
    st.none(), st.tuples(WHOLE, WHOLE, WHOLE, WHOLE), st.lists(CELLS, min_size=2, max_size=7).map(tuple)
)
SONDERPUNKTE = ("fuchs", "doppelkopf", "karlchen", "alten", "fuchs_am_end", "karlchen_gefangen", "dulle_gefangen")


def tuples(values: Any, most: int) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(values if isinstance(values, st.SearchStrategy) else st.sampled_from(values), max_size=most).map(
        tuple
    )


@cache
def hands(names: tuple[str, ...]) -> st.SearchStrategy[Hand]:
    """Any Hand that a line can be about, sensible or not (but see test_augen_below_ten_are_no_seat)."""
    party = st.sampled_from(["re", "kontra"])
    said = st.tuples(
        party, st.integers(ANSAGE, SCHWARZ), st.sampled_from([None, *range(13)]), st.sampled_from([None, *names])
    )
    bare = st.tuples(party, st.integers(K90, SCHWARZ), st.just(None), st.just(None), st.just(True))
    by = (*names, "re", "kontra")
    return st.tuples(
        tuples(names, 4),
        st.sampled_from(["normal", *TSR.kinds]),
        st.sampled_from([None, *range(13)]),
        st.one_of(st.none(), BANDS),
        st.sampled_from([None, "schwarz", "stich"]),
        tuples(st.one_of(said, bare).map(lambda call: Call(*call)), 3),
        tuples(st.tuples(st.sampled_from(SONDERPUNKTE), st.sampled_from(by)).map(lambda s: Sonderpunkt(*s)), 4),
        tuples(("pflicht", "lust", "vorgefuehrt"), 2),
        st.one_of(st.none(), st.integers(-99, 99)),
        tuples(by, 3),
        st.sampled_from([None, *names]),
        st.sampled_from([None, 0, 1, 2]),
        tuples(names, 3),
        ROWS_OF_CELLS,
        ROWS_OF_CELLS,
        st.booleans(),
        tuples(("S404", "C303", "B501"), 2),
    ).map(sensible)


def sensible(fields: tuple[Any, ...]) -> Hand:
    """A Klärungsstich only in a Hochzeit, which found no partner if one player is named; no Augen that are a seat."""
    named, kind, klaerung, augen, *rest = fields
    if kind in ("hochzeit", "hochzeit_allein"):
        kind = "hochzeit_allein" if len(named) == 1 else "hochzeit"
    else:
        klaerung = None
    if not named and augen is not None and 0 < augen.low < 10:
        augen = None
    return Hand(named, kind, klaerung, augen, *rest)


TABLES = [
    table(*ABCD),
    table("Jörg", "Groß-Meyer", "O'Neil", "A.", "Łucja"),
    table("K", "R", "Ko", "Dame"),
    words(TSR, (Player("Anna Groß", "Anna"), Player("Über Mut", "Ü"), Player("Pause", "Pau"), Player("D E", "DE"))),
]


def check_law(wanted: Hand, players: Words) -> None:
    line = format_hand(wanted, players.players)
    parsed = parse_hand(line, players)
    assert parsed.problems == (), line
    assert parsed.hand == wanted, line
    assert format_hand(parsed.hand, players.players) == line


@pytest.mark.parametrize("players", TABLES, ids=lambda t: t.players[0].name)
@law
@given(data=st.data())
def test_parse_of_format_is_the_same_hand(players: Words, data: st.DataObject) -> None:
    check_law(data.draw(hands(tuple(p.name for p in players.players))), players)


NAMES = st.from_regex(r"[^\W\d_][\w.'\-]{0,8}", fullmatch=True)


@law
@given(st.lists(NAMES, min_size=4, max_size=5, unique_by=fold), st.data())
def test_parse_of_format_with_any_names(names: list[str], data: st.DataObject) -> None:
    reserved = table("Wim").reserved
    if any(fold(name) in reserved or not name[0].isalpha() for name in names):
        return
    players = words(TSR, tuple(Player(name, name) for name in names))
    check_law(data.draw(hands(tuple(names))), players)


def test_augen_below_ten_are_no_seat() -> None:
    """Nobody is named, so the number stands first, where a seat could stand."""
    check_law(Hand(augen=Augen(3, 3)), table(*ABCD))


@pytest.mark.parametrize("line", ["Anna damensolo hochzeit@2 190", "Anna hochzeit@2 damensolo 190"])
def test_what_was_parsed_can_be_parsed_again(line: str) -> None:
    """A Klärungsstich in a hand that is none: refused, or ``fmt`` makes a line of it that can be read."""
    parsed = parse_hand(line, table(*ABCD))
    assert parsed.problems or parse_hand(format_hand(parsed.hand), table(*ABCD)).hand == parsed.hand


PIECES = tokens_of(
    "Anna Cem 1 3 156 156:84 :84 u60 gew 121-150 schwarz stich re ko90 re@11 kontra60@9/Ben k90:re fuchs:Anna 2f:re"
    " dk:ko hz2 ds pf wert:3 sieger:Anna,Cem geber:Ben bock:1 aussetzt:Dora =2,-2,2,-2 ==?,-,+3,−4 gilt ok:S404 x"
)


@law
@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_format_is_a_fixed_point(pieces: list[str]) -> None:
    """Whatever a line means, its canonical form means the same and is its own canonical form."""
    players = table(*ABCD)
    parsed = parse_hand(" ".join(pieces), players)
    if parsed.problems or not parsed.hand.named:
        return
    canonical = format_hand(parsed.hand)
    again = parse_hand(canonical, players)
    assert (again.problems, again.hand) == ((), parsed.hand), canonical
    assert format_hand(again.hand) == canonical


@law
@given(st.text())
def test_any_text_is_read_without_an_exception(line: str) -> None:
    parsed = parse_hand(line, table(*ABCD))
    assert all(isinstance(found, Problem) for _, found in parsed.problems)
