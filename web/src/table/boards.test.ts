// @vitest-environment jsdom
import { flushSync } from "svelte";
import { describe, expect, it } from "vitest";
import { FIXTURES } from "../../dev/fixtures";
import { GAMES } from "../games";
import { language } from "../i18n/index.svelte";
import { fixture, show } from "./shown";

it("has a view of every game to show", () => {
  const shown = new Set(Object.values(FIXTURES).map((view) => view.game));
  expect(GAMES.map((game) => game.key).filter((key) => !shown.has(key))).toEqual([]);
});

describe.each(Object.keys(FIXTURES))("the table of %s", (name) => {
  it.each(["de", "en"] as const)("shows words and never a key (%s)", (locale) => {
    language.set(locale);
    const { text } = show(fixture(name));
    expect(text().length).toBeGreaterThan(40);
    expect(text()).not.toMatch(/\b[a-z_]{3,}\.[a-z][a-z_.]+\b|\{\{|undefined|NaN|\[object/);
  });

  it("names every seat", () => {
    const { text } = show(fixture(name));
    for (const seat of fixture(name).seats) expect(text()).toContain(seat.name);
  });
});

describe("Shut the Box", () => {
  it("sends the flaps of a suggestion", () => {
    const view = fixture("box-moves");
    const moves = view.board["moves"] as number[][];
    const { sent } = show(view);
    const suggestion = document.querySelector<HTMLButtonElement>(".actions button.move");
    suggestion?.click();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.["kind"]).toBe("close");
    expect(moves).toContainEqual(sent[0]?.["flaps"]);
  });

  it("rolls from the tray as well as from the action panel", () => {
    const { sent } = show(fixture("box-roll"));
    for (const roll of document.querySelectorAll<HTMLButtonElement>(".under button, .actions button.roll")) roll.click();
    flushSync();
    expect(sent[0]).toEqual({ kind: "roll" });
  });

  it("keeps the Rechenmeister's box covered", () => {
    const { text } = show(fixture("daily-roll"));
    expect(text()).toContain("Kasten verdeckt");
  });
});

describe("Mäxchen", () => {
  it("lets only legal values be claimed", () => {
    const view = fixture("maexchen-claim");
    const claim = view.board["claim"] as number;
    const { button } = show(view);
    expect(button(/^Nachschauen$/)).toBeTruthy();
    const rungs = [...document.querySelectorAll<HTMLButtonElement>(".ladder button")];
    const order = view.board["order"] as number[];
    const open = rungs.filter((rung) => !rung.disabled).map((rung) => Number(rung.textContent));
    expect(open).toEqual(order.slice(order.indexOf(claim) + 1));
  });

  it("hides the own throw until the cup is lifted", () => {
    const view = fixture("maexchen-claim");
    const { button } = show(view);
    const dice = () => [...document.querySelectorAll(".hand .die")].map((die) => die.getAttribute("aria-label"));
    expect(dice()).toEqual([]);
    button(/^Nachschauen$/).click();
    flushSync();
    expect(dice()).toEqual((view.board["dice"] as number[]).map((face) => `Würfel: ${face}`));
  });

  it("claims the chosen value", () => {
    const view = fixture("maexchen-claim");
    const { sent, button } = show(view);
    button(/^Mäxchen$/).click();
    flushSync();
    button(/ansagen$/).click();
    expect(sent).toEqual([{ kind: "claim", value: 21 }]);
  });

  it("asks to believe or to doubt", () => {
    const { sent, button } = show(fixture("maexchen-answer"));
    button(/^Anzweifeln/).click();
    expect(sent).toEqual([{ kind: "doubt" }]);
  });
});

describe("Zehntausend", () => {
  it("lays out a triple by a tap on one of its dice, and throws on with the rest", () => {
    const view = fixture("zehntausend-triple");
    const { sent, button } = show(view);
    button(/^Würfel 3 rauslegen$/).click();
    flushSync();
    expect([...document.querySelectorAll(".rail .die")].map((die) => die.getAttribute("aria-label"))).toEqual(Array(3).fill("Würfel: 3"));
    button(/^Weiterwürfeln/).click();
    expect(sent).toEqual([{ kind: "go", take: [3, 3, 3] }]);
  });

  it("writes nothing below the entry, and says what is missing", () => {
    const view = fixture("zehntausend-entry");
    const { text, button } = show(view);
    document.querySelector<HTMLButtonElement>(".throw .live")?.click();
    flushSync();
    expect(button(/schreiben/).disabled).toBe(true);
    expect(text()).toMatch(/bis zum Einstieg fehlen \d+/);
  });

  it("piles on the turn of the seat before", () => {
    const { sent, button } = show(fixture("zehntausend-pile"));
    button(/aufsetzen/).click();
    expect(sent).toEqual([{ kind: "pile_on" }]);
  });

  it("shows the chance of a Niete of the house rules in force before rolling on", () => {
    const view = fixture("zehntausend-take");
    const { button } = show(view);
    button(/^Alles/).click();
    flushSync();
    const best = (view.board["takes"] as { points: number; dice: number[] }[]).reduce((a, b) => (b.points > a.points ? b : a));
    const left = (view.board["dice"] as number[]).length - best.dice.length;
    const chance = ((view.board["bust"] as number[])[left - 1] ?? 0) * 100;
    expect(button(/^Weiterwürfeln/).textContent).toContain(chance.toLocaleString("de", { maximumFractionDigits: 1 }));
  });
});

describe("Gipfelsturm", () => {
  it("lights the lanes of a choice at the first tap, and goes at the second", () => {
    const view = fixture("gipfelsturm-go");
    const { sent } = show(view);
    const choice = document.querySelector<HTMLButtonElement>(".choice");
    choice?.click();
    flushSync();
    expect(sent).toEqual([]);
    const lit = [...document.querySelectorAll(".lane.looked .number")].map((lane) => Number(lane.textContent));
    expect(lit).toHaveLength(1);
    choice?.click();
    expect(sent).toEqual([{ kind: "go", lanes: lit }]);
  });

  it("offers every move with the chance of a Niete after it", () => {
    const view = fixture("gipfelsturm-six");
    show(view);
    const moves = view.board["moves"] as { lanes: number[]; bust: number }[];
    const shown = [...document.querySelectorAll(".choice")].map((each) => each.textContent ?? "");
    expect(shown).toHaveLength(moves.length);
    for (const { lanes, bust } of moves) {
      const chance = (bust * 100).toLocaleString("de", { maximumFractionDigits: 1 });
      expect(shown.some((words) => words.includes(lanes.join(" + ")) && words.includes(`${chance} %`))).toBe(true);
    }
  });

  it("stands each seat's stones where they are", () => {
    const view = fixture("gipfelsturm-on");
    show(view);
    const owners = view.board["owners"] as (number | null)[];
    const stones = (view.board["stones"] as number[][]).flatMap((row, seat) => row.filter((field, i) => field > 0 && owners[i] !== seat));
    const flags = owners.filter((owner) => owner !== null);
    expect(document.querySelectorAll(".lane .rung svg")).toHaveLength(stones.length + flags.length);
  });

  it("saves the steps of the turn", () => {
    const { sent, button } = show(fixture("gipfelsturm-on"));
    button(/^Sichern/).click();
    expect(sent).toEqual([{ kind: "save" }]);
  });
});

describe("Chicago", () => {
  const radio = (group: string, words: string) =>
    [...document.querySelectorAll<HTMLButtonElement>(`[role=radiogroup][aria-label="${group}"] button`)].find((each) => each.textContent === words);

  it("shows in the announcing dialog what the own dice are worth as chosen, and announces that", () => {
    const view = fixture("chicago-tschigg-announce");
    const { sent, button } = show(view);
    const worth = view.board["worth"] as { ones: number; sixes: number; value: number }[];
    for (const { ones, sixes, value } of worth) {
      radio("Einser", String(ones))?.click();
      radio("Sechser", String(sixes))?.click();
      flushSync();
      expect(document.querySelector(".slip .worth")?.textContent).toBe(`Dein Wurf zählt ${value}`);
      const parts = [...document.querySelectorAll(".slip .one b")].map((each) => Number(each.textContent));
      expect(parts.reduce((a, b) => a + b, 0)).toBe(value);
    }
    radio("Es gewinnt", "Tief")?.click();
    flushSync();
    expect(button(/^Ansagen/).textContent).toContain("Einser 1 · Sechser 6 · Tief · auf 2");
    button(/^Ansagen/).click();
    expect(sent).toEqual([{ kind: "announce", ones: 1, sixes: 6, direction: "low" }]);
  });

  it("announces Sand, which only Tschigg has", () => {
    const { sent, button } = show(fixture("chicago-tschigg-announce"));
    radio("Es gewinnt", "Sand")?.click();
    flushSync();
    expect(document.querySelector(".slip .worth")?.textContent).toBe("Dein Wurf ist kein Sand");
    button(/^Ansagen/).click();
    expect(sent).toEqual([{ kind: "sand" }]);
  });

  it("has no Sand in Basis", () => {
    show(fixture("chicago-basis-announce"));
    expect(radio("Es gewinnt", "Sand")).toBeUndefined();
    expect(radio("Es gewinnt", "Hoch")).toBeDefined();
  });

  it.each(["bayrisch-announced", "basis-low", "tschigg-sand", "basis-stroke"])("keeps the announcement in sight (%s)", (name) => {
    show(fixture(`chicago-${name}`));
    expect(document.querySelector("p.call")?.textContent).toMatch(/auf [123]$/);
  });

  it("turns two sixes into a one and throws the rest", () => {
    const { sent, button } = show(fixture("chicago-pub-turn"));
    button(/Sechsen drehen/).click();
    flushSync();
    expect([...document.querySelectorAll(".rail .die")].map((die) => die.getAttribute("aria-label"))).toEqual(["Würfel: 1"]);
    button(/^Weiterwürfeln/).click();
    expect(sent).toEqual([{ kind: "turn", keep: [] }]);
  });

  it("leaves a Chicago lying", () => {
    const { sent, button, text } = show(fixture("chicago-pub-chicago"));
    expect(text()).not.toContain("Weiterwürfeln");
    button(/^Fertig/).click();
    expect(sent).toEqual([{ kind: "done" }]);
  });

  it.each(["look", "over", "six"])("shows the board of the rounds 2 to 12 as it stands, whatever was seen of the game (%s)", (name) => {
    const view = fixture(`chicago-rounds-${name}`);
    show({ ...view, status: "running", result: null, events: [] });
    const hits = (view.board["hits"] as number[][]).flat();
    const throws = (view.board["round"] as number) * view.seats.length - (view.board["hands"] as { done: boolean }[]).filter(({ done }) => !done).length;
    expect(hits.length).toBeGreaterThan(1);
    expect(document.querySelectorAll(".lanes .cell svg")).toHaveLength(hits.length);
    expect(document.querySelectorAll(".lanes .cell i")).toHaveLength(throws - hits.length);
    expect([...document.querySelectorAll(".lanes tbody .total")].map((each) => Number(each.textContent))).toEqual(view.board["held"]);
  });
});

describe("Crag", () => {
  it("keeps what was tapped and throws the rest", () => {
    const { sent, button } = show(fixture("crag-first"));
    button(/^Würfel 5 festhalten$/).click();
    flushSync();
    button(/^2 Würfel neu/).click();
    expect(sent).toEqual([{ kind: "keep", dice: [1] }]);
  });

  it("says what a throw lacks to thirteen", () => {
    expect(show(fixture("crag-first")).text()).toContain("9 – zur 13 fehlen 4. Was bleibt liegen?");
  });

  it("enters a crag", () => {
    const { sent, text, button } = show(fixture("crag-made"));
    expect(text()).toContain("Ein Crag! Trag ein!");
    button(/^Crag: 50$/).click();
    flushSync();
    button(/^50 eintragen/).click();
    expect(sent).toEqual([{ kind: "write", field: 12 }]);
  });

  it("strikes a field even where it would bring something", () => {
    const { sent, button } = show(fixture("crag-made"));
    button(/^Dreier: 3$/).click();
    flushSync();
    button(/^Dreier streichen/).click();
    expect(sent).toEqual([{ kind: "strike", field: 2 }]);
  });

  it("sends real dice as different numbers", () => {
    const { sent, button } = show(fixture("crag-own"));
    for (const face of [6, 1, 6]) {
      button(new RegExp(`^Eine ${face}$`)).click();
      flushSync();
    }
    button(/^Stimmt so$/).click();
    expect(sent).toEqual([{ kind: "typed", dice: [1, 7, 8] }]);
  });
});

describe("Mickey", () => {
  it("shows what lies there for a field before it is announced", () => {
    const view = fixture("mickey-announce");
    const { sent, button } = show(view);
    const fours = button(/^Vierer ansagen$/);
    expect(Number(fours.textContent)).toBe((view.board["dice"] as number[]).filter((face) => face === 4).length * 4);
    fours.click();
    flushSync();
    button(/^Ansagen/).click();
    expect(sent).toEqual([{ kind: "announce", field: 3 }]);
  });

  it("keeps the announcement in sight, whoever plays", () => {
    const view = fixture("mickey-watch");
    show(view);
    const note = document.querySelector("p.slip")?.textContent ?? "";
    expect(note).toContain(view.seats[view.board["turn"] as number]?.name);
    expect(note).toContain("Dreier");
  });

  it("has no slip before anything is announced", () => {
    show(fixture("mickey-announce"));
    expect(document.querySelector("p.slip")).toBeNull();
  });

  it("offers to write what was announced and made in one tap, beside going on", () => {
    const { sent, button } = show(fixture("mickey-keep"));
    expect(button(/^3 Würfel neu/).disabled).toBe(false);
    button(/^8 eintragen/).click();
    expect(sent).toEqual([{ kind: "write", field: 3 }]);
  });

  it("strikes any open field after a missed straight", () => {
    const view = fixture("mickey-missed");
    const { sent, text, button } = show(view);
    expect(text()).toContain("Straße verfehlt. Welches Feld streichst du?");
    button(/^Mickey: 0, streichen$/).click();
    flushSync();
    button(/^Streichen/).click();
    expect(sent).toEqual([{ kind: "strike", field: 7 }]);
  });
});
