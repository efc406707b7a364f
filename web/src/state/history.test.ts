import { describe, expect, it } from "vitest";
import type { EventView } from "../contracts";
import { History, missed } from "./history";

const event = (n: number, key = "x"): EventView => ({ n, key, params: {} });

describe("history", () => {
  it("replaces a record it knows instead of doubling its events", () => {
    const history = new History();
    history.merge([event(1, "a"), event(1, "b")]);
    history.merge([event(1, "a"), event(1, "b"), event(2, "c")]);
    expect(history.upTo(9).map((e) => e.key)).toEqual(["a", "b", "c"]);
  });

  it("keeps back what the view shown has not reached", () => {
    const history = new History();
    history.merge([event(3), event(5)]);
    expect(history.upTo(4).map((e) => e.n)).toEqual([3]);
  });

  it("orders records that came late", () => {
    const history = new History();
    history.merge([event(5)]);
    history.merge([event(4), event(5)]);
    expect(history.upTo(9).map((e) => e.n)).toEqual([4, 5]);
  });
});

describe("missed", () => {
  it("is a gap between the record known and the one that came", () => {
    expect(missed(3, 5, [event(5)])).toBe(true);
  });

  it("is none for the next record, the same one, or a first view", () => {
    expect(missed(3, 4, [event(4)])).toBe(false);
    expect(missed(4, 4, [])).toBe(false);
    expect(missed(null, 9, [event(9)])).toBe(false);
  });

  it("is healed by a view that brings the events between", () => {
    expect(missed(3, 6, [event(4), event(5), event(6)])).toBe(false);
  });
});
