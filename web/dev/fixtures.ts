import type { TableView } from "../src/contracts";

/** Views told by a real house, by name: `<game>-<what is going on>`. */
export const FIXTURES: Record<string, TableView> = Object.fromEntries(
  Object.entries(import.meta.glob<TableView>("../fixtures/*.json", { eager: true, import: "default" })).map(([path, view]) => [
    path.replace(/^.*\/|\.json$/g, ""),
    view,
  ]),
);
