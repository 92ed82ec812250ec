/** Sends texts in chunks that a server accepts, several chunks at once. */
import { type EngineError, type EngineResult, hasResponded, notAttempted } from "./engine.ts";

export interface ChunkSize {
  readonly maxTexts: number;
  /** In UTF-8. A longer text is a chunk of its own. */
  readonly maxBytes: number;
}

type ChunkResults = readonly EngineResult<string>[];
/** Returns a result for each text, or a failure of the whole chunk. Never rejects. */
type ProcessChunk = (chunk: readonly string[]) => Promise<EngineResult<ChunkResults>>;

const encoder = new TextEncoder();

export function chunksOf(texts: readonly string[], { maxTexts, maxBytes }: ChunkSize): string[][] {
  const chunks: string[][] = [];
  let usedBytes = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const size = encoder.encode(text).byteLength;
    const last = chunks.at(-1);
    if (last === undefined || last.length >= maxTexts || usedBytes + size > maxBytes) {
      chunks.push([text]);
      usedBytes = size;
    } else {
      last.push(text);
      usedBytes += size;
    }
  }
  return chunks;
}

/**
 * Returns a result for each text of the chunks, in order. If the server responded to only some of the simultaneous
 * requests, it is overloaded, and half as many follow. If it responded to none, the remaining chunks are not sent.
 */
export async function processChunks(
  chunks: readonly (readonly string[])[],
  concurrency: number,
  work: ProcessChunk,
): Promise<ChunkResults> {
  const done: EngineResult<string>[] = [];
  let parallel = concurrency;
  for (let from = 0; from < chunks.length; ) {
    const results = (
      await Promise.all(chunks.slice(from, from + parallel).map((chunk) => processWithSplit(chunk, work)))
    ).flat();
    done.push(...results);
    from += parallel;
    const failed = results.find((result): result is EngineError => !result.ok && result.error.engineFailed);
    if (failed === undefined) continue;
    if (results.some(hasResponded)) parallel = Math.ceil(parallel / 2);
    else return [...done, ...chunks.slice(from).flatMap((chunk) => chunk.map(() => notAttempted(failed)))];
  }
  return done;
}

/** Does the same as `processChunks`, with each text in a chunk of its own. */
export const processEach = (
  texts: readonly string[],
  concurrency: number,
  work: (text: string) => Promise<EngineResult<string>>,
): Promise<ChunkResults> =>
  processChunks(
    texts.map((text) => [text]),
    concurrency,
    async ([text = ""]) => ({ ok: true, value: [await work(text)] }),
  );

/** Retries a rejected chunk in halves, so that only the text that causes the rejection fails. */
async function processWithSplit(chunk: readonly string[], work: ProcessChunk): Promise<ChunkResults> {
  const result = await work(chunk);
  if (result.ok) return result.value;
  if (chunk.length === 1 || !hasResponded(result)) return chunk.map(() => result);
  const middle = Math.ceil(chunk.length / 2);
  const first = await processWithSplit(chunk.slice(0, middle), work);
  return [...first, ...(await processWithSplit(chunk.slice(middle), work))];
}
