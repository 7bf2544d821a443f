"""The tree: places that fit the text, every refusal at its exact place, and no text that it could not take."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from dokosheet.core.finding import Finding, Place
from dokosheet.files.text import lines
from dokosheet.files.tree import DEEPEST, ListNode, MappingNode, Node, Scalar, is_partial, parse

SHEET = """\
# Vereinsabend im Schützenhof
dokosheet: 1                      # format version, required
rules: tsr
players: [Anna, "Jörg", 'Chloë', {name: "Anna Groß", as: Änne}]
hands:
  - Anna Cem 156 fuchs:Anna doppelkopf:kontra =2,-2,2,-2
  - 'Ben Dora 120'   # Kontra wins
  - "Änne Jörg 190:50"
  - strafe Dora gering "vorgesagt"
  - re: [Anna, Cem]
    note: "Stich 7 \\"zweimal\\""

# the end
scorer: Ben
"""


@pytest.fixture(params=["libyaml", "pyyaml"])
def _either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once with libyaml, once as if it were missing."""
    if request.param == "pyyaml":
        monkeypatch.delattr(yaml, "CBaseLoader", raising=False)
    elif not hasattr(yaml, "CBaseLoader"):
        pytest.skip("no libyaml here")


def scalars(node: Node | None) -> list[Scalar]:
    if node is None:
        return []
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, ListNode):
        return [leaf for item in node.items for leaf in scalars(item)]
    return [leaf for key, value in node.items for leaf in (key, *scalars(value))]


def plain(node: Node | None) -> Any:
    """As PyYAML's BaseLoader would give it."""
    if node is None or isinstance(node, Scalar):
        return node and node.text
    if isinstance(node, ListNode):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.items}


def cut(text: str, place: Place) -> str:
    return lines(text)[place.line - 1][place.column - 1 : place.end_column - 1]


def one(text: str) -> Finding:
    findings = parse(text)[1]
    assert len(findings) == 1, findings
    assert findings[0].code == "F101"
    return findings[0]


@pytest.mark.usefixtures("_either_parser")
def test_every_exact_scalar_stands_where_its_place_says() -> None:
    root, findings = parse(SHEET)
    assert findings == []
    leaves = scalars(root)
    assert [leaf.text for leaf in leaves if not leaf.exact] == ['Stich 7 "zweimal"']
    for leaf in leaves:
        if leaf.exact:
            assert cut(SHEET, leaf.place) == leaf.text
        else:
            assert cut(SHEET, leaf.place) == '"Stich 7 \\"zweimal\\""'
    assert plain(root) == yaml.load(SHEET, Loader=yaml.BaseLoader)


@pytest.mark.usefixtures("_either_parser")
def test_collections_end_behind_their_last_item_not_behind_the_comments() -> None:
    root, _ = parse(SHEET)
    assert isinstance(root, MappingNode)
    nodes = {key.text: value for key, value in root.items}
    players, hands = nodes["players"], nodes["hands"]
    assert isinstance(players, ListNode)
    assert isinstance(hands, ListNode)
    assert (players.flow, players.line, players.column, players.end_column) == (True, 4, 10, 64)
    assert (hands.flow, hands.line, hands.column, hands.end_line) == (False, 6, 3, 11)
    assert (root.line, root.end_line) == (2, 14)


@pytest.mark.usefixtures("_either_parser")
@pytest.mark.parametrize(
    ("text", "exact", "cut_out"),
    [
        ("- a b", True, "a b"),
        ("- 'a b'", True, "a b"),
        ('- "a b"', True, "a b"),
        ("- ''", True, ""),
        ("- 'it''s'", False, "'it''s'"),
        (r'- "a\x41"', False, r'"a\x41"'),
        ("- a\n  b", False, "a"),
        ("- 'a\n  b'", False, "'"),
        ("- |\n  a\n", False, "|"),
        ("-\n  \U0001f0cf ä # c", True, "\U0001f0cf ä"),
        ("-", True, ""),
    ],
)
def test_exact_is_plain_or_quoted_on_one_line_without_escapes(text: str, exact: bool, cut_out: str) -> None:
    root, findings = parse(text)
    assert isinstance(root, ListNode)
    (leaf,) = scalars(root)
    assert findings == []
    assert leaf.exact is exact
    assert cut(text, leaf.place) == cut_out


@pytest.mark.usefixtures("_either_parser")
@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "\ufeff", "   "])
def test_nothing_is_no_tree_and_no_finding(text: str) -> None:
    assert parse(text) == (None, [])


@pytest.mark.usefixtures("_either_parser")
def test_a_bom_does_not_move_the_places() -> None:
    assert parse("\ufeff" + SHEET) == parse(SHEET)


@pytest.mark.usefixtures("_either_parser")
def test_lines_are_counted_as_yaml_counts_them() -> None:
    text = "a: 1\r\nb: 2\rc: 3\x85d: 4\u2028e: 5\u2029f: 6\n"
    assert [(leaf.line, cut(text, leaf.place)) for leaf in scalars(parse(text)[0])][::2] == [
        (1, "a"), (2, "b"), (3, "c"), (4, "d"), (5, "e"), (6, "f")
    ]  # fmt: skip


