// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { forBoard } from "./keys";

afterEach(() => document.body.replaceChildren());

function pressed(target: HTMLElement, init: KeyboardEventInit = {}): boolean {
  let meant = false;
  document.body.append(target);
  target.addEventListener("keydown", (event) => (meant = forBoard(event)));
  target.dispatchEvent(new KeyboardEvent("keydown", { key: "1", ...init }));
  return meant;
}

it("takes a key pressed on the page or on a button", () => {
  expect(pressed(document.createElement("div"))).toBe(true);
  expect(pressed(document.createElement("button"))).toBe(true);
});

it.each(["input", "textarea", "select"])("leaves a key typed into a field: %s", (field) => {
  expect(pressed(document.createElement(field))).toBe(false);
});

it.each(["ctrlKey", "metaKey", "altKey"])("leaves shortcuts to the browser: %s", (modifier) => {
  expect(pressed(document.createElement("div"), { [modifier]: true })).toBe(false);
});
