import type { EventView, TableView, ZehntausendBoardLastView as Last } from "../../contracts";
import { number, t } from "../../i18n/index.svelte";
import { listNames } from "../events";
import type { Who } from "../module";
import { boardOf, leftAfter } from "./logic";

const you = (who: Who, seat: number) => (who.mine(seat) ? "you" : undefined);

/** A chance as people read it: "27,8 %". */
export const percent = (chance: number, digits: number): string => t("zehntausend.percent", { percent: number(chance * 100, digits) });

/** "von Ben", "von dir". */
export const of = (seat: number, who: Who): string => t("zehntausend.of", { name: who.name(seat), context: you(who, seat) });

/** How the turn before ended. */
export function lastWords(last: Last, who: Who): string {
  return t(`zehntausend.last.${last.kind}`, { name: who.name(last.seat), points: number(last.points), context: you(who, last.seat) });
}

/** Words for the events that hold numbers or dice. */
export function event(event: EventView, who: Who): string | null {
  const params = event.params ?? {};
  if (event.key === "zehntausend.won") {
    const seats = params["seats"] as number[];
    if (seats.length === 1 && who.mine(seats[0] ?? -1)) return t("zehntausend.won", { context: "you" });
    return t("zehntausend.won", { names: listNames(seats, who), count: seats.length });
  }
  const seat = params["seat"];
  if (typeof seat !== "number" || !event.key.startsWith("zehntausend.")) return null;
  const figures = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === "number" ? number(value) : Array.isArray(value) ? value.join(" ") : value]),
  );
  const on = typeof params["on"] === "number" ? of(params["on"], who) : undefined;
  return t(event.key, { ...figures, of: on, name: who.name(seat), context: you(who, seat) });
}

export function describe(view: TableView, who: Who): string[] {
  const board = boardOf(view);
  const named = (seat: number) => ({ name: who.name(seat), context: you(who, seat) });
  const entry = Number(view.options["entry"] ?? 0);
  const lines = board.scores.map((score, seat) =>
    t(score.entered || entry === 0 ? "zehntausend.text.total" : "zehntausend.text.notIn", { ...named(seat), total: number(score.total) }),
  );
  lines.push(t("zehntausend.target", { target: number(board.target) }));
  if (board.final !== null) lines.push(t("zehntausend.text.final", named(board.final)));
  if (board.last) lines.push(lastWords(board.last, who));
  if (view.status !== "running" || board.phase === "over") return lines;
  lines.push(t("zehntausend.text.turn", named(board.turn)));
  if (board.phase === "take") lines.push(t("zehntausend.text.points", { points: number(board.points) }));
  if (board.laid.length) lines.push(t("zehntausend.text.laid", { dice: board.laid.join(" ") }));
  if (board.dice) {
    lines.push(t("zehntausend.text.dice", { dice: board.dice.join(" ") }));
    const takes = board.takes.map((take) =>
      t("zehntausend.text.take", {
        dice: take.dice.join(" "),
        points: number(take.points),
        left: leftAfter(board, take),
        percent: percent(board.bust[leftAfter(board, take) - 1] ?? 0, 1),
      }),
    );
    lines.push(t("zehntausend.text.takes", { takes: takes.join("; ") }));
  }
  if (board.offer && board.phase === "start") {
    const { seat, points, dice } = board.offer;
    const chance = percent(board.bust[dice - 1] ?? 0, 1);
    lines.push(t("zehntausend.text.offer", { of: of(seat, who), points: number(points), dice, percent: chance }));
  }
  return lines;
}
