"""Findings as text for people, as JSON, as annotations for GitHub."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from dokosheet.core.finding import Finding, Place, Question, Repair
from dokosheet.text import Texts
from dokosheet.text.signs import escaped, printable

#: Of more repairs than these the likeliest are shown; all are in the output for programs.
MOST_REPAIRS = 6
#: An excerpt of a longer line is cut around the token.
WIDEST = 160


def message(finding: Finding, t: Texts) -> str:
    """The fact, in words, how many more are like it, signs that nobody sees and that may be the cause, and from where
    on nothing was read because of it.
    """
    fact = t(finding.message_id, **t.present(finding.args))
    if "alike" in finding.args:
        fact = f"{fact} {t('finding.alike', n=finding.args['alike'])}"
    if "hidden" in finding.args:
        fact = t("finding.hidden", fact=fact, hidden=t.list(finding.args["hidden"]))
    return t("finding.unread", fact=fact, line=finding.args["unread"]) if "unread" in finding.args else fact


def contract_line(finding: Finding, t: Texts) -> str:
    """``file:line:column: severity[CODE] name: fact``: the form that editors and grep rely on."""
    place = finding.place
    where = f"{printable(finding.file)}:{place.line}:{place.column}"
    return f"{where}: {finding.severity}[{finding.code}] {finding.name}: {message(finding, t)}"


def spoken_line(finding: Finding, t: Texts) -> str:
    """The same for the ear: ``list.yaml, hand 7, line 12, column 20: error S404, score-differs: fact``."""
    place = finding.place
    where = [printable(finding.file)]
    where += [t("history.hand", n=finding.hand)] if finding.hand is not None else []
    where += [t("history.line", n=place.line), t("plain.column", n=place.column)]
    severity = t(SPOKEN_SEVERITY[finding.severity])
    return f"{', '.join(where)}: {severity} {finding.code}, {finding.name}: {message(finding, t)}"


SPOKEN_SEVERITY: Final = {"error": "plain.error", "warning": "plain.warning", "notice": "plain.notice"}


def as_text(finding: Finding, line: str | None, t: Texts) -> Iterator[str]:
    """The finding as a compiler would show it: the line with the token underlined, the reason, the remedy.

    Where it is heard, the place and the token are said in words.
    """
    yield spoken_line(finding, t) if t.plain else contract_line(finding, t)
    if line is not None:
        yield from spoken_excerpt(finding.place, line, t) if t.plain else excerpt(finding.place, line)
    for reason in (f"{finding.message_id}.why", f"{finding.code}.why"):
        if t.has(reason):
            yield f"    {t(reason)}{paragraph(finding, t)}"
            break
    yield from _repairs(finding, t)
    if finding.question is not None:
        yield f"    {ask(finding.question, t)}"
    for remedy in (f"{finding.message_id}.remedy", f"{finding.code}.remedy"):
        if t.has(remedy) and not any(repair.certain for repair in finding.repairs):
            yield f"    {t('finding.remedy')} {t(remedy)}"
            break


def paragraph(finding: Finding, t: Texts) -> str:
    """The paragraph, or the knob of the ruleset, in brackets."""
    return f" ({authority(finding.paragraph, t)})" if finding.paragraph else ""


def authority(paragraph: str, t: Texts) -> str:
    """Where a rule stands: in a paragraph of TSR, or in the ruleset under a knob."""
    if paragraph[:1].isdigit():
        return t("finding.paragraph", paragraph=paragraph)
    return t("finding.knob", knob=paragraph)


def because(repair: Repair, t: Texts) -> str:
    """Why a repair is proposed."""
    return t(f"repair.{repair.reason}", **t.present(repair.args))


def _repairs(finding: Finding, t: Texts) -> Iterator[str]:
    """The repairs, those of other lines counted only: what is carried on is mended line by line."""
    here = [repair for repair in finding.repairs if repair.place.line == finding.place.line]
    shown = (here or list(finding.repairs))[:MOST_REPAIRS]
    for repair in shown:
        label = t("finding.certain") if repair.certain else t("finding.remedy")
        line = "" if repair.place.line == finding.place.line else t("finding.line", line=repair.place.line) + " "
        yield f"    {label} {line}{printable(repair.new)}  ({because(repair, t)})"
    if len(here) > len(shown):
        yield f"    {t('finding.more', n=len(here) - len(shown))}"
    lines = {repair.place.line for repair in finding.repairs} - {repair.place.line for repair in shown}
    if here and lines:
        yield f"    {t('finding.also', lines=t.list(map(str, sorted(lines))))}"


def ask(question: Question, t: Texts) -> str:
    """What to ask at the table."""
    return t(f"question.{question.id}", **t.present(question.args))


def excerpt(place: Place, line: str) -> Iterator[str]:
    """The user's own line with the token underlined, cut where it is very long."""
    start = max(0, place.column - 1 - WIDEST // 2) if len(line) > WIDEST else 0
    shown = line[start : start + WIDEST].replace("\t", " ")
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in shown)
    before = shown[: place.column - 1 - start]
    marked = shown[place.column - 1 - start : place.end_column - 1 - start]
    number = str(place.line)
    yield f"  {number} | {shown}"
    yield f"  {' ' * len(number)} | {' ' * cells(before)}{'^' * max(1, cells(marked))}"


