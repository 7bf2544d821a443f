"""What the shell offers: players, kinds, calls and Sonderpunkte while a hand is typed, and the names of rulesets."""

from __future__ import annotations

import typer


def tokens(ctx: typer.Context, incomplete: str) -> list[str]:
    """The words of the notation that begin like the one being typed. Never raises."""
    from dokosheet.core.notation.entries import ENTRY_WORDS
    from dokosheet.core.notation.vocabulary import KIND_WORDS, SOLO_MARKS
    from dokosheet.edit.document import open_sheet
    from dokosheet.files.rulesets import load

    players: list[str] = []
    rules = load("tsr")[0]
    try:
        sheet = open_sheet(str(ctx.params.get("sheet") or "")).sheet
    except OSError:
        sheet = None
    if sheet is not None:
        players, rules = [player.word for player in sheet.players], sheet.rules
    if rules is None:
        return []
    kinds = [KIND_WORDS.get(kind, kind) for kind in rules.kinds if kind != "normal"]
    calls = [call for call in rules.calls.defs if not call.startswith("k") or call == "kontra"]
    made = [f"{s}:{by}" for s in rules.sonderpunkte if s != "alten" for by in (*players, "re", "kontra")]
    offered = dict.fromkeys((*players, *kinds, *calls, *made, *SOLO_MARKS, *ENTRY_WORDS))
    sign = "+" if ctx.info_name == "amend" and incomplete.startswith("+") else ""  # +herzstich adds a token
    begun = incomplete.removeprefix(sign).lower()
    return [sign + word for word in offered if word.lower().startswith(begun)]


def rulesets(incomplete: str) -> list[str]:
    """The bundled rulesets whose names begin like the one being typed."""
    from dokosheet.files.rulesets import bundled

    return [name for name in bundled() if name.startswith(incomplete)]
