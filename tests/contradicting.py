"""Rulesets over TSR that contradict themselves, a slip for every sentence that says so."""

from __future__ import annotations

#: What is found -> what the ruleset says, with the token pointed at in «».
WRONG: list[tuple[str, str]] = [
    # pigs
    ("R701", "deck: {pigs: {super: «{cards: D10}»}}"),
    ("R701", "deck: {pigs: {hyper: {cards: D9, needs: «null»}}}"),
    ("R701.missing", "deck: {pigs: {super: {cards: D10, needs: «schweinchen»}}}"),
    ("R701.circle", "deck: {pigs: {a: {cards: DA, needs: «b»}, b: {cards: D10, needs: a}}}"),
    ("R701.circle", "deck: {pigs: {a: {cards: DA, needs: «a»}}}"),
    ("R701.same-card", "deck: {pigs: {schweinchen: {cards: DA}, super: {cards: «DA», needs: schweinchen}}}"),
    ("R702", "deck: {pigs: {a: {cards: DA, which: second}, b: {cards: D10, needs: a}, c: {cards: DK, needs: «b»}}}"),
    ("R702", "deck: {pigs: {schweinchen: {cards: DA, which: second}, hyper: {cards: D9, needs: «schweinchen»}}}"),
    # without nines
    ("R703.pig", "deck: {nines: false, pigs: {niner: {cards: «D9»}}}"),
    ("R703", "deck: {nines: false}\nredeal: {triggers: {neunen: {nines_min: «5»}}}"),
    ("R703", "deck: {nines: false}\nredeal: {triggers: {either: {any_of: [{kings_min: 5}, {nines_kings_min: «8»}]}}}"),
    (
        "R703",
        "deck: {nines: false}\narmut: {test: {needs_card: «D9»}}\nkinds: {armut: {class: pair, modes: [normal]}}",
    ),
    ("R703.sonderpunkt", "deck: {nines: false}\nsonderpunkte: {fischauge: «{points: 1, max: 2}»}"),
    (
        "R703.genscher",
        "deck: {pigs: {royal: {cards: «DK»}}, swaps: {genscher: {effect: repartner, cards: 2xDK}}}",
    ),
    # limits
    ("R704", "calls: {clock: {latest: {re: «12»}}}"),
    ("R704", "deck: {nines: false}\ncalls: {clock: {latest: {kontra: «12»}}}"),
    ("R704", "deck: {nines: «false»}\ncalls: {clock: {no_nines: -1}}"),
    ("R704.hand", "calls: {clock: {latest: {k60: «11»}}}"),
    ("R704.hand", "calls: {clock: {latest: {re: «9», kontra: 9}}}"),
    ("R704.table", "calls: {clock: {unit: «table_cards»}}"),
    (
        "R704.table",
        "calls: {clock: {unit: tricks, latest: {re: 1, kontra: 1, k90: 2, k60: 3, k30: 4, schwarz: «3»}}}",
    ),
    ("R705", "deck: {nines: false}\ncalls: {clock: {no_nines: «0»}}"),
    # replies
    ("R706", "calls: {reply: {calls: [re, «contra»]}}"),
    ("R706", "calls: {defs: {re: null}, reply: {calls: [«re», kontra]}}"),
    ("R706.no-time", "calls: {reply: {calls: [re, kontra], later_by: «0»}}"),
    # knocking
    ("R707.trigger", "calls: {named: false}\nbock: {triggers: {lost_re: «{}»}}"),
    ("R707.trigger", "calls: {named: false}\nbock: {triggers: {zero_hand: {}, both_called: «{}»}}"),
    ("R707", "calls: {named: false}\nvalue: {levels_count: «max_reached_called»}"),
    ("R707", "calls: {named: false}\nvalue: {loser_levels: «called_to_winner»}"),
    ("R707", "calls: {named: false}\nvalue: {failed: {basis: «per_call»}}"),
    # what calls do, and what they need
    ("R708", "calls: {defs: {re: {mul: «2»}, kontra: {add: 0, mul: 2}}}"),
    ("R709.missing", "calls: {defs: {hirsch: {mul: 2, needs: [re, «bock_call»]}}}"),
    ("R709.circle", "calls: {defs: {a: {needs: «[b]»}, b: {needs: [a]}}}"),
    ("R709", "calls: {max_total: «2», defs: {hirsch: {mul: 2, needs: [re, kontra]}}}"),
    (
        "R710",
        "calls: {defs: {k90: null, k60: null, k30: null, schwarz: null}}\nvalue: {levels_count: «called»}",
    ),
    ("R710.per-call", "outcome: {absage_binds: false}\nvalue: {failed: {basis: «per_call»}}"),
    ("R710.per-call", "outcome: {absage_binds: false}\nvalue: {failed: {basis: «per_call», add: 2}}"),
    ("R711", "calls: {clock: {slide: «4»}}"),
    # Sonderpunkte
    ("R712", "sonderpunkte: {herzstich: {points: 1, max: «2»}}"),
    ("R712", "deck: {nines: false, dulle: plain}\nsonderpunkte: {herzstich: {points: 1, max: «2»}}"),
    ("R713", "sonderpunkte: {dulle_gefangen: «{points: 1}»}"),
    ("R714", "sonderpunkte: {karlchen: null, karlchen_gefangen: «{points: 1, max: 2}»}"),
    ("R714.agathe", "sonderpunkte: {karlchen_gefangen: {points: 1}, agathe: «{points: 1}»}"),
    # the duty
    ("R715", "party: {length: {unit: «points», n: 20, by_players: null}}"),
    ("R715", "party: {length: {unit: «open», n: null}}"),
    ("R715.open", "party: {length: {unit: hands, n: «null», by_players: null}}"),
    ("R715.hands", "party: {players: [4, 5], length: {n: 8, by_players: {5: «4»}}}"),
    ("R715.hands", "pflichtsolo: {solos: «7»}"),
    ("R715.hands", "party: {length: {unit: rounds, n: «1», by_players: null}}\npflichtsolo: {solos: 2}"),
    ("R715.kinds", "pflichtsolo: {kinds: «[stille_hochzeit]»}"),
    ("R716", "pflichtsolo: {require: «{suit: 1, picture: 1}»}"),
    ("R716.empty", "pflichtsolo: {require: {«colour»: 1}}"),
    ("R716.empty", "kinds: {damensolo: null, bubensolo: null}\npflichtsolo: {require: {«picture»: 1}}"),
    ("R717", "modes: {vorgefuehrt: «{lead: third}»}\npflichtsolo: {enforce: none}"),
    ("R717", "modes: {vorgefuehrt: «{lead: third}»}\npflichtsolo: {solos: 0}"),
    ("R717.rounds", "pflichtsolo: {enforce: «last_round_forehand»}"),
    ("R718", "kinds: {stille_hochzeit: {pflicht_ok: «true»}}"),
    # Hochzeit, Armut
    ("R719", "hochzeit: {declared: «false»}"),
    ("R719", "hochzeit: {declared: «false»}\nkinds: {hochzeit: null}"),
    ("R719", "hochzeit: {declared: false}\nkinds: {hochzeit: «{class: pair}», hochzeit_allein: null}"),
    ("R719.within", "deck: {nines: false}\nhochzeit: {find_within: «12»}"),
    (
        "R720",
        "armut: {test: {trumps_max: 3}, refused: «ramsch»}\nkinds: {armut: {class: pair, modes: [normal]}}",
    ),
    ("R720.trigger", "bock: {triggers: {armut_refused: «{}»}}"),
    ("R720.kind", "kinds: {armut: «{class: pair, modes: [normal]}»}"),
    # kinds without tricks
    ("R721", "kinds: {null_solo: {class: solo, goal: no_trick, calls: none, sonderpunkte: «all», modes: [lust]}}"),
    ("R721", "kinds: {null_still: {class: solo, goal: no_trick, sonderpunkte: «all», modes: [still]}}"),
    ("R721.calls", "kinds: {ramsch: {class: solo, goal: fewest_tricks, calls: «[re]», modes: [lust]}}"),
    ("R721.calls", "kinds: {ramsch: {class: solo, goal: «fewest_tricks», modes: [lust]}}"),
    (
        "R721.cowardice",
        "kinds: {ramsch: {class: solo, goal: no_trick, calls: none}}\ncowardice: {slack: 2, not_in: «[hochzeit]»}",
    ),
    # the party, money, shares
    ("R722", "pflichtsolo: {solos: 0}\nparty: {length: {unit: «points», n: 20, by_players: null}, time: null}"),
    ("R723", "settlement: {mode: plus, money: {rate: 0.1, basis: «negative_total»}}"),
    ("R723", "settlement: {mode: plus, money: «{rate: 0.1}»}"),
    ("R724", "classes: {solo: {factor: {others: «2»}}}"),
    ("R724", "kinds: {damensolo: {factor: {win: 3, lose: 3, others: «0»}}}"),
    ("R725", "classes: {solo: {factor: {win: «2», lose: 2}}}"),
    ("R725", "classes: {solo: {factor: {lose: «6»}}}"),
    ("R725", "kinds: {damensolo: {factor: «{win: 3}»}}"),
    ("R725", "party: {players: «[3, 3]»}"),
    # Bock
    ("R726", "bock: {overlap: stack, overflow: «queue»}"),
    ("R726.stack", "bock: {overlap: queue, max_level: «2»}"),
    ("R727", "pflichtsolo: {solos: 0}\nbock: {triggers: {tie_120: {}}, hold_in: [lust, «pflicht»]}"),
    ("R728", "bock: {triggers: {zero_hand: {}, lost_solo: {}}, per_hand: «each»}"),
    ("R729", "bock: {triggers: {redeal: «{hands: 4}»}}"),
    # Feigheit
    ("R730", "cowardice: {slack: «5»}"),
    ("R730.winner-writes", "cowardice: {slack: 2, effect: «winner_writes»}"),
    ("R730.not-in", "cowardice: {slack: 2, not_in: [solo, «genscher»]}"),
    ("R731", "cowardice: {slack: «2»}\nvalue: {levels_count: called}"),
    # seats
    ("R733", "party: {players: «[4, 8]»}"),
    ("R733.seats", "party: {sit_out: {6: «[dealer]»}}"),
    ("R733.seats", "party: {sit_out: {6: «[dealer, dealer+0]»}}"),
    ("R733.range", "party: {players: «[5, 4]»}"),
    ("R733.hands", "party: {length: {n: «30», by_players: null}}"),
    ("R733.hands", "party: {length: {by_players: {5: «24»}}}"),
    # ids
    ("R734", "sonderpunkte: {«no»: {manual: true}}"),
    ("R734", "settlement: {tallies: {«ON»: {amount: 1}}}"),
    ("R736", "sonderpunkte: {«karlchen_gefange»: {points: 1}}"),
    ("R736.own", "sonderpunkte: {«vogelhaus»: {points: 1}}"),
    ("R736", "bock: {triggers: {«tie_12»: {}}}"),
    ("R737", "party: {length: {n: «20»}}"),
    ("R735", "kinds: {«damnsolo»: null}"),
    ("R735", "calls: {clock: {latest: {«k9»: null}}}"),
    ("R735.nothing", "sonderpunkte: {«agathe»: null}"),
    ("R735.nothing", "deck: {pigs: {«schweinchen»: null}}"),
]
