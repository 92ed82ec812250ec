import { memo, type RefObject, useRef } from "react";
import { reuseListIfEqual } from "~/lib/store.ts";
import type { CurrentLine } from "../core/transcriptSearch.ts";
import { continuesLine, type TranscriptLine } from "../transcriptLine.ts";
import { type SharedRowProps, TranscriptRow } from "./TranscriptRow.tsx";

interface LineListState {
  readonly open: string | null;
  readonly current: CurrentLine | null;
  readonly translating: ReadonlySet<string>;
}

/**
 * A change re-renders one chunk, not three thousand rows. The layout of a chunk that scrolls into view takes less than a
 * frame. The style sheet estimates its height.
 */
const CHUNK_LINES = 10;

interface LineListProps extends LineListState {
  list: RefObject<HTMLElement>;
  lines: readonly TranscriptLine[];
  shared: SharedRowProps;
  onlyMarks: boolean;
}

/** All lines are in the DOM for the browser's search, print and screen readers. The browser lays out visible chunks only. */
export function LineList({ list, lines, shared, onlyMarks, ...state }: LineListProps) {
  return (
    <section
      ref={list}
      data-only-marks={onlyMarks}
      data-two={shared.columns.right !== "none"}
      className="group/lines border-b border-line"
    >
      {useLineChunks(lines).map((chunk, index) => (
        <LineChunk
          // biome-ignore lint/suspicious/noArrayIndexKey: a chunk is identified by its position
          key={index}
          lines={chunk}
          previousLine={lines[index * CHUNK_LINES - 1]}
          shared={shared}
          {...stateOfChunk(chunk, state)}
        />
      ))}
    </section>
  );
}

/** Returns the previous array for each chunk whose lines are unchanged. */
function useLineChunks(lines: readonly TranscriptLine[]): readonly (readonly TranscriptLine[])[] {
  const previousChunks = useRef<readonly (readonly TranscriptLine[])[]>([]);
  const chunks = Array.from({ length: Math.ceil(lines.length / CHUNK_LINES) }, (_, index) =>
    reuseListIfEqual(previousChunks.current[index] ?? [], lines.slice(index * CHUNK_LINES, (index + 1) * CHUNK_LINES)),
  );
  previousChunks.current = chunks;
  return chunks;
}

const NO_IDS: ReadonlySet<string> = new Set();

function stateOfChunk(chunk: readonly TranscriptLine[], { open, current, translating }: LineListState): LineListState {
  const has = (id: string | undefined) => id !== undefined && chunk.some((line) => line.id === id);
  return {
    open: has(open ?? undefined) ? open : null,
    current: has(current?.id) ? current : null,
    translating: chunk.some(({ id }) => translating.has(id)) ? translating : NO_IDS,
  };
}

type LineChunkProps = LineListState & {
  lines: readonly TranscriptLine[];
  previousLine: TranscriptLine | undefined;
  shared: SharedRowProps;
};

const endOfLine = (line: TranscriptLine | undefined) => (line === undefined ? null : line.at + line.durationMs);

const LineChunk = memo(function Chunk({ lines, previousLine, shared, open, current, translating }: LineChunkProps) {
  return (
    <ol className="part-of-lines">
      {lines.map((line, index) => (
        <TranscriptRow
          key={line.id}
          line={line}
          previousEnd={endOfLine(index === 0 ? previousLine : lines[index - 1])}
          joined={continuesLine(index === 0 ? previousLine : lines[index - 1], line)}
          shared={shared}
          open={open === line.id}
          isCurrent={current?.id === line.id}
          foundIn={current?.id === line.id ? current.foundIn : null}
          translating={translating.has(line.id)}
        />
      ))}
    </ol>
  );
});
