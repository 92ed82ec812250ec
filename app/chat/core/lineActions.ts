/** What this person does to lines beside writing: marks that were refused, reports and requests of translations. */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { Rpc } from "../../lib/rpc.ts";
import type { LineAction } from "../timelineEntry.ts";

export interface LineActionTracker {
  /** About the words that the line has now. */
  of(line: Line): LineAction | null;
  set(id: string, act: LineAction): void;
  forget(id: string): void;
  /** Says that the translation that is read here is wrong. */
  report(id: string): Promise<void>;
  /** Has the translation that is read here made again. */
  retranslate(id: string): Promise<void>;
}

export interface LineActionTrackerOptions {
  rpc: Rpc;
  reads: () => Language;
  lineOf: (id: string) => Line | undefined;
  /** Asks for a translation at once. */
  retryTranslation: (line: Line) => Promise<Result<unknown>>;
  onChange: () => void;
}

export function createLineActionTracker({
  rpc,
  reads,
  lineOf,
  retryTranslation,
  onChange,
}: LineActionTrackerOptions): LineActionTracker {
  /** By line: about the words of that revision. */
  const acts = new Map<string, { act: LineAction; revision: number }>();

  function set(id: string, act: LineAction) {
    acts.set(id, { act, revision: lineOf(id)?.revision ?? 0 });
    onChange();
  }

  function of({ id, revision }: Line): LineAction | null {
    const known = acts.get(id);
    return known?.revision === revision ? known.act : null;
  }

  async function run(
    id: string,
    name: "report" | "retranslate",
    about: (line: Line) => Promise<Result<unknown>>,
  ): Promise<void> {
    const line = lineOf(id);
    if (line === undefined || of(line)?.state === "pending") return;
    set(id, { name, state: "pending" });
    const result = await about(line);
    set(id, result.ok ? { name, state: "done" } : { name, state: "refused", error: result.error, text: null });
  }

  return {
    of,
    set,
    forget(id) {
      acts.delete(id);
    },
    report: (id) => run(id, "report", () => rpc("report_translation", { p_line_id: id, p_language: reads() })),
    retranslate: (id) =>
      run(id, "retranslate", async (line) => {
        const released = await rpc("retry_translation", { p_line_id: id, p_language: reads() });
        // Where there was none yet, there is nothing to free.
        return released.ok || released.error.code === "line/not-found" ? retryTranslation(line) : released;
      }),
  };
}
