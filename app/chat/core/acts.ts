/** What this person does to lines beside writing: marks that were refused, reports and requests of translations. */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { Rpc } from "../../platform/rpc.ts";
import type { Act } from "./entries.ts";

export interface Acts {
  /** About the words that the line has now. */
  of(line: Line): Act | null;
  set(id: string, act: Act): void;
  forget(id: string): void;
  /** Says that the translation that is read here is wrong. */
  report(id: string): Promise<void>;
  /** Has the translation that is read here made again. */
  retranslate(id: string): Promise<void>;
}

export interface ActsOptions {
  rpc: Rpc;
  reads: () => Language;
  lineOf: (id: string) => Line | undefined;
  /** Asks for a translation at once. */
  again: (line: Line) => Promise<Result<unknown>>;
  changed: () => void;
}

export function createActs({ rpc, reads, lineOf, again, changed }: ActsOptions): Acts {
  /** By line: about the words of that revision. */
  const acts = new Map<string, { act: Act; revision: number }>();

  function set(id: string, act: Act) {
    acts.set(id, { act, revision: lineOf(id)?.revision ?? 0 });
    changed();
  }

  function of({ id, revision }: Line): Act | null {
    const known = acts.get(id);
    return known?.revision === revision ? known.act : null;
  }

  async function ask(
    id: string,
    name: "report" | "retranslate",
    about: (line: Line) => Promise<Result<unknown>>,
  ): Promise<void> {
    const line = lineOf(id);
    if (line === undefined || of(line)?.state === "pending") return;
    set(id, { name, state: "pending" });
    const answer = await about(line);
    set(id, answer.ok ? { name, state: "done" } : { name, state: "refused", error: answer.error, text: null });
  }

  return {
    of,
    set,
    forget(id) {
      acts.delete(id);
    },
    report: (id) => ask(id, "report", () => rpc("report_translation", { line_id: id, language: reads() })),
    retranslate: (id) =>
      ask(id, "retranslate", async (line) => {
        const freed = await rpc("retry_translation", { line_id: id, language: reads() });
        // Where there was none yet, there is nothing to free.
        return freed.ok || freed.error.code === "line/not-found" ? again(line) : freed;
      }),
  };
}
