import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TableView } from "../contracts";
import { Stage, type Motion } from "./stage.svelte";

const view = (n: number): TableView => ({ n }) as TableView;

function stage(motions: Record<number, Motion>, still = false): Stage {
  return new Stage((_from, to) => motions[to.n] ?? null, () => still);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("stage", () => {
  it("shows the first view at once, whatever its motion", () => {
    const it = stage({ 1: { kind: "roll", ms: 700 } });
    it.push(view(1));
    expect(it.shown?.n).toBe(1);
    expect(it.settled).toBe(true);
  });

  it("holds a view back until its motion has ended", () => {
    const it = stage({ 2: { kind: "roll", ms: 700 } });
    it.push(view(1));
    it.push(view(2));
    expect(it.shown?.n).toBe(1);
    expect(it.motion?.next.n).toBe(2);
    vi.advanceTimersByTime(700);
    expect(it.shown?.n).toBe(2);
    expect(it.settled).toBe(true);
  });

  it("shows a view early where the motion belongs to it", () => {
    const it = stage({ 2: { kind: "shake", ms: 700, early: true } });
    it.push(view(1));
    it.push(view(2));
    expect(it.shown?.n).toBe(2);
    expect(it.settled).toBe(false);
  });

  it("ends the motion on a tap and goes on with what waits", () => {
    const it = stage({ 2: { kind: "roll", ms: 700 }, 4: { kind: "roll", ms: 700 } });
    for (const n of [1, 2, 3, 4]) it.push(view(n));
    it.skip();
    expect(it.shown?.n).toBe(3);
    expect(it.motion?.next.n).toBe(4);
  });

  it("drops motions that come too late to be believed", () => {
    const it = stage({ 2: { kind: "a", ms: 3000 }, 3: { kind: "b", ms: 700 } });
    for (const n of [1, 2, 3]) it.push(view(n));
    vi.advanceTimersByTime(3000);
    expect(it.shown?.n).toBe(3);
    expect(it.settled).toBe(true);
  });

  it("has no motion for those who asked for none", () => {
    const it = stage({ 2: { kind: "roll", ms: 700 } }, true);
    it.push(view(1));
    it.push(view(2));
    expect(it.shown?.n).toBe(2);
  });
});
