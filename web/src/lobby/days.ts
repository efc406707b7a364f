/** The day and those before it, oldest first; days are ISO dates. */
export function lastDays(until: string, count: number): string[] {
  const last = Date.parse(`${until}T12:00:00Z`);
  return Array.from({ length: count }, (_, i) => new Date(last - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10));
}

/** A day as one says it: "30. November". */
export function writtenDay(day: string, locale: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(locale, { day: "numeric", month: "long", timeZone: "UTC" });
}
