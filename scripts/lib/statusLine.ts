/** A line of progress below the other output. A terminal shows it in place; elsewhere a few lines are printed. */
import type { WriteStream } from "node:tty";

export interface StatusLine {
  /** Replaces the line. Output that is not a terminal gets a line for each higher `step` only. */
  show(text: string, step: number): void;
  /** Removes the line. */
  clear(): void;
  /** Prints a line above. */
  print(line: string): void;
}

type Output = Pick<WriteStream, "write"> & { readonly isTTY?: boolean };

const CLEAR_LINE = "\r\u001b[K";

export function createStatusLine(output: Output): StatusLine {
  let current = "";
  let lastStep = Number.NEGATIVE_INFINITY;
  const isTerminal = output.isTTY === true;
  const erase = () => {
    if (current !== "") output.write(CLEAR_LINE);
  };
  return {
    show(text, step) {
      if (isTerminal) output.write(`${CLEAR_LINE}${text}`);
      else if (step > lastStep) output.write(`${text}\n`);
      lastStep = Math.max(lastStep, step);
      if (isTerminal) current = text;
    },
    clear() {
      erase();
      current = "";
      lastStep = Number.NEGATIVE_INFINITY;
    },
    print(line) {
      erase();
      output.write(`${line}\n${current}`);
    },
  };
}
