/** The target languages of lines: by pair, on demand, and unsupported ones. */
import assert from "node:assert/strict";
import type { LineTranslationStatus } from "../translate/translationStore.ts";
import { CLAIM_ID, LINE_IDS, setupTranslate, translationClaim } from "./translate_setup.ts";

Deno.test("translate: sends lines of one pair together", async () => {
  const { call, seen } = setupTranslate({
    claims: {
      claimed: [
        translationClaim(LINE_IDS[0], "hola"),
        translationClaim(LINE_IDS[0], "hola", "es", "fr"),
        translationClaim(LINE_IDS[1], "adiós"),
      ],
      others: [{ line_id: LINE_IDS[1], language: "fr", status: "ready", reason: null }],
    },
  });
  const { status, body } = await call();
  assert.equal(status, 200);
  assert.deepEqual(seen.asked, [
    { texts: ["hola", "adiós"], pair: "es>en" },
    { texts: ["hola"], pair: "es>fr" },
  ]);
  assert.deepEqual(seen.stored[1], {
    line_id: LINE_IDS[1],
    revision: 1,
    language: "en",
    status: "ready",
    text: "adiós (en)",
    engine: "fake",
    reason: null,
    claim: CLAIM_ID,
    sent: true,
    counts: true,
  });
  assert.deepEqual(
    body.results
      .map(({ line_id, language, status }: LineTranslationStatus) => `${line_id[0]} ${language} ${status}`)
      .sort(),
    ["1 en ready", "1 fr ready", "2 en ready", "2 fr ready"],
  );
});

Deno.test("translate: returns texts only for a requested language", async () => {
  const made = { revision: 3, text: "déjà" };
  const claims = {
    claimed: [translationClaim(LINE_IDS[0], "hola", "es", "fr")],
    others: [{ line_id: LINE_IDS[1], language: "fr" as const, status: "ready" as const, reason: null, made }],
  };
  const { call, seen } = setupTranslate({ claims });
  const { body } = await call({ lines: LINE_IDS, language: "fr" });
  assert.equal(seen.claims[0]?.language, "fr");
  assert.deepEqual(
    body.results.map(({ line_id, made }: LineTranslationStatus) => [line_id, made]),
    [
      [LINE_IDS[1], made],
      [LINE_IDS[0], { revision: 1, text: "hola (fr)" }],
    ],
  );
  const { call: inCall } = setupTranslate({ claims: { claimed: claims.claimed } });
  assert.deepEqual((await inCall()).body.results, [
    { line_id: LINE_IDS[0], language: "fr", status: "ready", reason: null },
  ]);
});

Deno.test("translate: reports each engine failure by its code, as 200", async () => {
  const { call, seen } = setupTranslate({
    claims: {
      claimed: [translationClaim(LINE_IDS[0], "hola", "es", "ja"), translationClaim(LINE_IDS[0], "hola", "es", "de")],
    },
  });
  const { status, body } = await call();
  assert.equal(status, 200);
  assert.deepEqual(body.results, [
    { line_id: LINE_IDS[0], language: "ja", status: "unavailable", reason: "translate/unsupported-pair" },
    { line_id: LINE_IDS[0], language: "de", status: "failed", reason: "translate/unavailable" },
  ]);
  assert.deepEqual(
    seen.stored.map(({ text }) => text),
    [null, null],
  );

  const off = setupTranslate({ up: false });
  await off.call();
  assert.equal(off.seen.claims[0]?.engineUp, false);
});
