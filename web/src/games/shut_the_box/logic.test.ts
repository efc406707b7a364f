import { describe, expect, it } from "vitest";
import type { TableView } from "../../contracts";
import { offered, tap, tappable, threw } from "./logic";

// 4 and 2 with everything open: both, either, or the sum.
const FOUR_TWO = [[2], [4], [6], [2, 4]];

describe("tapping flaps", () => {
  it("lets the first flap wait where the other die could still close one", () => {
    expect(tap(FOUR_TWO, null, 4)).toEqual({ wait: 4 });
  });

  it("closes both with the second flap", () => {
    expect(tap(FOUR_TWO, 4, 2)).toEqual({ close: [2, 4] });
  });

  it("closes only the first one when it is tapped once more", () => {
    expect(tap(FOUR_TWO, 4, 4)).toEqual({ close: [4] });
  });

  it("closes the sum at once, also while another flap waits", () => {
    expect(tap(FOUR_TWO, null, 6)).toEqual({ close: [6] });
    expect(tap(FOUR_TWO, 4, 6)).toEqual({ close: [6] });
  });

  it("closes at once where the other die's flap is shut already", () => {
    expect(tap([[4], [6]], null, 4)).toEqual({ close: [4] });
  });

  it("closes a double's face at once", () => {
    expect(tap([[3], [6]], null, 3)).toEqual({ close: [3] });
  });

  it("does nothing for a flap that fits no die", () => {
    expect(tap(FOUR_TWO, null, 5)).toBeNull();
    expect(tap(FOUR_TWO, 4, 5)).toBeNull();
  });

  it("lights every flap that a tap may begin with", () => {
    expect([...tappable(FOUR_TWO, null)].sort()).toEqual([2, 4, 6]);
  });
});

describe("suggestions", () => {
  it("offer more flaps first, then the higher ones", () => {
    expect(offered(FOUR_TWO)).toEqual([[2, 4], [6], [4], [2]]);
  });
});

describe("own throws", () => {
  const view = (round: number, rolls: number, dice: number[] | null): TableView =>
    ({ seat: 0, board: { round, boxes: [{ rolls, dice }] } }) as unknown as TableView;

  it("are seen by their number", () => {
    expect(threw(view(1, 1, [1, 2]), view(1, 2, [1, 2]))).toBe(true);
    expect(threw(view(1, 2, [1, 2]), view(1, 2, [1, 2]))).toBe(false);
  });

  it("count anew in a new round", () => {
    expect(threw(view(1, 6, [1, 2]), view(2, 1, [3, 4]))).toBe(true);
    expect(threw(view(1, 6, [1, 2]), view(2, 0, null))).toBe(false);
  });
});
