import { describe, expect, it } from "vitest";
import { lastWeeks, shortMonth, weekdays, writtenDay } from "./days";

describe("the calendar", () => {
  it("runs from Monday to Sunday, crosses months and leaves days to come empty", () => {
    // 3 March 2026 is a Tuesday.
    expect(lastWeeks("2026-03-03", 2)).toEqual([
      ["2026-02-23", "2026-02-24", "2026-02-25", "2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01"],
      ["2026-03-02", "2026-03-03", null, null, null, null, null],
    ]);
  });

  it("is full on a Sunday and has one day of the week on a Monday", () => {
    expect(lastWeeks("2026-03-08", 1).flat()).not.toContain(null);
    expect(lastWeeks("2026-03-02", 6).flat().filter((day) => day !== null)).toHaveLength(36);
  });

  it("names weekdays from Monday on, and months", () => {
    expect(weekdays("de")).toEqual(["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]);
    expect(weekdays("en")[0]).toBe("Mon");
    expect(shortMonth("2026-09-01", "de")).toBe("Sep");
  });

  it("writes a day as the reader says it", () => {
    expect(writtenDay("2026-11-30", "de")).toBe("30. November");
    expect(writtenDay("2026-11-30", "en")).toBe("November 30");
  });
});
