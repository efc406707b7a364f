import type { EventView, TableView } from "../../contracts";
import { number, t } from "../../i18n/index.svelte";
import { listNames } from "../events";
import type { Who } from "../module";
import { eyes } from "./eyes.svelte";
import { boardOf, CATEGORIES, sumOf, told, toldBy, type Category, type Die, type Told } from "./logic";

const named = (who: Who, seat: number) => ({ name: who.name(seat), context: who.mine(seat) ? "you" : undefined });

/** The name of a category as it is said; `short` as it stands on the sheet. */
export const categoryName = (category: Category, short = false): string => t(`dice_cup.${short ? "short" : "category"}.${category}`);

/** What one seat's cross brought, and what it could have brought. */
export function toldWords({ seat, category, points, most, most_in }: Told, who: Who): string {
  const params = { ...named(who, seat), category: categoryName(category), points: number(points), most: number(most), best: categoryName(most_in) };
  return t(most > points ? "dice_cup.told" : "dice_cup.toldBest", params);
}

export function event(event: EventView, who: Who, view: TableView): string | null {
  const params = event.params ?? {};
  switch (event.key) {
    case "dice_cup.won": {
      const seats = params["seats"] as number[];
      if (view.seats.length === 1) return "";
      if (seats.length === 1 && who.mine(seats[0] ?? -1)) return t(event.key, { context: "you" });
      return t(event.key, { names: listNames(seats, who), count: seats.length });
    }
    case "dice_cup.crossed":
      // The others' check marks are at their seats.
      return who.mine(Number(params["seat"])) ? null : "";
    case "dice_cup.round": {
      const crosses = toldBy(params).map(({ seat, category, points }) =>
        t("dice_cup.toldShort", { ...named(who, seat), category: categoryName(category, true), points: number(points) }),
      );
      return t(event.key, { round: params["round"], crosses: crosses.join(", ") });
    }
  }
  return null;
}

const diceWords = (dice: readonly Die[]): string =>
  [...dice]
    .sort((a, b) => a.colour - b.colour || a.face - b.face)
    .map(({ colour, face }) => t("dice_cup.text.die", { colour: t(`die.colour.${colour}`), face }))
    .join(", ");

export function describe(view: TableView, who: Who): string[] {
  const board = boardOf(view);
  const lines: string[] = [];
  if (view.status === "running") {
    if (board.phase === "cup") lines.push(t("dice_cup.text.holds", named(who, board.holder)));
    else if (board.phase !== "look") lines.push(t(eyes.see(view) ? "dice_cup.text.open" : "dice_cup.text.covered"));
  }
  if (board.dice && eyes.see(view)) lines.push(t("dice_cup.text.dice", { dice: diceWords(board.dice) }));
  if (board.cross) lines.push(t("dice_cup.text.cross", { category: categoryName(board.cross) }));
  for (const cross of told(view)) lines.push(toldWords(cross, who));
  board.sheets.forEach((sheet, seat) => {
    lines.push(t("dice_cup.text.total", { ...named(who, seat), count: sheet.total }));
    if (board.phase === "open" || board.phase === "covered") lines.push(t(board.crossed[seat] ? "dice_cup.text.crossed" : "dice_cup.text.owes", named(who, seat)));
    const written = CATEGORIES.flatMap((category, at) => {
      const sum = sumOf(sheet, at);
      return sum === null ? [] : [`${categoryName(category)} ${number(sum)}`];
    });
    if (written.length) lines.push(t("dice_cup.text.written", { written: written.join(", ") }));
  });
  return lines;
}
