import type { EventView, TableView } from "../../contracts";
import { number, t } from "../../i18n/index.svelte";
import { boardOf } from "../../parts/sheet/logic";
import * as sheet from "../../parts/sheet/words";
import { listNames } from "../events";
import type { Who } from "../module";
import { optionsOf, sums, UPPER } from "./logic";

const GAME = "wuerfelpoker";

/** Words for the events that name fields, sums or several seats. */
export function event(event: EventView, who: Who, view: TableView): string | null {
  const params = event.params ?? {};
  const seat = Number(params["seat"] ?? 0);
  const named = { name: who.name(seat), context: who.mine(seat) ? "you" : undefined, points: number(Number(params["points"] ?? 0)) };
  switch (event.key) {
    case "wuerfelpoker.bonus":
      return t("wuerfelpoker.bonus", { ...named, upper: number(Number(params["upper"])) });
    case "wuerfelpoker.extra":
      return t("wuerfelpoker.extra", named);
    case "wuerfelpoker.compared": {
      const points = params["points"] as number[];
      const best = params["best"] as number[];
      if (points.length < 2) return "";
      const field = sheet.fieldName(GAME, String(params["field"]));
      const most = Math.max(...points);
      if (most === 0) return t("wuerfelpoker.comparedNone", { field });
      return t("wuerfelpoker.compared", { field, names: listNames(best, who), points: number(most), count: best.length });
    }
  }
  return sheet.event(event, who, view);
}

/** What a field asks for and brings by the rules of this table. */
export function hint(view: TableView, field: string): string {
  const options = optionsOf(view);
  const points = { full_house: options.full_house, small_straight: options.small_straight, large_straight: options.large_straight };
  const face = boardOf(view).fields.indexOf(field);
  if (face < UPPER) return t("wuerfelpoker.hint.face", { field: sheet.fieldName(GAME, field) });
  return t(`wuerfelpoker.hint.${field}`, { points: number(points[field as keyof typeof points] ?? 0) });
}

export function describe(view: TableView, who: Who): string[] {
  const board = boardOf(view);
  return sheet.describe(view, who, (seat) => {
    const each = sums(board, optionsOf(view), seat);
    const list = (values: readonly number[]) => values.map((value) => number(value)).join(" / ");
    return t("wuerfelpoker.text.sums", { upper: list(each.upper), bonus: list(each.bonus), lower: list(each.lower), extra: number(each.extra) });
  });
}
