import { maexchenDe } from "../games/maexchen/words.de";
import { maexchenEn } from "../games/maexchen/words.en";
import { boxDe } from "../games/shut_the_box/words.de";
import { boxEn } from "../games/shut_the_box/words.en";
import { zehntausendDe } from "../games/zehntausend/words.de";
import { zehntausendEn } from "../games/zehntausend/words.en";
import { gipfelsturmDe } from "../games/gipfelsturm/words.de";
import { gipfelsturmEn } from "../games/gipfelsturm/words.en";
import { sheetDe } from "../parts/sheet/words.de";
import { sheetEn } from "../parts/sheet/words.en";
import { wuerfelrasterDe } from "../games/wuerfelraster/words.de";
import { wuerfelrasterEn } from "../games/wuerfelraster/words.en";
import { errorsDe } from "./errors.de";
import { errorsEn } from "./errors.en";
import { houseDe } from "./house.de";
import { houseEn } from "./house.en";

/** All words by key. Keys of events and refusals are those of the house. */
export const de: Record<string, string> = { ...houseDe, ...errorsDe, ...sheetDe, ...maexchenDe, ...boxDe, ...zehntausendDe, ...gipfelsturmDe, ...wuerfelrasterDe };
export const en: Record<string, string> = { ...houseEn, ...errorsEn, ...sheetEn, ...maexchenEn, ...boxEn, ...zehntausendEn, ...gipfelsturmEn, ...wuerfelrasterEn };
