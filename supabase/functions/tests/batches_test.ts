/** Texts in portions: what is sent, at once and again, and what comes of it. */
import assert from "node:assert/strict";
import { inTurn, oneByOne, portionsOf } from "../_shared/translation/batches.ts";
import { away, cannot, down, type EngineResult, unsupported } from "../_shared/translation/engine.ts";

const texts = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const shown = (results: readonly EngineResult<string>[]) =>
  results.map((result) => (result.ok ? result.value : `${result.error.cause}${result.error.sent ? "" : ", unsent"}`));

Deno.test("what is finished is kept when others fail, in order", async () => {
  const results = await oneByOne(texts(5), 2, (text) =>
    Promise.resolve(text === "n1" ? cannot("empty text") : { ok: true, value: text }),
  );
  assert.deepEqual(shown(results), ["n0", "empty text", "n2", "n3", "n4"]);
});

Deno.test("one that answers none of those at once gets no more", async () => {
  const asked: string[] = [];
  const results = await oneByOne(texts(6), 2, (text) => {
    asked.push(text);
    return Promise.resolve(text < "n2" ? { ok: true, value: text } : down("no answer in time"));
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
  await oneByOne(texts(7), 4, (text) => {
    if (wave === null) {
      wave = [];
      waves.push(wave);
      queueMicrotask(() => {
        wave = null;
      });
    }
    wave.push(text);
    return Promise.resolve(wave.length <= 2 ? { ok: true, value: text } : down("no answer in time"));
  });
  assert.deepEqual(
    waves.map(({ length }) => length),
    [4, 2, 1],
  );
});

Deno.test("a portion that is refused as a whole goes again in halves, until the text stands alone that it was refused for", async () => {
  const asked: string[][] = [];
  const results = await inTurn(portionsOf(texts(8), { count: 8, bytes: 1_000 }), 1, (portion) => {
    asked.push([...portion]);
    if (portion.includes("n5")) return Promise.resolve(cannot("status 400"));
    return Promise.resolve({ ok: true, value: portion.map((text) => ({ ok: true, value: text })) });
  });
  assert.deepEqual(shown(results), ["n0", "n1", "n2", "n3", "n4", "status 400", "n6", "n7"]);
  assert.equal(asked.length, 7);
});

for (const failure of [down("status 500"), away("no connection"), unsupported()]) {
  Deno.test(`a portion that met ${failure.error.cause} does not go again`, async () => {
    let asked = 0;
    const results = await inTurn([texts(3)], 1, () => {
      asked += 1;
      return Promise.resolve(failure);
    });
    assert.equal(asked, 1);
    assert.deepEqual(results, [failure, failure, failure]);
  });
}
