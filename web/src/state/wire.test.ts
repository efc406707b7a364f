import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CLOSE, type ServerFrame } from "../contracts";
import { Wire, type Outcome, type Socket, type WireState } from "./wire";

class FakeSocket implements Socket {
  sent: { t: string; [key: string]: unknown }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  send(data: string): void {
    this.sent.push(JSON.parse(data) as { t: string });
  }
  close(): void {
    this.onclose?.({ code: 1000 });
  }
  hear(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  welcome(): void {
    this.onopen?.();
    this.hear({ t: "welcome", v: 1, person: { id: "p", name: "Ben" }, now: Date.now() });
  }
  types(): string[] {
    return this.sent.map((frame) => frame.t);
  }
}

function setup() {
  const sockets: FakeSocket[] = [];
  const states: WireState[] = [];
  const frames: ServerFrame[] = [];
  const wire = new Wire({
    connect: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    locale: () => "de",
    onFrame: (frame) => frames.push(frame),
    onState: (state) => states.push(state),
    seen: () => 7,
  });
  return { wire, sockets, states, frames, at: (i: number) => sockets[i] as FakeSocket };
}

const ACT = { kind: "act", decision: 1, action: { kind: "roll" } } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("wire", () => {
  it("says hello first and opens its tables after the welcome", () => {
    const { wire, at } = setup();
    wire.watch("table-1");
    wire.open();
    at(0).onopen?.();
    expect(at(0).types()).toEqual(["hello"]);
    at(0).hear({ t: "welcome", v: 1, person: { id: "p", name: "Ben" }, now: 0 });
    expect(at(0).sent.at(-1)).toEqual({ t: "watch", table: "table-1", seen: 0 });
  });

  it("comes back by itself, later each time", () => {
    const { wire, sockets, at } = setup();
    wire.open();
    at(0).onclose?.({ code: 1006 });
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(2);
    at(1).onclose?.({ code: 1006 });
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(400);
    expect(sockets).toHaveLength(3);
  });

  it("sends an unanswered command again under its old id after a reconnect", async () => {
    const { wire, at } = setup();
    wire.open();
    at(0).welcome();
    const outcome = wire.do("table-1", ACT);
    const first = at(0).sent.at(-1);
    expect(first).toMatchObject({ t: "do", table: "table-1", seen: 7, deed: ACT });
    at(0).onclose?.({ code: 1006 });
    vi.advanceTimersByTime(500);
    at(1).welcome();
    expect(at(1).sent.at(-1)).toEqual(first);
    at(1).hear({ t: "done", id: first?.["id"], n: 8 });
    expect(await outcome).toEqual({ ok: true, n: 8 });
  });

  it("asks again where the house was busy, and does not tell the player", () => {
    const { wire, at } = setup();
    wire.open();
    at(0).welcome();
    let outcome: Outcome | null = null;
    void wire.do("table-1", ACT).then((what) => (outcome = what));
    const first = at(0).sent.at(-1);
    at(0).hear({ t: "refused", id: first?.["id"], table: "table-1", error: { code: "unavailable", key: "error.unavailable", params: {} } });
    vi.advanceTimersByTime(2000);
    expect(at(0).sent.at(-1)).toEqual(first);
    expect(at(0).types().filter((t) => t === "do")).toHaveLength(2);
    expect(outcome).toBeNull();
  });

  it("gives a refusal to whoever asked", async () => {
    const { wire, at } = setup();
    wire.open();
    at(0).welcome();
    const outcome = wire.do("table-1", ACT);
    const error = { code: "illegal", key: "box.refused.roll_first", params: {} };
    at(0).hear({ t: "refused", id: at(0).sent.at(-1)?.["id"], table: "table-1", error });
    expect(await outcome).toEqual({ ok: false, error });
  });

  it("gives up on a command after several tries without an answer", async () => {
    const { wire, at } = setup();
    wire.open();
    at(0).welcome();
    const outcome = wire.do("table-1", ACT);
    for (let i = 0; i < 40; i += 1) {
      vi.advanceTimersByTime(1000);
      at(0).hear({ t: "pong", now: 0 });
    }
    expect(await outcome).toMatchObject({ ok: false, error: { code: "timeout" } });
  });

  it("notices a deaf line and opens a new one", () => {
    const { wire, sockets, at } = setup();
    wire.open();
    at(0).welcome();
    vi.advanceTimersByTime(21_000);
    expect(at(0).types()).toContain("ping");
    vi.advanceTimersByTime(11_000);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it("does not knock again where the house does not know the reader", () => {
    const { wire, sockets, states, at } = setup();
    wire.open();
    at(0).onclose?.({ code: CLOSE.NOT_SIGNED_IN });
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(states.at(-1)).toBe("signed-out");
  });

  it("asks for a new page where the house speaks another version", () => {
    const { wire, states, at } = setup();
    wire.open();
    at(0).onclose?.({ code: CLOSE.WRONG_VERSION });
    expect(states.at(-1)).toBe("outdated");
  });
});
