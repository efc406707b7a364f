const DAY = 86_400_000;
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** The last weeks up to a day, oldest first, each from Monday to Sunday: ISO dates, and null for days still to come. */
export function lastWeeks(until: string, count: number): (string | null)[][] {
  const last = noon(until);
  const monday = last - ((new Date(last).getUTCDay() + 6) % 7) * DAY;
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const at = monday + (7 * (week + 1 - count) + weekday) * DAY;
      return at > last ? null : new Date(at).toISOString().slice(0, 10);
    }),
  );
}

/** The weekdays' short names from Monday on. */
export function weekdays(locale: string): string[] {
  return Array.from({ length: 7 }, (_, i) => new Date(noon("2024-01-01") + i * DAY).toLocaleDateString(locale, { weekday: "short", timeZone: "UTC" }));
}

/** A month in three letters: "Nov". */
export function shortMonth(day: string, locale: string): string {
  return new Date(noon(day)).toLocaleDateString(locale, { month: "long", timeZone: "UTC" }).slice(0, 3);
}

/** A day as one says it: "30. November". */
export function writtenDay(day: string, locale: string): string {
  return new Date(noon(day)).toLocaleDateString(locale, { day: "numeric", month: "long", timeZone: "UTC" });
}
