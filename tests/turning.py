"""Every knob of a ruleset, turned alone, with a sheet on which that shows."""

from __future__ import annotations

from msgspec import to_builtins

from dokosheet.core.records import Record
from dokosheet.files.rulesets import load_node
from dokosheet.screen.rules import Sentences
from helpers import (
    FILE,
    FIVE,
    FOUR,
    TSR,
    Ledger,
    Ruleset,
    Tallies,
    bill,
    checks,
    departures,
    keep,
    parse,
    read_sheet,
    sheet,
    text,
    texts,
)


class Turn(Record, frozen=True):
    """A knob ``path`` that is turned to ``new`` (from ``old``, or what TSR has), over the rules ``around``.

    ``lines`` of a sheet of ``players`` show it, or the ruleset alone does.
    """

    path: str
    new: str
    lines: tuple[str, ...] = ()
    old: str | None = None
    around: str = ""
    players: tuple[str, ...] = FOUR
    head: str = ""
    pattern: str = ""

    def layers(self, value: str | None) -> list[str]:
        """The rulesets one over the other, each in the flow style of YAML."""
        turned = value
        for key in reversed(self.path.split(".")):
            turned = f"{{{key}: {turned}}}"
        around = "{" + ", ".join(self.around.splitlines()) + "}"
        return ["tsr", *([around] if self.around else []), *([turned] if value is not None and turned else [])]

    def rules(self, value: str | None) -> tuple[Ruleset, list[str]]:
        """The ruleset, and the contradictions in it."""
        node, problems = parse(f"[{', '.join(self.layers(value))}]\n")
        assert node is not None
        assert not problems, problems
        rules, found = load_node(node, None)
        assert rules is not None, found
        return rules, [f"{f.message_id} {f.severity}" for f in found]

    def trace(self, value: str | None) -> object:
        """All that people see of it."""
        rules, contradictions = self.rules(value)
        said = [contradictions, self.sentences(rules)]
        if not self.lines:
            return said
        layers = "".join(f"\n  - {layer}" for layer in self.layers(value))
        whole = text(*self.lines, players=self.players, head=f"rules:{layers}\n{self.head}".strip())
        read, found = read_sheet(whole, FILE)
        if read is None:
            return [said, [f.message_id for f in found if f.code[0] != "R"]]
        ledger = keep(read)
        judged = [(f.message_id, f.severity, f.hand) for f in checks.run(ledger, found) if f.code[0] != "R"]
        return [said, *_kept(ledger), judged]

    def sentences(self, rules: Ruleset) -> list[str]:
        """The rules in the words of the table; only its names for things are looked for here."""
        if not self.path.startswith("labels"):
            return []
        return list(Sentences(texts("de"), rules.labels).lines(departures(TSR, rules)))


def _kept(ledger: Ledger) -> list[object]:
    """What follows from a sheet."""
    rows = [
        (row.of_round, row.dealer, row.mode, row.must_play, row.fulfils, row.bock_due, row.players, row.points)
        for row in ledger.rows
    ]
    scores = [(row.score.winner, row.score.value, row.score.re, row.score.kontra) for row in ledger.rows if row.score]
    beside = [(row.points, row.totals) for row in ledger.timeline]
    ends = [(one.number, one.played, one.length, one.owes) for one in ledger.spielrunden]
    return [
        rows,
        scores,
        beside,
        ends,
        to_builtins(ledger.totals),
        ledger.next,
        ledger.present,
        to_builtins(bill(ledger)),
        _ranked(ledger),
    ]


def _ranked(ledger: Ledger) -> object:
    """What the sheet is in a ranking with another one, on which somebody else played."""
    tallies = Tallies()
    tallies.add(keep(sheet(players=("A", "B", "C", "Z"))[0]))
    tallies.add(ledger)
    tallies.close()
    return [(tally.player, tally.points, tally.money, tally.counted) for tally in tallies.by_player.values()]


# --- the table --------------------------------------------------------------------------------------------------------