def spoken_excerpt(place: Place, line: str, t: Texts) -> Iterator[str]:
    """The token, and the line where there is more in it."""
    token = printable(line[place.column - 1 : place.end_column - 1]).strip()
    if token:
        yield t("plain.written", text=_shortened(token))
    whole = printable(line.strip().removeprefix("- "))
    if whole not in ("", token):
        yield t("plain.line", text=_shortened(whole))


def _shortened(text: str) -> str:
    return text if len(text) <= WIDEST else f"{text[:WIDEST]} ..."


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def as_github(finding: Finding, t: Texts) -> str:
    """A workflow command that GitHub shows as an annotation."""
    t = t.written
    place = finding.place
    where = f"line={place.line},col={place.column},endColumn={place.end_column}"
    return annotation(finding.severity, finding, where, message(finding, t))


def annotation(level: str, finding: Finding, where: str, text: str) -> str:
    """An annotation of the file of a finding, titled with its code and name."""
    title = _property(f"{finding.code} {finding.name}")
    return f"::{level} file={_property(finding.file)},{where},title={title}::{_data(text)}"


def _data(text: str) -> str:
    lines = text.replace("%", "%25").split("\n")
    return "%0A".join("%0D".join(map(printable, line.split("\r"))) for line in lines)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def as_value(finding: Finding, t: Texts) -> dict[str, Any]:
    """The finding as plain values for JSON (stable within version 1)."""
    t = t.written
    place = finding.place
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "file": finding.file,
        "line": place.line,
        "column": place.column,
        "end_column": place.end_column,
        "hand": finding.hand,
        "player": finding.player,
        "message": message(finding, t),
        "lang": t.lang,
        "variant": finding.variant,
        "args": values(finding.args),
        "paragraph": finding.paragraph,
        "repairs": [_repair(repair, t) for repair in finding.repairs],
        "question": ask(finding.question, t) if finding.question is not None else None,
    }


def _repair(repair: Repair, t: Texts) -> dict[str, Any]:
    return {
        "line": repair.place.line,
        "column": repair.place.column,
        "end_column": repair.place.end_column,
        "old": repair.old,
        "new": repair.new,
        "reason": because(repair, t),
        "certain": repair.certain,
    }


#: From here on a float does not hold every whole number.
EXACT: Final = 2**53


def values(value: Any) -> Any:
    """Plain values only: numbers with decimals as floats, and whole where a float cannot hold them."""
    if isinstance(value, Decimal):
        return float(value) if abs(value) < EXACT else int(value)
    if isinstance(value, Mapping):
        return {str(key): values(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [values(inner) for inner in value]
    return value


def dumps(value: Any) -> str:
    """JSON for programs: readable umlauts, one line, nothing in it that controls a terminal."""
    import json

    return escaped(json.dumps(value, ensure_ascii=False))


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    """How many of each severity."""
    found = {"error": 0, "warning": 0, "notice": 0}
    for finding in findings:
        found[finding.severity] += 1
    return found
