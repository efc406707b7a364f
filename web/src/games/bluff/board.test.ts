// @vitest-environment jsdom
import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { fixture as told, show, take } from "../../table/shown";
import { boardOf, counts } from "./logic";
import { HUSH, motion } from "./motion";
import { event, verdict } from "./words";

const WHO = { name: (seat: number) => ["Lena", "Otto", "Ludwig", "Berta"][seat] ?? "", mine: (seat: number) => seat === 0 };
const fixture = (name: string) => told(`bluff-${name}`);

describe("the bid picker", () => {
  const closed = () => [...document.querySelectorAll<HTMLButtonElement>(".faces button")].map((each) => each.disabled);

  it("offers per face the fewest dice the house takes", () => {
    const { labels } = show(fixture("ones"));
    expect(labels(".faces button")).toEqual([
      "Einsen, ab 5", "Zweier, ab 9", "Dreier, ab 9", "Vierer, ab 9", "Fünfer, ab 9", "Sechser, ab 9",
    ]);
  });

  it("bids what was chosen by thumb", () => {
    const { press, sent } = show(fixture("ones"));
    press(/^Vierer/);
    press(/^Mehr Würfel$/);
    press(/^10 Vierer bieten$/);
    expect(sent).toEqual([{ kind: "bid", face: 4, count: 10 }]);
  });

  it("bids what was chosen by keys", () => {
    const { key, sent } = show(fixture("ones"));
    for (const name of ["6", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowDown", "Enter"]) key(name);
    expect(sent).toEqual([{ kind: "bid", face: 5, count: 10 }]);
  });

  it("cannot open on ones", () => {
    show(fixture("open"));
    expect(closed()).toEqual([true, false, false, false, false, false]);
  });

  it("cannot change the face of a special round", () => {
    const { key, sent } = show(fixture("special"));
    expect(closed()).toEqual([true, true, true, true, false, true]);
    key("6");
    key("Enter");
    expect(sent).toEqual([{ kind: "bid", face: 5, count: 2 }]);
  });

  it("calls a doubt, and calls it exact", () => {
    const { press, key, sent } = show(fixture("bid"));
    press(/^Anzweifeln/);
    key("p");
    expect(sent).toEqual([{ kind: "doubt" }, { kind: "exact" }]);
  });
});

describe("the own cup", () => {
  it("shows the own dice and lights those that count for the chosen face", () => {
    const view = fixture("six");
    const { labels, key } = show(view);
    const own = boardOf(view).own ?? [];
    expect(labels(".hand .die")).toEqual(own.map((face) => `Würfel: ${face}`));
    key("2");
    expect(labels(".hand .die.lit")).toEqual(own.filter((face) => counts(face, 2, false)).map((face) => `Würfel: ${face}`));
  });

  it("is covered by a key and lifted by a tap", () => {
    const { labels, key, press } = show(fixture("six"));
    key("l");
    expect(labels(".hand .die")).toEqual([]);
    press(/^Nachschauen$/);
    expect(labels(".hand .die")).toHaveLength(6);
  });
});

describe("the count", () => {
  it("lights exactly the dice that count, cup by cup in the order of the house", () => {
    const view = fixture("six-look");
    show(view);
    const { reveal } = boardOf(view);
    const rows = [...document.querySelectorAll(".cups .row")];
    expect(rows.map((row) => row.querySelectorAll(".die.lit").length)).toEqual(reveal?.cups.map(({ plain, jokers }) => plain + jokers));
    expect(rows.map((row) => row.querySelectorAll(".die").length)).toEqual(reveal?.cups.map(({ dice }) => dice.length));
    expect(document.querySelector(".found b")?.textContent).toBe(String(reveal?.total));
  });

  it("lifts no cup before the hush is over, and tells nothing of the outcome", () => {
    vi.useFakeTimers();
    const covered = () => document.querySelectorAll(".cups [aria-label='Becher noch zu']").length;
    const before = fixture("bid");
    const look = fixture("look");
    const after = { ...look, n: before.n + 1, board: { ...look.board, round: boardOf(before).round } };
    const { table, labels, text } = show(before, motion);
    take(table, after);
    expect(labels(".cups .die")).toEqual([]);
    expect(covered()).toBe(4);
    expect(text()).not.toContain("verlierst einen Würfel");
    vi.advanceTimersByTime(HUSH);
    flushSync();
    expect(document.querySelectorAll(".cups .row:first-child .die")).toHaveLength(boardOf(after).reveal?.cups[0]?.dice.length ?? 0);
    expect(covered()).toBe(3);
    table.stage.skip();
    flushSync();
    expect(text()).toContain("Du verlierst einen Würfel.");
  });

  it("says what it means and what it costs or brings", () => {
    const told = (name: string) => {
      const { reveal } = boardOf(fixture(name));
      if (!reveal) throw new Error("no reveal");
      return verdict(reveal, WHO);
    };
    expect(told("look")).toEqual({
      call: "Du zweifelst 8 Sechser von Berta an.",
      meaning: "10 Sechser – das Gebot von Berta hält.",
      cost: "Du verlierst einen Würfel.",
    });
    expect(told("exact")).toEqual({
      call: "Du rufst Punktlandung: 4 Sechser von Berta.",
      meaning: "Genau 4 Sechser – Punktlandung!",
      cost: "Du bekommst einen Würfel zurück.",
    });
    expect(told("missed").meaning).toBe("13 Vierer statt 3 – keine Punktlandung.");
  });

  it("stands in the history with the sum of every cup", () => {
    const view = fixture("exact");
    const called = view.events.findLast(({ key }) => key === "bluff.matched");
    expect(called && event(called, WHO)).toContain("(Berta 2 · du 1 · Otto 0 + 1 Joker · Ludwig 0 = 4)");
  });
});

describe("the history", () => {
  it("does not tell what lies under the own cup", () => {
    expect(event({ n: 1, key: "bluff.looked", params: { seat: 0, dice: [1, 2] } }, WHO)).toBe("");
  });

  it("says that a round is a special one", () => {
    const words = event({ n: 1, key: "bluff.round", params: { round: 4, starter: 3, special: true, left: [1, 2, 2, 1] } }, WHO);
    expect(words).toBe("Runde 4 – Berta fängt an. Sonderrunde ohne Joker.");
  });
});
