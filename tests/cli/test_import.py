"""The command import: where the sheets go, and one line for whatever is no list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dokosheet.shell.program import run

ROWS = "{n};1;2;-2;2;-2\n{n};2;-1;1;1;-1\n{n};3;3;3;-3;-3\n"
LIST = "Liste;Spiel;Anna;Ben;Cem;Dora\n" + ROWS.format(n=1)
LISTS = LIST + ROWS.format(n=2)


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Run a command in an empty folder: exit code, output, errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DOKOSHEET_LANG", "en")

    def called(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            run(list(arguments))
        read = capfd.readouterr()
        return int(left.value.code or 0), read.out, read.err

    return called


def test_one_list_into_a_file(call: Any, tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text(LIST, "utf-8")
    assert call("import", "l.csv", "-o", "l.yaml", "--rules", "nur-punkte") == (
        0,
        "l.yaml written: 3 hands\nNext: dokosheet check l.yaml\n",
        "",
    )
    assert call("check", "l.yaml")[:2] == (0, "1 sheet, 3 hands: nothing found\n")
    before = (tmp_path / "l.yaml").read_bytes()
    code, out, err = call("import", "l.csv", "-o", "l.yaml")
    assert (code, out) == (2, "")
    assert "l.yaml exists already" in err
    assert (tmp_path / "l.yaml").read_bytes() == before


def test_to_the_standard_output(call: Any, tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text(LIST, "utf-8")
    code, out, err = call("import", "l.csv")
    assert (code, err) == (0, "")
    assert out.startswith(
        "dokosheet: 1\nrules: tsr\nnote: 'Import: l.csv, 1'\nplayers: [Anna, Ben, Cem, Dora]\nhands:\n"
    )


def test_several_lists_need_a_folder(call: Any, tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text(LISTS, "utf-8")
    for arguments in ((), ("-o", "x.yaml")):
        code, out, err = call("import", "l.csv", *arguments)
        assert (code, out) == (2, "")
        assert err == "dokosheet: l.csv holds 2 sheets; name a folder: -o FOLDER\n"
    code, out, _ = call("import", "l.csv", "-o", "out")
    assert (code, out.count("written: 3 hands")) == (0, 2)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["l-1.yaml", "l-2.yaml"]
    code, _, err = call("import", "l.csv", "-o", "out")
    assert code == 2
    assert "exists already" in err


def test_a_folder_that_is_not_there(call: Any, tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text(LIST, "utf-8")
    code, _, err = call("import", "l.csv", "-o", "no/where/l.yaml")
    assert (code, err) == (2, "dokosheet: no/where does not exist; make the folder, or name another\n")


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0\1\2",
        b"PK\x03\x04",
        b"place,player,total\n1,A,3\n",
        b"date,A,B,C,D\n2026-01-01,1,2,3,4\n",
        b"A,B,C,D\n1,2\n",
        b"A,A,B,C\n1,1,-1,-1\n",
        b"A,B,C,D\n=SUM(A1),1,-1,-1\n",
        b"A,B,C,D\n1,1,1,1\n",
        b'A,B,C,D\n"',
        "A,B,C,D\n1,\u2028,\x85,\x07".encode(),
        b"a;b;c;{x}\n1;1;-1;-2\n",
    ],
)
def test_one_line_and_no_traceback(call: Any, tmp_path: Path, data: bytes, lang: str) -> None:
    (tmp_path / "l.csv").write_bytes(data)
    code, out, err = call("import", "l.csv", "-o", "l.yaml", "--lang", lang)
    assert (code, out) == (2, "")
    assert err.startswith("dokosheet: l.csv: ")
    assert err.count("\n") == 1
    assert not (tmp_path / "l.yaml").exists()


@pytest.mark.parametrize("arguments", [("no.csv",), (".",), ("-",), ("l.csv", "--layout", "no.yaml")])
def test_files_that_are_not_there(call: Any, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "l.csv").write_text(LIST, "utf-8")
    code, out, err = call("import", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_layout_and_a_slip_in_it(call: Any, tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text("a;b;c;d\n2;-2;2;-2\n4;-4;4;-4\n", "utf-8")
    assert call("import", "l.csv")[0] == 2
    (tmp_path / "layout.yaml").write_text("players: [a, b, c, d]\nnumbers: totals\n", "utf-8")
    assert "==4,-4,4,-4" in call("import", "l.csv", "--layout", "layout.yaml")[1]
    (tmp_path / "layout.yaml").write_text("players: [a, b, c, d]\nnumber: totals\n", "utf-8")
    code, _, err = call("import", "l.csv", "--layout", "layout.yaml")
    assert code == 2
    assert err.startswith("dokosheet: layout.yaml:2:1: error[F102] unknown-key")


def test_unknown_rules(call: Any, tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text(LIST, "utf-8")
    assert call("import", "l.csv", "--rules", "nope")[0] == 2