NO_DUTY = "pflichtsolo: {solos: 0, enforce: none}"
HEARTS = "bock: {triggers: {heart_trick: {}}}"
OF_DAMENSOLO = "bock: {triggers: {heart_trick: {}}, tick: every_hand}\nkinds: {damensolo: {bock: {}}}"
STACKED = "bock: {triggers: {heart_trick: {}}, per_hand: each, overlap: stack, max_level: 1, length: 2}"
DOUBLING = "calls: {defs: {re: {add: 0, mul: 2}, kontra: {add: 0, mul: 2}}}"
PIGS = "deck: {pigs: {schweinchen: {cards: DA}, ober: {cards: D10}}}"
SWAPS = "deck: {swaps: {genscher: {effect: rank}, gegen: {effect: rank}}}"
ARMUT = "armut: {test: {trumps_max: 3}}\nkinds: {armut: {class: pair, modes: [normal]}}"
STILL = "kinds: {ks: {class: solo, modes: [still]}}"
NULL = "kinds: {ks: {class: solo, modes: [lust], goal: fewest_tricks, calls: none}}"
EARLY = "calls: {early: {until: 4}}"
OWN = "calls: {defs: {tuck: {add: 1}}}"
FEE = "settlement: {fees: {f: {when: 'kind:damensolo', from: each_other, to: declarer, amount: 1}}}"
LATE = "settlement: {fees: {f: {when: 'kind:hochzeit', from: each_other, to: declarer, amount: 1}}}"
MONEY = "settlement: {money: {rate: 1}}"
LOST = "settlement: {money: {rate: 0.1, basis: hand_losers}}"
ROUNDS = f"{NO_DUTY}\nparty: {{length: {{unit: rounds, n: 2, by_players: null}}}}"
POINTS = f"{NO_DUTY}\nparty: {{length: {{unit: points, n: 3, by_players: null}}}}"
TIMELESS = f"{NO_DUTY}\nparty: {{length: {{unit: points, n: 20}}, time: {{minutes: null, by_players: null}}}}"
TALLY = "settlement: {tallies: {strich: {amount: 1, unit: Strich}}}"
COWARD = "cowardice: {slack: 2}"
DUTY = "{tricks: [1, 2], augen_min: 30}"
PLAIN, RE, SOLO, LOST_SOLO = "A C 130", "A C 130 re", "A damensolo 130", "A damensolo 110"
HEART = "A C 130 herzstich"
SHOVED = (PLAIN,) * 3
NEARLY = (PLAIN,) * 20


def duty(knob: str, new: str, *lines: str, old: str = "") -> Turn:
    """A turn of a Pflichtansage, which stands in a list."""
    records = [DUTY.replace("}", f", {part}}}") if part else DUTY for part in (old, new)]
    if knob in ("tricks", "augen_min"):
        records = [DUTY, f"{{{new}}}"]
    return Turn("calls.duty", f"[{records[1]}]", lines, old=f"[{records[0]}]", pattern=f"calls.duty.*.{knob}")


def of_class(knob: str, new: str, *lines: str, around: str = "", hand_class: str = "solo") -> Turn:
    """A turn for a class of kinds."""
    return Turn(f"classes.{hand_class}.{knob}", new, lines, around=around)


