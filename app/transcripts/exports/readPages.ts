/** Reads the lines of an export, page by page. */
import type * as z from "zod/mini";
import type { Line } from "#contracts/lines.ts";
import type { transcript } from "#contracts/recap.ts";
import type { Rpc } from "../../lib/rpc.ts";
import { toTranscriptLine } from "../transcriptLine.ts";
import type { ExportPage } from "./exportStream.ts";

/** A call of thousands of lines uses up its reader's pages of a minute. */
const RATE_LIMIT_WAIT_MS = 10_000;
const RATE_LIMIT_WAITS = 7;

/**
 * Yields `first` and the later pages. If a page fails, the download breaks off with an error. `asked`: the lines that were put
 * to everybody. A reader who was out of the room has them on no page, so they are added at their places.
 */
export async function* readPages(
  rpc: Rpc,
  callId: string,
  first: z.infer<typeof transcript>,
  asked: readonly Line[],
): AsyncGenerator<ExportPage> {
  const missing = new Map(asked.map((line) => [line.id, line]));
  for (let page = first; ; ) {
    const last = page.lines.at(-1);
    for (const { id } of page.lines) missing.delete(id);
    const added = [...missing.values()].filter(({ seq }) => !page.more || last === undefined || seq < last.seq);
    for (const { id } of added) missing.delete(id);
    const newest = last ?? added.at(-1);
    if (newest === undefined) return;
    yield {
      lines: [...page.lines, ...added].flatMap((line) => toTranscriptLine(line) ?? []),
      storedUntil: Date.parse(newest.created_at),
    };
    if (!page.more || last === undefined) return;
    page = await readPage(rpc, callId, last.seq);
  }
}

/** Reads the page after a line, as soon as the rate limit allows it. */
async function readPage(rpc: Rpc, callId: string, afterSeq: number): Promise<z.infer<typeof transcript>> {
  for (let waits = 0; ; waits++) {
    const page = await rpc("transcript", { p_call_id: callId, p_after_seq: afterSeq });
    if (page.ok) return page.value;
    if (page.error.code !== "request/rate-limited" || waits === RATE_LIMIT_WAITS) throw new Error(page.error.code);
    await new Promise((resolve) => setTimeout(resolve, RATE_LIMIT_WAIT_MS));
  }
}
