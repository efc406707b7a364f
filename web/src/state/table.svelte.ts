import type { ChatLine, EventView, LobbyTable, TableView, WireError } from "../contracts";
import { History, missed } from "./history";
import { Stage, type Direct } from "./stage.svelte";

/** Where on the screen a refusal belongs. */
export type Spot = "action" | "chat" | "seat";

export interface Note {
  spot: Spot;
  error: WireError;
}

export interface TableLink {
  /** Ask for the present view with its latest events. */
  resync: () => void;
  still: () => boolean;
  direct: Direct;
}

/** Everything known of one open table. */
export class TableState {
  lobby = $state.raw<LobbyTable | null>(null);
  /** The newest view, with all events known up to it; it may run ahead of what is shown. */
  latest = $state.raw<TableView | null>(null);
  chat = $state.raw<readonly ChatLine[]>([]);
  /** The last refusal, until something else is done. */
  note = $state.raw<Note | null>(null);
  /** A command is on its way. */
  busy = $state(false);
  /** The table does not exist, or is not for this reader. */
  lost = $state.raw<WireError | null>(null);

  readonly stage: Stage;
  #history = new History();
  #askedAt = 0;

  constructor(
    readonly id: string,
    private readonly link: TableLink,
  ) {
    this.stage = new Stage(link.direct, link.still);
  }

  /** The events that may be read by now: those of the view shown. */
  get events(): readonly EventView[] {
    return this.stage.shown?.events ?? [];
  }

  takeView(view: TableView): void {
    const known = this.latest?.n ?? null;
    if (known !== null && view.n < known) return;
    if (missed(known, view.n, view.events) && this.#askedAt !== view.n) {
      this.#askedAt = view.n;
      this.link.resync();
    }
    this.#history.merge(view.events);
    this.lost = null;
    // A view that is sent tells one record's events, one that is asked for the latest: a reload may show no other table.
    this.latest = { ...view, events: this.#history.upTo(view.n) };
    this.stage.push(this.latest);
  }

  takeLobby(table: LobbyTable): void {
    if (this.lobby && table.rev < this.lobby.rev) return;
    this.lobby = table;
    this.lost = null;
  }

  takeChat(lines: readonly ChatLine[]): void {
    const known = new Set(this.chat.map(lineKey));
    const fresh = lines.filter((line) => !known.has(lineKey(line)));
    if (fresh.length) this.chat = [...this.chat, ...fresh].sort((a, b) => a.at - b.at).slice(-200);
  }
}

const lineKey = (line: ChatLine) => `${line.at} ${line.person} ${line.text}`;