TURNS = [
    # what a table calls something shows in the sentences about its rules
    Turn("labels.herzstich_am_ende", "Herzblut", around="sonderpunkte: {herzstich_am_ende: {manual: true}}"),
    # the deck
    Turn("deck.nines", "false", ("A C 240 stich",)),
    Turn("deck.dulle", "second", around="sonderpunkte: {dulle_gefangen: {points: 1}}"),
    Turn("deck.pigs.schweinchen.cards", "DK", ("A C 130 schweinchen:A fuchs:A",), around=PIGS),
    Turn("deck.pigs.ober.needs", "schweinchen", ("A C 130 ober:A",), around=PIGS),
    Turn("deck.pigs.schweinchen.which", "second", ("A C 130 schweinchen:A fuchs:A",), around=PIGS),
    Turn("deck.pigs.schweinchen.kinds", "[solo]", ("A C 130 schweinchen:A",), around=PIGS),
    Turn("deck.swaps.genscher.effect", "repartner", ("A damensolo 130 genscher",), around=SWAPS),
    Turn("deck.swaps.genscher.voids", "absagen", ("A C 155 re90 genscher",), around=SWAPS),
    Turn("deck.swaps.genscher.needs", "gegen", ("A C 130 genscher",), around=SWAPS),
    # before the first trick
    Turn("redeal.same_dealer", "false", ("neugeben B misdeal",)),
    Turn("hochzeit.declared", "false"),
    Turn("hochzeit.find_within", "2", ("A B hochzeit@3 130",)),
    Turn("hochzeit.unfound", "pair_alone", ("A hochzeit 130 fuchs:A",)),
    Turn("hochzeit.call_clock", "normal", ("A B hochzeit@2 130 re@10",)),
    Turn("hochzeit.reopen_cards", "4", ("A B hochzeit@3 130 re@8",), around="hochzeit: {call_clock: reopen}"),
    Turn("hochzeit.no_call_before_found", "false", ("A B hochzeit@3 130 re@11",)),
    Turn("armut.refused", "normal", ("neugeben B armut",), around=ARMUT),
    # classes
    of_class("factor.win", "4", SOLO),
    of_class("factor.lose", "1", LOST_SOLO),
    of_class("factor.others", "2", SOLO),
    of_class("add", "1", SOLO),
    of_class("sonderpunkte", "all", "A damensolo 130 fuchs:A"),
    of_class("calls", "[kontra]", "A damensolo 130 re"),
    of_class("bock.double", "false", HEART, SOLO, around=HEARTS),
    of_class("bock.tick", "false", HEART, "A still 130", *SHOVED, PLAIN, around=HEARTS),
    of_class("bock.trigger", "false", "A damensolo 130 herzstich", PLAIN, around=HEARTS),
    # kinds
    Turn("kinds.damensolo.class", "pair", (SOLO,)),
    Turn("kinds.ks.lone", "kontra", ("A ks 130",), around=STILL),
    Turn("kinds.ks.goal", "no_trick", ("A ks 130",), around=STILL),
    Turn("kinds.ks.draw", "lost", ("A ks sieger:re,kontra",), around=NULL),
    Turn("kinds.damensolo.modes", "[lust]", (SOLO,)),
    Turn("kinds.damensolo.fixed", "5", (SOLO,)),
    Turn("kinds.stille_hochzeit.pflicht_ok", "true", ("A still 130",)),
    Turn("kinds.damensolo.factor.win", "4", (SOLO,), around="kinds: {damensolo: {factor: {win: 3, lose: 3}}}"),
    Turn("kinds.damensolo.factor.lose", "1", (LOST_SOLO,), around="kinds: {damensolo: {factor: {win: 3, lose: 3}}}"),
    Turn("kinds.damensolo.factor.others", "2", (SOLO,), around="kinds: {damensolo: {factor: {win: 3, lose: 3}}}"),
    Turn("kinds.damensolo.add", "2", (SOLO,)),
    Turn("kinds.damensolo.sonderpunkte", "[fuchs]", ("A damensolo 130 fuchs:A",)),
    Turn("kinds.damensolo.calls", "none", ("A damensolo 130 re",)),
    Turn("kinds.damensolo.bock.double", "false", (HEART, SOLO), around=OF_DAMENSOLO),
    Turn(
        "kinds.damensolo.bock.tick",
        "false",
        (HEART, SOLO, *SHOVED, PLAIN),
        around=OF_DAMENSOLO,
    ),
    Turn(
        "kinds.damensolo.bock.trigger",
        "false",
        ("A damensolo 130 herzstich", PLAIN),
        around=OF_DAMENSOLO,
    ),
    Turn("kinds.damensolo.follow_up", "bubensolo", (SOLO, PLAIN)),
    # modes
    Turn("modes.pflicht.deal", "advance", (SOLO,)),
    Turn("modes.still.slot", "none", ("A still 130",)),
    Turn("modes.lust.after_own_pflichtsolo", "false", ("A damensolo 130 lust",)),
    Turn("modes.lust.max_per_player", "1", (SOLO, SOLO, SOLO)),
    # calls
    Turn("calls.defs.tuck.party", "kontra", ("A C 130 tuck:A",), around=OWN),
    Turn("calls.defs.k60.claims", "nothing", around="calls: {clock: {latest: {k60: 11}}}"),
    Turn("calls.defs.re.add", "3", (RE,)),
    Turn("calls.defs.re.mul", "2", (RE,)),
    Turn("calls.defs.tuck.steps", "[1, 2, 3, 5]", ("A C 130 4tuck:A",), around=OWN),
    Turn("calls.defs.tuck.needs", "[re]", ("A C 130 tuck:A",), around=OWN),
    Turn("calls.first_only_mul", "true", ("A C 130 re kontra",), around=DOUBLING),
    Turn("calls.named", "false", around="bock: {triggers: {lost_re: {}}}"),
    Turn("calls.once_per_party", "false", ("A C 130 re re",)),
    Turn("calls.max_total", "1", ("A C 130 re kontra",)),
    Turn("calls.absage_needs", "nothing", ("A C 155 k90:re",)),
    Turn("calls.skip", "counts_named", ("A C 185 re60",)),
    Turn("calls.clock.unit", "tricks", ("A C 130 re@12",)),
    Turn("calls.clock.latest.re", "10", ("A C 130 re@10",)),
    Turn("calls.clock.no_nines", "-3", ("A C 130 re@8",), around="deck: {nines: false}"),
    Turn("calls.clock.slide", "4", ("A C 155 re@11 re90@9",)),
    Turn("calls.clock.finish_trick", "true", ("A C 130 re@10",)),
    Turn("calls.reply.calls", "[re]", ("A C 130 re@11 kontra@10",)),
    Turn("calls.reply.later_by", "0", ("A C 130 re@11 kontra@10",)),
    Turn("calls.reply.to", "last_call", ("A C 130 re@12 kontra@10",)),
    Turn("calls.early.until", "0", ("A C 130 re@11",), around=EARLY),
    Turn("calls.early.add", "2", ("A C 130 re@11",), around=EARLY),
    Turn("calls.early.calls", "[kontra]", ("A C 130 re@11",), around=EARLY),
    duty("tricks", "tricks: [3], augen_min: 30", "A C 130 stich1:35/A"),
    duty("augen_min", "tricks: [1, 2], augen_min: 40", "A C 130 stich1:35/A"),
    duty("call", "call: next", "A C 130 re stich1:35/A stich2:35/A"),
    duty("decline_at", "decline_at: 35", "A C 130 stich1:35/A"),
    duty("not_in", "not_in: [normal]", "A C 130 stich1:35/A"),
    duty("raised_by", "raised_by: [normal]", "A C 130 re stich1:35/A"),
    Turn("calls.implied.hochzeit", "[re]", ("A B hochzeit@2 130",)),
    # Feigheit
    Turn("cowardice.slack", "2", ("A C 185",)),
    Turn("cowardice.effect", "flag", ("A C 185",), around=COWARD),
    Turn("cowardice.per_missing", "3", ("A C 185",), around="cowardice: {slack: 2, effect: penalty_only}"),
    Turn("cowardice.not_in", "[normal, solo]", ("A C 185",), around=COWARD),
    # who wins
    Turn("outcome.re_needs", "120", ("A C 120",)),
    Turn("outcome.only_kontra_swaps", "false", ("A C 120 kontra",)),
    Turn("outcome.absage_binds", "false", ("A C 130 re90",)),
    Turn("outcome.ansage_binds", "true", ("A C 120 re kontra",)),
    Turn("outcome.both_fail", "zero", ("A C 140 re90 kontra90",)),
    Turn("outcome.tie.winner", "nobody", ("A C 120",)),
    Turn("outcome.tie.parts", "[alten]", ("A C 120",)),
    Turn("outcome.tie.mul", "2", ("A C 120",)),
    Turn("outcome.schwarz_by", "augen", ("A C 240 stich",)),
    # what it is worth
    Turn("value.won", "2", (PLAIN,)),
    Turn("value.levels.l90", "2", ("A C 155",)),
    Turn("value.levels_count", "called", ("A C 155",)),
    Turn("value.loser_levels", "net", ("A C 155 re60",)),
    Turn("value.call_points", "if_kept", ("A C 110 re90",)),
    Turn("value.failed.basis", "none", ("A C 110 re90",)),
    Turn("value.failed.add", "2", ("A C 110 re90",)),
    Turn("value.mul_covers", "[won]", ("A C 155 re",), around=DOUBLING),
    Turn("value.backdoor", "zero", ("A C 122 2f:kontra",)),
    # Sonderpunkte
    Turn("sonderpunkte.fuchs.points", "[1, 2]", ("A C 130 2f:A",)),
    Turn("sonderpunkte.fuchs.max", "1", ("A C 130 2f:A",)),
    Turn("sonderpunkte.fuchs.kinds", "[damensolo]", ("A C 130 fuchs:A",)),
    Turn("sonderpunkte.doppelkopf.min_augen", "45", ("A C 42 dk:A",)),
    Turn("sonderpunkte.blutbad.manual", "true", around="sonderpunkte: {blutbad: {points: 1}}"),
    # Bock
    Turn("bock.triggers.heart_trick.kinds", "[solo]", (HEART, PLAIN), around=HEARTS),
    Turn("bock.triggers.heart_trick.hands", "1", (HEART, PLAIN, PLAIN), around=HEARTS),
    Turn("bock.triggers.jubel.manual", "true", ("A C 130 jubel", PLAIN), around="bock: {triggers: {jubel: {}}}"),
    Turn("bock.per_hand", "each", (f"{HEART} herzstich", *NEARLY), around=HEARTS),
    Turn("bock.length", "1", (HEART, PLAIN, PLAIN), around=HEARTS),
    Turn("bock.overlap", "ignore", (HEART, HEART, *NEARLY[:9]), around=HEARTS),
    Turn("bock.max_level", "2", (f"{HEART} herzstich", PLAIN), around=STACKED),
    Turn("bock.overflow", "queue", (f"{HEART} herzstich", *NEARLY[:5]), around=STACKED),
    Turn("bock.mul", "3", (HEART, PLAIN), around=HEARTS),
    Turn("bock.add", "2", (HEART, PLAIN), around=HEARTS),
    Turn("bock.covers", "[won]", (HEART, "A C 155"), around=HEARTS),
    Turn("bock.tick", "every_hand", (HEART, SOLO, *SHOVED, PLAIN), around=HEARTS),
    Turn("bock.hold_in", "[pflicht]", (HEART, SOLO), around=HEARTS),
    Turn("bock.unwon_is_lost", "false", ("A C 130 re90 kontra90", PLAIN), around="bock: {triggers: {lost_call: {}}}"),
    Turn(
        "bock.party_end",
        "extend",
        (HEART, HEART),
        around=f"{HEARTS}\n{NO_DUTY}\nparty: {{length: {{n: 2, by_players: null}}}}",
    ),
    Turn("bock.owner", "loser", (HEART, "A B 130"), around=HEARTS),
    # the duty
    Turn("pflichtsolo.solos", "2", (SOLO,)),
    Turn("pflichtsolo.per", "party", (SOLO, "ende", "spielrunde")),
    Turn("pflichtsolo.kinds", "[bubensolo]", (SOLO,)),
    Turn("pflichtsolo.require.suit", "1", (SOLO,)),
    Turn("pflichtsolo.enforce", "none", NEARLY),
    Turn("pflichtsolo.missing_fee", "5", ("ende",)),
    # settlement
    Turn("settlement.mode", "plus", (PLAIN,)),
    Turn("settlement.unit", "5", (PLAIN,)),
    Turn("settlement.fees.f.when", "'kind:bubensolo'", (SOLO,), around=FEE),
    Turn("settlement.fees.f.from", "kitty", (SOLO,), around=FEE),
    Turn("settlement.fees.f.to", "kitty", (SOLO,), around=FEE),
    Turn("settlement.fees.f.amount", "2", (SOLO,), around=FEE),
    Turn("settlement.fees.f.then", "redeal", ("A B hochzeit@2 130",), around=LATE),
    Turn("settlement.money.rate", "2", (PLAIN,), around=MONEY),
    Turn("settlement.money.currency", "Cent", (PLAIN,), around=MONEY),
    Turn("settlement.money.basis", "gap_to_best", ("A B 155", PLAIN), around=MONEY),
    Turn("settlement.money.round", "floor_1", (PLAIN,), around=LOST),
    Turn(
        "settlement.money.tiers",
        "[{if_any_beyond: 0, rate: 2}]",
        (PLAIN,),
        old="[{if_any_beyond: 100, rate: 2}]",
        around=MONEY,
        pattern="settlement.money.tiers.*.if_any_beyond",
    ),
    Turn(
        "settlement.money.tiers",
        "[{if_any_beyond: 0, rate: 3}]",
        (PLAIN,),
        old="[{if_any_beyond: 0, rate: 2}]",
        around=MONEY,
        pattern="settlement.money.tiers.*.rate",
    ),
    Turn("settlement.money.kitty_share", "0.5", (PLAIN,), around=MONEY),
    Turn("settlement.money.attendance", "10", (PLAIN,), around=MONEY),
    Turn("settlement.absent", "average", (PLAIN,), around="settlement: {mode: minus}"),
    Turn("settlement.tallies.strich.amount", "2", (PLAIN, "strafe A strich"), around=TALLY),
    Turn("settlement.tallies.strich.unit", "Stern", (PLAIN, "strafe A strich"), around=TALLY),
    # the party
    Turn("party.players", "[5, 7]", (PLAIN,)),
    Turn("party.sit_out.5", "[dealer+1]", ("C D 130",), players=FIVE),
    Turn("party.direction", "ccw", (PLAIN,)),
    Turn("party.length.unit", "rounds", (PLAIN,)),
    Turn("party.length.n", "20", (PLAIN,)),
    Turn("party.length.by_players.4", "20", (PLAIN,)),
    Turn("party.length.finish_round", "false", ("A C 240 schwarz",), around=POINTS),
    Turn("party.time.minutes", "90", around=TIMELESS, old="null"),
    Turn("party.time.by_players.4", "90", around=TIMELESS),
    Turn("party.time.cancels", "all_open", (PLAIN, "ende zeit")),
    # penalties
    Turn("penalties.minor.offender", "-6", (PLAIN, "strafe A gering")),
    Turn("penalties.minor.others", "2", (PLAIN, "strafe A gering")),
    Turn("penalties.minor_solo.soloist", "6", (SOLO, "strafe B gering_solo")),
    Turn("penalties.severe.per_absage", "-6", ("strafe A schwer absagen:1",)),
    Turn("penalties.severe.up_to", "true", ("strafe A schwer",)),
    Turn("penalties.minor.ends_hand", "true", ("strafe A gering",)),
    Turn("penalties.severe.hand_counts", "true", ("strafe A schwer",)),
    Turn("penalties.severe_solo.pflichtsolo_done", "false", ("strafe A schwer_solo soloist:B",)),
    Turn("penalties.minor.bears_partner", "true", (PLAIN, "strafe B gering")),
    # which checks are wanted
    Turn("checks.row_sum", "never", ("=1,1,1,-1",)),
    Turn("checks.parity", "never", ("=1,2,-1,-2",)),
    Turn("checks.quotas", "never", ("A C 130 2karlchen:A",)),
    Turn("checks.clock", "never", ("A C 130 re@5",)),
    Turn("checks.dealer", "never", ("A C 130 geber:C",)),
    Turn("checks.cowardice", "always", ("A C 185",), around=COWARD),
    Turn("checks.bock", "never", ("A C 130 bock:1 =2,-2,2,-2",)),
]

#: Knobs that change nothing yet, and what they should do.
KNOWN_DEAD: dict[str, str] = {}
