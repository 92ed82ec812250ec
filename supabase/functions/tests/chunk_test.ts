/** Chunks of texts: concurrency, retries and results. */
import assert from "node:assert/strict";
import { chunksOf, processChunks, processEach } from "../_shared/translation/chunk.ts";
import {
  type EngineResult,
  engineError,
  textRejected,
  unreachable,
  unsupportedPair,
} from "../_shared/translation/engine.ts";

const texts = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const shown = (results: readonly EngineResult<string>[]) =>
  results.map((result) =>
    result.ok ? result.value : `${result.error.cause}${result.error.attempted ? "" : ", unsent"}`,
  );

Deno.test("processEach: keeps finished texts, in order", async () => {
  const results = await processEach(texts(5), 2, (text) =>
    Promise.resolve(text === "n1" ? textRejected("empty text") : { ok: true, value: text }),
  );
  assert.deepEqual(shown(results), ["n0", "empty text", "n2", "n3", "n4"]);
});

Deno.test("processEach: stops when a server responds to no request", async () => {
  const requests: string[] = [];
  const results = await processEach(texts(6), 2, (text) => {
    requests.push(text);
    return Promise.resolve(text < "n2" ? { ok: true, value: text } : engineError("no response in time"));
  });
  assert.deepEqual(requests, texts(4));
  assert.deepEqual(shown(results), [
    ...texts(2),
    ...Array.from({ length: 2 }, () => "no response in time"),
    ...Array.from({ length: 2 }, () => "no response in time, unsent"),
  ]);
});

Deno.test("processEach: halves the concurrency of an overloaded server", async () => {
  const waves: string[][] = [];
  let wave: string[] | null = null;
  await processEach(texts(7), 4, (text) => {
    if (wave === null) {
      wave = [];
      waves.push(wave);
      queueMicrotask(() => {
        wave = null;
      });
    }
    wave.push(text);
    return Promise.resolve(wave.length <= 2 ? { ok: true, value: text } : engineError("no response in time"));
  });
  assert.deepEqual(
    waves.map(({ length }) => length),
    [4, 2, 1],
  );
});

Deno.test("processChunks: retries a rejected chunk in halves", async () => {
  const requests: string[][] = [];
  const results = await processChunks(chunksOf(texts(8), { maxTexts: 8, maxBytes: 1_000 }), 1, (portion) => {
    requests.push([...portion]);
    if (portion.includes("n5")) return Promise.resolve(textRejected("status 400"));
    return Promise.resolve({ ok: true, value: portion.map((text) => ({ ok: true, value: text })) });
  });
  assert.deepEqual(shown(results), ["n0", "n1", "n2", "n3", "n4", "status 400", "n6", "n7"]);
  assert.equal(requests.length, 7);
});

for (const failure of [engineError("status 500"), unreachable("no connection"), unsupportedPair()]) {
  Deno.test(`processChunks: does not retry after ${failure.error.cause}`, async () => {
    let requestCount = 0;
    const results = await processChunks([texts(3)], 1, () => {
      requestCount += 1;
      return Promise.resolve(failure);
    });
    assert.equal(requestCount, 1);
    assert.deepEqual(results, [failure, failure, failure]);
  });
}
