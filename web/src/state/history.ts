import type { EventView } from "../contracts";

const MOST_RECORDS = 120;

/** The events of a table by record number: views bring those of one record, or the latest ones when asked. */
export class History {
  #records = new Map<number, readonly EventView[]>();

  /** Take over a view's events; a record known already is replaced, never doubled. */
  merge(events: readonly EventView[]): void {
    const fresh = new Map<number, EventView[]>();
    for (const event of events) fresh.set(event.n, [...(fresh.get(event.n) ?? []), event]);
    for (const [n, list] of fresh) this.#records.set(n, list);
    const surplus = this.#records.size - MOST_RECORDS;
    if (surplus > 0) for (const n of this.#numbers().slice(0, surplus)) this.#records.delete(n);
  }

  /** All known events up to a record, oldest first. */
  upTo(n: number): EventView[] {
    return this.#numbers()
      .filter((number) => number <= n)
      .flatMap((number) => this.#records.get(number) ?? []);
  }

  #numbers(): number[] {
    return [...this.#records.keys()].sort((a, b) => a - b);
  }
}

/** Whether records between the view known and the one that came were missed, and with them their events. */
export function missed(known: number | null, n: number, events: readonly EventView[]): boolean {
  if (known === null || n <= known + 1) return false;
  return !events.some((event) => event.n > known && event.n < n);
}
