import { memo, type RefObject, useRef } from "react";
import type { Language } from "#contracts/languages.ts";
import { keepList } from "~/platform/store.ts";
import type { TranscriptLine } from "../core/line.ts";
import { Row, type Shared } from "./Row.tsx";

/** Where the search or a jump led. `foundIn`: the language of the hit, when no column shows it. */
export interface Current {
  readonly id: string;
  readonly foundIn: Language | null;
}

interface State {
  readonly open: string | null;
  readonly current: Current | null;
  readonly translating: ReadonlySet<string>;
}

/**
 * Lines in one part: what changes draws its part anew, and not three thousand rows, and the layout of one that comes into
 * sight takes less than a frame. Its height is guessed in the style sheet.
 */
const PART = 10;

interface LineListProps extends State {
  list: RefObject<HTMLElement>;
  lines: readonly TranscriptLine[];
  shared: Shared;
  onlyMarks: boolean;
}

/** All lines are in the page, so that the browser's own search, print and screen readers have them; it draws those in sight. */
export function LineList({ list, lines, shared, onlyMarks, ...state }: LineListProps) {
  return (
    <section
      ref={list}
      data-only-marks={onlyMarks}
      data-two={shared.columns.right !== "none"}
      className="group/lines border-b border-line"
    >
      {usePartsOf(lines).map((part, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is the lines at its place
          key={index}
          lines={part}
          before={lines[index * PART - 1]}
          shared={shared}
          {...stateIn(part, state)}
        />
      ))}
    </section>
  );
}

/** The same arrays for as long as they hold the same lines. */
function usePartsOf(lines: readonly TranscriptLine[]): readonly (readonly TranscriptLine[])[] {
  const known = useRef<readonly (readonly TranscriptLine[])[]>([]);
  const parts = Array.from({ length: Math.ceil(lines.length / PART) }, (_, index) =>
    keepList(known.current[index] ?? [], lines.slice(index * PART, (index + 1) * PART)),
  );
  known.current = parts;
  return parts;
}

const NONE: ReadonlySet<string> = new Set();

function stateIn(part: readonly TranscriptLine[], { open, current, translating }: State): State {
  const has = (id: string | undefined) => id !== undefined && part.some((line) => line.id === id);
  return {
    open: has(open ?? undefined) ? open : null,
    current: has(current?.id) ? current : null,
    translating: part.some(({ id }) => translating.has(id)) ? translating : NONE,
  };
}

type PartProps = State & { lines: readonly TranscriptLine[]; before: TranscriptLine | undefined; shared: Shared };

const endOf = (line: TranscriptLine | undefined) => (line === undefined ? null : line.at + line.ms);

const Part = memo(function Part({ lines, before, shared, open, current, translating }: PartProps) {
  return (
    <ol className="part-of-lines">
      {lines.map((line, index) => (
        <Row
          key={line.id}
          line={line}
          before={endOf(index === 0 ? before : lines[index - 1])}
          shared={shared}
          open={open === line.id}
          current={current?.id === line.id}
          foundIn={current?.id === line.id ? current.foundIn : null}
          translating={translating.has(line.id)}
        />
      ))}
    </ol>
  );
});
