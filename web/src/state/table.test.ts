import { describe, expect, it, vi } from "vitest";
import type { LobbyTable, TableView } from "../contracts";
import { TableState } from "./table.svelte";

function table() {
  const resync = vi.fn();
  return { resync, state: new TableState("t1", { resync, still: () => true, direct: () => null }) };
}

const view = (n: number, events: number[] = [n]): TableView =>
  ({ n, events: events.map((number) => ({ n: number, key: `k${number}`, params: {} })) }) as unknown as TableView;

describe("a table's state", () => {
  it("drops a view older than the one it has", () => {
    const { state } = table();
    state.takeView(view(5));
    state.takeView(view(4));
    expect(state.latest?.n).toBe(5);
  });

  it("takes the same record again, for it may bring more events", () => {
    const { state } = table();
    state.takeView(view(5, [5]));
    state.takeView(view(5, [3, 4, 5]));
    expect(state.events.map((event) => event.key)).toEqual(["k3", "k4", "k5"]);
  });

  it("gives every view the events that one asked for would bring", () => {
    const { state } = table();
    state.takeView(view(5, [4, 5]));
    state.takeView(view(6));
    expect(state.latest?.events.map((event) => event.key)).toEqual(["k4", "k5", "k6"]);
    expect(state.stage.shown).toBe(state.latest);
  });

  it("asks once for what it missed", () => {
    const { state, resync } = table();
    state.takeView(view(1));
    state.takeView(view(4));
    state.takeView(view(4));
    expect(resync).toHaveBeenCalledTimes(1);
  });

  it("does not ask where nothing was missed", () => {
    const { state, resync } = table();
    state.takeView(view(1));
    state.takeView(view(2));
    expect(resync).not.toHaveBeenCalled();
  });

  it("keeps the newest lobby state", () => {
    const { state } = table();
    state.takeLobby({ rev: 3, name: "new" } as LobbyTable);
    state.takeLobby({ rev: 2, name: "old" } as LobbyTable);
    expect(state.lobby?.name).toBe("new");
  });

  it("takes a chat line once, however often it comes", () => {
    const { state } = table();
    const line = { at: 1, person: "p", name: "Ben", text: "Prost" };
    state.takeChat([line]);
    state.takeChat([line, { ...line, at: 2, text: "Noch eins" }]);
    expect(state.chat.map((each) => each.text)).toEqual(["Prost", "Noch eins"]);
  });
});
