import { CLOSE, SOCKET_VERSION, type Act, type Back, type ClientFrame, type Command, type Leave, type ServerFrame, type WireError } from "../contracts";
import { randomHex } from "./entropy";

export type Deed = Act | Leave | Back;
export type WireState = "connecting" | "open" | "waiting" | "signed-out" | "outdated" | "elsewhere";

/** What became of a command. */
export type Outcome = { ok: true; n: number } | { ok: false; error: WireError };

/** The part of a WebSocket that is used; tests hand in their own. */
export interface Socket {
  send(data: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface WireOptions {
  connect: () => Socket;
  locale: () => string;
  onFrame: (frame: ServerFrame, roundTrip: number | null) => void;
  onState: (state: WireState) => void;
  /** The newest record number seen of a table, 0 if none. */
  seen: (table: string) => number;
}

interface Pending {
  frame: Command;
  sentAt: number;
  tries: number;
  resolve: (outcome: Outcome) => void;
}

const FIRST_DELAY = 300;
const LONGEST_DELAY = 10_000;
const HEARTBEAT = 20_000;
const DEAF_AFTER = 10_000;
const ASK_AGAIN_AFTER = 5_000;
const MOST_TRIES = 5;
const TIMEOUT: WireError = { code: "timeout", key: "error.timeout", params: {} };

/**
 * One socket to the house that comes back by itself: it says hello, opens its tables again and sends every
 * unanswered command once more under its old id, so that nothing is done twice and nothing is lost.
 */
export class Wire {
  #socket: Socket | null = null;
  #state: WireState = "waiting";
  #welcomed = false;
  #delay = FIRST_DELAY;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #pingAt: number | null = null;
  #heardAt = 0;
  #helloAt = 0;
  #watched = new Set<string>();
  #lobby = false;
  #pending = new Map<string, Pending>();

  constructor(private readonly options: WireOptions) {}

  get state(): WireState {
    return this.#state;
  }

  open(): void {
    if (this.#socket) return;
    clearTimeout(this.#retry);
    this.#enter("connecting");
    this.#welcomed = false;
    const socket = this.options.connect();
    this.#socket = socket;
    socket.onopen = () => {
      this.#helloAt = Date.now();
      this.#post({ t: "hello", v: SOCKET_VERSION, locale: this.options.locale() });
      this.#heardAt = Date.now();
      this.#beat = setInterval(() => this.#heartbeat(), 1000);
    };
    socket.onmessage = (event) => this.#hear(String(event.data));
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lost(event.code);
    };
  }

  /** Try now instead of when the delay is over (the network or the page came back). */
  hurry(): void {
    if (this.#state === "waiting") this.open();
  }

  close(): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#drop();
    this.#enter("waiting");
    socket?.close(1000);
  }

  watch(table: string): void {
    this.#watched.add(table);
    this.#tell({ t: "watch", table, seen: 0 });
  }

  unwatch(table: string): void {
    if (this.#watched.delete(table)) this.#tell({ t: "unwatch", table });
  }

  /** Ask for the present view with its latest events. */
  resync(table: string): void {
    if (this.#watched.has(table)) this.#tell({ t: "watch", table, seen: 0 });
  }

  lobby(on: boolean): void {
    this.#lobby = on;
    this.#tell({ t: "lobby", on });
  }

  say(table: string, text: string): void {
    this.#tell({ t: "say", table, text });
  }

  /** Do something in a game; resolves once it is safe in the log, or refused. */
  do(table: string, deed: Deed): Promise<Outcome> {
    const frame: Command = { t: "do", id: randomHex(12), table, seen: this.options.seen(table), deed };
    return new Promise((resolve) => {
      this.#pending.set(frame.id, { frame, sentAt: Date.now(), tries: 1, resolve });
      this.#tell(frame);
    });
  }

  #tell(frame: ClientFrame): void {
    if (this.#welcomed) this.#post(frame);
  }

  #post(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  #enter(state: WireState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.options.onState(state);
  }

  #hear(data: string): void {
    this.#heardAt = Date.now();
    const frame = JSON.parse(data) as ServerFrame;
    switch (frame.t) {
      case "welcome":
        this.#delay = FIRST_DELAY;
        this.#welcomed = true;
        this.options.onFrame(frame, Date.now() - this.#helloAt);
        this.#enter("open");
        this.#resume();
        return;
      case "pong":
        this.options.onFrame(frame, this.#pingAt === null ? null : Date.now() - this.#pingAt);
        this.#pingAt = null;
        return;
      case "done":
        this.#settle(frame.id, { ok: true, n: frame.n });
        break;
      case "refused":
        if (frame.id !== null) {
          if (this.#again(frame.id, frame.error)) return;
          this.#settle(frame.id, { ok: false, error: frame.error });
        }
        break;
    }
    this.options.onFrame(frame, null);
  }

  #resume(): void {
    if (this.#lobby) this.#post({ t: "lobby", on: true });
    for (const table of this.#watched) this.#post({ t: "watch", table, seen: 0 });
    for (const pending of this.#pending.values()) {
      pending.sentAt = Date.now();
      this.#post(pending.frame);
    }
  }

  #settle(id: string, outcome: Outcome): void {
    this.#pending.get(id)?.resolve(outcome);
    this.#pending.delete(id);
  }

  /** Whether a refusal only means that asking again, a little later, may help. */
  #again(id: string, error: WireError): boolean {
    const pending = this.#pending.get(id);
    if (!pending || (error.code !== "unavailable" && error.code !== "timeout")) return false;
    if (pending.tries >= MOST_TRIES) return false;
    pending.tries += 1;
    pending.sentAt = Date.now() - ASK_AGAIN_AFTER + 400 * pending.tries;
    return true;
  }

  #heartbeat(): void {
    const now = Date.now();
    if (now - this.#heardAt > HEARTBEAT + DEAF_AFTER) {
      this.#socket?.close();
      this.#lost(1006);
      return;
    }
    if (!this.#welcomed) return;
    if (now - this.#heardAt > HEARTBEAT && this.#pingAt === null) {
      this.#pingAt = now;
      this.#post({ t: "ping" });
    }
    for (const [id, pending] of this.#pending) {
      if (now - pending.sentAt < ASK_AGAIN_AFTER) continue;
      if (pending.tries >= MOST_TRIES) {
        this.#settle(id, { ok: false, error: TIMEOUT });
        continue;
      }
      pending.tries += 1;
      pending.sentAt = now;
      this.#post(pending.frame);
    }
  }

  #drop(): void {
    clearInterval(this.#beat);
    this.#socket = null;
    this.#welcomed = false;
    this.#pingAt = null;
  }

  #lost(code: number): void {
    this.#drop();
    if (code === CLOSE.NOT_SIGNED_IN) return this.#enter("signed-out");
    if (code === CLOSE.WRONG_VERSION) return this.#enter("outdated");
    if (code === CLOSE.TOO_MANY_SOCKETS) return this.#enter("elsewhere");
    this.#enter("waiting");
    this.#retry = setTimeout(() => this.open(), this.#delay * (0.75 + Math.random() / 2));
    this.#delay = Math.min(LONGEST_DELAY, this.#delay * 2);
  }
}
