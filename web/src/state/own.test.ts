import { describe, expect, it } from "vitest";
import { OwnTables, type Shelf } from "./own";

function shelf(words: string | null = null): Shelf {
  return { getItem: () => words, setItem: (_, value) => (words = value) };
}

describe("own tables off the list", () => {
  it("are known to the browser's next page, newest first, until they are forgotten", () => {
    const same = shelf();
    const first = new OwnTables(same);
    first.remember("a");
    first.remember("b");
    first.remember("a");
    const next = new OwnTables(same);
    expect(next.ids).toEqual(["b", "a"]);
    next.forget("b");
    expect(first.ids).toEqual(["a"]);
  });

  it("are kept by the newest eight", () => {
    const own = new OwnTables(shelf());
    for (const id of "abcdefghij") own.remember(id);
    expect(own.ids.join("")).toBe("jihgfedc");
  });

  it("last for the page where nothing can be stored", () => {
    const own = new OwnTables({
      getItem: () => null,
      setItem: () => {
        throw new Error("private mode");
      },
    });
    own.remember("a");
    expect(own.ids).toEqual(["a"]);
  });

  it("are none where the storage holds other words", () => {
    for (const words of ["{", "{}", "3"]) expect(new OwnTables(shelf(words)).ids).toEqual([]);
  });
});
