/** Texts in portions: what is sent, at once and again, and what comes of it. */
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

Deno.test("what is finished is kept when others fail, in order", async () => {
  const results = await processEach(texts(5), 2, (text) =>
    Promise.resolve(text === "n1" ? textRejected("empty text") : { ok: true, value: text }),
  );
  assert.deepEqual(shown(results), ["n0", "empty text", "n2", "n3", "n4"]);
});

Deno.test("one that answers none of those at once gets no more", async () => {
  const asked: string[] = [];
  const results = await processEach(texts(6), 2, (text) => {
    asked.push(text);
    return Promise.resolve(text < "n2" ? { ok: true, value: text } : engineError("no answer in time"));
  });
  assert.deepEqual(asked, texts(4));
  assert.deepEqual(shown(results), [
    ...texts(2),
    ...Array.from({ length: 2 }, () => "no answer in time"),
    ...Array.from({ length: 2 }, () => "no answer in time, unsent"),
  ]);
});

Deno.test("one that answers some of those at once gets half as many", async () => {
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
    return Promise.resolve(wave.length <= 2 ? { ok: true, value: text } : engineError("no answer in time"));
  });
  assert.deepEqual(
    waves.map(({ length }) => length),
    [4, 2, 1],
  );
});

Deno.test("a portion that is refused as a whole goes again in halves, until the text stands alone that it was refused for", async () => {
  const asked: string[][] = [];
  const results = await processChunks(chunksOf(texts(8), { maxTexts: 8, maxBytes: 1_000 }), 1, (portion) => {
    asked.push([...portion]);
    if (portion.includes("n5")) return Promise.resolve(textRejected("status 400"));
    return Promise.resolve({ ok: true, value: portion.map((text) => ({ ok: true, value: text })) });
  });
  assert.deepEqual(shown(results), ["n0", "n1", "n2", "n3", "n4", "status 400", "n6", "n7"]);
  assert.equal(asked.length, 7);
});

for (const failure of [engineError("status 500"), unreachable("no connection"), unsupportedPair()]) {
  Deno.test(`a portion that met ${failure.error.cause} does not go again`, async () => {
    let asked = 0;
    const results = await processChunks([texts(3)], 1, () => {
      asked += 1;
      return Promise.resolve(failure);
    });
    assert.equal(asked, 1);
    assert.deepEqual(results, [failure, failure, failure]);
  });
}