@pytest.mark.usefixtures("_either_parser")
@pytest.mark.parametrize(
    ("text", "variant", "args", "place"),
    [
        ("a: !int 1\n", "tag", {"name": "!int"}, (1, 4, 10)),
        ("a: !!str 1\n", "tag", {"name": "tag:yaml.org,2002:str"}, (1, 4, 11)),
        ("a: ! 1\n", "tag", {"name": "!"}, (1, 4, 7)),
        ("a: &x 1\n", "anchor", {"name": "x"}, (1, 4, 8)),
        ("a: &x [1]\n", "anchor", {"name": "x"}, (1, 4, 8)),
        ("ä: *x\n", "alias", {"name": "x"}, (1, 4, 6)),
        ("a: 1\n<<: [*x]\n", "alias", {"name": "x"}, (2, 6, 8)),
        ("a: 1\nb: 2\na: 3\n", "duplicate-key", {"key": "a", "first_line": 1}, (3, 1, 2)),
        ("- {é: 1, 'é': 2}\n", "duplicate-key", {"key": "é", "first_line": 1}, (1, 11, 12)),
        ("a: 1\n---\nb: 1\n", "second-document", {}, (2, 1, 4)),
        ("a: 1\n...\n--- b\n", "second-document", {}, (3, 1, 4)),
        ("? [a, b]\n: c\n", "complex-key", {}, (1, 3, 4)),
        ("a: 1\nb: Ä\x00\n", "control-character", {"code": "U+0000"}, (2, 5, 6)),
        ("a: \x1b[31m\n", "control-character", {"code": "U+001B"}, (1, 4, 5)),
        ("a: \ud83d\n", "control-character", {"code": "U+D83D"}, (1, 4, 5)),
        ("- " * 21 + "a", "too-deep", {"limit": DEEPEST}, (1, 41, 42)),
        ("- @Anna 12\n", "leading-char", {"char": "@"}, (1, 3, 4)),
        ("- a\n-  `x\n", "leading-char", {"char": "`"}, (2, 4, 5)),
        ("- %x\n", "leading-char", {"char": "%"}, (1, 3, 4)),
        ("- &Anna 12\n", "leading-char", {"char": "&"}, (1, 3, 4)),
        ("- &Änne 12\n", "leading-char", {"char": "&"}, (1, 3, 4)),
        ("- *Anna 12\n", "leading-char", {"char": "*"}, (1, 3, 4)),
        ("- !Anna 12\n", "leading-char", {"char": "!"}, (1, 3, 4)),
        ("a: [b\n", "unclosed", {"char": "["}, (1, 4, 5)),
        ('a: "b\nc: d\n', "unclosed", {"char": '"'}, (1, 4, 5)),
        ('- "a": "b\n', "unclosed", {"char": '"'}, (1, 8, 9)),
        ("- ! Anna 12\n", "leading-char", {"char": "!"}, (1, 3, 4)),
        ("- |Anna 12\n", "leading-char", {"char": "|"}, (1, 3, 4)),
        ("- > Anna 12\n", "leading-char", {"char": ">"}, (1, 3, 4)),
        ("- #Anna 12\n", "leading-char", {"char": "#"}, (1, 3, 4)),
        ("hands:\n  - 'Anna 12\n  - Ben\n", "leading-char", {"char": "'"}, (2, 5, 6)),
        ('hands:\n  - "Anna" Ben 12\n', "leading-char", {"char": '"'}, (2, 5, 6)),
        ('hands:\n- "Anna" Ben 12\n', "leading-char", {"char": '"'}, (2, 3, 4)),
        ("hands:\n  - Ben\n  - 'Anna 12\n  - Cem's 3\n", "leading-char", {"char": "'"}, (3, 5, 6)),
        ("hands:\n- Ben\n- 'Anna 12\n- Cem's 3\n", "leading-char", {"char": "'"}, (3, 3, 4)),
    ],
)
def test_findings(text: str, variant: str, args: dict[str, object], place: tuple[int, int, int]) -> None:
    found = one(text)
    goes_on = variant in {"duplicate-key", "complex-key"} or args.get("char") == "#"
    unread = {} if goes_on else {"unread": place[0]}
    assert (found.variant, found.args, found.place) == (variant, args | unread, Place(*place))
    assert is_partial([found]) is not goes_on


@pytest.mark.usefixtures("_either_parser")
@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: b: c\n", 1, 5),
        ("a:\n\t- b\n", 2, 1),
        ('- "a\\q"\n', 1, 5),
        ("%YAML 9.9\n---\n", 1, 1),
    ],
)
def test_syntax_errors_stand_where_yaml_stumbled(text: str, line: int, column: int) -> None:
    found = one(text)
    assert found.variant == "yaml"
    assert found.args["problem"]
    if "[" not in text and "\\q" not in text:  # the two parsers disagree by a character there
        assert (found.place.line, found.place.column) == (line, column)
    assert found.place.line == line


