"""Who owes a Pflichtsolo, and which solo counts as one (TSR 4.2; section ``pflichtsolo`` of a ruleset)."""

from __future__ import annotations

from typing import Final

from dokosheet.core.rules import Ruleset

#: Families of kinds that a ruleset can require; a kind is a family of its own.
FAMILIES: Final = {
    "suit": ("kreuzsolo", "piksolo", "herzsolo", "karosolo"),
    "picture": ("damensolo", "bubensolo", "koenigssolo", "damen_buben", "koenig_bube", "koenig_dame", "koehler"),
}


def in_family(kind: str, family: str) -> bool:
    """Whether a kind belongs to a family."""
    return kind == family or kind in FAMILIES.get(family, ())


class Duty:
    """The Pflichtsoli that were played, by player."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules.pflichtsolo
        self.played: dict[str, list[str]] = {}

    def owes(self, player: str) -> int:
        """How many are missing."""
        return max(0, self.rules.solos - len(self.played.get(player, ())))

    def counts(self, player: str, kind: str) -> bool:
        """Whether a solo of a kind would be a Pflichtsolo of this player: one of his last may be spoken for."""
        missing = self.owes(player)
        if not missing:
            return False
        if "any" not in self.rules.kinds and kind not in self.rules.kinds:
            return False
        if not self.rules.require:
            return True
        wanted = 0
        for family, n in self.rules.require.items():
            short = n - sum(in_family(one, family) for one in self.played.get(player, ()))
            if short > 0 and in_family(kind, family):
                return True
            wanted += max(0, short)
        return missing > wanted

    def play(self, player: str, kind: str) -> None:
        """One was played."""
        self.played.setdefault(player, []).append(kind)
