/** Texts in portions that a server takes, some of them at once. */
import { type EngineError, type EngineResult, hasResponded, notAttempted } from "./engine.ts";

export interface ChunkSize {
  /** Texts at most. */
  readonly maxTexts: number;
  /** Bytes of UTF-8 at most; a longer text goes alone. */
  readonly maxBytes: number;
}

type ChunkResults = readonly EngineResult<string>[];
/** One result for each text; a failure is that of the whole portion. Never rejects. */
type ProcessChunk = (portion: readonly string[]) => Promise<EngineResult<ChunkResults>>;

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
 * One result for each text of the portions, in order. Where some at once got no answer and others did, the server has more
 * than it manages: half as many follow. Where none did, the rest is kept from it.
 */
export async function processChunks(
  chunks: readonly (readonly string[])[],
  concurrency: number,
  work: ProcessChunk,
): Promise<ChunkResults> {
  const done: EngineResult<string>[] = [];
  let size = concurrency;
  for (let from = 0; from < chunks.length; ) {
    const results = (
      await Promise.all(chunks.slice(from, from + size).map((chunk) => processWithSplit(chunk, work)))
    ).flat();
    done.push(...results);
    from += size;
    const failed = results.find((result): result is EngineError => !result.ok && result.error.engineFailed);
    if (failed === undefined) continue;
    if (results.some(hasResponded)) size = Math.ceil(size / 2);
    else return [...done, ...chunks.slice(from).flatMap((portion) => portion.map(() => notAttempted(failed)))];
  }
  return done;
}

/** As `inTurn`, each text a portion of its own. */
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

/** A portion that is refused as a whole goes again in halves: only the text that it is refused for stays without. */
async function processWithSplit(chunk: readonly string[], work: ProcessChunk): Promise<ChunkResults> {
  const result = await work(chunk);
  if (result.ok) return result.value;
  if (chunk.length === 1 || !hasResponded(result)) return chunk.map(() => result);
  const middle = Math.ceil(chunk.length / 2);
  const first = await processWithSplit(chunk.slice(0, middle), work);
  return [...first, ...(await processWithSplit(chunk.slice(middle), work))];
}
