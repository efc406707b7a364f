/** For tests only: the house rules as the rules of the games define them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const REPO = join(process.cwd(), "..");
/** Options that no host sets. */
const BY_THE_HOUSE = ["day"];

export interface Schema {
  default: unknown;
  type: string;
  enum?: (number | string)[];
  minimum?: number;
  maximum?: number;
}

/** What a host may set of a game, by name. */
export function optionsOf(key: string): Record<string, Schema> {
  const text = readFileSync(join(REPO, `generated/schemas/${key}.options.json`), "utf8");
  const all = (JSON.parse(text) as { properties?: Record<string, Schema> }).properties ?? {};
  return Object.fromEntries(Object.entries(all).filter(([name]) => !BY_THE_HOUSE.includes(name)));
}

/** Every value an option may have. */
export function valuesOf({ type, enum: values, minimum, maximum }: Schema): (boolean | number | string)[] {
  if (values) return values;
  if (type === "boolean") return [false, true];
  if (type !== "integer" || minimum === undefined || maximum === undefined) throw new Error(`cannot list the values of ${type}`);
  return Array.from({ length: maximum - minimum + 1 }, (_, i) => minimum + i);
}
