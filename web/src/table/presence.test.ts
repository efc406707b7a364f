// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import type { LobbySeat, Person } from "../contracts";
import { house } from "../state/house.svelte";
import { isOnline } from "./presence";

const seatOf = (person: string, online: boolean) => ({ person, online }) as LobbySeat;

afterEach(() => {
  house.person = null;
  house.wireState = "connecting";
});

describe("the connection dot", () => {
  it("is one's own socket before the house has counted it", () => {
    house.person = { id: "me" } as Person;
    house.wireState = "open";
    expect(isOnline(seatOf("me", false))).toBe(true);
    house.wireState = "waiting";
    expect(isOnline(seatOf("me", true))).toBe(false);
  });

  it("is what the house says of everybody else", () => {
    house.person = { id: "me" } as Person;
    house.wireState = "open";
    expect(isOnline(seatOf("ben", false))).toBe(false);
    expect(isOnline(seatOf("ben", true))).toBe(true);
  });
});
