// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from "vitest";
import { FIXTURES } from "../../../dev/fixtures";
import type { ChicagoBoard, ChicagoBoardHandView as Hand, TableView } from "../../contracts";
import { language } from "../../i18n/index.svelte";
import { fitting, houseSentences, rulesFor } from "../../table/sentences";
import { eventWords } from "../events";
import type { Who } from "../module";
import { chicago } from ".";
import { boardOf, broughtBy, callOf, diceOf, marksOf, nextLeader, partsOf, shownSeat, throwBetween } from "./logic";
import { callWords, limitOf, marksWords, rules, sumWords, verdict } from "./words";

const hand = (dice: number[], value: number | null, more: Partial<Hand> = {}): Hand => ({
  laid: [],
  free: dice,
  throws: dice.length ? 1 : 0,
  done: dice.length > 0,
  value,
  sand: dice.length > 0 && !dice.includes(1) && !dice.includes(6),
  chicago: false,
  ...more,
});
const board = (more: Partial<ChicagoBoard>): ChicagoBoard => ({
  phase: "play",
  way: "pub",
  stage: "deal",
  round: 1,
  target: null,
  search: 0,
  order: [0, 1, 2, 3],
  turn: 3,
  limit: 2,
  pile: 5,
  held: [0, 0, 0, 0],
  gone: 0,
  playing: [0, 1, 2, 3],
  safe: [],
  hits: [],
  hands: [],
  announced: null,
  scored: null,
  loser: null,
  worth: null,
  ...more,
});
const who: Who = { name: (seat) => ["Anna", "Ben", "Chris", "Dora"][seat] ?? "", mine: (seat) => seat === 0 };
const chicagos = Object.entries(FIXTURES).filter(([name]) => name.startsWith("chicago-"));
const open = hand([], null);

beforeAll(() => language.set("de"));

