import { describe, expect, it } from "vitest";
import { clock, remaining } from "./clock.svelte";

describe("remaining", () => {
  it("is the share of the clock that is left", () => {
    expect(remaining(130_000, 100_000, 60, 10)).toEqual({ share: 0.5, seconds: 30, grace: false });
  });

  it("never shows more than a whole ring", () => {
    expect(remaining(190_000, 100_000, 60, 10).share).toBe(1);
  });

  it("counts the grace after the deadline", () => {
    expect(remaining(100_000, 104_000, 60, 10)).toEqual({ share: 0.6, seconds: 6, grace: true });
  });

  it("ends at nothing", () => {
    expect(remaining(100_000, 150_000, 60, 10)).toEqual({ share: 0, seconds: 0, grace: true });
  });
});

describe("server time", () => {
  it("trusts the quickest answer, and adds half of its way", () => {
    clock.learn(50_000, 100, 1_000);
    expect(clock.now(1_000)).toBe(50_050);
    clock.learn(90_000, 400, 2_000);
    expect(clock.now(1_000)).toBe(50_050);
    clock.learn(51_010, 20, 2_000);
    expect(clock.now(2_000)).toBe(51_020);
  });
});
