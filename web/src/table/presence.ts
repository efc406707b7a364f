import type { LobbySeat } from "../contracts";
import { house } from "../state/house.svelte";
import type { Reading } from "./reading.svelte";

/** Whether a person's browser has the table open; of oneself the open socket tells it a moment before the house does. */
export function isOnline(seat: LobbySeat): boolean {
  return seat.person === house.person?.id ? house.wireState === "open" : seat.online;
}

/** The same of a seat at a running table; null for computers and where it is unknown. */
export function onlineOf(reading: Reading, seat: number): boolean | null {
  const seats = reading.table.lobby?.seats.filter((s) => s.person !== null || s.level !== null);
  if (!seats || seats.length !== reading.view.seats.length) return null;
  const at = seats[seat];
  return at && at.person !== null ? isOnline(at) : null;
}
