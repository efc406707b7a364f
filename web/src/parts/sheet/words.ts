import type { EventView, TableView } from "../../contracts";
import { has, number, t } from "../../i18n/index.svelte";
import { listNames } from "../../games/events";
import type { Who } from "../../games/module";
import { boardOf, type SheetBoard } from "./logic";

const you = (who: Who, seat: number) => (who.mine(seat) ? "you" : undefined);

/** What a field is called in a game: its own word where it has one (`<game>.field.<name>`). */
export function fieldName(game: string, name: string): string {
  const own = `${game}.field.${name}`;
  return t(has(own) ? own : `sheet.field.${name}`);
}

/** What a cell is called: its field, and its column where there are several. */
export function cellName(game: string, board: SheetBoard, cell: number): string {
  const size = board.fields.length;
  const field = fieldName(game, board.fields[cell % size] ?? "");
  return board.columns > 1 ? t("sheet.inColumn", { field, column: Math.floor(cell / size) + 1 }) : field;
}

/** Words for the events of every sheet game; null: none of them. */
export function event(event: EventView, who: Who, view: TableView): string | null {
  const params = event.params ?? {};
  const board = boardOf(view);
  const field = typeof params["field"] === "string" ? fieldName(view.game, params["field"]) : "";
  if (event.key === "sheet.won") return won(params, who, view);
  if (event.key === "sheet.drawn") return t("sheet.drawn", { round: Number(params["round"]), field });
  const seat = params["seat"];
  if (typeof seat !== "number" || !event.key.startsWith("sheet.")) return null;
  const named = { name: who.name(seat), context: you(who, seat) };
  const dice = ((params["dice"] as number[] | undefined) ?? []).join(" ");
  switch (event.key) {
    case "sheet.rolled":
      return t(params["throw"] === 1 ? "sheet.rolled" : "sheet.rolledAgain", { ...named, dice, throw: Number(params["throw"]) });
    case "sheet.kept":
      return t(dice ? "sheet.kept" : "sheet.keptNone", { ...named, dice });
    case "sheet.announced":
      return t("sheet.announced", { ...named, field });
    case "sheet.written":
    case "sheet.struck": {
      const column = Number(params["column"]);
      const where = board.columns > 1 ? t("sheet.inColumn", { field, column: column + 1 }) : field;
      return t(event.key, { ...named, field: where, points: number(Number(params["points"])) });
    }
  }
  return null;
}

function won(params: NonNullable<EventView["params"]>, who: Who, view: TableView): string {
  const seats = params["seats"] as number[];
  const first = seats[0] ?? 0;
  const total = number(boardOf(view).sheets[first]?.total ?? 0);
  const context = seats.length === 1 ? you(who, first) : undefined;
  if (params["at_once"] === true) return t("sheet.wonAtOnce", { names: listNames(seats, who), context });
  if (view.seats.length === 1) return t("sheet.done", { total });
  return context ? t("sheet.won", { context, total }) : t("sheet.won", { names: listNames(seats, who), total, count: seats.length });
}

/** A sheet game's table in sentences; `more` says what else stands on a seat's sheet. */
export function describe(view: TableView, who: Who, more: (seat: number) => string = () => ""): string[] {
  const board = boardOf(view);
  const named = (seat: number) => ({ name: who.name(seat), context: you(who, seat) });
  const lines = board.sheets.map((sheet, seat) => {
    const filled = sheet.cells.flatMap((points, cell) => {
      if (points === null) return [];
      const field = cellName(view.game, board, cell);
      return [points === 0 ? t("sheet.text.struck", { field }) : t("sheet.text.field", { field, points: number(points) })];
    });
    const fields = [filled.join(", "), more(seat)].filter(Boolean).map((words) => `${words}.`).join(" ");
    return t("sheet.text.sheet", { ...named(seat), total: number(sheet.total), fields }).trim();
  });
  if (view.status !== "running" || board.phase === "over") return lines;
  lines.push(t("sheet.text.round", { round: board.round, rounds: board.rounds }), t("sheet.text.turn", named(board.turn)));
  if (board.called !== null) lines.push(t("sheet.text.called", { field: fieldName(view.game, board.fields[board.called] ?? "") }));
  if (board.dice.length) lines.push(t("sheet.text.dice", { throws: board.throws, most: board.throws_most, dice: board.dice.join(" ") }));
  const kept = board.kept.map((place) => board.dice[place]);
  if (board.dice.length && kept.length) lines.push(t("sheet.text.kept", { dice: kept.join(" ") }));
  const worth = (board.worth ?? []).flatMap((points, cell) =>
    points === null ? [] : [t("sheet.text.field", { field: cellName(view.game, board, cell), points: number(points) })],
  );
  if (worth.length) lines.push(t("sheet.text.worth", { fields: worth.join(", ") }));
  return lines;
}
