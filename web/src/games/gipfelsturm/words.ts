import type { EventView, GipfelsturmBoardLastView as Last, TableView } from "../../contracts";
import { number, t } from "../../i18n/index.svelte";
import { listNames } from "../events";
import type { Who } from "../module";
import { boardOf, LANES } from "./logic";

const you = (who: Who, seat: number) => (who.mine(seat) ? "you" : undefined);

/** A chance as people read it: "27,8 %". */
export const percent = (chance: number): string => t("gipfelsturm.percent", { percent: number(chance * 100, 1) });

/** "6 und 8", "zweimal 5", "7". */
export function lanesWords(lanes: readonly number[]): string {
  const [one, two] = lanes;
  if (two === undefined) return String(one);
  return one === two ? t("gipfelsturm.twice", { lane: one }) : t("gipfelsturm.and", { a: one, b: two });
}

/** How the turn before ended. */
export function lastWords(last: Last, who: Who): string {
  return t(`gipfelsturm.last.${last.kind}`, { name: who.name(last.seat), count: last.steps, context: you(who, last.seat) });
}

/** Words for the events that hold lanes, steps or dice. */
export function event(event: EventView, who: Who): string | null {
  const params = event.params ?? {};
  if (event.key === "gipfelsturm.won") {
    const seats = params["seats"] as number[];
    if (seats.length === 1 && who.mine(seats[0] ?? -1)) return t("gipfelsturm.won", { context: "you" });
    return t("gipfelsturm.won", { names: listNames(seats, who), count: seats.length });
  }
  const seat = params["seat"];
  if (typeof seat !== "number" || !event.key.startsWith("gipfelsturm.")) return null;
  return t(event.key, {
    ...params,
    dice: (params["dice"] as number[] | undefined)?.join(" "),
    lanes: Array.isArray(params["lanes"]) ? lanesWords(params["lanes"] as number[]) : undefined,
    count: params["steps"] ?? params["lost"],
    name: who.name(seat),
    context: you(who, seat),
  });
}

export function describe(view: TableView, who: Who): string[] {
  const board = boardOf(view);
  const named = (seat: number) => ({ name: who.name(seat), context: you(who, seat) });
  const lines = board.stones.map((stones, seat) => {
    const places = LANES.flatMap((lane, i) =>
      stones[i] && board.owners[i] !== seat ? [t("gipfelsturm.text.place", { lane, field: stones[i], length: board.lengths[i] })] : [],
    );
    const owned = LANES.filter((_, i) => board.owners[i] === seat);
    return [
      t("gipfelsturm.text.summits", { ...named(seat), count: board.summits[seat] ?? 0, need: board.need }),
      owned.length ? t("gipfelsturm.text.owned", { lanes: owned.join(", ") }) : "",
      places.length ? t("gipfelsturm.text.places", { places: places.join(", ") }) : "",
    ].filter(Boolean).join(" ");
  });
  if (board.last) lines.push(lastWords(board.last, who));
  if (view.status !== "running" || board.phase === "over") return lines;
  lines.push(t("gipfelsturm.text.turn", named(board.turn)));
  if (board.runners.length) {
    const runners = board.runners.map(({ lane, field }) => t("gipfelsturm.text.place", { lane, field, length: board.lengths[lane - 2] }));
    lines.push(t("gipfelsturm.text.runners", { runners: runners.join(", ") }));
  }
  if (board.dice) lines.push(t("gipfelsturm.text.dice", { dice: board.dice.join(" ") }));
  if (board.moves.length) {
    const moves = board.moves.map(({ lanes, bust }) => t("gipfelsturm.text.move", { lanes: lanesWords(lanes), percent: percent(bust) }));
    lines.push(t("gipfelsturm.text.moves", { moves: moves.join("; ") }));
  } else if (board.bust !== null) {
    lines.push(t("gipfelsturm.text.bust", { percent: percent(board.bust) }));
  }
  return lines;
}
