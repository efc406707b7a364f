import type { Reading } from "./reading.svelte";

/** Whether a person's browser has the table open; null for computers and where it is unknown. */
export function onlineOf(reading: Reading, seat: number): boolean | null {
  const seats = reading.table.lobby?.seats.filter((s) => s.person !== null || s.level !== null);
  if (!seats || seats.length !== reading.view.seats.length) return null;
  const at = seats[seat];
  return at && at.person !== null ? at.online : null;
}
