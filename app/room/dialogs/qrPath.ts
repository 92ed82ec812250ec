import { encode } from "uqr";

export interface QrPath {
  /** Of its side, in modules, the quiet zone too. */
  readonly size: number;
  /** SVG path data of the dark modules, one unit each. */
  readonly path: string;
}

/** Standard quiet zone: four modules. Medium correction: it is read from a screen, a little askew. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) =>
      row.flatMap((dark, x) => (dark && !row[x - 1] ? [`M${x} ${y}h${runFrom(row, x)}v1H${x}z`] : [])),
    )
    .join("");
  return { size, path };
}

/** Neighbours in a row are one rectangle: no seams where a screen rounds. */
function runFrom(row: readonly boolean[], start: number): number {
  let end = start;
  while (row[end]) end += 1;
  return end - start;
}
