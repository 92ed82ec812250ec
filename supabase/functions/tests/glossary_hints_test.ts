/** The hints that the recogniser gets for a meeting and a language, and how long they are kept. */
import assert from "node:assert/strict";
import { createHintsFetcher } from "../transcribe/glossaryHints.ts";
import { withServer } from "./fakeServer.ts";

const MEETING = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
const CALLER = { token: "t", userId: "u", sessionId: null, level: "aal1", network: "n" };
const TERMS = [{ term: "bus", language: "en", never: false, translations: { es: "guagua" } }];

Deno.test("createHintsFetcher: reads each meeting and language once a minute", async () => {
  const clock = { now: 0 };
  await withServer(
    () => Response.json(TERMS),
    async ({ url, requests }) => {
      const fetchHints = createHintsFetcher({ url, publishableKey: "p" }, () => clock.now);
      assert.equal(await fetchHints(MEETING, "es", CALLER), "guagua");
      assert.equal(await fetchHints(MEETING, "es", CALLER), "guagua");
      assert.equal(await fetchHints(MEETING, "en", CALLER), "bus");
      assert.equal(requests.length, 2);
      clock.now = 60_001;
      await fetchHints(MEETING, "es", CALLER);
      assert.equal(requests.length, 3);
    },
  );
});

Deno.test("createHintsFetcher: returns no hints after a failure, and reads again", async () => {
  let isDown = true;
  await withServer(
    () =>
      isDown
        ? Response.json({ code: "PT429", message: "request/rate-limited" }, { status: 429 })
        : Response.json(TERMS),
    async ({ url }) => {
      const fetchHints = createHintsFetcher({ url, publishableKey: "p" }, () => 0);
      assert.equal(await fetchHints(MEETING, "es", CALLER), "");
      isDown = false;
      assert.equal(await fetchHints(MEETING, "es", CALLER), "guagua");
    },
  );
});
