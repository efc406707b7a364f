export type Place = { at: "lobby" } | { at: "table"; table: string };

/** Which place an address names. The hash keeps links working on any static host. */
export function placeOf(hash: string): Place {
  const table = /^#\/t\/([a-z0-9][a-z0-9-]{2,79})$/.exec(hash)?.[1];
  return table ? { at: "table", table } : { at: "lobby" };
}

class Route {
  place = $state<Place>(placeOf(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.place = placeOf(location.hash)));
  }

  toTable(id: string): void {
    location.hash = `#/t/${id}`;
  }

  toLobby(): void {
    location.hash = "#/";
  }

  /** The address to hand to a friend. */
  link(id: string): string {
    return `${location.origin}${location.pathname}#/t/${id}`;
  }
}

export const route = new Route();
