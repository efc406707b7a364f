// @vitest-environment jsdom
import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TableView } from "../../contracts";
import { clock } from "../../state/clock.svelte";
import { fixture, show } from "../../table/shown";
import { eyes } from "./eyes.svelte";

/** Later in every test: what was covered stays covered. */
let now = Date.UTC(2030, 0, 1);
/** The open cup, seen for so many ms more by the server's clock. */
const open = (ms: number): TableView => ({ ...fixture("dice_cup-open"), pause: now + ms });

beforeEach(() => {
  now += 3_600_000;
  vi.useFakeTimers({ now });
  clock.offset = 0;
});

const dice = () => document.querySelectorAll(".dish .colour-die").length;
const told = () => document.body.textContent ?? "";

describe("the dice under the cup", () => {
  it("are hidden by the client itself when the view's pause is reached, from the text view as well", () => {
    show(open(3000));
    expect(dice()).toBe(12);
    expect(told()).toContain("Es liegen:");
    vi.advanceTimersByTime(2990);
    flushSync();
    expect(dice()).toBe(12);
    vi.advanceTimersByTime(10);
    flushSync();
    expect(dice()).toBe(0);
    expect(told()).not.toContain("Es liegen:");
    expect(told()).toContain("zugedeckt");
  });

  it("are never shown by a view that comes too late", () => {
    show(open(-1));
    expect(dice()).toBe(0);
  });

  it("are hidden by the server's clock, not the browser's", () => {
    clock.offset = 2000;
    show(open(3000));
    expect(dice()).toBe(12);
    vi.advanceTimersByTime(1000);
    flushSync();
    expect(dice()).toBe(0);
  });

  it("stay hidden where a better reading of the server's clock would show them again", () => {
    const view = open(500);
    show(view);
    vi.advanceTimersByTime(500);
    flushSync();
    clock.offset = -400;
    flushSync();
    expect(eyes.see(view)).toBe(false);
    expect(dice()).toBe(0);
  });

  it("lie open again when the round is scored", () => {
    show(fixture("dice_cup-look"));
    expect(dice()).toBe(12);
  });
});

describe("a cross", () => {
  it("can be made while the dice are seen: a first tap chooses, a second one crosses", () => {
    const { sent } = show(open(3000));
    const entry = document.querySelector<HTMLButtonElement>("button.entry");
    entry?.click();
    flushSync();
    expect(sent).toEqual([]);
    entry?.click();
    expect(sent).toEqual([{ kind: "cross", category: entry?.dataset["category"] }]);
  });

  it("is offered for open categories only", () => {
    const view = open(3000);
    show(view);
    const fields = view.actions.find((action) => action.kind === "cross")?.fields?.["category"] as { values: string[] };
    expect([...document.querySelectorAll<HTMLElement>("button.entry")].map((each) => each.dataset["category"])).toEqual(fields.values);
  });

  it("of others is not told before the reveal", () => {
    show(fixture("dice_cup-crossed"));
    expect(document.querySelectorAll(".mini .crossed")).toHaveLength(1);
    expect(document.querySelector(".slate li")).toBeNull();
  });
});
