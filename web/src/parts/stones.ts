/** A stone's outline per seat on a square of 20 × 20: no two alike, so that nobody needs to tell colours apart. */
const OUTLINES = [
  "M10 2a8 8 0 1 1 0 16a8 8 0 1 1 0-16z",
  "M3 3h14v14H3z",
  "M10 1.5L18.8 17.5H1.2z",
  "M10 .8L19.2 10 10 19.2 .8 10z",
  "M10 1l2.7 6.1 6.6.6-5 4.4 1.5 6.5L10 15.2l-5.8 3.4 1.5-6.5-5-4.4 6.6-.6z",
  "M7 1.5h6V7h5.5v6H13v5.5H7V13H1.5V7H7z",
] as const;

export function stoneOutline(seat: number): string {
  return OUTLINES[seat % OUTLINES.length] ?? OUTLINES[0];
}
