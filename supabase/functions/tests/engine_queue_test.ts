/** How many requests of one user an engine gets at the same time. */
import assert from "node:assert/strict";
import { isLanguage, LANGUAGES, type Language } from "../_shared/contracts/languages.ts";
import { SERVER_LIMITS } from "../_shared/contracts/serverLimits.ts";
import { type EngineResult, requestWithin } from "../_shared/translation/engine.ts";
import { MAX_REQUESTS_PER_USER } from "../_shared/translation/engineChain.ts";
import { NO_VOCABULARY } from "../_shared/translation/protectedSpans.ts";
import { ANA, scene, TOM } from "./engine_chain_setup.ts";

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
const TARGETS = Object.keys(LANGUAGES).filter(isLanguage).slice(0, 40);

/** Creates a chain whose engine answers nothing before `answer` is called, which lets the pending requests end. */
function slowScene() {
  const { engines, chain, clock } = scene("slow");
  const pending: (() => void)[] = [];
  const [engine] = engines;
  assert.ok(engine);
  engine.translate = (texts, _source, _target, within) =>
    Promise.all(
      texts.map((text) =>
        requestWithin(within, async (): Promise<EngineResult<string>> => {
          await new Promise<void>((resolve) => pending.push(resolve));
          return { ok: true, value: text };
        }),
      ),
    );
  const ask = (user: string, targets: readonly Language[] = TARGETS) =>
    Promise.all(targets.map((target) => chain.translate(["hi", "you"], "en", target, NO_VOCABULARY, user)));
  const answer = async () => {
    for (const end of pending.splice(0)) end();
    await turn();
  };
  return { ask, answer, pending, clock };
}

Deno.test("chain: a claim of many languages sends a dozen at once", async () => {
  const { ask, answer, pending } = slowScene();
  const asked = ask(ANA);
  const sizes: number[] = [];
  for (await turn(); pending.length > 0; await answer()) sizes.push(pending.length);
  assert.equal(Math.max(...sizes), MAX_REQUESTS_PER_USER);
  assert.equal(
    sizes.reduce((sum, size) => sum + size, 0),
    2 * TARGETS.length,
  );
  assert.ok((await asked).flat().every(({ ok }) => ok));
});

Deno.test("chain: two claims of a user share its places", async () => {
  const { ask, answer, pending } = slowScene();
  const asked = [ask(ANA), ask(ANA)];
  await turn();
  assert.equal(pending.length, MAX_REQUESTS_PER_USER);
  while (pending.length > 0) await answer();
  await Promise.all(asked);
});

Deno.test("chain: others do not wait for a large claim", async () => {
  const { ask, answer, pending } = slowScene();
  const asked = [ask(ANA), ask(TOM, ["es"])];
  await turn();
  assert.equal(pending.length, MAX_REQUESTS_PER_USER + 2);
  while (pending.length > 0) await answer();
  await Promise.all(asked);
});

Deno.test("chain: begins no waiting request after the deadline", async () => {
  const { ask, answer, pending, clock } = slowScene();
  const asked = ask(ANA);
  await turn();
  clock.now = SERVER_LIMITS.engineStartDeadlineMs + 1;
  await answer();
  assert.equal(pending.length, 0);
  const results = (await asked).flat();
  assert.equal(results.filter(({ ok }) => ok).length, MAX_REQUESTS_PER_USER);
  assert.ok(results.every((result) => result.ok || !result.error.attempted));
});

Deno.test("chain: a request that ended gives its place back", async () => {
  const { ask, answer, pending } = slowScene();
  for (let round = 0; round < 3; round += 1) {
    const asked = ask(ANA, ["es"]);
    await turn();
    assert.equal(pending.length, 2);
    await answer();
    await asked;
  }
});