describe("what dice count", () => {
  it("is 163 for 1, 3 and 6 in the pub, and what was announced elsewhere", () => {
    expect(sumWords([1, 3, 6], { ones: 100, sixes: 60, direction: "high" })).toBe("100 + 3 + 60 = 163");
    expect(partsOf([3, 5, 6], { ones: 1, sixes: 6 })).toEqual([3, 5, 6]);
  });

  it("adds up to what the house says, in every view", () => {
    let compared = 0;
    for (const [, view] of chicagos) {
      const call = callOf(boardOf(view));
      for (const each of boardOf(view).hands) {
        if (!each || each.value === null || !call || boardOf(view).way === "rounds") continue;
        expect(partsOf(diceOf(each), call).reduce((a, b) => a + b, 0)).toBe(each.value);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(40);
  });
});

describe("best and worst so far", () => {
  it("are as the house scores them once all are done", () => {
    let compared = 0;
    for (const [, view] of chicagos) {
      const { scored, way } = boardOf(view);
      if (!scored || way === "rounds" || scored.move === "void") continue;
      expect(marksOf(boardOf(view))).toEqual({ best: scored.best, worst: scored.worst });
      compared += 1;
    }
    expect(compared).toBeGreaterThan(6);
  });

  it("of equal sums the earlier is better and the later worse", () => {
    const same = board({ hands: [hand([2, 3, 4], 9), hand([2, 2, 5], 9), hand([3, 3, 3], 9), open] });
    expect(marksOf(same)).toEqual({ best: 0, worst: 2 });
  });

  it("under Sand are the last who made it and the last who did not (text 004, Anna to Dora)", () => {
    const hands = [hand([2, 3, 4], null), hand([1, 3, 4], null), hand([2, 5, 5], null), hand([2, 3, 6], null)];
    const announced = { ones: null, sixes: null, direction: "sand" as const, limit: 2 };
    expect(marksOf(board({ way: "tschigg", announced, hands, turn: null }))).toEqual({ best: 2, worst: 3 });
  });

  it("say what has to be thrown: more than the best, or more than the worst, or less", () => {
    const hands = [hand([1, 3, 6], 163), hand([2, 3, 4], 9), hand([2, 3, 6], 65), open];
    expect(marksWords(board({ hands }), who)).toEqual(["Mehr als 9 rettet vor dem Filz"]);
    expect(marksWords(board({ hands, stage: "down" }), who)).toEqual(["Mehr als 163 schlägt dich"]);
    const announced = { ones: 100 as const, sixes: 60 as const, direction: "low" as const, limit: 1 };
    expect(marksWords(board({ hands, way: "basis", stage: "search", announced }), who)).toEqual(["Weniger als 9 schlägt Ben"]);
  });
});

describe("the tray", () => {
  it("shows the last throw until the next seat throws", () => {
    const hands = [hand([1, 3, 6], 163), hand([2, 3, 4], 9), open, open];
    expect(shownSeat(board({ hands, turn: 2 }))).toBe(1);
    expect(shownSeat(board({ hands, turn: 1 }))).toBe(1);
    expect(shownSeat(board({ hands: [open, open, open, open], turn: 0 }))).toBeNull();
  });

  it("finds the throw between two views, and none where nothing fell", () => {
    const [, view] = chicagos.find(([name]) => name === "chicago-pub-turn") ?? [];
    const earlier = { ...view, n: (view?.n ?? 0) - 1 } as TableView;
    expect(throwBetween(earlier, view as TableView)).toMatchObject({ seat: 0, dice: [5, 6, 6], throw: 2, chicago: false });
    expect(throwBetween(view as TableView, view as TableView)).toBeNull();
  });
});

describe("the next leader", () => {
  const scored = { move: "deal" as const, best: 0, worst: 2, best_by: "value" as const, worst_by: "value" as const, safe: [] };
  it("is the worst, or the next one still playing", () => {
    expect(nextLeader(board({ phase: "look", scored }))).toBe(2);
    expect(nextLeader(board({ phase: "look", scored, playing: [0, 1, 3] }))).toBe(3);
    expect(nextLeader(board({ phase: "look", scored: { ...scored, worst: null }, order: [1, 2, 3, 0] }))).toBe(1);
  });
});

describe("the line that stays in sight", () => {
  it("holds the announcement, and the limit once it is set", () => {
    expect(callWords({ ones: 100, sixes: 60, direction: "high" }, 1)).toBe("Einser 100 · Sechser 60 · Hoch · auf 1");
    expect(callWords({ ones: 100, sixes: 60, direction: "sand" }, 2)).toBe("Sand · keine 1, keine 6 · auf 2");
    expect(limitOf(board({ hands: [hand([1, 3, 6], 163), open, open, open] }))).toBe(2);
    expect(limitOf(board({ hands: [hand([1, 3, 6], 163, { done: false }), open, open, open] }))).toBeNull();
  });
});

describe("a scored round in words", () => {
  const of = (name: string) => verdict(boardOf(FIXTURES[`chicago-${name}`] as TableView), { ...who, mine: () => false });
  it("says why, what moves and who leads next", () => {
    expect(of("pub-look")).toMatchObject({ reason: expect.stringMatching(/hat mit 64 den schlechtesten Wurf\.$/), move: expect.stringMatching(/bekommt einen Filz\.$/) });
    expect(of("pub-off")?.move).toMatch(/legt einen Filz ab\.$/);
    expect(of("pub-void")?.move).toMatch(/ist sofort sicher, die Runde zählt nicht\.$/);
    expect(of("basis-safe")?.move).toMatch(/ist sicher und setzt aus\.$/);
    expect(of("basis-stroke")?.move).toMatch(/bleibt übrig und bekommt einen Strich\.$/);
    expect(of("tschigg-give")?.move).toMatch(/^\w+ gibt \w+ einen Deckel\.$/);
    expect(of("tschigg-sand-look")?.reason).toMatch(/Sand\.$/);
    expect(of("rounds-look")?.move).toMatch(/trifft die 7\.$/);
  });

  it("reads the same events in the history, none without words", () => {
    for (const [, view] of chicagos) {
      for (const each of view.events) if (each.key.startsWith("chicago.")) expect(eventWords(each, chicago, who, view), each.key).toMatch(/[.!…]$/);
    }
  });
});

describe("the rounds 2–12", () => {
  it("remember what each seat hit and missed, without a look at what happened", () => {
    for (const name of ["look", "over", "roll", "six"]) {
      const view = FIXTURES[`chicago-rounds-${name}`] as TableView;
      const board = boardOf(view);
      const thrown = view.events.filter(({ key }) => key === "chicago.aimed").map(({ params }) => params as { seat: number; target: number; points: number });
      expect(thrown.length).toBeGreaterThan(3);
      for (const { seat, target, points } of thrown) expect(broughtBy(board, seat).get(target)).toBe(points);
      board.held.forEach((held, seat) => expect([...broughtBy(board, seat).values()].reduce((a, b) => a + b, 0)).toBe(held));
    }
  });

  it("know what is still to be thrown", () => {
    const board = boardOf(FIXTURES["chicago-rounds-roll"] as TableView);
    const target = board.target ?? 0;
    expect(board.hands[0]?.done).toBe(false);
    expect([...broughtBy(board, 0).keys()]).toEqual(Array.from({ length: target - 2 }, (_, i) => 2 + i));
  });
});

describe("house rules", () => {
  it("are asked only where the way to play has them", () => {
    const shown = (way: string) => rulesFor(chicago, { way }).map((rule) => rule.option);
    expect(shown("pub")).toEqual(["way", "turn_sixes", "play_down"]);
    expect(shown("rounds")).toEqual(["way"]);
    expect(shown("basis")).toEqual(["way", "searches", "turn_sixes"]);
    expect(shown("tschigg")).toEqual(["way", "turn_sixes"]);
  });

  it("fall back when the way no longer has them", () => {
    expect(fitting(chicago, { way: "rounds", turn_sixes: "off", play_down: false, searches: 5 })).toEqual({ way: "rounds" });
    expect(fitting(chicago, { way: "basis", turn_sixes: "off", play_down: false, searches: 5 })).toEqual({ way: "basis", turn_sixes: "off", searches: 5 });
  });

  it("are sentences, and the rules page tells the way in force only", () => {
    expect(houseSentences(chicago, { way: "basis", searches: 3 }).map((line) => line.sentence)).toContain("Gesucht werden 3 Verlierer.");
    expect(rules({ way: "tschigg" })).toContain("Sand");
    expect(rules({ way: "tschigg" })).not.toContain("1-6-3");
    expect(rules({ way: "pub" })).not.toMatch(/Sand|ausgelost/);
    expect(rules({ way: "pub", play_down: false })).toContain("Die wenigsten Filze gewinnen");
    expect(rules({ way: "rounds" })).not.toContain("Filz");
    expect(rules({ way: "bayrisch", turn_sixes: "off" })).not.toContain("drehen");
  });
});
