import { encode } from "uqr";

export interface QrPath {
  /** Modules on each side, including the quiet zone. */
  readonly size: number;
  /** SVG path data of the dark modules, one unit each. */
  readonly path: string;
}

/** Standard quiet zone of four modules. Medium error correction, for cameras that read a screen at an angle. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) =>
      row.flatMap((dark, x) => (dark && !row[x - 1] ? [`M${x} ${y}h${runFrom(row, x)}v1H${x}z`] : [])),
    )
    .join("");
  return { size, path };
}

/** Merges neighbours in a row into one rectangle, so that rounding leaves no seams. */
function runFrom(row: readonly boolean[], start: number): number {
  let end = start;
  while (row[end]) end += 1;
  return end - start;
}
