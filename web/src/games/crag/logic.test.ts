import { describe, expect, it } from "vitest";
import { standing, takes } from "./logic";

describe("a throw and thirteen", () => {
  it("is a crag with a pair while that field is open", () => {
    for (const dice of [[6, 6, 1], [5, 3, 5], [4, 4, 5]]) expect(standing(dice, true, true)).toBe("crag");
  });

  it("counts a further crag as thirteen", () => {
    expect(standing([6, 1, 6], false, true)).toBe("cragAsThirteen");
  });

  it("is a plain thirteen without a pair, whether or not a crag is still to come", () => {
    expect(standing([3, 4, 6], true, true)).toBe("thirteen");
    expect(standing([2, 5, 6], false, true)).toBe("thirteen");
  });

  it("comes too late once the fields for it are filled", () => {
    expect(standing([3, 4, 6], true, false)).toBe("spent");
    expect(standing([5, 5, 3], false, false)).toBe("spent");
  });

  it("is missed below and above", () => {
    expect(standing([1, 5, 3], true, true)).toBe("short");
    expect(standing([6, 6, 6], true, true)).toBe("over");
    expect(takes("short")).toBe(false);
    expect(takes("cragAsThirteen")).toBe(true);
  });
});
