"""What a check reports: a code, a place, plain arguments. Sentences are made at the edge (room ``text``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, Literal

from dokosheet.core.records import Record, field, replace

Severity = Literal["error", "warning", "notice"]

#: What ends a line, wherever lines are counted, cut out or compared: as YAML says. ``str.splitlines`` knows more (form
#: feed, separators), and most editors less.
LINE_BREAKS: Final = "\n\r\x85\u2028\u2029"
LINE_BREAK: Final = re.compile(f"\r\n|[{LINE_BREAKS}]")

#: code -> (name, severity unless the finding says otherwise). Codes are never reused.
CODES: Final[dict[str, tuple[str, Severity]]] = {
    "F101": ("syntax", "error"),
    "F102": ("unknown-key", "error"),
    "F103": ("bad-value", "error"),
    "F104": ("unknown-ruleset", "error"),
    "F105": ("unknown-player", "error"),
    "F106": ("ambiguous-name", "error"),
    "F107": ("unknown-token", "error"),
    "F108": ("bad-table", "error"),
    "F109": ("internal", "error"),
    "F110": ("unreadable", "error"),
    "H201": ("augen-impossible", "error"),
    "H202": ("parties", "error"),
    "H203": ("kind-unknown", "error"),
    "H204": ("schwarz-contradiction", "error"),
    "H205": ("schwarz-unsaid", "notice"),
    "H206": ("sonderpunkt-not-counted", "warning"),
    "H207": ("sonderpunkt-too-many", "error"),
    "H208": ("sonderpunkt-needs-augen", "error"),
    "H209": ("sonderpunkt-derived", "error"),
    "H210": ("klaerung", "error"),
    "H211": ("result-open", "error"),
    "H212": ("pig-impossible", "error"),
    "H213": ("swap-impossible", "error"),
    "H214": ("cowardice", "warning"),
    "H215": ("fee-unassigned", "error"),
    "C301": ("call-unknown", "error"),
    "C302": ("call-wrong-side", "error"),
    "C303": ("call-too-late", "warning"),
    "C304": ("absage-after-late-reply", "warning"),
    "C305": ("call-repeated", "error"),
    "C306": ("call-before-klaerung", "warning"),
    "C307": ("step-missed", "warning"),
    "C308": ("absage-without-ansage", "error"),
    "C309": ("duty-call-missing", "error"),
    "C310": ("calls-too-many", "error"),
    "S401": ("sum-not-zero", "error"),
    "S402": ("parity", "error"),
    "S403": ("pattern", "error"),
    "S404": ("score-differs", "error"),
    "S405": ("total-differs", "error"),
    "S406": ("value-impossible", "error"),
    "S407": ("winners-differ", "error"),
    "S408": ("bock-not-doubled", "error"),
    "S409": ("illegible", "notice"),
    "B501": ("dealer-differs", "error"),
    "B502": ("hands-missing", "error"),
    "B503": ("pflichtsolo-open", "error"),
    "B504": ("pflichtsolo-mark", "error"),
    "B505": ("lustsolo-too-early", "error"),
    "B506": ("vorfuehrung-missed", "error"),
    "B507": ("bock-differs", "error"),
    "B508": ("after-the-end", "error"),
    "B509": ("penalty-shape", "error"),
    "B510": ("answer-unused", "notice"),
    "B511": ("stands", "notice"),
    "B512": ("redeal-unknown", "warning"),
    "B513": ("seats", "error"),
    "B514": ("soli-too-many", "error"),
    "B515": ("follow-up-missed", "warning"),
    "T604": ("name-similar", "warning"),
    "T607": ("rules-differ", "warning"),
    "T608": ("sheet-twice", "error"),
    # contradictions of a ruleset; R732 is free: what fees may not do, no ruleset can say
    "R701": ("pig-needs", "error"),
    "R702": ("pig-over-second", "error"),
    "R703": ("nines-missing", "error"),
    "R704": ("call-limits", "error"),
    "R705": ("limits-of-twelve", "warning"),
    "R706": ("reply-without-call", "error"),
    "R707": ("calls-unnamed", "error"),
    "R708": ("call-adds-and-multiplies", "warning"),
    "R709": ("call-needs", "error"),
    "R710": ("levels-uncalled", "error"),
    "R711": ("limit-slides-and-skips", "warning"),
    "R712": ("heart-tricks", "warning"),
    "R713": ("dulle-never-caught", "warning"),
    "R714": ("karlchen-twice-or-never", "error"),
    "R715": ("pflichtsolo-without-end", "error"),
    "R716": ("pflichtsolo-families", "error"),
    "R717": ("vorfuehrung-unforced", "error"),
    "R718": ("pflichtsolo-silent", "warning"),
    "R719": ("hochzeit-undeclared", "error"),
    "R720": ("armut-unplayed", "error"),
    "R721": ("trickless-counts", "error"),
    "R722": ("points-without-end", "warning"),
    "R723": ("money-basis", "error"),
    "R724": ("share-of-others", "error"),
    "R725": ("share-of-lone", "error"),
    "R726": ("bock-ceiling", "error"),
    "R727": ("bock-without-duty", "error"),
    "R728": ("bock-several", "warning"),
    "R729": ("bock-by-redeal", "warning"),
    "R730": ("cowardice-impossible", "error"),
    "R731": ("cowardice-twice", "warning"),
    "R733": ("sit-out", "error"),
    "R734": ("yaml-words", "warning"),
    "R735": ("removes-nothing", "error"),
    "R736": ("condition-unknown", "error"),
    "R737": ("length-inherited", "warning"),
}


class Place(Record, frozen=True):
    """A stretch of one line of a text (``LINE_BREAK``). Counting starts at 1; ``end_column`` is the first
    column behind it."""

    line: int
    column: int
    end_column: int


class Repair(Record, frozen=True):
    """A change that would mend a finding: replace ``old`` at ``place`` by ``new``.

    ``reason`` is a message id of room ``text`` (with ``args``); ``certain`` only if it is the one change that fits.
    """

    place: Place
    old: str
    new: str
    reason: str
    certain: bool = False
    args: dict[str, Any] = field(default_factory=dict)


class Question(Record, frozen=True):
    """What to ask at the table: ``id`` is a message of room ``text`` (``question.winner``), with its ``args``."""

    id: str
    args: dict[str, Any] = field(default_factory=dict)


class Finding(Record, frozen=True):
    """One thing that is wrong or worth a look.

    ``variant`` picks among the sentences of one code (``F107.ambiguous``); ``args`` are the plain values that the
    sentence names; ``hand`` is the number of the hand; ``paragraph`` the TSR paragraph or the ruleset's knob;
    ``question``: what would tell which of several repairs is the right one.
    """

    code: str
    place: Place
    args: dict[str, Any] = field(default_factory=dict)
    variant: str = ""
    severity: Severity = "error"
    file: str = ""
    hand: int | None = None
    player: str | None = None
    paragraph: str = ""
    repairs: tuple[Repair, ...] = ()
    question: Question | None = None

    @property
    def name(self) -> str:
        """The second identity of the code: ``S404`` is ``score-differs``."""
        return CODES[self.code][0]

    @property
    def message_id(self) -> str:
        """Where the sentence stands in room ``text``."""
        return f"{self.code}.{self.variant}" if self.variant else self.code


class DokosheetError(Exception):
    """What keeps something from being done, and a caller can act on; ``findings`` say more where there are any."""

    findings: tuple[Finding, ...] = ()


class Unread(DokosheetError):
    """What was typed cannot be read; ``typed``: what the places of the findings are of."""

    def __init__(self, findings: Sequence[Finding], typed: str) -> None:
        super().__init__(typed)
        self.findings, self.typed = tuple(replace(finding, file="-") for finding in findings), typed


def finding(code: str, place: Place, **rest: Any) -> Finding:
    """A finding with the severity that its code usually has."""
    return Finding(code, place, severity=rest.pop("severity", CODES[code][1]), **rest)


#: Of findings of one entry with the same code and variant so many are reported; the last of them says how many there
#: are besides (``args["alike"]``), so that what is printed about a sheet grows with the sheet.
MOST_ALIKE: Final = 8


def bounded(found: Sequence[Finding]) -> list[Finding]:
    """The findings of one entry, in their order, of those that are alike the first ``MOST_ALIKE``."""
    if len(found) <= MOST_ALIKE:
        return list(found)
    seen: dict[tuple[str, str], list[int]] = {}
    for i, finding in enumerate(found):
        seen.setdefault((finding.code, finding.variant), []).append(i)
    kept = {i: 0 for alike in seen.values() for i in alike[:MOST_ALIKE]}
    kept |= {alike[MOST_ALIKE - 1]: len(alike) - MOST_ALIKE for alike in seen.values() if len(alike) > MOST_ALIKE}
    return [replace(found[i], args={**found[i].args, "alike": kept[i]}) if kept[i] else found[i] for i in sorted(kept)]
