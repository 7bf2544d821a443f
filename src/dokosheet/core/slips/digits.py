"""How people write a number wrongly: the slip that makes one number of another, by name."""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations
from typing import Final

from dokosheet.core.terms import Number

#: Digits that look alike on paper; besides them those that are one apart.
ALIKE: Final = frozenset(
    frozenset(pair) for group in ("068", "17", "38", "56", "49", "27") for pair in combinations(group, 2)
)
#: Nothing was written.
EMPTY: Final = "empty"
#: More than one slip in a row.
SEVERAL: Final = "several"
#: It cannot be read.
LOST: Final = "illegible"


def slip(written: Number | None, meant: Number) -> str:
    """The name of the slip that makes what is written of what was meant; "" where it is none that people make."""
    if written is None:
        return EMPTY
    if written == -meant:
        return "sign"
    if meant == 3 * written:
        return "not-tripled"
    if written == 3 * meant:
        return "tripled"
    places = max(0, *(-int(Decimal(number).as_tuple().exponent) for number in (written, meant)))
    if places:
        written, meant = Decimal(written).scaleb(places), Decimal(meant).scaleb(places)
    if (written < 0) != (meant < 0) and written and meant:
        return ""
    return _digits(str(abs(int(written))), str(abs(int(meant))))


def _digits(written: str, meant: str) -> str:
    """A slip in the digits."""
    if len(written) == len(meant):
        different = [i for i in range(len(meant)) if written[i] != meant[i]]
        if len(different) == 1:
            a, b = written[different[0]], meant[different[0]]
            return "misread" if frozenset((a, b)) in ALIKE or abs(int(a) - int(b)) == 1 else ""
        if sorted(written) == sorted(meant) and len(different) == 2 and different[1] == different[0] + 1:
            return "transposed"
        return "off-by-one" if abs(int(written) - int(meant)) == 1 else ""
    short, long = sorted((written, meant), key=len)
    if len(long) == len(short) + 1 and any(long[:i] + long[i + 1 :] == short for i in range(len(long))):
        if written == short:
            return "digit-dropped"
        doubled = any(long[i] == long[i + 1] and long[:i] + long[i + 1 :] == short for i in range(len(short)))
        return "digit-doubled" if doubled else "digit-added"
    return "off-by-one" if abs(int(written) - int(meant)) == 1 else ""


def slip_reason(reason: str) -> str:
    """The message that says what went wrong."""
    return {
        "": "slip-cell",
        "several": "slip-several",
        "misread": "slip-misread",
        "transposed": "slip-transposed",
        "digit-dropped": "slip-dropped",
        "digit-doubled": "slip-doubled",
        "digit-added": "slip-added",
        "off-by-one": "slip-by-one",
        "sign": "slip-sign",
        "not-tripled": "slip-not-tripled",
        "tripled": "slip-tripled",
        "empty": "slip-empty",
        "illegible": "slip-illegible",
        "neighbour": "slip-neighbour",
        "swapped": "slip-swapped",
        "signs": "slip-signs",
        "bock": "slip-bock",
        "all-tripled": "slip-all-tripled",
        "carried": "slip-carried-here",
        "counted": "slip-counted",
    }[reason]
