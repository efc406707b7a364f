import type { TableView } from "../contracts";
import type { Motion } from "../state/stage.svelte";
import { bluff } from "./bluff";
import { chicago } from "./chicago";
import { crag } from "./crag";
import { diceCup } from "./dice_cup";
import { general } from "./general";
import { gipfelsturm } from "./gipfelsturm";
import { maexchen } from "./maexchen";
import { mickey } from "./mickey";
import type { GameModule } from "./module";
import { schocken } from "./schocken";
import { shutTheBox } from "./shut_the_box";
import { wuerfelpoker } from "./wuerfelpoker";
import { wuerfelraster } from "./wuerfelraster";
import { zehntausend } from "./zehntausend";

/** The games this client can show, in the lobby's order. */
export const GAMES: readonly GameModule[] = [
  maexchen,
  bluff,
  schocken,
  chicago,
  zehntausend,
  gipfelsturm,
  shutTheBox,
  wuerfelraster,
  diceCup,
  wuerfelpoker,
  crag,
  general,
  mickey,
];

export function gameOf(key: string): GameModule | undefined {
  return GAMES.find((game) => game.key === key);
}

/** The motion that leads from one view of a table to the next, as its game sees it. */
export function motionBetween(from: TableView, to: TableView): Motion | null {
  return gameOf(to.game)?.motion(from, to) ?? null;
}
