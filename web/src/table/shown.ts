/** For tests only: a table shown with a view told by a real house, and the hand on it. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, vi } from "vitest";
import { FIXTURES } from "../../dev/fixtures";
import type { TableView as View } from "../contracts";
import { language } from "../i18n/index.svelte";
import type { Direct } from "../state/stage.svelte";
import { TableState } from "../state/table.svelte";
import { Reading, type Action } from "./reading.svelte";
import TableView from "./TableView.svelte";

let shown: ReturnType<typeof mount> | undefined;

beforeEach(() => language.set("de"));
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.replaceChildren();
  vi.useRealTimers();
});

export function fixture(name: string): View {
  const view = FIXTURES[name];
  if (!view) throw new Error(`no fixture ${name}`);
  return view;
}

/** All buttons of that name, as a screen reader tells it. */
const buttons = (name: RegExp): HTMLButtonElement[] =>
  [...document.querySelectorAll("button")].filter((each) => name.test(each.getAttribute("aria-label") ?? each.textContent ?? ""));

function button(name: RegExp): HTMLButtonElement {
  const [found] = buttons(name);
  if (!found) throw new Error(`no button ${String(name)}`);
  return found;
}

function press(name: RegExp): void {
  const found = button(name);
  if (found.disabled) throw new Error(`the button ${String(name)} is disabled`);
  found.click();
  flushSync();
}

function key(name: string): void {
  window.dispatchEvent(new KeyboardEvent("keydown", { key: name }));
  flushSync();
}

const text = (): string => document.body.textContent ?? "";

const labels = (where: string): (string | null)[] =>
  [...document.querySelectorAll(where)].map((each) => each.getAttribute("aria-label"));

/** Shows the table; without `direct` every later view is there at once. What the reader does is gathered in `sent`. */
export function show(view: View, direct?: Direct) {
  const sent: Action[] = [];
  const table = new TableState(view.table, { resync: () => undefined, still: () => !direct, direct: direct ?? (() => null) });
  table.takeView(view);
  const reading = new Reading(table, (_to, action) => {
    sent.push(action);
    return Promise.resolve(true);
  });
  shown = mount(TableView, { target: document.body, props: { table, reading } });
  flushSync();
  return { view, sent, table, reading, buttons, button, press, key, labels, text };
}

/** A newer view comes to a table that is shown. */
export function take(table: TableState, view: View): void {
  table.takeView(view);
  flushSync();
}
