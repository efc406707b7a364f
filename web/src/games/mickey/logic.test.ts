import { describe, expect, it } from "vitest";
import { already, longestRun, MICKEY, stateOf, STRAIGHT } from "./logic";

describe("what the first throw brings before the announcement", () => {
  it("is the sum of the matching dice", () => {
    expect(already([6, 3, 4, 5, 4], 3)).toBe(8);
    expect(already([6, 3, 4, 5, 4], 0)).toBe(0);
  });

  it("is 30 for four in a row and 40 for five", () => {
    expect(already([6, 3, 4, 5, 4], STRAIGHT)).toBe(30);
    expect(already([5, 3, 4, 1, 2], STRAIGHT)).toBe(40);
    expect(already([1, 2, 3, 5, 6], STRAIGHT)).toBe(0);
    expect(longestRun([1, 2, 3, 5, 6])).toBe(3);
  });

  it("is unknown for a Mickey, which takes a second throw, and before any throw", () => {
    expect(already([5, 3, 4, 1, 2], MICKEY)).toBeNull();
    expect(already([], 2)).toBeNull();
  });
});

describe("an announcement", () => {
  it("is made as soon as it brings something", () => {
    expect(stateOf(8, true, [])).toBe("made");
    expect(stateOf(8, false, [])).toBe("made");
  });

  it("is open while there are throws", () => {
    expect(stateOf(0, true, [0, 1, 7])).toBe("on");
  });

  it("is missed, with one field to strike or several", () => {
    expect(stateOf(0, false, [2])).toBe("missed");
    expect(stateOf(0, false, [0, 2, 7])).toBe("missedAny");
  });
});
