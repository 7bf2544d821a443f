"""What people write as data: the base of its models, the values in it, and what a model says of itself."""

import re
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Strict
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, core_schema

_WHOLE: Final = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER: Final = re.compile(_WHOLE.pattern + r"(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_SWITCHES: Final = {"true": True, "1": True, "false": False, "0": False}
#: Longer numbers are out of every range.
_LONGEST: Final = 18
#: Decimals of an amount.
_DECIMALS: Final = 4


class Model(BaseModel):
    """No unknown keys, no change after reading. A file is text: the same text means the same value in every model."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, validate_by_name=True)


class Between:
    """The range of a number. Every number has one, so that nothing that is computed from it grows without end.

    Of ``int | Decimal`` it is an amount, with decimals. ``zero``: whether it can be 0.
    """

    def __init__(self, least: int, most: int, *, zero: bool = True) -> None:
        self.least = least
        self.most = most
        self.zero = zero

    def whole(self, written: Any) -> int:
        """A whole number; ValueError where it is none or out of range."""
        number = written
        if isinstance(written, str) and len(written) <= _LONGEST and _NUMBER.fullmatch(written):
            exact = Decimal(written)
            if exact.adjusted() < _LONGEST and exact == exact.to_integral_value():
                number = int(exact)
        if not isinstance(number, int) or isinstance(number, bool) or not self.least <= number <= self.most:
            raise ValueError
        return number

    def amount(self, written: Any) -> int | Decimal:
        """A number with so few decimals that it can be written; ValueError where it is none or out of range."""
        try:
            exact = Decimal(written)
        except (InvalidOperation, TypeError):
            raise ValueError from None
        if not exact.is_finite() or not self.least <= exact <= self.most or exact != round(exact, _DECIMALS):
            raise ValueError
        if not exact and not self.zero:
            raise ValueError
        return int(written) if isinstance(written, int) or _WHOLE.fullmatch(str(written)) else exact

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.whole if source is int else self.amount)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: Any) -> dict[str, Any]:
        whole = schema.get("function", {}).get("function") == self.whole
        return {"type": "integer" if whole else "number", "minimum": self.least, "maximum": self.most}


def _switch(written: Any) -> Any:
    return _SWITCHES.get(written.lower(), written) if isinstance(written, str) else written


def _nothing(written: Any) -> Any:
    return None if isinstance(written, str) and written.lower() == "null" else written


_T = TypeVar("_T")
#: Something, or ``null``.
Maybe = Annotated[_T | None, BeforeValidator(_nothing)]


def or_nothing(type_: Any) -> Any:
    """A type, or ``null``, which of a text is a text."""
    kind = Union[type_, None]  # noqa: UP007 - built at run time
    return kind if str in alternatives(type_) else Annotated[kind, BeforeValidator(_nothing)]


def _whole(written: Any) -> Any:
    if isinstance(written, str) and _WHOLE.fullmatch(written):
        return int(written)
    return Between(-(10**_LONGEST), 10**_LONGEST).whole(written)


#: A whole number whose range is judged where it is used.
Whole = Annotated[int, BeforeValidator(_whole)]
Switch = Annotated[bool, Strict(), BeforeValidator(_switch)]


# -- what a model says of itself


@lru_cache(maxsize=128)
def keys_of(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """The fields of a model by the keys of its file."""
    return {info.alias or name: info for name, info in model.model_fields.items()}


def type_of(info: FieldInfo) -> Any:
    """The type of a field with all that is said of it."""
    return Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation


def alternatives(kind: Any) -> tuple[Any, ...]:
    """The types that a value can be of, each with what is said of it."""
    if get_origin(kind) is Annotated and get_origin(get_args(kind)[0]) in (Union, UnionType):
        return alternatives(get_args(kind)[0])
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def bare(kind: Any) -> Any:
    """A type without what is said of it: bounds, patterns."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def record_in(kind: Any) -> type[BaseModel] | None:
    """The model among the types that a value can be of."""
    found = (bare(part) for part in alternatives(kind))
    return next((part for part in found if isinstance(part, type) and issubclass(part, BaseModel)), None)


def many_in(kind: Any) -> Any:
    """The list or the table among the types that a value can be of, None where it is neither."""
    return next((part for part in alternatives(kind) if get_origin(bare(part)) in (tuple, dict)), None)


def inside(kind: Any) -> Any:
    """The type of what is in a list or a table."""
    many = bare(many_in(kind))
    return get_args(many)[1 if get_origin(many) is dict else 0]
