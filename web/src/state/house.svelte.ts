import type { Act, LobbyTable, Person, ServerFrame, TableView, WireError } from "../contracts";
import { motionBetween } from "../games";
import { api, Refusal } from "./api";
import { clock } from "./clock.svelte";
import { randomHex } from "./entropy";
import { OwnTables } from "./own";
import { calm, prefs } from "./prefs.svelte";
import { route } from "./route.svelte";
import { TableState, type Spot } from "./table.svelte";
import { Wire, type Deed, type Socket, type WireState } from "./wire";

function socket(): Socket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws`) as unknown as Socket;
}

/** The reader's side of the house: who one is, the socket, the tables listed and the tables open. */
class House {
  person = $state.raw<Person | null>(null);
  /** False until the house said whether it knows this browser. */
  known = $state(false);
  wireState = $state<WireState>("connecting");
  tables = $state.raw<readonly LobbyTable[]>([]);
  readonly open = new Map<string, TableState>();

  #unlisted = $state.raw<readonly LobbyTable[]>([]);
  #own = new OwnTables();

  #wire = new Wire({
    connect: socket,
    locale: () => prefs.locale,
    onFrame: (frame, roundTrip) => this.#hear(frame, roundTrip),
    onState: (state) => this.#wireChanged(state),
    seen: (table) => this.open.get(table)?.latest?.n ?? 0,
  });

  async arrive(): Promise<void> {
    addEventListener("online", () => this.#wire.hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#wire.hurry();
    });
    try {
      this.#welcome(await api.session());
    } catch (error) {
      if (error instanceof Refusal && error.wire.code === "unavailable") {
        setTimeout(() => void this.arrive(), 1500);
        return;
      }
      this.known = true;
    }
  }

  /** Become a guest. Raises `Refusal`. */
  async enter(name: string): Promise<void> {
    this.#welcome(await api.enter(name));
  }

  /** Take another name. Raises `Refusal`. */
  async rename(name: string): Promise<void> {
    this.person = await api.rename(name);
  }

  /** Open and running tables the reader sits at, also those off the list. */
  get own(): LobbyTable[] {
    return [...this.#unlisted, ...this.tables].filter((table) => this.#sitsAt(table));
  }

  followLobby(): () => void {
    this.#wire.lobby(true);
    for (const id of this.#own.ids) {
      api.table(id).then(
        (detail) => this.took(detail.table),
        (error: unknown) => {
          if (error instanceof Refusal && error.wire.code === "not_found") this.#own.forget(id);
        },
      );
    }
    return () => this.#wire.lobby(false);
  }

  /** Open a table's state and keep it fresh until the returned function is called. */
  watch(id: string): { table: TableState; close: () => void } {
    const table = new TableState(id, {
      resync: () => this.#wire.resync(id),
      still: () => document.hidden || calm(),
      direct: motionBetween,
    });
    this.open.set(id, table);
    this.#wire.watch(id);
    const close = () => {
      this.#wire.unwatch(id);
      table.stage.stop();
      this.open.delete(id);
    };
    return { table, close };
  }

  /** Take one of the view's actions. */
  act(table: TableState, action: Act["action"]): Promise<boolean> {
    const decision = table.latest?.decision ?? 0;
    return this.#deed(table, { kind: "act", decision, action }, "action");
  }

  async leaveGame(table: TableState): Promise<boolean> {
    const left = await this.#deed(table, { kind: "leave" }, "seat");
    if (left) this.#drop(table.id); // the lobby may call the seat one's own for a moment yet
    return left;
  }

  comeBack(table: TableState): Promise<boolean> {
    return this.#deed(table, { kind: "back" }, "seat");
  }

  say(table: TableState, text: string): void {
    table.note = null;
    this.#wire.say(table.id, text);
  }

  /** Say ready: one's own share in the dice, and the commitment and rules one was shown. Raises `Refusal`. */
  async ready(table: LobbyTable): Promise<LobbyTable> {
    return this.took(await api.ready(table.id, randomHex(16), table.commitment, table.rev));
  }

  /** Pass a table that came by REST on to whoever shows it. */
  took(table: LobbyTable): LobbyTable {
    this.open.get(table.id)?.takeLobby(table);
    const others = this.tables.filter((known) => known.id !== table.id);
    const open = table.listed && (table.status === "open" || table.status === "running");
    this.tables = open ? [...others, table] : others;
    if (!table.listed) this.#tookUnlisted(table);
    return table;
  }

  #tookUnlisted(table: LobbyTable): void {
    if (!this.#sitsAt(table)) return this.#drop(table.id);
    this.#own.remember(table.id);
    this.#unlisted = [table, ...this.#unlisted.filter((known) => known.id !== table.id)];
  }

  #drop(id: string): void {
    this.#own.forget(id);
    this.#unlisted = this.#unlisted.filter((known) => known.id !== id);
  }

  #sitsAt(table: LobbyTable): boolean {
    const alive = table.status === "open" || table.status === "starting" || table.status === "running";
    return alive && table.seats.some((seat) => seat.person !== null && seat.person === this.person?.id);
  }

  async #deed(table: TableState, deed: Deed, spot: Spot): Promise<boolean> {
    if (table.busy) return false;
    table.note = null;
    table.busy = true;
    const outcome = await this.#wire.do(table.id, deed);
    table.busy = false;
    if (outcome.ok) return true;
    table.note = { spot, error: outcome.error };
    this.#wire.resync(table.id);
    return false;
  }

  #welcome(person: Person): void {
    this.person = person;
    this.known = true;
    this.#wire.open();
  }

  #wireChanged(state: WireState): void {
    this.wireState = state;
    if (state === "signed-out") {
      this.person = null;
      this.known = true;
    }
  }

  #hear(frame: ServerFrame, roundTrip: number | null): void {
    switch (frame.t) {
      case "welcome":
        this.person = frame.person;
        clock.learn(frame.now, roundTrip ?? 200);
        break;
      case "pong":
        if (roundTrip !== null) clock.learn(frame.now, roundTrip);
        break;
      case "tables":
        this.tables = frame.tables;
        break;
      case "table":
        this.#tableChanged(frame.table);
        break;
      case "chat":
        this.open.get(frame.table)?.takeChat(frame.lines);
        break;
      case "view":
        this.#viewCame(frame);
        break;
      case "refused":
        if (frame.id === null && frame.table !== null) this.#refused(frame.table, frame.error);
        break;
    }
  }

  #tableChanged(table: LobbyTable): void {
    this.took(table);
    // The lobby may say "running" a moment before the first view was ours to take: ask for it.
    const open = this.open.get(table.id);
    if (open && open.latest === null && table.status === "running") this.#wire.resync(table.id);
  }

  #viewCame(view: TableView): void {
    this.open.get(view.table)?.takeView(view);
  }

  #refused(id: string, error: WireError): void {
    const table = this.open.get(id);
    if (!table) return;
    if (error.code === "not_found" || error.code === "forbidden") {
      if (table.lobby === null && table.latest === null) table.lost = error;
    }
    table.note = { spot: "chat", error };
  }
}

export const house = new House();

/** Sit down at a table that was opened for oneself alone: ready, start, go there. Raises `Refusal`. */
export async function startAlone(table: LobbyTable): Promise<void> {
  if (table.status === "open") {
    await house.ready(table);
    house.took(await api.start(table.id, null));
  }
  route.toTable(table.id);
}
