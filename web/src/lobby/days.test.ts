import { describe, expect, it } from "vitest";
import { lastDays, writtenDay } from "./days";

describe("the calendar", () => {
  it("ends with the day asked for and crosses months", () => {
    expect(lastDays("2026-03-02", 4)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
  });

  it("writes a day as the reader says it", () => {
    expect(writtenDay("2026-11-30", "de")).toBe("30. November");
    expect(writtenDay("2026-11-30", "en")).toBe("November 30");
  });
});
