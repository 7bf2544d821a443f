"""What is proposed is right, a command that is shown can be pasted, and no English stands inside German."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest

from helpers import CATALOGUES, LAZY, Unreadable, import_lists, message, parse, parse_hand, run, table, texts

HEAD = "dokosheet: 1\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
#: English words that are no German ones, and no words of sheets or rulesets.
ENGLISH = re.compile(
    r"\b(the|is|are|not|with|of|and|that|found|expected|you|this|have|for|to|from|it|be|if|did|does|must|should|where"
    r"|when|while|only|call|file|line|row|there|has|was not|cannot|unexpected|allowed|here)\b"
)
#: What is written in sheets, rulesets and commands stands as it is.
AS_WRITTEN = re.compile(r"\{[^}]*\}|`[^`]*`|„[^“]*“|--[a-z-]+|dokosheet [a-z ]+")


def check(folder: Path, *lines: str, head: str = HEAD, lang: str = "en") -> str:
    (folder / "a.yaml").write_text(head + "".join(f"  - {line}\n" for line in lines), "utf-8")
    return run(folder, "check", "a.yaml", lang=lang).stdout


# -- a row with blanks in it


ROWS = ("2,-2,2,-2", "-2,2,-2,2", "12,-4,-4,-4", "-9,3,3,3", "0,0,0,0", "2,-2,2,-2,-", "-,3,-1,-1,-1")


@pytest.mark.parametrize("mark", ["=", "=="])
def test_a_row_with_blanks_in_it_is_put_together(mark: str) -> None:
    """Wherever one or two blanks stand, with or without the comma: the row itself is proposed, the whole is marked."""
    seen = 0
    for row in ROWS:
        n = row.count(",") + 1
        players = table(*"ABCDEFG"[:n])
        places = [i for i in range(len(row)) if row[i - 1 : i + 1] != "" and (row[i] in ",-" or row[i - 1] in ",-")]
        for cuts in [*combinations(places, 1), *combinations(places, 2)]:
            line = "".join(" " * (i in cuts) + sign for i, sign in enumerate(row)).strip()
            for text in {line, line.replace(", ", " ").replace(" ,", " ")}:
                if " " not in text or text.split()[0] == "":
                    continue
                parsed = parse_hand(f'A C 156 {mark}{text} "so"', players)
                if not parsed.problems:
                    continue
                (at, problem), *others = parsed.problems
                assert (at, others, problem.code, problem.tokens) == (3, [], "F103", len(text.split())), text
                assert f"{mark}{row}" in problem.readings, text
                assert (parsed.hand.named, parsed.note) == (("A", "C"), "so")
                seen += 1
    assert seen > 100


def test_what_follows_a_whole_row_is_no_piece_of_it() -> None:
    for line in ("A C =2,-2,2,-2 156", "A C =2,-2,2,-2 ==4,-4,4,-4 130", "=2,-2,2,-2 gilt"):
        assert parse_hand(line, table(*"ABCD")).problems == ()


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("=- 2,2,-2,2", "=-2,2,-2,2"),
        ("=2,- 2,2,-2", "=2,-2,2,-2"),
        ("==- 2,2,-2,2", "==-2,2,-2,2"),
        ("= 2,-2,2,-2", "=2,-2,2,-2"),
    ],
)
def test_the_sign_before_a_blank_is_kept(line: str, fits: str, tmp_path: Path) -> None:
    tries = [one.strip() for one in check(tmp_path, line).split("\n") if "(meant as)" in one]
    assert tries == [f"Try: {fits}  (meant as)"]


# -- what is proposed


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("Anna Ben reschwarz u30", "Anna Ben reschwarz u30 schwarz"),
        ("Anna Ben kontraschwarz :u30", "Anna Ben kontraschwarz :u30 schwarz"),
        ("Anna Ben re reschwarz@6 u30", "Anna Ben re reschwarz@6 u30 schwarz"),
        ("Anna damensolo reschwarz u30", "Anna damensolo reschwarz u30 schwarz"),
    ],
)
def test_a_call_of_schwarz_that_a_band_refutes(line: str, fits: str, tmp_path: Path) -> None:
    out = check(tmp_path, line)
    assert "S407" in out
    assert f"Try: {line.split()[-1]} schwarz  (meant as)" in out
    assert "S407" not in check(tmp_path, fits)
    assert "gehört schwarz dazu" in check(tmp_path, line, lang="de")


def test_another_call_that_a_band_refutes_is_answered_by_bands(tmp_path: Path) -> None:
    out = check(tmp_path, "Anna Ben re30 u60")
    assert "u60 says that Kontra is under 60, :u60 that Re is" in out
    assert "156" not in out


@pytest.mark.parametrize(
    ("players", "fits"),
    [
        ("Anna, Ben, Anna, Dora", "Anna-B"),
        ("Anna, Anna-B, Anna, Dora", "Anna-C"),
        ("Cem, Cem-B, cem, Dora", "cem-C"),
        ('Anna, Ben, {name: "Anna Groß", as: Anna}, Dora', "Anna-B"),
    ],
)
def test_who_is_called_like_another_gets_a_name_that_is_free(players: str, fits: str, tmp_path: Path) -> None:
    out = check(tmp_path, head=HEAD.replace("Anna, Ben, Cem, Dora", players))
    assert f"Try: {fits}  (meant as)\n" in out or "{" in players
    assert "Try: If two have the same name, add something to one\n" in out
    assert "Cem-B" not in out or "Cem-B" in players


def test_who_comes_and_is_called_like_another(tmp_path: Path) -> None:
    assert "Try: Anna-B  (meant as)\n" in check(tmp_path, "Anna Cem 130", "kommt Anna")


# -- commands to paste


def test_the_command_of_standings_names_its_sheets(tmp_path: Path) -> None:
    (tmp_path / "alte listen").mkdir()
    (tmp_path / "alte listen" / "a.yaml").write_text(f"{HEAD}  - Anna Cem 239\n", "utf-8")
    (tmp_path / "b.yaml").write_text(f"{HEAD}  - Anna Cem 130\n", "utf-8")
    for lang in ("de", "en"):
        said = run(tmp_path, "standings", "alte listen", "b.yaml", lang=lang).stderr
        command = said.strip().rpartition(": ")[2]
        assert shlex.split(command) == ["dokosheet", "check", "alte listen", "b.yaml"]
        assert "H201" in run(tmp_path, *shlex.split(command)[1:]).stdout


def test_a_file_with_a_blank_is_one_word_of_a_command(tmp_path: Path) -> None:
    said = run(tmp_path, "new", "mein abend.yaml", "--players", "Anna,Ben,Cem,Dora", lang="de")
    assert "dokosheet add 'mein abend.yaml' SPIELER" in said.stdout + said.stderr
    (tmp_path / "mein abend.yaml").write_text(f"{HEAD}  - Anna Cem 156 =3,-2,2,-2\n", "utf-8")
    shown = run(tmp_path, "show", "mein abend.yaml")
    assert "dokosheet check 'mein abend.yaml'" in shown.stdout + shown.stderr


@pytest.mark.parametrize("lang", ["de", "en"])
def test_no_command_is_shown_with_dots(lang: str) -> None:
    """``dokosheet check ...`` cannot be pasted."""
    for name in (*CATALOGUES, *dict.fromkeys(LAZY.values())):
        for key, text in import_module(f"dokosheet.text.{lang}.{name}").MESSAGES.items():
            assert not re.search(r"dokosheet [a-z]+[^.;]* (\.\.\.|…)", text), key


# -- English inside German


def test_the_german_catalogue_is_german() -> None:
    seen = 0
    for name in (*CATALOGUES, *dict.fromkeys(LAZY.values())):
        for key, text in import_module(f"dokosheet.text.de.{name}").MESSAGES.items():
            found = ENGLISH.findall(AS_WRITTEN.sub("", text))
            assert not found, (key, text)
            seen += 1
    assert seen > 1000


BROKEN = (
    *("{", "[", "a: b: c", '"abc', "a: 'b", "\t- a", "%YAML 9", "@", "`x`", "? a", "{a: 1, a", "a: |x", "&", "!", "*"),
    *(
        "a: [1, 2",
        "a: {b: c",
        "- a\nb",
        "a: 1\n b: 2",
        "a:\n  - b\n c",
        'a: "\\q"',
        'a: "\\ud800"',
        "a: - b",
        "--- a\n--- b",
    ),
    *(
        "a: &b c\n*b x",
        "a: !<x y",
        "%TAG ! x",
        "a: >9\n b",
        "{a, b: }]",
        "]",
        "}",
        ",",
        "a: 'b'c",
        "- - a\n  b",
        "key\nkey: 1",
    ),
)


@pytest.mark.parametrize("text", BROKEN)
def test_yaml_is_explained_in_german(text: str) -> None:
    for whole in (text, f"{HEAD}  - Anna Cem 130\n{text}\n", f"{HEAD}  - {text}\n"):
        for finding in parse(whole)[1]:
            said = AS_WRITTEN.sub("", message(finding, texts("de")))
            assert not ENGLISH.search(said), said


# -- tables that are none


@pytest.mark.parametrize("text", ["{\n", '{"players": ["A"], "hands": [', "[\n  {}]", ' \n["a", "b"]', "\ufeff{}"])
def test_json_is_no_table(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(Unreadable) as refused:
        list(import_lists(str(path)))
    assert refused.value.message == "error.import.data"


@pytest.mark.parametrize(
    ("titles", "kind"),
    [
        ("Abend;Anna;Ben;Cem;Dora", "evenings"),
        ("Datum;Platz;Anna;Ben;Cem;Dora", "evenings"),
        ("Saison;Spieler;A;B;C;D", "evenings"),
        ("Monat;Anna;Name;Cem;Dora", "evenings"),
        ("Name;Abend 1;Abend 2;Abend 3;Abend 4", "results"),
        ("Spieler;Datum;A;B;C;D", "results"),
    ],
)
def test_a_row_is_what_its_first_column_is(titles: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    n = titles.count(";")
    path.write_text(
        "\n".join([titles, *(f"x{i};" + ";".join(str(k + i) for k in range(n)) for i in range(3))]), "utf-8"
    )
    with pytest.raises(Unreadable) as refused:
        list(import_lists(str(path)))
    assert refused.value.message == f"error.import.{kind}"


# -- rules in words


def test_a_trigger_by_hand_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "neu.yaml").write_text("id: neu\nextends: tsr\nbock: {triggers: {neu: {manual: true}}}\n", "utf-8")
    said = run(tmp_path, "rules", "diff", "tsr", "./neu.yaml").stdout
    assert "Bock: after neu as the table says, " in said
    assert "nach neu auf Zuruf, " in run(tmp_path, "rules", "diff", "tsr", "./neu.yaml", lang="de").stdout
    assert said.count("neu as") == 1


def test_a_warning_is_called_one(tmp_path: Path) -> None:
    text = "id: feig\nextends: tsr\ncowardice: {slack: 1, effect: flag}\n"
    (tmp_path / "feig.yaml").write_text(text, "utf-8")
    assert "else there is a warning" in " ".join(run(tmp_path, "rules", "diff", "tsr", "./feig.yaml").stdout.split())
    sheet = HEAD.replace("players", "rules: ./feig.yaml\nplayers") + "  - Anna Cem 225\n"
    (tmp_path / "a.yaml").write_text(sheet, "utf-8")
    assert "warning[H214]" in run(tmp_path, "check", "a.yaml").stdout
