/** Tracks actions on lines that are not writes: rejected reactions, and reports and retries of translations. */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { Rpc } from "../../lib/rpc.ts";
import type { LineAction } from "../timelineEntry.ts";

export interface LineActionTracker {
  /** Returns the action on the current revision of the line. */
  of(line: Line): LineAction | null;
  set(id: string, action: LineAction): void;
  forget(id: string): void;
  /** Reports the displayed translation as wrong. */
  report(id: string): Promise<void>;
  /** Requests the displayed translation again. */
  retranslate(id: string): Promise<void>;
}

export interface LineActionTrackerOptions {
  rpc: Rpc;
  reads: () => Language;
  lineOf: (id: string) => Line | undefined;
  /** Requests a translation at once. */
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
  /** Actions by line id, each valid for one revision. */
  const actions = new Map<string, { action: LineAction; revision: number }>();

  function set(id: string, action: LineAction) {
    actions.set(id, { action, revision: lineOf(id)?.revision ?? 0 });
    onChange();
  }

  function of({ id, revision }: Line): LineAction | null {
    const tracked = actions.get(id);
    return tracked?.revision === revision ? tracked.action : null;
  }

  async function run(
    id: string,
    name: "report" | "retranslate",
    request: (line: Line) => Promise<Result<unknown>>,
  ): Promise<void> {
    const line = lineOf(id);
    if (line === undefined || of(line)?.state === "pending") return;
    set(id, { name, state: "pending" });
    const result = await request(line);
    set(id, result.ok ? { name, state: "done" } : { name, state: "refused", error: result.error, text: null });
  }

  return {
    of,
    set,
    forget(id) {
      actions.delete(id);
    },
    report: (id) => run(id, "report", () => rpc("report_translation", { p_line_id: id, p_language: reads() })),
    retranslate: (id) =>
      run(id, "retranslate", async (line) => {
        const released = await rpc("retry_translation", { p_line_id: id, p_language: reads() });
        // `line/not-found`: there is no stored translation to release.
        return released.ok || released.error.code === "line/not-found" ? retryTranslation(line) : released;
      }),
  };
}
