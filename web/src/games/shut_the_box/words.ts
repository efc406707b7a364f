import type { EventView, TableView } from "../../contracts";
import { number, t } from "../../i18n/index.svelte";
import { listNames } from "../events";
import type { Who } from "../module";
import { boardOf, offered, ownBox } from "./logic";

/** "4 und 2", "6". */
export function flapWords(flaps: readonly number[]): string {
  return flaps.length === 2 ? t("box.and", { a: flaps[1], b: flaps[0] }) : flaps.join(", ");
}

/** Words for the events that carry lists. */
export function event(event: EventView, who: Who): string | null {
  const params = event.params ?? {};
  const seat = params["seat"] as number | undefined;
  const named = seat === undefined ? {} : { name: who.name(seat), context: who.mine(seat) ? "you" : undefined };
  switch (event.key) {
    case "box.rolled": {
      const [a, b] = params["dice"] as [number, number];
      return t(event.key, { ...named, a, b });
    }
    case "box.closed":
      return t(event.key, { ...named, flaps: flapWords(params["flaps"] as number[]) });
    case "box.round": {
      const points = params["points"] as number[];
      const list = points.map((sum, at) => `${who.name(at)} ${number(sum)}`).join(", ");
      return t(event.key, { round: params["round"], list });
    }
    case "box.won": {
      const seats = params["seats"] as number[];
      if (seats.length === 1 && who.mine(seats[0] ?? -1)) return t("box.won", { context: "you" });
      return t("box.won", { names: listNames(seats, who), count: seats.length });
    }
    default:
      return null;
  }
}

export function describe(view: TableView, who: Who): string[] {
  const board = boardOf(view);
  const lines = board.boxes.map((box, seat) => {
    const context = who.mine(seat) ? "you" : undefined;
    if (box.open === null) return t("box.text.hidden", { name: who.name(seat) });
    if (box.shut) return t("box.text.shut", { name: who.name(seat), context });
    return t("box.text.open", { name: who.name(seat), context, flaps: box.open.join(", "), sum: box.sum });
  });
  const own = ownBox(view);
  if (own?.dice) lines.push(t("box.text.dice", { a: own.dice[0], b: own.dice[1] }));
  if (board.moves.length) {
    lines.push(t("box.text.moves", { moves: offered(board.moves).map(flapWords).join("; ") }));
  } else if (view.actions.some((action) => action.kind === "roll")) {
    lines.push(t("box.text.roll"));
  }
  return lines;
}
