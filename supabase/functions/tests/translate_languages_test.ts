/** Into which languages lines are translated: pair by pair, the one that is asked for, one that no engine has. */
import assert from "node:assert/strict";
import type { Standing } from "../translate/lines.ts";
import { CLAIM, claim, LINES, scene } from "./translate_scene.ts";

Deno.test("lines of one pair go to the engine in one request, and how each stands is answered", async () => {
  const { call, seen } = scene({
    claims: {
      claimed: [claim(LINES[0], "hola"), claim(LINES[0], "hola", "es", "fr"), claim(LINES[1], "adiós")],
      others: [{ line_id: LINES[1], language: "fr", status: "ready", reason: null }],
    },
  });
  const { status, body } = await call();
  assert.equal(status, 200);
  assert.deepEqual(seen.asked, [
    { texts: ["hola", "adiós"], pair: "es>en" },
    { texts: ["hola"], pair: "es>fr" },
  ]);
  assert.deepEqual(seen.stored[1], {
    line_id: LINES[1],
    revision: 1,
    language: "en",
    status: "ready",
    text: "adiós (en)",
    engine: "fake",
    reason: null,
    claim: CLAIM,
    sent: true,
    counts: true,
  });
  assert.deepEqual(
    body.results.map(({ line_id, language, status }: Standing) => `${line_id[0]} ${language} ${status}`).sort(),
    ["1 en ready", "1 fr ready", "2 en ready", "2 fr ready"],
  );
});

Deno.test("who asks for one language gets it in the answer, what was there and what was made; else no text is answered", async () => {
  const made = { revision: 3, text: "déjà" };
  const claims = {
    claimed: [claim(LINES[0], "hola", "es", "fr")],
    others: [{ line_id: LINES[1], language: "fr" as const, status: "ready" as const, reason: null, made }],
  };
  const { call, seen } = scene({ claims });
  const { body } = await call({ lines: LINES, language: "fr" });
  assert.equal(seen.claims[0]?.language, "fr");
  assert.deepEqual(
    body.results.map(({ line_id, made }: Standing) => [line_id, made]),
    [
      [LINES[1], made],
      [LINES[0], { revision: 1, text: "hola (fr)" }],
    ],
  );
  const { call: inCall } = scene({ claims: { claimed: claims.claimed } });
  assert.deepEqual((await inCall()).body.results, [
    { line_id: LINES[0], language: "fr", status: "ready", reason: null },
  ]);
});

Deno.test("no engine, one that is down, one that lacks the pair: each said by its code, all as 200", async () => {
  const { call, seen } = scene({
    claims: { claimed: [claim(LINES[0], "hola", "es", "ja"), claim(LINES[0], "hola", "es", "de")] },
  });
  const { status, body } = await call();
  assert.equal(status, 200);
  assert.deepEqual(body.results, [
    { line_id: LINES[0], language: "ja", status: "unavailable", reason: "translate/unsupported-pair" },
    { line_id: LINES[0], language: "de", status: "failed", reason: "translate/unavailable" },
  ]);
  assert.deepEqual(
    seen.stored.map(({ text }) => text),
    [null, null],
  );

  const off = scene({ up: false });
  await off.call();
  assert.equal(off.seen.claims[0]?.engineUp, false);
});
