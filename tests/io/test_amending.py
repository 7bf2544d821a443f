"""Amending: a line put before an item, the item changed, and no other character touched."""

from __future__ import annotations

import pytest

from dokosheet.files.splice import Amendment, splice_amend
from dokosheet.files.tree import ListNode, MappingNode, Scalar, parse
from dokosheet.files.trouble import Unspliceable

OLD = 'gestrichen "a"'


def amend(text: str, *changes: Amendment) -> str:
    root, _ = parse(text)
    assert isinstance(root, MappingNode)
    return splice_amend(text, root, changes).text


@pytest.mark.parametrize(
    ("before", "index", "after"),
    [
        ("hands:\n  - a # c\n  - b\n", 0, 'hands:\n  - gestrichen "a"\n  - x y # c\n  - b\n'),
        ("hands:\n# c\n-   a", 0, 'hands:\n# c\n-   gestrichen "a"\n-   x y'),
        ("hands:\r\n- b\r\n- 'a'\t# c\r\n", 1, "hands:\r\n- b\r\n- gestrichen \"a\"\r\n- 'x y'\t# c\r\n"),
        ('hands: ["a","b"]', 0, 'hands: [gestrichen "a", "x y","b"]'),
        ("hands: [\n  b,\n  a, # c\n]\n", 1, 'hands: [\n  b,\n  gestrichen "a",\n  x y, # c\n]\n'),
        ("hands: [b\n  , a]\n", 1, 'hands: [b\n  , gestrichen "a", x y]\n'),
        ("hands:\n- # c\n  a\n", 0, 'hands:\n- gestrichen "a"\n- # c\n  x y\n'),
        ("hands:\n- >\n  a\n\n# c\n", 0, 'hands:\n- gestrichen "a"\n- x y\n\n# c\n'),
        ("{x: 1, hands: [a]}", 0, '{x: 1, hands: [gestrichen "a", x y]}'),
    ],
)  # fmt: skip
def test_a_line(before: str, index: int, after: str) -> None:
    assert amend(before, Amendment(index, OLD, "x y")) == after


def test_quotes_are_changed_where_the_text_cannot_stay_between_them() -> None:
    assert amend("hands:\n- 'a'\n", Amendment(0, OLD, "it's")) == 'hands:\n- gestrichen "a"\n- it\'s\n'
    assert amend("hands:\n- a\n", Amendment(0, OLD, "x: y")) == "hands:\n- gestrichen \"a\"\n- 'x: y'\n"
    assert amend("hands: [a]", Amendment(0, "b, c", "d, e")) == "hands: ['b, c', 'd, e']"


def test_several_items_and_values_of_a_mapping() -> None:
    text = "hands:\n  - a\n  - score: [1, '-2', 3] # c\n    note: n\n  -\n    total:\n    - 3\n    -\n"
    root, _ = parse(text)
    assert isinstance(root, MappingNode)
    hands = root.items[0][1]
    assert isinstance(hands, ListNode)

    def cell(item: int, index: int) -> Scalar:
        node = hands.items[item]
        assert isinstance(node, MappingNode)
        row = node.items[0][1]
        assert isinstance(row, ListNode)
        found = row.items[index]
        assert isinstance(found, Scalar)
        return found

    changes = (
        Amendment(0, "s", "b"),
        Amendment(1, "t", None, ((cell(1, 1), "2,5"), (cell(1, 2), "null"))),
        Amendment(2, "u", None, ((cell(2, 0), "-4"), (cell(2, 1), "5"))),
    )
    assert splice_amend(text, root, changes).text == (
        "hands:\n  - s\n  - b\n  - t\n  - score: [1, '2,5', null] # c\n    note: n\n"
        "  - u\n  -\n    total:\n    - -4\n    - 5\n"
    )


@pytest.mark.parametrize("text", ["x: 1", "hands: a", "? hands\n: - a\n"])
def test_what_cannot_be_amended(text: str) -> None:
    with pytest.raises(Unspliceable):
        amend(text, Amendment(0, OLD, "b"))


def test_a_text_that_is_not_read_to_its_end_is_left_alone() -> None:
    with pytest.raises(Unspliceable):
        amend("hands:\n- a\n- b: [\n", Amendment(0, OLD, "b"))


def test_two_changes_of_one_item_are_refused() -> None:
    with pytest.raises(Unspliceable):
        amend("hands: [a, b]", Amendment(0, OLD, "x"), Amendment(0, OLD, "y"))