@pytest.mark.usefixtures("_either_parser")
def test_a_quote_that_is_not_closed_does_not_blame_lines_that_are_quoted_well() -> None:
    assert one('- "a": b: c\n').variant == "yaml"
    assert one("- x\n  y: z\n").variant == "yaml"


@pytest.mark.usefixtures("_either_parser")
@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("p: [a]\nhands:\n  - a\n  - b\n  - @c\n  - d\n", {"p": ["a"], "hands": ["a", "b"]}),
        ("p: [a]\nhands:\n- a\n- b\n- 'c' d\n- e\n", {"p": ["a"], "hands": ["a", "b"]}),
        ("hands:\n  - a\n  - re: b\n    augen: @\n", {"hands": ["a"]}),
        ("x: 1\np: [a, b\n", {"x": "1"}),
        ("x: 1\np: &q r\n", {"x": "1"}),
        ("x: 1\n---\ny: 2\n", {"x": "1"}),
        ("- {a: 1, a: 2}\n- *x\n", [{"a": "2"}]),
        ("a: 1\x00", None),
        ("@", None),
    ],
)
def test_after_a_stop_the_tree_holds_what_was_whole(text: str, whole: object) -> None:
    root, findings = parse(text)
    assert is_partial(findings)
    assert plain(root) == whole


def test_findings_come_in_the_order_of_the_text() -> None:
    _, findings = parse("a: {x: 1, x: 2}\na: 1\nb: {y: 1, y: 1, y: 1}\nc: *d\n")
    assert [found.place.line for found in findings] == [1, 2, 3, 3, 4]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "{" * 100_000,
        "? " * 100_000,
        "- " * 2_000_000,
        "-\n" * 100_000,
        "- #\n" * 50_000,
        "'" * 1_000_001,
        '- "' + "a\n" * 200_000,
        "a: 1\n" * 20_000,
        "a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n",
        "%YAML 1." + "9" * 5_000 + "\n---\n",
        '"\\UFFFFFFFF"',
        "[[a]: b, ? c]",
        "\t\n \t- a",
    ],
    ids=lambda text: repr(text[:8]),
)
def test_hostile_texts_come_to_an_end(text: str) -> None:
    check_any(text)


@pytest.mark.usefixtures("_either_parser")
@pytest.mark.parametrize("text", ["[" * 3_000, "%YAML 1." + "9" * 5_000 + "\n---\n", '"\\UFFFFFFFF"', '- "\\ud800"'])
def test_hostile_texts_for_both_parsers(text: str) -> None:
    assert one(text).variant in {"too-deep", "yaml"}


def check_any(text: str) -> None:
    """What holds for every text: a result, places inside the text, and exact scalars where they say."""
    root, findings = parse(text)
    text = text.lstrip("\ufeff")
    every = lines(text) or [""]
    for found in findings:
        assert found.code == "F101"
        assert 1 <= found.place.line <= len(every)
        assert 1 <= found.place.column <= len(every[found.place.line - 1]) + 1
        assert found.place.column <= found.place.end_column
    for leaf in scalars(root):
        if leaf.exact and leaf.text:
            assert every[leaf.line - 1][leaf.column - 1 : leaf.end_column - 1] == leaf.text
    if not findings:
        assert plain(root) == yaml.load(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)) or not text.strip()


PIECES = ["- ", "\n", "  ", "a", "b: ", ": ", "#", " #c", "[", "]", "{", "}", ",", "'", '"', "\\", "|\n", ">-\n", "&x "]
PIECES += [
    "*x",
    "!t ",
    "! ",
    "---\n",
    "...\n",
    "? ",
    "%",
    "@",
    "`",
    "\t",
    "\r\n",
    "\r",
    "\x85",
    "\u2028",
    "ä",
    "\ufeff",
]
PIECES += ["\U0001f0cf", "\x00", "\ud800", "<<: ", "=2,-2", "''", '""', "~"]
YAMLISH = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(YAMLISH)
@settings(max_examples=600, deadline=None)
def test_yamlish_text(text: str) -> None:
    check_any(text)


@given(st.text())
@settings(max_examples=200, deadline=None)
def test_any_text(text: str) -> None:
    check_any(text)


@given(YAMLISH)
@settings(max_examples=200, deadline=None)
def test_both_parsers_agree_on_good_texts(text: str) -> None:
    """Without libyaml the same tree comes out (but for U+FEFF, which PyYAML gives no column)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(yaml, "CBaseLoader", raising=False)
        slow, slow_findings = parse(text)
    fast, findings = parse(text)
    if not findings and not slow_findings and "\ufeff" not in text:
        assert plain(slow) == plain(fast)


@pytest.mark.slow
@given(YAMLISH)
@settings(max_examples=30_000, derandomize=False)
def test_yamlish_text_at_length(text: str) -> None:
    check_any(text)
