/** Texts in portions that a server takes, some of them at once. */
import { type EngineResult, type Failed, isAnswer, unsent } from "./engine.ts";

export interface Portion {
  /** Texts at most. */
  readonly count: number;
  /** Bytes of UTF-8 at most; a longer text goes alone. */
  readonly bytes: number;
}

type Results = readonly EngineResult<string>[];
/** One result for each text; a failure is that of the whole portion. Never rejects. */
type Work = (portion: readonly string[]) => Promise<EngineResult<Results>>;

const encoder = new TextEncoder();

export function portionsOf(texts: readonly string[], { count, bytes }: Portion): string[][] {
  const portions: string[][] = [];
  let filled = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const size = encoder.encode(text).byteLength;
    const last = portions.at(-1);
    if (last === undefined || last.length >= count || filled + size > bytes) {
      portions.push([text]);
      filled = size;
    } else {
      last.push(text);
      filled += size;
    }
  }
  return portions;
}

/**
 * One result for each text of the portions, in order. Where some at once got no answer and others did, the server has more
 * than it manages: half as many follow. Where none did, the rest is kept from it.
 */
export async function inTurn(portions: readonly (readonly string[])[], atOnce: number, work: Work): Promise<Results> {
  const done: EngineResult<string>[] = [];
  let size = atOnce;
  for (let from = 0; from < portions.length; ) {
    const results = (
      await Promise.all(portions.slice(from, from + size).map((portion) => finish(portion, work)))
    ).flat();
    done.push(...results);
    from += size;
    const failed = results.find((result): result is Failed => !result.ok && result.error.down);
    if (failed === undefined) continue;
    if (results.some(isAnswer)) size = Math.ceil(size / 2);
    else return [...done, ...portions.slice(from).flatMap((portion) => portion.map(() => unsent(failed)))];
  }
  return done;
}

/** As `inTurn`, each text a portion of its own. */
export const oneByOne = (
  texts: readonly string[],
  atOnce: number,
  work: (text: string) => Promise<EngineResult<string>>,
): Promise<Results> =>
  inTurn(
    texts.map((text) => [text]),
    atOnce,
    async ([text = ""]) => ({ ok: true, value: [await work(text)] }),
  );

/** A portion that is refused as a whole goes again in halves: only the text that it is refused for stays without. */
async function finish(portion: readonly string[], work: Work): Promise<Results> {
  const answer = await work(portion);
  if (answer.ok) return answer.value;
  if (portion.length === 1 || !isAnswer(answer)) return portion.map(() => answer);
  const middle = Math.ceil(portion.length / 2);
  const first = await finish(portion.slice(0, middle), work);
  return [...first, ...(await finish(portion.slice(middle), work))];
}
