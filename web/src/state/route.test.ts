// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { placeOf } from "./route.svelte";

describe("addresses", () => {
  it("name a table or the lobby", () => {
    expect(placeOf("#/t/daily-2026-11-30-abc")).toEqual({ at: "table", table: "daily-2026-11-30-abc" });
    expect(placeOf("")).toEqual({ at: "lobby" });
    expect(placeOf("#/t/../etc")).toEqual({ at: "lobby" });
  });
});
