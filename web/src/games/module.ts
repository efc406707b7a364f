import type { Component } from "svelte";
import type { EventView, GameKey, TableView } from "../contracts";
import type { Reading } from "../table/reading.svelte";
import type { Direct } from "../state/stage.svelte";

/** A house rule as the host sees it: a sentence with a switch, with a choice, or with a number in its middle. */
export type HouseRule = (
  | { kind: "switch"; option: string; fallback: boolean }
  | { kind: "choice"; option: string; values: readonly Chosen[]; fallback: Chosen }
  /** Any whole number from `least` to `most`; those that are usual are one tap away. */
  | { kind: "number"; option: string; least: number; most: number; usual: readonly number[]; fallback: number }
) & {
  /** Whether the rule makes sense with the others; elsewhere it is not shown and keeps its fallback. */
  when?: (options: Record<string, unknown>) => boolean;
};

/** A value to choose: a number, or a word of the house whose own words are `<game>.house.<option>.<value>`. */
export type Chosen = number | string;

/** Names people: what to call a seat, and whether it is the reader's. */
export interface Who {
  name: (seat: number) => string;
  mine: (seat: number) => boolean;
}

/** What a game brings to the client; every folder under `games/` exports one. */
export interface GameModule {
  key: GameKey;
  /** Fewest and most seats. */
  seats: readonly [number, number];
  minutes: readonly [number, number];
  /** Whether the game may be played without any opponent. */
  solo: boolean;
  /** Whether there is a Tageswurf of it. */
  daily: boolean;
  house: readonly HouseRule[];
  /** The key of why these options, all given, make no sense together; null: they do. Rules with `when` need no reason. */
  clash?: (options: Record<string, unknown>) => string | null;
  Board: Component<{ reading: Reading }>;
  /** The small drawn table in the lobby. */
  Vignette: Component;
  motion: Direct;
  /** Words for an event that needs more than its key and one name; null: the plain way, "": not to be read (yet). */
  event: (event: EventView, who: Who, view: TableView) => string | null;
  /** The rules under these options, where they differ much; else they are the words of `<key>.rules`. */
  rules?: (options: Record<string, unknown>) => string;
  /** The table in sentences, for those who cannot see it. */
  describe: (view: TableView, who: Who) => string[];
}
